import { expect, test } from './screen'

/** The most JavaScript that the form of a new agent may transfer before anybody uses it, in bytes (D145). */
const NEW_AGENT_JS_MAX = 144_000

test('the form of a new agent, opened directly, stays light, and loads its editor when somebody turns to it', async ({
  page,
  stack,
}) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const scripts = new Set<string>()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await page.goto(`${stack.origin}/agents/new`, { waitUntil: 'networkidle' })
  await expect(page.getByLabel('System prompt')).toBeVisible()
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(NEW_AGENT_JS_MAX)
  await expect(page.locator('.cm-editor')).toHaveCount(0)

  await page.getByLabel('Name', { exact: true }).focus()
  await expect(page.locator('.cm-editor')).toBeVisible()
})
