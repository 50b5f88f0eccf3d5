import type { Page } from 'playwright/test'
import { seriousFindings } from './accessibility'
import { fillAgent, haveAgent } from './agent-steps'
import { markdown } from './documents'
import { chooseFiles, FILES, fileName, haveFiles, row } from './knowledge-steps'
import { needs } from './needs'
import { expect, serviceName, test, unique } from './screen'
import { openBrowser } from './team-steps'

/** Puts an agent and a call into the ledger of this browser. */
async function fillRecord(page: Page) {
  // Opened before the console made it, it would be an empty one of ours.
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .toContain('switchboard')
  await page.evaluate(
    async (service) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open('switchboard')
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      const transaction = database.transaction(['entries', 'agents'], 'readwrite')
      // Newer than what other journeys left at the service, which may be more than a screen shows.
      const at = new Date().toISOString()
      transaction.objectStore('entries').add({
        service,
        state: 'accepted',
        tab: 'another',
        id: 'a-call',
        operation: 'dispatchCall',
        params: { agentId: 'an-agent' },
        body: { versionId: 'v', outboundPhoneNumberId: 'p', toPhoneNumber: '+15005550100' },
        startedAt: at,
      })
      transaction.objectStore('agents').add({
        service,
        agentId: 'an-agent',
        name: 'Returns desk',
        source: 'added',
        versions: [],
        addedAt: at,
      })
      await new Promise((resolve) => {
        transaction.oncomplete = resolve
      })
      database.close()
    },
    await serviceName(page),
  )
}

for (const [address, search] of [
  ['/agents', 'Search agents'],
  ['/calls', 'Search calls'],
  ['/activity', 'Search activity'],
] as const)
  test(`${address}: after a refresh that failed, a search without a match says so`, async ({ page }) => {
    await page.goto(address)
    // The service may have agents and calls of other journeys.
    await expect(page.getByText(/^(No|Nothing) .*(yet)$|^\d+ (agents?|calls?)\b/).first()).toBeVisible()
    await fillRecord(page)
    await page.reload()
    const rows = page.getByRole('row')
    // Rows that stand for what is still being read are rows, too.
    await expect(rows.filter({ hasText: /Returns desk|5005550/ }).first()).toBeVisible()
    await expect(page.getByRole('searchbox', { name: search })).toBeVisible()

    await page.evaluate(() => {
      IDBDatabase.prototype.transaction = () => {
        throw new DOMException('The disk is gone', 'UnknownError')
      }
    })
    // A list is read again when the window gets focus, but not within some seconds of the last read.
    await expect(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
      await expect(page.getByText('could not be refreshed')).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(rows.nth(1)).toBeVisible()

    await page.getByRole('searchbox', { name: search }).fill('zzz')
    await expect(page.getByText('Nothing matches')).toBeVisible()
    await expect(page.getByText('could not be refreshed')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(rows.nth(1)).toBeVisible()
  })

test('a list with a time says that the newest come first, and turns round at the first press', async ({
  page,
}) => {
  await page.goto('/calls')
  await fillRecord(page)
  for (const address of ['/calls', '/activity']) {
    await page.goto(address)
    const time = page.getByRole('columnheader', { name: 'Time' })
    await expect(time).toHaveAttribute('aria-sort', 'descending')
    await time.getByRole('button').click()
    await expect(time).toHaveAttribute('aria-sort', 'ascending')
  }
})

test('the arrow key leads from the search into the rows, and no key is offered where there is no keyboard', async ({
  page,
  browser,
  stack,
}) => {
  await haveAgent(page, unique('Arrow desk'))
  await page.goto('/agents')
  const rows = page.getByRole('table', { name: 'Agents' }).locator('tbody').getByRole('row')
  await expect(rows.first()).toBeVisible()
  await expect(page.locator('search kbd')).toBeVisible()
  await page.keyboard.press('/')
  const search = page.getByRole('searchbox', { name: 'Search agents' })
  await expect(search).toBeFocused()
  await page.keyboard.type('Arrow desk')
  await page.keyboard.press('ArrowDown')
  await expect(rows.first()).toBeFocused()

  const phone = await browser.newContext({ baseURL: stack.origin, hasTouch: true, isMobile: true })
  const touched = await phone.newPage()
  await touched.goto('/agents')
  await expect(touched.getByRole('searchbox', { name: 'Search agents' })).toBeVisible()
  await expect(touched.locator('search kbd')).toBeHidden()
  await phone.close()
})

test('a form that is sent empty says how many fields are wrong', async ({ page }) => {
  await page.goto('/agents/new')
  await page.getByRole('button', { name: 'Create agent' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^\d fields to correct$/ })).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
})

test('how many fields are wrong moves no button of the form', async ({ page }) => {
  for (const width of [1280, 700, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/agents/new')
    const send = page.getByRole('button', { name: 'Create agent' })
    const request = page.getByRole('button', { name: 'Show request' })
    const places = async () => [await send.boundingBox(), await request.boundingBox()]
    await expect(send).toBeInViewport({ ratio: 1 })
    const before = await places()
    await send.click()
    const wrong = page.getByRole('status').filter({ hasText: /^\d fields to correct$/ })
    await expect(wrong).toBeInViewport({ ratio: 1 })
    expect(await places(), `${width} px`).toEqual(before)
  }
})

test('a wrong field is wholly in sight, also where it had the focus under the buttons already', async ({
  page,
}) => {
  await page.goto('/agents/new')
  await fillAgent(page, unique('In sight'))
  const field = page.getByLabel('Voice id')
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await field.fill('')
    await field.evaluate((element) => scrollBy(0, element.getBoundingClientRect().bottom - innerHeight + 40))
    await field.press('Control+Enter')
    await expect(page.getByRole('status').filter({ hasText: '1 field to correct' })).toBeVisible()
    const covered = () =>
      field.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        const corners = [left + 8, right - 8].flatMap((x) =>
          [top + 2, bottom - 2].map((y) => [x, y] as const),
        )
        return corners.filter(([x, y]) => document.elementFromPoint(x, y)?.closest('[data-bar]') !== null)
      })
    await expect.poll(covered, `${width} px`).toEqual([])
    await expect(field).toBeFocused()
  }
})

