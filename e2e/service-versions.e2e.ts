import { createAgent, deploy } from './agent-steps'
import { needs } from './needs'
import { expect, test, unique } from './screen'
import { addAgent, shownAgent } from './version-steps'

test('a thread begins with the versions that the service reports of an agent added by its id', async ({
  page,
}) => {
  needs('listAgentVersions')
  const name = unique('Texter')
  const prompt = {
    system: 'You write to {{customer}}.',
    variables: [{ name: 'customer', required: true, defaultValue: '' }],
    tools: [],
    preBuiltTools: [],
  }
  const versionId = await addAgent(page, name, '', { agentType: 'TEXT', prompt })
  const agentId = shownAgent(page)
  const deploying = `/api/v1/agents/${agentId}/versions/${versionId}/deploy`
  expect((await page.request.patch(deploying)).status()).toBe(200)

  await page.goto(`/threads/new?channel=sms&agent=${agentId}`)
  await expect(page.getByLabel('Agent version id')).toHaveValue(versionId)
  const aside = page.getByRole('complementary')
  await expect(aside).toContainText('The agent is a text agent.')
  await expect(aside).toContainText('The version is deployed')
  await page.getByLabel('To phone number').fill('+15005550142')
  await page.getByLabel('From phone number id').fill('number-main')
  await expect(page.getByLabel('From phone number', { exact: true })).toHaveValue('+15005550101')
  await page.getByLabel('Initial message').fill('Hello {{customer}}')

  // On a phone the aside stands below the button, so the question repeats it.
  await page.getByRole('button', { name: 'Start SMS thread' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('The agent needs a value for the variable customer')
  await expect(question.getByText('Check this first')).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('customer').fill('Zoé')
  await page.getByRole('button', { name: 'Start SMS thread' }).click()
  await expect(question).toContainText('Hello Zoé')
  await expect(question.getByText('Check this first')).toHaveCount(0)
  await question.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByRole('region', { name: 'The SMS thread was started' })).toBeVisible()
  await page.getByRole('link', { name: 'Show in Threads' }).click()
  await expect(page.getByRole('table', { name: 'Threads' }).getByRole('row').nth(1)).toContainText(name)
  // Other journeys have closed threads.
  await page.getByRole('searchbox', { name: 'Search threads' }).fill(name)
  await page.getByRole('combobox', { name: 'State' }).selectOption('Closed')
  await expect(page).toHaveURL(/active=.*false/)
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByRole('table', { name: 'Threads' }).getByRole('row').nth(1)).toContainText(name)
})

test('an e-mail says which variables nothing will fill, before it is sent', async ({ page }) => {
  const versionId = await addAgent(page, unique('Mailer'), 'You write.', { agentType: 'TEXT' })
  await page.goto(`/threads/new?channel=email&version=${versionId}&agent=${shownAgent(page)}`)
  await page.getByLabel('To e-mail').fill('ada@example.com')
  await page.getByLabel('Subject').fill('Hello')
  await page.getByLabel('First message').fill('Good morning {{customer}}')
  await page.getByRole('button', { name: 'Start e-mail thread' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('{{customer}} is sent as it is')
})

test('a version is called by the number that a reply told, where nobody lists versions', async ({
  page,
  stack,
}) => {
  const { origin } = await stack.startOffering({ offers: 'none' })
  const name = unique('Counted')
  await createAgent(page, name, {}, origin)
  const shown = page.getByRole('combobox', { name: 'Version', exact: true }).locator('option:checked')
  await expect(shown).toHaveText('Version 1')
  await page.getByRole('button', { name: 'Deploy version' }).click()
  await expect(page.getByRole('dialog', { name: `Deploy version 1 of ${name}?` })).toBeVisible()
  await page.keyboard.press('Escape')
  await deploy(page)
  await expect(page.getByText(`Version 1 of ${name} is deployed`)).toBeVisible()
  await page.goto(`${origin}/agents`)
  const row = page.getByRole('table', { name: 'Agents' }).getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Version 1')
})
