import type { Page } from 'playwright/test'
import { choose, csv, numberOf, prepare, setPace } from './batch-steps'
import { expect, test, unique } from './screen'

const outcome = (page: Page, row: number) =>
  page.getByRole('table', { name: 'Rows' }).getByRole('row').nth(row)

/** Takes what was chosen to the page of its batch, where nothing was sent yet. */
async function makeBatch(page: Page, rows: number): Promise<void> {
  await page.getByRole('button', { name: `Continue with ${rows} rows` }).click()
  await expect(page.getByText('Nothing was sent yet.')).toBeVisible()
}

async function sendAll(page: Page, rows: number): Promise<void> {
  await setPace(page, '0.05')
  await page.getByRole('button', { name: 'Start batch' }).click()
  await page.getByRole('button', { name: `Place ${rows} calls` }).click()
  await expect(page.getByText('Every row was sent or left out.')).toBeVisible()
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
  await choose(other, csv('monday-copy.csv', ['phone', numberOf(973), ...numbers.slice(1)]))
  await expect(other.getByText('All 3 rows are ready.')).toBeVisible()
  await makeBatch(page, 3)
  await sendAll(page, 3)

  await makeBatch(other, 3)
  await setPace(other, '0.05')
  await other.getByRole('button', { name: 'Start batch' }).click()
  const question = other.getByRole('dialog')
  const called = question.getByText('2 of these numbers were called since the file was checked.')
  await expect(called).toBeVisible()
  await expect(question.getByRole('button', { name: 'Place 1 call' })).toBeVisible()
  await question.getByRole('button', { name: 'Call them again' }).click()
  await expect(question.getByRole('button', { name: 'Place 3 calls' })).toBeVisible()
  await question.getByRole('button', { name: 'Leave them out' }).click()
  await question.getByRole('button', { name: 'Place 1 call' }).click()
  await expect(other.getByText('Every row was sent or left out.')).toBeVisible()
  await expect(outcome(other, 1)).toContainText('Accepted')
  for (const row of [2, 3]) {
    await expect(outcome(other, row)).toContainText('Left out')
    await expect(outcome(other, row)).toContainText('this number was called meanwhile')
  }
  await other.reload()
  await expect(outcome(other, 2)).toContainText('Left out')
})

test('the question of a test row says that its number was called meanwhile, and all numbers may be called again', async ({
  page,
  context,
}) => {
  const agentId = await prepare(page, unique('Tuesday'))
  const numbers = [975, 976].map(numberOf)
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(`/calls/batch/new?agent=${agentId}`)
    await expect(tab.getByLabel('Version id')).not.toHaveValue('')
    await tab.getByLabel('Outbound phone number id').fill('number-main')
    await choose(tab, csv('tuesday.csv', ['phone', ...numbers]))
    await makeBatch(tab, 2)
  }
  await sendAll(other, 2)

  await page.getByRole('button', { name: 'Send test row' }).click()
  const question = page.getByRole('dialog')
  await expect(question.getByText('This number was called since the file was checked.')).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await setPace(page, '0.05')
  await page.getByRole('button', { name: 'Start batch' }).click()
  await expect(question.getByRole('button', { name: 'Leave all out' })).toBeVisible()
  await question.getByRole('button', { name: 'Call them again' }).click()
  await question.getByRole('button', { name: 'Place 2 calls' }).click()
  await expect(page.getByText('Every row was sent or left out.')).toBeVisible()
  for (const row of [1, 2]) await expect(outcome(page, row)).toContainText('Accepted')
})