test('a wrong value in a folded part opens it, and is counted with the others', async ({ page }) => {
  await page.goto('/agents/new')
  // The parts of the version come after the first one.
  await expect(page.getByText('Nothing set').first()).toBeVisible()
  await page.getByRole('button', { name: 'Overrides' }).click()
  const field = page.getByLabel('Override STT config')
  await field.fill('{bad')
  await page.getByText('Overrides', { exact: true }).last().click()
  await expect(field).toBeHidden()
  await page.getByRole('button', { name: 'Create agent' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  const marked = await page.locator('[aria-invalid="true"]').count()
  await expect(page.getByRole('status').filter({ hasText: `${marked} fields to correct` })).toBeVisible()
  await fillAgent(page, unique('Folded'))
  await page.getByRole('button', { name: 'Create agent' }).click()
  await expect(field).toBeFocused()
})

test('columns and the height of rows are chosen once for a list, and stay', async ({ page }) => {
  await haveAgent(page, unique('Column desk'))
  await page.goto('/agents')
  const table = page.getByRole('table', { name: 'Agents' })
  const height = async () =>
    // Behind the dialog, too.
    (await page.locator('tbody tr').first().boundingBox())?.height ?? 0
  await expect(table.getByRole('columnheader', { name: 'Versions' })).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  const dialog = page.getByRole('dialog', { name: 'Columns of Agents' })
  await dialog.getByRole('checkbox', { name: 'Versions' }).uncheck()
  const usual = await height()
  await dialog.getByRole('checkbox', { name: 'Compact rows' }).check()
  await expect(dialog.getByRole('checkbox', { name: 'Name' })).toBeDisabled()
  expect(await seriousFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused()
  await page.reload()
  await expect(table.getByRole('columnheader', { name: 'Name' })).toBeVisible()
  await expect(table.getByRole('columnheader', { name: 'Versions' })).toHaveCount(0)
  await expect.poll(height).toBe(usual - 8)
  await page.getByRole('button', { name: 'Columns' }).click()
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(table.getByRole('columnheader', { name: 'Versions' })).toHaveCount(1)
})

test('what a cell cuts off is shown on hover', async ({ page }) => {
  const name = `${unique('An agent with a name')} ${'that nobody can read to its end '.repeat(5)}`.trim()
  await haveAgent(page, name)
  await page.goto('/agents')
  const cells = page.getByRole('table', { name: 'Agents' }).getByRole('row', { name }).getByRole('cell')
  await cells.first().hover()
  await expect(cells.first()).toHaveAttribute('title', new RegExp(name))
  await cells.last().hover()
  await expect(cells.last()).toHaveAttribute('title', '')
})

test('a list makes room for the panel of a row, and keeps its place', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 860 })
  await page.goto('/tools')
  const table = page.getByRole('table', { name: 'Tools' })
  // Not the row that stands there while the first answer is awaited.
  const rows = table.locator('tbody').getByRole('row').filter({ hasNotText: 'Loading' })
  await rows.first().click()
  const panel = page.getByRole('dialog')
  await expect(panel).toBeVisible()
  await expect(async () => {
    const list = await table.boundingBox()
    const beside = await panel.boundingBox()
    expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(beside?.x ?? 0)
  }).toPass()
})

