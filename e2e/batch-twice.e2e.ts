import type { Page } from 'playwright/test'
import { choose, csv, numberOf, prepare, setPace } from './batch-steps'
import { tabAndPress } from './keyboard'
import { expect, test, unique } from './screen'

const outcome = (page: Page, row: number) =>
  page.getByRole('table', { name: 'Rows' }).getByRole('row').nth(row)

/** Takes what was chosen to the page of its batch, where nothing was sent yet. */
async function makeBatch(page: Page, rows: number): Promise<void> {
  await page.getByRole('button', { name: `Continue with ${rows} rows` }).click()
  await expect(page.getByText('Nothing was sent yet.')).toBeVisible()
}

test('whoever starts a batch whose numbers another batch called meanwhile is told, and calls them again only by saying so', async ({
  page,
  context,
}) => {
  const agentId = await prepare(page, unique('Monday'))
  const numbers = [970, 971, 972].map(numberOf)
  await choose(page, csv('monday.csv', ['phone', ...numbers]))
  // Another form is open with the same numbers, of which nothing was called when it looked.
  const other = await context.newPage()
  await other.goto(`/calls/batch/new?agent=${agentId}`)
  await expect(other.getByLabel('Version id')).not.toHaveValue('')
  await other.getByLabel('Outbound phone number id').fill('number-main')
  await choose(other, csv('monday-copy.csv', ['phone', ...numbers.slice(1), numberOf(973)]))
  await expect(other.getByText('All 3 rows are ready.')).toBeVisible()
  await makeBatch(page, 3)
  // By keyboard alone.
  await setPace(page, '0.05')
  await page.getByRole('button', { name: 'Send test row' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  // Nothing is lost by a call, so its question looks like that of the batch.
  const looks = (name: string) =>
    dialog.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).backgroundColor)
  const ofTest = await looks('Send test row')
  await tabAndPress(page, dialog.getByRole('button', { name: 'Send test row' }))
  await expect(page.getByRole('button', { name: 'Accepted 1', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Start batch' }).focus()
  await page.keyboard.press('Enter')
  expect(await looks('Place 2 calls')).toBe(ofTest)
  await tabAndPress(page, dialog.getByRole('button', { name: 'Place 2 calls' }))
  await expect(page.getByText('Sending is done.')).toBeVisible()

  await makeBatch(other, 3)
  const question = other.getByRole('dialog')
  await other.getByRole('button', { name: 'Send test row' }).click()
  await expect(question.getByText('This number was called since the file was checked.')).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await setPace(other, '0.05')
  await other.getByRole('button', { name: 'Start batch' }).click()
  const called = question.getByText('2 of these numbers were called since the file was checked.')
  await expect(called).toBeVisible()
  await expect(question.getByRole('button', { name: 'Place 1 call' })).toBeVisible()
  await question.getByRole('button', { name: 'Call them again' }).click()
  await expect(question.getByRole('button', { name: 'Place 3 calls' })).toBeVisible()
  await question.getByRole('button', { name: 'Leave them out' }).click()
  await question.getByRole('button', { name: 'Place 1 call' }).click()
  await expect(other.getByText('Sending is done.')).toBeVisible()
  await expect(outcome(other, 3)).toContainText('Accepted')
  for (const row of [1, 2]) {
    await expect(outcome(other, row)).toContainText('Left out')
    await expect(outcome(other, row)).toContainText('this number was called meanwhile')
  }
  await other.reload()
  await expect(outcome(other, 1)).toContainText('Left out')

  // Numbers that were called before a file is chosen are held back until a person says otherwise.
  await page.goto(`/calls/batch/new?agent=${agentId}`)
  await page.getByLabel('Outbound phone number id').fill('number-main')
  await choose(page, csv('again.csv', ['to', ...numbers.slice(0, 2), numberOf(974)]))
  await expect(page.getByText('1 of 3 rows is ready')).toBeVisible()
  const rows = page.getByRole('table', { name: 'Rows' })
  await expect(rows).toContainText('This number was called just now by this console.')
  await page.getByRole('button', { name: 'Called before 2', exact: true }).click()
  await rows.getByRole('checkbox', { name: 'Select row 1' }).check()
  await page.getByRole('button', { name: 'Send anyway' }).click()
  await expect(page.getByText('2 of 3 rows are ready')).toBeVisible()
  // Nothing was sent here, so leaving asks.
  await page.getByRole('main').getByRole('link', { name: 'Calls' }).click()
  await dialog.getByRole('button', { name: 'Stay here' }).click()
  await expect(rows).toBeVisible()
})
