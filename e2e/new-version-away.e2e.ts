import { createAgent, openTab } from './agent-steps'
import { expect, test, unique } from './screen'

test('a service that does not answer is not taken for one without versions or calls, and the form appears when it is back', async ({
  page,
  stack,
}) => {
  const { origin, line } = await stack.startOnLine()
  await createAgent(page, unique('Away'), {}, origin)
  await line.down()
  await openTab(page, 'Conversations')
  const calls = page.getByRole('region', { name: 'Calls' })
  await expect(calls.getByRole('alert')).toBeVisible()
  await expect(calls).not.toContainText('No calls yet')
  await openTab(page, 'Configure')
  await page.reload()
  await expect(page.getByText('The service cannot be reached.')).toBeVisible()
  await expect(page.getByText('cannot create versions')).toHaveCount(0)

  await line.up()
  // It asks again by itself, sooner or later than a person would.
  await expect(page.getByLabel('System prompt')).toBeVisible({ timeout: 60_000 })
})
