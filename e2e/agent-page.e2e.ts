import { haveAgent, openDetails, openTab } from './agent-steps'
import { needs } from './needs'
import { expect, test, unique } from './screen'

test('an agent of text channels begins threads, and one that calls places calls', async ({ page }) => {
  needs('listAgents')
  const texter = await haveAgent(page, unique('Texter'), { agentType: 'TEXT' })
  await page.goto(`/agents/${texter.agentId}`)
  await expect(page.getByRole('link', { name: 'New thread' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Place call' })).toHaveCount(0)
  const back = page.getByRole('main').getByRole('link', { name: 'Agents', exact: true })
  await expect(back).not.toHaveAttribute('aria-current')
  // Saving a version sends neither the name nor the type of the agent.
  const summary = page.getByRole('region', { name: 'The version in short' })
  await expect(summary).toContainText('System prompt')
  await expect(summary).not.toContainText('Agent type')
  await openDetails(page)
  await expect(page.getByText('TEXT', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Duplicate' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Call from CSV' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Duplicate' })).toBeHidden()
  await page.getByRole('link', { name: 'New thread' }).click()
  await expect(page.getByLabel('Agent version id')).toHaveValue(texter.versionId)

  // After success the title says what is there now.
  await page.goto(`/threads/new?channel=chat&agent=${texter.agentId}`)
  await page.getByRole('button', { name: 'Create web chat' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Web chat created' })).toBeVisible()

  const caller = await haveAgent(page, unique('Caller'))
  await page.goto(`/agents/${caller.agentId}`)
  await expect(page.getByRole('link', { name: 'Place call' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'New thread' })).toHaveCount(0)
})

test('an agent of the service that only got a label was not added by hand', async ({ page }) => {
  needs('listAgents')
  const { agentId } = await haveAgent(page, unique('Labelled'))
  await page.goto(`/agents/${agentId}?tab=versions`)
  await openDetails(page)
  await expect(page.getByText('Reported by the service', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit label and note' }).click()
  await page.getByRole('dialog').getByLabel('Label', { exact: true }).fill('spring wording')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('table', { name: 'Versions' })).toContainText('spring wording')
  await openDetails(page)
  await expect(page.getByText('Stored here since', { exact: true })).toBeVisible()
  await expect(page.getByText('Added by hand')).toHaveCount(0)
})

test('the button that deploys is in sight, evidence before the prompt', async ({ page }) => {
  const { agentId, versionId } = await haveAgent(page, unique('Long'), {
    deployed: false,
    system: 'You answer questions about returns.\n'.repeat(200),
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/agents/${agentId}?deploy=${versionId}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Deploy version' })).toBeInViewport({ ratio: 1 })
  const parts = await dialog
    .getByRole('region')
    .evaluateAll((regions) => regions.map(({ ariaLabel }) => ariaLabel))
  expect(parts).toEqual(['Evidence', 'What changes', 'What goes live'])
})

test('calls that cannot be read are not called none', async ({ page, stack }) => {
  needs('listAgents')
  const { origin, line } = await stack.startOnLine()
  const { agentId } = await haveAgent(page, unique('Away desk'), {}, origin)
  await page.goto(`${origin}/agents/${agentId}`)
  await expect(page.getByRole('heading', { level: 1, name: /^Away desk/ })).toBeVisible()
  await line.down()
  await openTab(page, 'Conversations')
  const calls = page.getByRole('region', { name: 'Calls' })
  await expect(calls.getByRole('alert')).toBeVisible()
  await expect(calls).not.toContainText('No calls yet')
})
