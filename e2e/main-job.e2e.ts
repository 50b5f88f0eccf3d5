import { doMainJob } from './main-job'
import { test } from './screen'
import { CREDENTIALS } from './stack'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('the main job against a service in a process of its own, through SERVICE_URL', async ({
  page,
  stack,
}) => {
  const service = await stack.sharedService()
  const console = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
  await doMainJob(page, console.origin)
})
