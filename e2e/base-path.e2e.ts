import { hasNginx } from './nginx'
import { test } from './screen'
import { walkConsole } from './whole-console'

// Where a gateway can be started, the whole console is walked under a path behind it. That nothing answers beside the path is tested in `base-path.test.ts`.
test.skip(hasNginx(), 'Walked behind nginx.')

test('under a path, the same build does everything there', async ({ page, stack }) => {
  const { origin } = await stack.startConsole({ BASE_PATH: '/team/switchboard' })
  await walkConsole(page, `${origin}/team/switchboard`)
})