test('a row has a second line only where something stands on it, and a time on it says of what', async ({
  page,
}) => {
  needs('listAgents', 'listCalls')
  const [plain, asked] = [fileName('plain'), fileName('asked')]
  await haveFiles(page, [markdown(plain)])
  await haveFiles(page, [markdown(asked)], { prompt: 'Only for opening hours' })
  await page.setViewportSize({ width: 900, height: 800 })
  await page.goto(FILES)
  const heightOf = async (name: string) => (await row(page, name).boundingBox())?.height
  await expect(row(page, asked)).toContainText('Only for opening hours')
  await expect(page.getByRole('columnheader', { name: 'Prompt' })).toHaveCount(0)
  expect([await heightOf(plain), await heightOf(asked)]).toEqual([36, 56])
  // Where the others stand follows from it.
  const boxes = await Promise.all([plain, asked].map((name) => row(page, name).boundingBox()))
  const [one, other] = boxes.map((box) => box?.y ?? 0).sort((a, b) => a - b) as [number, number]
  expect([36, 56]).toContain(other - one)

  const name = `${unique('Second line')} ${'of an agent with a very long name '.repeat(4)}`.trim()
  const { agentId, versionId } = await haveAgent(page, name)
  const call = { versionId, outboundPhoneNumberId: 'number-main', toPhoneNumber: '+15005550111' }
  expect((await page.request.post(`/api/v1/agent/${agentId}/dispatch`, { data: call })).ok()).toBe(true)
  await page.goto('/agents')
  await expect(page.getByRole('table', { name: 'Agents' }).getByRole('row', { name })).toContainText(
    /Last call: /,
  )
  await expect(page.getByText('Last call: ').first()).toBeVisible()
  // What is long leaves room on that line for what follows.
  await page.goto('/calls')
  const time = page.getByRole('table', { name: 'Calls' }).getByRole('row', { name }).getByRole('time')
  await expect
    .poll(() => time.evaluate(({ parentElement: part }) => part?.clientWidth ?? 0))
    .toBeGreaterThan(40)
})

test('a list that is opened again is drawn as it was left, and measured again only when its rows are others (D740)', async ({
  browser,
  stack,
}) => {
  // Of its own, since columns keep the room that other rows needed once.
  const page = await (await openBrowser(browser, (await stack.startConsole()).origin)).newPage()
  const name = unique('measured')
  await haveFiles(page, [markdown(`${name}.md`, 'Opened again')])
  await page.goto('/knowledge/files')
  const table = page.getByRole('table', { name: 'Files' })
  const widths = () =>
    table.evaluate((element) => [...element.querySelectorAll('th')].map((cell) => cell.offsetWidth))
  await expect(table.locator('[data-row]').first()).toBeVisible()
  const before = await widths()
  await page.evaluate(() => {
    const measured: string[] = []
    Object.assign(window, { measured })
    new MutationObserver((changes) => {
      for (const { oldValue } of changes) if (oldValue?.includes('max-content')) measured.push(oldValue)
    }).observe(document, { attributeFilter: ['style'], attributeOldValue: true, subtree: true })
  })
  const measured = () => page.evaluate(() => (window as unknown as { measured: string[] }).measured.length)
  const goTo = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()

  await goTo('Settings')
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await goTo('Files')
  await expect(table.locator('[data-row]').first()).toBeVisible()
  expect(await widths()).toEqual(before)
  expect(await measured()).toBe(0)

  await page.getByLabel('Search files').fill('no file has this name')
  await expect(table.locator('[data-row]')).toHaveCount(0)
  await goTo('Settings')
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(table.locator('[data-row]').first()).toBeVisible()
  await expect.poll(measured).toBeGreaterThan(0)

  // A file that is dropped comes first, with a name that may be longer than all others.
  await page.getByLabel('Search files').fill(name)
  await expect(table.locator('[data-row]')).toHaveCount(1)
  const long = `${name} ${'that-goes-on-and-on-'.repeat(5)}.md`
  const [, narrow = 0] = await widths()
  await chooseFiles(page, [markdown(long)])
  await expect(row(page, long)).toBeVisible()
  await expect.poll(async () => (await widths())[1]).toBeGreaterThan(narrow + 50)
})
