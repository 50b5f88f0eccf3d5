import { writeFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { haveAgent } from './agent-steps'
import { choose, csv, numberOf, prepare, recordedNumbers, setPace } from './batch-steps'
import { expect, test, unique } from './screen'

const rows = (page: Page) => page.getByRole('table', { name: 'Rows' })

test('two tabs that each prepare a file keep both, and what a closed tab prepared is continued elsewhere', async ({
  page,
  context,
}) => {
  const agentId = await prepare(page, unique('Two drafts'))
  await choose(page, csv('first.csv', ['phone,note', `${numberOf(900)},one`]))
  await expect(page.getByText('The row is ready.')).toBeVisible()
  await page.getByLabel('note stands for').selectOption('metadata:note')
  const other = await context.newPage()
  await other.goto(`/calls/batch/new?agent=${agentId}`)
  await expect(other.getByLabel('Version id')).not.toHaveValue('')
  // What cannot be read is nothing to come back to.
  await choose(other, csv('empty.csv', ['']))
  await expect(other.getByText('This file cannot be used')).toBeVisible()
  await choose(other, csv('second.csv', ['phone', numberOf(901)]))
  await expect(other.getByText('The row is ready.')).toBeVisible()

  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByText('Restored first.csv')).toBeVisible()
  await expect(page.getByText('The row is ready.')).toBeVisible()

  // What another tab has open is not offered; what it left is.
  const overview = await context.newPage()
  const entry = overview.getByRole('link', { name: 'Continue: Calls from first.csv are not started' })
  await overview.goto('/')
  await expect(overview.getByRole('region', { name: 'Needs attention' })).toBeVisible()
  await expect(entry).toHaveCount(0)
  await page.close()
  await overview.reload()
  await entry.click()
  await expect(overview.getByText('Restored first.csv')).toBeVisible()
  await expect(overview.getByText('The row is ready.')).toBeVisible()
  await expect(overview.getByLabel('note stands for')).toHaveValue('metadata:note')
  await expect(overview.getByLabel('Agent id')).toHaveValue(agentId)
  // The file that is chosen instead is the one that is kept, though the address names the other.
  await choose(overview, csv('third.csv', ['phone', numberOf(902)]))
  await expect(overview.getByText('third.csv: 1 row')).toBeVisible()
  await expect(overview.getByText('The row is ready.')).toBeVisible()
  overview.on('dialog', (dialog) => dialog.accept())
  await overview.reload()
  await expect(overview.getByText('Restored third.csv')).toBeVisible()
  await expect(overview.getByText('The row is ready.')).toBeVisible()
  await overview.getByRole('button', { name: 'Start over' }).click()
  await expect(rows(overview)).toHaveCount(0)
  await expect(overview.getByLabel('Agent id')).toBeFocused()
  other.on('dialog', (dialog) => dialog.accept())
  await other.close({ runBeforeUnload: false })
  await overview.goto('/')
  await expect(
    overview.getByRole('link', { name: 'Continue: Calls from second.csv are not started' }),
  ).toBeVisible()
  await expect(overview.getByText('empty.csv')).toHaveCount(0)
  await expect(entry).toHaveCount(0)
})

