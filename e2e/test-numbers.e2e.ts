import type { Page } from 'playwright/test'
import { TEST_NUMBERS } from '../src/contract/test-numbers'
import { haveAgent } from './agent-steps'
import { expect, test, unique } from './screen'

// Only the local service plays calls to these numbers.
test.use({ local: true })

/** Places a call to the test number of this name, from the list that the form offers. */
async function callTo(page: Page, agentId: string, name: string): Promise<void> {
  await page.goto(`/calls?place=true&agent=${agentId}`)
  await page.getByLabel('Outbound phone number id').fill('number-main')
  await page.getByText('Test numbers of the local service').click()
  await page.getByRole('button', { name: `Use the number: ${name}` }).click()
  const number = TEST_NUMBERS.find((each) => each.name === name)?.phoneNumber ?? ''
  await expect(page.getByLabel('To phone number')).toHaveValue(number)
  await page.getByRole('button', { name: 'Place call', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Place call now' }).click()
}

// What each of the numbers does is tested at the service, and how the form tells each kind of failure beside the form.
test('a test number is taken from the list of the form, and its outcome is shown', async ({ page }) => {
  const { agentId } = await haveAgent(page, unique('Outcomes'))
  page.on('dialog', (dialog) => dialog.accept())

  await callTo(page, agentId, 'Refused number')
  await expect(page.getByLabel('To phone number')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('alert')).toContainText('Could not place the call')
  await expect(page.getByRole('alert')).toContainText('do-not-call')

  const accepted = [
    ['Always busy', 'Line busy', 'Failed'],
    ['Always connects', 'Ended', 'Completed'],
  ] as const
  for (const [name] of accepted) {
    await callTo(page, agentId, name)
    await expect(page.getByRole('region', { name: 'The call was accepted' })).toBeVisible()
  }
  // Calls of other journeys have these numbers, too.
  await page.goto(`/calls?of=${agentId}`)
  for (const [name, reason, status] of accepted) {
    const number = TEST_NUMBERS.find((each) => each.name === name)?.phoneNumber ?? ''
    await page.getByRole('table', { name: 'Calls' }).getByRole('row').filter({ hasText: number }).click()
    const fate = page.getByRole('dialog').getByRole('region', { name: 'Result' })
    await expect(fate).toContainText(reason)
    await expect(fate).toContainText(status)
    if (name === 'Always connects')
      await expect(fate.getByRole('region', { name: 'Transcript' })).toBeVisible()
    await page.keyboard.press('Escape')
  }
  // A call that has ended is not polled.
  const row = page.getByRole('table', { name: 'Calls' }).getByRole('row').filter({ hasText: '+15005550110' })
  await row.click()
  await expect(page.getByRole('dialog')).toContainText('Completed')
  const ended = page.getByRole('dialog').getByRole('region', { name: 'Result' })
  await expect(ended).not.toContainText('kept up to date')
})

test('a misspelt variable is caught in the form of a call, and its value moves to the right one', async ({
  page,
}) => {
  const variables = [{ name: 'customer_name', required: true }]
  const { agentId } = await haveAgent(page, unique('Speller'), { variables })
  await page.goto(`/calls?place=true&agent=${agentId}`)
  await page.getByRole('button', { name: 'Add variable' }).click()
  await page.getByLabel('Variable name').fill('custmer_name')
  await page.getByLabel('Value', { exact: true }).fill('Ada')
  await expect(
    page.getByText('The version declares no variable custmer_name. Did you mean customer_name?'),
  ).toBeVisible()
  await expect(page.getByText('Required, without a value: customer_name')).toBeVisible()
  await page.getByRole('button', { name: 'Use customer_name' }).click()
  await expect(page.getByRole('textbox', { name: 'customer_name' })).toHaveValue('Ada')
  await expect(page.getByLabel('Variable name')).toHaveCount(0)
  await expect(page.getByText('Required, without a value')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'How the prompt begins' })).toContainText('You are brief')
})

test('metadata goes from JSON to rows and back without losing anything', async ({ page }) => {
  await page.goto('/calls?place=true')
  const json = page.getByLabel('Metadata', { exact: true })
  await json.fill('{"source": "crm", "count": 3, "deep": {"a": [1]}}')
  await page.getByRole('button', { name: 'Enter as rows' }).click()
  await expect(page.getByLabel('Metadata name')).toHaveCount(3)
  await page.getByRole('button', { name: 'Add metadata' }).click()
  await page.getByLabel('Metadata name').last().fill('note')
  await page.getByLabel('Metadata value').last().fill('=1')
  // One object cannot hold what has no name, or the name of another.
  const asJson = page.getByRole('button', { name: 'Enter as JSON' })
  for (const name of ['', 'count']) {
    await page.getByLabel('Metadata name').last().fill(name)
    await expect(asJson).toHaveAttribute('aria-disabled', 'true')
  }
  await page.getByLabel('Metadata name').last().fill('note')
  await page.getByRole('button', { name: 'Enter as JSON' }).click()
  expect(JSON.parse(await json.inputValue())).toEqual({
    source: 'crm',
    count: 3,
    deep: { a: [1] },
    note: '=1',
  })
  await json.fill('{"source": ')
  await expect(page.getByRole('button', { name: 'Enter as rows' })).toHaveAttribute('aria-disabled', 'true')
})
