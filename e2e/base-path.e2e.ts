import { expect, test } from './screen'
import { walkConsole } from './whole-console'

test('under a path, the same build does everything there, and nothing beside it', async ({ page, stack }) => {
  const { origin } = await stack.startConsole({ BASE_PATH: '/team/switchboard' })
  await walkConsole(page, `${origin}/team/switchboard`)
  for (const path of ['/', '/agents', '/console/info', '/team/switchboards/'])
    expect((await page.request.get(origin + path)).status(), path).toBe(404)
})