test('a duplicated tab gets a place of its own for the file, with all that was made of it', async ({
  page,
}) => {
  await prepare(page, unique('Duplicated'))
  await choose(page, csv('twice.csv', ['phone,note', `${numberOf(950)},one`, `${numberOf(951)},two`]))
  await expect(page.getByText('All 2 rows are ready.')).toBeVisible()
  await page.getByLabel('note stands for').selectOption('metadata:note')
  // A duplicate begins with what its tab has stored, which it has once typing rests.
  await expect.poll(() => page.evaluate(() => Object.values(sessionStorage).join())).toMatch(/"fileId":"\w/)
  // A window that a page opens gets a copy of what its tab stores, as one that is duplicated does.
  const opened = page.waitForEvent('popup')
  await page.evaluate(() => void window.open(location.href))
  const copy = await opened
  await expect(copy.getByText('Restored twice.csv')).toBeVisible()
  await expect(copy.getByLabel('note stands for')).toHaveValue('metadata:note')
  await rows(copy).getByRole('checkbox', { name: 'Select row 1' }).check()
  await copy.getByRole('button', { name: 'Leave out' }).click()
  await expect(rows(copy).getByRole('row').nth(1)).toContainText('Left out')
  for (const tab of [page, copy]) {
    tab.on('dialog', (dialog) => dialog.accept())
    await tab.reload()
    await expect(tab.getByText('Restored twice.csv')).toBeVisible()
    await expect(tab.getByLabel('note stands for')).toHaveValue('metadata:note')
  }
  await expect(rows(copy).getByRole('row').nth(1)).toContainText('Left out')
  await expect(page.getByText('All 2 rows are ready.')).toBeVisible()
  await expect(rows(page)).not.toContainText('Left out')
})

test('the only row of a file is not taken for the names of its columns', async ({ page }) => {
  await prepare(page, unique('One row'))
  await choose(page, csv('one.csv', [`${numberOf(920)},Ada`]))
  await expect(page.getByText('The row is ready.')).toBeVisible()
  await expect(page.getByLabel('The first line names the columns')).toBeDisabled()
  await expect(page.getByText('The only line of this file is a row.')).toBeVisible()
  await choose(page, csv('two.csv', ['phone', numberOf(920)]))
  await expect(page.getByLabel('The first line names the columns')).toBeEnabled()
})

test('a file that another program wrote anew since it was chosen is read as it was, with what was made of it', async ({
  page,
}) => {
  await prepare(page, unique('Written anew'))
  const path = test.info().outputPath('people.csv')
  writeFileSync(path, `phone,note\n${numberOf(960)},one\n`)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose CSV file' }).click()
  await (await chooser).setFiles(path)
  await page.getByLabel('note stands for').selectOption('metadata:note')
  await expect(page.getByText('The row is ready.')).toBeVisible()
  writeFileSync(path, `${numberOf(961)}\n`)
  await page.getByLabel('The first line names the columns').uncheck()
  await expect(page.getByText('people.csv: 2 rows')).toBeVisible()
  await page.getByLabel('The first line names the columns').check()
  await expect(page.getByText('The row is ready.')).toBeVisible()
  await expect(page.getByLabel('note stands for')).toHaveValue('metadata:note')
})

test('a batch that was forgotten in one tab is gone in the other, and what kept a tab from sending goes with the other tab', async ({
  page,
  context,
  stack,
}) => {
  const agentId = await prepare(page, unique('Two tabs'))
  await choose(page, csv('tabs.csv', ['phone', numberOf(930), numberOf(931), numberOf(932)]))
  await page.getByRole('button', { name: 'Continue with 3 rows' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Batch tabs.csv' })).toBeVisible()
  const other = await context.newPage()
  await other.goto(page.url())
  await setPace(page, '60')
  await expect(other.getByRole('button', { name: 'Start batch' })).toBeVisible()
  await other.getByRole('button', { name: 'Start batch' }).click()
  // The other tab begins while this one asks.
  await page.getByRole('button', { name: 'Start batch' }).click()
  await page.getByRole('button', { name: 'Place 3 calls' }).click()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  // How many wait there is shown as they are sent.
  await other.getByRole('button', { name: /^Place \d calls?$/ }).click()
  await expect(other.getByText('Another page is working on this')).toBeVisible()
  // It shows what happens there as it happens, offers nothing that would send, and pauses it.
  await expect(other.getByRole('button', { name: /^(Sending|Accepted) 1$/ })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Continue' })).toHaveCount(0)
  await other.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Continue' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Accepted 1', exact: true })).toBeVisible()
  await expect(other.getByText('Another page is working on this')).toHaveCount(0)

  // The tab that sends is closed: the other may go on, and says so.
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(other.getByText('Another tab of this browser sends this batch.')).toBeVisible()
  await page.close({ runBeforeUnload: false })
  await expect(other.getByText('Nothing is sent until you continue')).toBeVisible()
  await setPace(other, '0.05')
  await other.getByRole('button', { name: 'Continue' }).click()
  await expect(other.getByText('Sending is done.')).toBeVisible()
  const recorded = await recordedNumbers(other, stack, agentId)
  expect([recorded.length, new Set(recorded).size]).toEqual([3, 3])

  const third = await context.newPage()
  await third.goto(other.url())
  await expect(third.getByText('Sending is done.')).toBeVisible()
  await other.getByRole('button', { name: 'Forget the rows' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Forget the rows' }).click()
  await expect(other.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible()
  await expect(third.getByRole('heading', { level: 1, name: /does not know this batch/ })).toBeVisible()
})

test('agents of type TEXT are not offered for calls, and one that is named is used with a warning', async ({
  page,
}) => {
  const [speaks, writes] = [unique('Speaks'), unique('Writes')]
  await haveAgent(page, speaks)
  const { agentId } = await haveAgent(page, writes, { agentType: 'TEXT' })
  for (const address of ['/calls?place=true', '/calls/batch/new']) {
    await page.goto(address)
    const field = page.getByLabel('Agent id')
    await field.fill('')
    await field.press('ArrowDown')
    await expect(page.getByRole('option', { name: speaks })).toBeVisible()
    await expect(page.getByRole('option', { name: writes })).toHaveCount(0)
    await expect(page.getByText('Agents of type TEXT take no calls and are not offered.')).toBeVisible()
    await field.fill(agentId)
    await expect(page.getByText('This is a text agent. A call needs an agent of type CALL.')).toBeVisible()
    page.once('dialog', (dialog) => dialog.accept())
  }
})
