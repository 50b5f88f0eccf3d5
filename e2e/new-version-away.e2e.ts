import { createAgent } from './agent-steps'
import { expect, test, unique } from './screen'
import { CREDENTIALS } from './stack'

test('a service that does not answer is not taken for one without versions, and the form appears when it is back', async ({
  page,
  stack,
}) => {
  const DATA_DIR = await stack.dataDirectory()
  const service = await stack.startService({ ...CREDENTIALS, DATA_DIR })
  const console = await stack.startConsole({ ...CREDENTIALS, SERVICE_URL: service.origin })
  await createAgent(page, unique('Away'), [], console.origin)
  await service.stop()
  await page.goto(`${page.url()}/versions/new`)
  await expect(page.getByText('The service cannot be reached.')).toBeVisible()
  await expect(page.getByText('cannot create versions')).toHaveCount(0)

  await stack.startService({ ...CREDENTIALS, DATA_DIR, SERVICE_PORT: new URL(service.origin).port })
  // It asks again by itself, sooner or later than a person would.
  await expect(page.getByLabel('System prompt')).toBeVisible({ timeout: 60_000 })
})
