import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { findingsInBothThemes, seriousFindings } from './accessibility'
import { haveAgent, sideScroll, watchRequests } from './agent-steps'
import { choose, csv, numberOf, prepare, recordedNumbers, setPace } from './batch-steps'
import { frontOf } from './front'
import { needs, offered } from './needs'
import { expect, test, unique } from './screen'
import { CREDENTIALS } from './stack'

const rows = (page: Page) => page.getByRole('table', { name: 'Rows' })
const chip = (page: Page, name: string, count: number) =>
  page.getByRole('button', { name: `${name} ${count}`, exact: true })

/** On Calls with a batch: the filters are all in sight where there is little room, and who clears them is at the search. */
async function judgeFilters(page: Page): Promise<void> {
  const totals = page.getByRole('button', { name: 'Totals' })
  for (const width of [700, 900, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(totals).toBeVisible()
    for (const part of [
      totals,
      page.getByLabel('Batch', { exact: true }),
      page.getByLabel('Agent', { exact: true }),
    ]) {
      const cut = await part.evaluate((each) => {
        const row = each.closest('.filter-row')?.getBoundingClientRect()
        const { right, left, width } = each.getBoundingClientRect()
        return row === undefined || right > row.right || left < row.left || width < 60
      })
      expect(cut, `${width} px`).toBe(false)
    }
  }
  // Calls and Threads are drawn by the same list.
  await page.goto('/calls')
  const search = page.getByRole('searchbox')
  await search.fill('nothing has this')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('')
}

test('80 rows with bad ones among them, paused, reloaded and resumed: each number is called once', async ({
  page,
  stack,
}) => {
  test.setTimeout(180_000)
  const name = unique('Reminder')
  const agentId = await prepare(page, name, [{ name: 'customer', required: true }])
  const bad = new Map([
    [10, '4.47E+11,Ada'],
    [20, `${numberOf(19)},Twice`],
    [30, `14155551030,No plus`],
    [40, `${numberOf(40)},`],
    [50, '#REF!,Eve'],
  ])
  const lines = Array.from({ length: 80 }, (_, row) => bad.get(row) ?? `${numberOf(row)},Person ${row}`)
  // The misspelt name of a variable is matched to the right one, and the page says so.
  await choose(page, csv('people.csv', ['phone,custmer', ...lines]))
  await expect(
    page.getByText('The version declares no variable custmer. Did you mean customer?'),
  ).toBeVisible()
  await expect(page.getByLabel('custmer stands for')).toHaveValue('variable:customer')
  await expect(page.getByText('75 of 80 rows are ready')).toBeVisible()
  for (const [label, count] of [
    ['Spreadsheet damage', 2],
    ['Twice in this file', 1],
    ['No + or country', 1],
    ['Missing value', 1],
  ] as const)
    await expect(chip(page, label, count)).toBeVisible()

  // One is mended by the suggestion, one by hand, the others stay out.
  await chip(page, 'No + or country', 1).click()
  await rows(page).getByRole('checkbox', { name: 'Select row 31' }).check()
  await page.getByRole('button', { name: 'Use suggestions' }).click()
  await expect(page.getByText('76 of 80 rows are ready')).toBeVisible()
  await chip(page, 'Missing value', 1).click()
  await rows(page).getByRole('row').nth(1).click()
  const editor = page.getByRole('dialog', { name: 'Row 41' })
  await expect(editor).toContainText('The agent needs a value for the variable customer.')
  await expect(editor.getByLabel('Variable customer')).toHaveAttribute('aria-invalid', 'true')
  await editor.getByLabel('Variable customer').fill('Grace')
  await editor.getByLabel('Variable customer').press('Enter')
  await expect(page.getByText('77 of 80 rows are ready')).toBeVisible()

  await page.getByLabel('One call every').fill('0.2')
  const dispatches = watchRequests(page, 'POST', '/dispatch')
  await page.getByRole('button', { name: 'Continue with 77 rows' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Batch people.csv' })).toBeVisible()
  expect(dispatches).toHaveLength(0)

  await page.getByRole('button', { name: 'Send test row' }).click()
  await page
    .getByRole('dialog', { name: `Place a test call to ${numberOf(0)}?` })
    .getByRole('button', { name: 'Send test row' })
    .click()
  await expect(chip(page, 'Accepted', 1)).toBeVisible()
  expect(dispatches).toHaveLength(1)
  await expect(page.getByText('The test row was sent. Nothing else is sent until')).toBeVisible()

  await page.getByRole('button', { name: 'Start batch' }).click()
  const question = page.getByRole('dialog', { name: `Place 76 calls with ${name}?` })
  await expect(question).toContainText('number-main')
  await question.getByRole('button', { name: 'Place 76 calls' }).dblclick()
  await expect.poll(() => dispatches.length).toBeGreaterThan(20)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  const paused = dispatches.length
  expect(paused).toBeLessThan(77)
  await page.reload()
  await expect(page.getByText('Nothing is sent until you continue')).toBeVisible()
  await expect(chip(page, 'Accepted', paused)).toBeVisible()
  expect(dispatches).toHaveLength(paused)
  await setPace(page, '0.05')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Sending is done.')).toBeVisible({ timeout: 120_000 })

  expect(dispatches.map((request) => request.postDataJSON().toPhoneNumber)).toHaveLength(77)
  expect(new Set(dispatches.map((request) => request.postDataJSON().toPhoneNumber)).size).toBe(77)
  expect(
    dispatches.find((request) => request.postDataJSON().toPhoneNumber === numberOf(40))?.postDataJSON(),
  ).toMatchObject({
    variables: { customer: 'Grace' },
  })
  await expect(chip(page, 'Left out', 3)).toBeVisible()

  // The service's own records say the same.
  const numbers = await recordedNumbers(page, stack, agentId)
  expect(numbers).toHaveLength(77)
  expect(new Set(numbers).size).toBe(77)

  await page.getByRole('link', { name: 'Show in Calls' }).click()
  await expect(page.getByRole('table', { name: 'Calls' })).toHaveAttribute('aria-rowcount', '78')
  await expect(page.getByLabel('Batch', { exact: true })).toContainText('people.csv (77)')
  if (offered('listCalls')) await judgeFilters(page)
})

/** Creates a fast batch of these numbers, and ends on its page. */
async function keepBatch(page: Page, name: string, numbers: readonly string[]): Promise<string> {
  const agentId = await prepare(page, unique(name))
  await choose(page, csv('list.csv', ['to', ...numbers]))
  await page.getByLabel('One call every').fill('0.05')
  await page.getByRole('button', { name: `Continue with ${numbers.length} rows` }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Batch list.csv' })).toBeVisible()
  return agentId
}

async function startBatch(page: Page, calls: number): Promise<void> {
  await page.getByRole('button', { name: 'Start batch' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Place ${calls} calls` })
    .click()
}

test('every outcome has its own words, in another tab, too: a busy service is waited for, an unknown call is never sent again, and calls are followed to their end', async ({
  page,
  context,
  stack,
}) => {
  // One refused, one rate-limited at first, one slow, one that connects, and one that finds the line busy.
  const numbers = ['+15005550115', '+15005550118', '+15005550116', '+15005550110', '+15005550111']
  const agentId = await keepBatch(page, 'Outcomes', numbers)
  const dispatches = watchRequests(page, 'POST', '/dispatch')
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByText('Nothing was sent yet.')).toBeVisible()
  await startBatch(page, 5)
  const said =
    /^Another tab of this browser sends this batch\. The service is busy\. Continues by itself at \d/
  // It is for some seconds, so neither waits for the other.
  await Promise.all([
    expect(page.getByText('The service is busy')).toBeVisible(),
    expect(other.getByText(said)).toBeVisible(),
  ])
  await other.close()
  await expect(page.getByText('Sending is done.')).toBeVisible({ timeout: 40_000 })
  // Where the service lists the call whose answer was lost, it is found without another screen.
  const isFound = offered('listCalls')
  const row = (number: string) => rows(page).getByRole('row').filter({ hasText: number })
  if (isFound) await expect(row('+15005550110')).toContainText('In progress')
  await expect(chip(page, 'Accepted', isFound ? 4 : 3)).toBeVisible()
  await expect(chip(page, 'Refused', 1)).toBeVisible()
  if (!isFound) await expect(chip(page, 'Unknown', 1)).toBeVisible()
  await expect(page.getByText('1 call may have been placed')).toHaveCount(isFound ? 0 : 1)
  const sent = dispatches.map((request) => request.postDataJSON().toPhoneNumber)
  expect(sent.sort()).toEqual([...numbers, '+15005550118'].sort())
  expect((await recordedNumbers(page, stack, agentId)).sort()).toEqual([
    '+15005550110',
    '+15005550111',
    '+15005550116',
    '+15005550118',
  ])

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Failed rows as CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('list-failed.csv')
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain('\r\n+15005550115,1,Refused,')
  // What may have been placed would be called twice.
  for (const number of ['+15005550116', '+15005550110']) expect(text).not.toContain(number)
  if (isFound) {
    await expect(row('+15005550111')).toContainText('FailedLine busy')
    // Whom nobody reached is called again, too.
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Failed rows as CSV' }).click()
    const text = await readFile(await (await downloading).path(), 'utf8')
    expect(text).toContain('\r\n+15005550111,5,Accepted,')
    await expect(row('+15005550110')).toContainText('CompletedEnded', { timeout: 60_000 })
  }

  // The row that was sent twice is one call in the lists.
  for (const list of [
    `/calls?batch=${page.url().split('/').at(-1)}`,
    `/agents/${agentId}?tab=conversations`,
  ]) {
    await page.goto(list)
    const calls = page.getByRole('table', { name: 'Calls' }).getByRole('row')
    await expect(calls.filter({ hasText: '+15005550110' })).toHaveCount(1)
    await expect(calls.filter({ hasText: '+15005550118' })).toHaveCount(1)
  }
  await page.goto('/')
  const recent = page.getByRole('region', { name: 'Recent calls' }).getByRole('listitem')
  await expect(recent.filter({ hasText: '+15005550118' })).toHaveCount(1)
})

test('a batch that was paused on its page, opened again, goes on and is paused once more', async ({
  page,
}) => {
  await keepBatch(
    page,
    'Paused twice',
    Array.from({ length: 40 }, (_, row) => numberOf(300 + row)),
  )
  await setPace(page, '1')
  await startBatch(page, 40)
  const pause = page.getByRole('button', { name: 'Pause', exact: true })
  await expect(pause).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Calls' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible()
  await page.goBack()
  await pause.click()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByText('Sending. Keep this page open.')).toBeVisible()
  await pause.click()
  await expect(page.getByText('Nothing is sent until you continue')).toBeVisible()
})

test('a test row is asked about by the number that is called, also after the first one had to wait', async ({
  page,
}) => {
  await keepBatch(page, 'First again', ['+15005550118', '+15005550110'])
  const dispatches = watchRequests(page, 'POST', '/dispatch')
  const send = page.getByRole('button', { name: 'Send test row' })
  const question = page.getByRole('dialog')
  await send.click()
  await expect(question).toHaveAccessibleName('Place a test call to +15005550118?')
  await question.getByRole('button', { name: 'Send test row' }).click()
  await expect.poll(() => dispatches.length).toBe(1)
  await send.click()
  await expect(question).toHaveAccessibleName('Place a test call to +15005550110?')
  await question.getByRole('button', { name: 'Send test row' }).click()
  await expect(chip(page, 'Accepted', 1)).toBeVisible()
  expect(dispatches.map((request) => request.postDataJSON().toPhoneNumber)).toEqual([
    '+15005550118',
    '+15005550110',
  ])
})

test('a pace that another tab sets is shown, beside what is being typed, and is not set back', async ({
  page,
  context,
}) => {
  await keepBatch(page, 'Two paces', [numberOf(350), numberOf(351)])
  await page.getByText('Change pace').click()
  await page.getByLabel('Concurrent calls').fill('2')
  const other = await context.newPage()
  await other.goto(page.url())
  await setPace(other, '9')
  await expect(page.getByLabel('One call every')).toHaveValue('9')
  await expect(page.getByLabel('Concurrent calls')).toHaveValue('2')
  await page.getByRole('button', { name: 'Set pace' }).click()
  await expect(other.getByLabel('Concurrent calls')).toHaveValue('2')
  await expect(other.getByLabel('One call every')).toHaveValue('9')
})

test('what is typed into the pace while it is being set stays, and is still to be set', async ({ page }) => {
  await keepBatch(page, 'Two thoughts', [numberOf(360), numberOf(361)])
  await page.getByText('Change pace').click()
  await page.getByLabel('One call every').fill('9')
  // Whoever writes into the database holds up all others who would.
  const held = await page.evaluateHandle(async () => {
    const opening = indexedDB.open('switchboard')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const { result: database } = opening
    const [first = ''] = database.objectStoreNames
    const store = database.transaction([...database.objectStoreNames], 'readwrite').objectStore(first)
    const holding = { on: true }
    const hold = () => {
      if (holding.on) store.count().addEventListener('success', hold)
      else database.close()
    }
    hold()
    return holding
  })
  await page.getByRole('button', { name: 'Set pace' }).click()
  await page.getByLabel('Concurrent calls').fill('3')
  await held.evaluate((holding) => {
    holding.on = false
  })
  await expect(page.getByText('The pace was set')).toBeVisible()
  await expect(page.getByLabel('Concurrent calls')).toHaveValue('3')
  await page.getByRole('button', { name: 'Set pace' }).click()
  await expect(page.getByText('up to 3 concurrent')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set pace' })).toBeHidden()
})

test('results that could not be read say so, and are read once somebody tries again', async ({
  page,
  stack,
}) => {
  needs('listCalls')
  const service = await stack.sharedService()
  let isDown = true
  const front = await frontOf(service.origin, ({ path }) =>
    isDown && path === '/api/v1/agent-calls' ? 500 : undefined,
  )
  const { origin } = await stack.startConsole({ ...CREDENTIALS, SERVICE_URL: front.origin })
  const { agentId } = await haveAgent(page, unique('Unread'), {}, origin)
  await page.goto(`${origin}/calls/batch/new?agent=${agentId}`)
  await expect(page.getByLabel('Version id')).not.toHaveValue('')
  await page.getByLabel('Outbound phone number id').fill('number-main')
  await choose(page, csv('unread.csv', ['to', '+15005550111']))
  await page.getByRole('button', { name: 'Continue with 1 row' }).click()
  await page.getByRole('button', { name: 'Start batch' }).click()
  await page.getByRole('button', { name: 'Place 1 call' }).click()
  await expect(page.getByText('Sending is done.')).toBeVisible()
  const failed = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Try again' }) })
  await expect(failed).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('The service does not list these calls.')).toHaveCount(0)
  isDown = false
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(page)).toContainText('Line busy')
  await expect(failed).toHaveCount(0)
  await front.close()
})

test('nobody is called twice after a page closes in the middle of a batch', async ({ page, stack }) => {
  const numbers = Array.from({ length: 12 }, (_, row) => numberOf(200 + row))
  const agentId = await keepBatch(page, 'Closed', numbers)
  const dispatches = watchRequests(page, 'POST', '/dispatch')
  await setPace(page, '1')
  await startBatch(page, 12)
  await expect.poll(() => dispatches.length).toBeGreaterThan(1)
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByText('Nothing is sent until you continue')).toBeVisible()
  await setPace(page, '0.05')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Sending is done.')).toBeVisible({ timeout: 40_000 })
  // The call that was being sent is unknown, whether it arrived or not, and is never sent again.
  const recorded = await recordedNumbers(page, stack, agentId)
  expect(new Set(recorded).size).toBe(recorded.length)
  expect(recorded.length).toBeGreaterThanOrEqual(11)
  expect(new Set(dispatches.map((request) => request.postDataJSON().toPhoneNumber)).size).toBe(
    dispatches.length,
  )
})

test('the last question counts the numbers in no numbering plan; what waits when a batch is cancelled was not sent, and says so', async ({
  page,
}) => {
  await keepBatch(page, 'Cancelled', [numberOf(290), '+19995550123', '+19995550124'])
  await page.getByRole('button', { name: 'Start batch' }).click()
  const question = page.getByRole('dialog', { name: /^Place 3 calls with/ })
  await expect(question).toContainText(
    '2 of these numbers are not in the numbering plans of their countries.',
  )
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Send test row' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send test row' }).click()
  await expect(chip(page, 'Waiting', 2)).toBeVisible()

  // The overview leads back to what is not started: only a test row was sent.
  await page.goto('/')
  await page.getByRole('link', { name: 'Continue: Calls from list.csv are ready to start' }).click()
  await page.getByRole('button', { name: 'Cancel remaining' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel remaining' }).click()
  await chip(page, 'Not sent', 2).click()
  await expect(rows(page).getByRole('row')).toHaveCount(3)
  await page.reload()
  await expect(chip(page, 'Not sent', 2)).toHaveAttribute('aria-pressed', 'true')
  await expect(rows(page)).toContainText('Not sent')
})

test('a file that is no CSV, a version that is not deployed and a bad link say so', async ({ page }) => {
  const { agentId } = await haveAgent(page, unique('Idle'), { deployed: false })
  await page.goto(`/calls/batch/new?agent=${agentId}`)
  await expect(page.getByText("Start and hours hold while the batch's page is open.")).toBeVisible()
  const file = page.getByRole('button', { name: 'Choose CSV file' })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(file).toHaveAccessibleDescription('Choose a CSV file')
  await choose(page, { name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from('PK\u0003\u0004 zip') })
  await expect(page.getByRole('alert')).toContainText('This is a workbook, not CSV')
  await choose(page, csv('x.csv', ['name', 'Ada']))
  await expect(page.getByText('No column is the phone number to call. Choose one.')).toBeVisible()
  await choose(page, csv('x.csv', ['to', numberOf(500)]))
  // None is deployed, and a batch takes no other.
  await expect(page.getByLabel('Version id')).toHaveValue('')
  await page.getByLabel('Version id').press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByLabel('Outbound phone number id').fill('number-main')
  await page.getByRole('button', { name: 'Continue with 1 row' }).click()
  await expect(page.getByLabel('Version id')).toHaveAccessibleDescription(/This version is not deployed/)
  await page.goto('/calls/batch/nobody')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This browser does not know this batch')
})

test('the screens of a batch are accessible in both themes, and fit 390 px', async ({ page }) => {
  await prepare(page, unique('Accessible batch'), [{ name: 'customer', required: true }])
  const lines = [`${numberOf(700)},Ada,x`, '4.47E+11,Bob,x', `${numberOf(702)},,x`]
  await choose(page, csv('a.csv', ['to,custmer,other', ...lines]))
  await expect(page.getByText('1 of 3 rows is ready')).toBeVisible()
  const judge = async () => {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      // No colour changes with the width.
      const findings = width === 390 ? seriousFindings : findingsInBothThemes
      expect(await findings(page), `at ${width}`).toEqual([])
      expect(await sideScroll(page), `at ${width}`).toBe(0)
    }
  }
  await judge()
  await rows(page).getByRole('row').nth(2).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await judge()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Continue with 1 row' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Batch a.csv' })).toBeVisible()
  await judge()
  await page.getByRole('button', { name: 'Start batch' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await judge()
})
