import { doMainJob } from './main-job'
import { test } from './screen'

test('the main job: documents, collection, agent, deployed version, call', async ({ page, stack }) => {
  await doMainJob(page, stack.origin)
})

test('the main job against a service in a process of its own, through SERVICE_URL', async ({
  page,
  stack,
}) => {
  const credentials = { SERVICE_API_KEY: 'a-key-of-the-tests', SERVICE_ACCESS_TOKEN: 'a-token-of-the-tests' }
  const service = await stack.startService(credentials)
  const console = await stack.startConsole({ SERVICE_URL: service.origin, ...credentials })
  await doMainJob(page, console.origin)
})
