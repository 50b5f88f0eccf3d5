import { haveAgent } from './agent-steps'
import { offered } from './needs'
import { expect, test, unique } from './screen'

test('the confirmation names what speaks against a call, and the outcome shows its result', async ({
  page,
}) => {
  const variables = [{ name: 'customer_name', required: true }]
  const doubtful = await haveAgent(page, unique('Doubtful'), { variables, deployed: false })
  await page.goto(`/calls?place=true&agent=${doubtful.agentId}`)
  await expect(page.getByLabel('Version id')).not.toHaveValue('')
  await page.getByLabel('Outbound phone number id').fill('number-main')
  await page.getByLabel('To phone number').fill('+15005550111')
  await page.getByRole('button', { name: 'Add variable' }).click()
  await page.getByLabel('Variable name').fill('custmer_name')
  await page.getByLabel('Value', { exact: true }).fill('Ada')
  await page.getByRole('button', { name: 'Place call', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Place a call to +15005550111?' })
  await expect(question).toContainText('number-main')
  await expect(question).toContainText('Deployment unconfirmed.')
  await expect(question).toContainText('Required, without a value: customer_name')
  await expect(question).toContainText(
    'The version declares no variable custmer_name. Did you mean customer_name?',
  )
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Use customer_name' }).click()
  await page.getByRole('button', { name: 'Place call', exact: true }).click()
  await expect(question).not.toContainText(/without a value|declares no variable/)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Calls', exact: true }).first().click()
  await page.getByRole('button', { name: 'Discard and leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible()

  const certain = await haveAgent(page, unique('Certain'))
  await page.goto(`/calls?place=true&agent=${certain.agentId}`)
  await expect(page.getByLabel('Version id')).not.toHaveValue('')
  await page.getByLabel('Outbound phone number id').fill('number-main')
  await page.getByLabel('To phone number').fill('+15005550111')
  await page.getByRole('button', { name: 'Place call', exact: true }).click()
  await expect(question).not.toContainText('Deployment unconfirmed')
  await question.getByRole('button', { name: 'Place call now' }).click()
  const outcome = page.getByRole('region', { name: 'The call was accepted' })
  await expect(outcome).toBeVisible()
  if (offered('readCall')) await expect(outcome).toContainText('Line busy')
})

test('a version goes with its agent once another is typed, and comes back with it', async ({ page }) => {
  const name = unique('Returns desk')
  const { versionId } = await haveAgent(page, name)
  await haveAgent(page, unique('Delivery'))
  await page.goto('/calls?place=true')
  const agent = page.getByRole('combobox', { name: 'Agent id' })
  const version = page.getByRole('combobox', { name: 'Version id' })
  await agent.fill(name)
  await page.keyboard.press('Tab')
  await expect(version).toHaveValue(versionId)
  await agent.fill('Delivery')
  await page.keyboard.press('Tab')
  await expect(version).toHaveValue('')
  await expect(page.getByText('Deployment unconfirmed')).toHaveCount(0)
  await agent.fill(name)
  await page.keyboard.press('Tab')
  await expect(version).toHaveValue(versionId)
})
