import { hasNginx } from './nginx'
import { expect, test } from './screen'
import { walkConsole } from './whole-console'

test('under a path, the same build does everything there, and nothing beside it', async ({ page, stack }) => {
  const { origin } = await stack.startConsole({ BASE_PATH: '/team/switchboard' })
  const address = `${origin}/team/switchboard`
  // Where a gateway can be started, the whole console is walked under a path behind it.
  if (hasNginx()) {
    await page.goto(`${address}/`)
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  } else await walkConsole(page, address)
  for (const path of ['/', '/agents', '/console/info', '/team/switchboards/'])
    expect((await page.request.get(origin + path)).status(), path).toBe(404)
})
