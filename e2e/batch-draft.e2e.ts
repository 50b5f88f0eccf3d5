import type { Page } from 'playwright/test'
import { haveAgent, watchRequests } from './agent-steps'
import { expect, test, unique } from './screen'

const numberOf = (row: number) => `+1415555${2000 + row}`
const rows = (page: Page) => page.getByRole('table', { name: 'Rows' })

async function choose(page: Page, name: string, lines: readonly string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^Choose (CSV|another) file/ }).click()
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
}

/** Opens the form of a new batch for an agent that is deployed and needs a customer. */
async function prepare(page: Page, name: string): Promise<string> {
  const variables = [{ name: 'customer', required: true }]
  const { agentId } = await haveAgent(page, unique(name), { variables })
  await page.goto(`/agents/${agentId}`)
  await page.getByText('Details', { exact: true }).click()
  await page.getByRole('link', { name: 'Call from CSV' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New batch of calls' })).toBeVisible()
  await expect(page.getByLabel('Version id')).not.toHaveValue('')
  await page.getByLabel('Outbound phone number id').fill('number-main')
  return agentId
}

/** Seconds between two calls, as stored for this tab with the id of the file that is being checked. */
const keptPace = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('switchboard.draft.batch'))
    const draft = JSON.parse((key && sessionStorage.getItem(key)) || '{}')
    return draft.fileId && draft.everySeconds
  })

test('a reload while rows are checked costs nothing: file, columns, mended and left out rows come back', async ({
  page,
}) => {
  const agentId = await prepare(page, 'Draft')
  await choose(page, 'people.csv', [
    'phone,customer,note',
    `${numberOf(0)},Ada,one`,
    `${numberOf(1)},,two`,
    `${numberOf(2)},Cid,three`,
  ])
  await expect(page.getByText('2 of 3 rows are ready')).toBeVisible()
  await page.getByLabel('note stands for').selectOption('metadata:note')
  await expect(page.getByText('2 of 3 rows are ready')).toBeVisible()
  await rows(page).getByRole('row').nth(2).click()
  await page.getByRole('dialog', { name: 'Row 2' }).getByLabel('Variable customer').fill('Grace')
  await page.keyboard.press('Enter')
  await rows(page).getByRole('checkbox', { name: 'Select row 3' }).check()
  await page.getByRole('button', { name: 'Leave out' }).click()
  await page.getByLabel('One call every').fill('0.2')
  await expect(page.getByText('2 of 3 rows are ready')).toBeVisible()

  page.on('dialog', (dialog) => dialog.accept())
  // Written a moment after the last change.
  await expect.poll(() => keptPace(page)).toBe(0.2)
  await page.reload()
  await expect(page.getByText('Restored people.csv')).toBeVisible()
  await expect(page.getByLabel('One call every')).toHaveValue('0.2')
  await expect(page.getByText('2 of 3 rows are ready')).toBeVisible()
  await expect(page.getByLabel('note stands for')).toHaveValue('metadata:note')
  await expect(page.getByLabel('Outbound phone number id')).toHaveValue('number-main')
  await expect(rows(page).getByRole('row').nth(2)).toContainText('Grace')
  await expect(rows(page).getByRole('row').nth(3)).toContainText('Left out')

  await page.getByRole('button', { name: 'Continue with 2 rows' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Batch people.csv' })).toBeVisible()
  const dispatches = watchRequests(page, 'POST', '/dispatch')
  await page.getByRole('button', { name: 'Start batch' }).click()
  await page.getByRole('button', { name: 'Place 2 calls' }).click()
  await expect(page.getByText('Sending is done.')).toBeVisible()
  expect(dispatches.map((request) => request.postDataJSON())).toMatchObject([
    { toPhoneNumber: numberOf(0), variables: { customer: 'Ada' }, metadata: { note: 'one' } },
    { toPhoneNumber: numberOf(1), variables: { customer: 'Grace' }, metadata: { note: 'two' } },
  ])

  // Which rows are shown is in the address.
  await page.getByRole('button', { name: 'Left out 1', exact: true }).click()
  await expect(rows(page).getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Left out 1', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(rows(page).getByRole('row')).toHaveCount(2)

  // The file became a batch; the next one begins empty.
  await page.goto('/calls/batch/new')
  await expect(page.getByRole('button', { name: 'Choose CSV file' })).toBeVisible()
  await expect(page.getByText('Restored')).toHaveCount(0)

  // A restored file can be given up, and one that was left on purpose does not come back.
  await page.goto(`/calls/batch/new?agent=${agentId}`)
  const version = page.getByLabel('Version id')
  await expect(version).not.toHaveValue('')
  await page.getByLabel('Outbound phone number id').fill('number-main')
  const deployed = await version.inputValue()
  await choose(page, 'people.csv', ['phone,customer', `${numberOf(9)},Ada`])
  await expect(page.getByText('The row is ready.')).toBeVisible()
  await expect.poll(() => keptPace(page)).toBe(2)
  await page.reload()
  await expect(page.getByText('Restored people.csv')).toBeVisible()
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(rows(page)).toHaveCount(0)
  await expect(version).toHaveValue(deployed)
  await expect(page.getByLabel('Outbound phone number id')).toHaveValue('')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Choose CSV file' })).toBeVisible()

  await choose(page, 'others.csv', ['phone,customer', `${numberOf(9)},Ada`])
  await expect(rows(page)).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Calls' }).click()
  await page.getByRole('button', { name: 'Discard and leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible()
  await page.getByRole('link', { name: 'New batch' }).click()
  await expect(page.getByRole('button', { name: 'Choose CSV file' })).toBeVisible()
  await expect(page.getByText('Restored')).toHaveCount(0)
})

test('starting over is taken back, with the file and all that was made of it, also for a reload', async ({
  page,
}) => {
  await prepare(page, 'Taken back')
  const lines = ['phone,customer,note', `${numberOf(20)},,one`, `${numberOf(21)},Ada,two`]
  await choose(page, 'back.csv', lines)
  await page.getByLabel('note stands for').selectOption('metadata:note')
  await expect(page.getByText('1 of 2 rows is ready')).toBeVisible()
  const isWhole = async () => {
    await expect(page.getByText('All 2 rows are ready.')).toBeVisible()
    await expect(page.getByLabel('note stands for')).toHaveValue('metadata:note')
    await expect(page.getByLabel('Outbound phone number id')).toHaveValue('number-main')
    await expect(rows(page).getByRole('row').nth(1)).toContainText('Grace')
  }
  await expect.poll(() => keptPace(page)).toBe(2)
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByText('Restored back.csv')).toBeVisible()
  await rows(page).getByRole('row').nth(1).click()
  await page.getByRole('dialog', { name: 'Row 1' }).getByLabel('Variable customer').fill('Grace')
  await page.keyboard.press('Enter')
  await isWhole()
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(rows(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await isWhole()
  await expect.poll(() => keptPace(page)).toBe(2)
  await page.reload()
  await isWhole()

  // What was chosen since stays, and brings nothing of the other.
  await page.getByRole('button', { name: 'Start over' }).click()
  await choose(page, 'since.csv', ['phone,customer', `${numberOf(22)},Ada`])
  await expect(page.getByText('The row is ready.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('Outbound phone number id')).toHaveValue('number-main')
  await expect(page.getByText('since.csv: 1 row')).toBeVisible()
  await expect(page.getByText('The row is ready.')).toBeVisible()
})
