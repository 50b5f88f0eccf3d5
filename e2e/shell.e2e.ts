import { createServer } from 'node:http'
import type { Locator } from 'playwright/test'
import { listen } from '../src/net/test-server.fixture'
import { haveAgent } from './agent-steps'
import { inPage } from './in-page'
import { haveCollection, row } from './knowledge-steps'
import { labIdOf } from './lab-steps'
import { needs } from './needs'
import { expect, test, unique } from './screen'

// By its address, each is opened in stillness.e2e.ts.
test('every screen of the rail opens by its link and by its keys, under its own title', async ({ page }) => {
  const screens = [
    { name: 'Overview', path: '/', letter: 'o' },
    { name: 'Agents', path: '/agents', letter: 'a' },
    { name: 'Tools', path: '/tools', letter: 't' },
    { name: 'Files', path: '/knowledge/files', letter: 'f' },
    { name: 'Collections', path: '/knowledge/collections', letter: 'c' },
    { name: 'Calls', path: '/calls', letter: 'l' },
    { name: 'Threads', path: '/threads', letter: 'h' },
    { name: 'Activity', path: '/activity', letter: 'r' },
    { name: 'Settings', path: '/settings', letter: 's' },
  ]
  await page.goto('/agents/new')
  for (const { name, path } of screens) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
    await expect(page).toHaveTitle(`${name} · Switchboard`)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })).toHaveAttribute(
      'aria-current',
      'page',
    )
  }
  for (const { path, letter } of screens) {
    await page.keyboard.press('g')
    await page.keyboard.press(letter)
    await expect(page).toHaveURL(path)
  }
})

test('a tab is named after what it shows, except for a person', async ({ page, stack }) => {
  needs('listAgents', 'readRun')
  const [agent, collection] = [unique('Desk'), unique('Prices')]
  const { agentId } = await haveAgent(page, agent)
  const labId = await labIdOf(page, stack, agentId)
  const lab = '/api/v1/testing-lab/scenarios'
  const generated = await page.request.post(`${lab}/generate`, {
    data: { agent_id: labId, num_scenarios: 1 },
  })
  const scenarios = (await generated.json()).map(({ id }: { id: number }) => id)
  const run = await (await page.request.post(`${lab}/run`, { data: { agent_id: labId, scenarios } })).json()
  const names = [
    [`/agents/${agentId}`, agent],
    [`/knowledge/collections/${await haveCollection(page, collection)}`, collection],
    [`/testing-lab/runs/${run.id}`, run.name || `Run ${run.id}`],
    ['/testing-lab/runs/999999999', 'There is no run with this id'],
  ] as const
  for (const [address, name] of names) {
    await page.goto(address)
    await expect(page).toHaveTitle(`${name} · Switchboard`)
  }
  // By a link, where everything is read already.
  await page.goto('/agents')
  await row(page, agent, 'Agents').click()
  await expect(page).toHaveTitle(`${agent} · Switchboard`)
  await page.goBack()
  await expect(page).toHaveTitle('Agents · Switchboard')
  await page.goForward()
  await expect(page).toHaveTitle(`${agent} · Switchboard`)

  await page.goto('/threads')
  await page.getByRole('link', { name: 'New thread' }).first().click()
  await expect(page).toHaveTitle('New thread · Switchboard')
})

test('after the keys of a screen the focus is on it, and its name is told', async ({ page }) => {
  await page.goto('/calls')
  // A control of the screen that goes away with it.
  await page.getByRole('link', { name: 'Place call', exact: true }).focus()
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Agents · Switchboard' })).toHaveCount(1)
})

test('with forced colours, what is chosen can be told from what is not', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/threads/new')
  const ground = (element: Locator) => element.evaluate((it) => getComputedStyle(it).backgroundColor)
  const rail = page.getByRole('navigation', { name: 'Main' })
  const theme = page.getByRole('group', { name: 'Theme' })
  const chips = page.getByRole('group', { name: 'Channel' }).getByRole('button')
  for (const [chosen, other] of [
    [rail.getByRole('link', { name: 'Threads' }), rail.getByRole('link', { name: 'Calls' })],
    [theme.locator('label', { hasText: 'System' }), theme.locator('label', { hasText: 'Dark' })],
    [chips.first(), chips.last()],
    // The one main action of the form, too.
    [
      page.getByRole('button', { name: 'Start SMS thread' }),
      page.getByRole('button', { name: 'Show request' }),
    ],
  ] as const) {
    await expect(chosen).toBeVisible()
    await expect.poll(async () => (await ground(chosen)) !== (await ground(other))).toBe(true)
  }
})

test('what has the focus in a long dialog is not behind its buttons', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 300 })
  await page.goto('/knowledge/collections?new=true')
  const dialog = page.getByRole('dialog', { name: 'New collection' })
  const description = dialog.getByLabel('Description')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(description).toBeFocused()
  const top = (element: Locator) => element.evaluate((it) => it.getBoundingClientRect().top)
  const end = (element: Locator) => element.evaluate((it) => it.getBoundingClientRect().bottom)
  expect(await end(description)).toBeLessThan(await top(dialog.getByRole('button', { name: 'Show request' })))
})

test('an unknown address says so and leads back', async ({ page }) => {
  await page.goto('/no/such/screen')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such screen')
  await page.getByRole('link', { name: 'Go to the overview' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
})

test('what is not there is said in one way, with one way on (D1013)', async ({ page }) => {
  needs('listThreads', 'readRun', 'readCall', 'listScenarios', 'listAgentVersions')
  const gone = 'It may have been deleted, or the link is wrong.'
  const elsewhere = 'It may have been made elsewhere, or the record here was emptied.'
  const open = inPage(page)
  await page.goto('/')
  for (const [path, title, context, ...ways] of [
    ['/knowledge/collections/nobody', 'There is no collection with this id', gone, 'Show all collections'],
    ['/knowledge/replace/new?file=nobody', 'There is no file with this id', gone, 'Show all files'],
    ['/threads/nobody', 'There is no thread with this id', gone, 'Show all threads'],
    ['/testing-lab/runs/999999999', 'There is no run with this id', gone, 'Show all runs'],
    ['/testing-lab/compare?runs=999999998,999999999', 'There is no run 999999998', gone, 'Show all runs'],
    ['/agents/nobody', 'There is no agent with this id', gone, 'Show all agents', 'Add agent by id'],
    ['/calls/batch/nobody', 'This browser does not know this batch', elsewhere, 'Show all calls'],
    ['/knowledge/replace/nobody', 'This browser does not know this replacement', elsewhere, 'Show all files'],
    [
      '/knowledge/restructure/nobody',
      'This browser does not know this restructure',
      elsewhere,
      'Show all collections',
    ],
  ] as const) {
    await open(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toContainText(title)
    await expect(page.getByText(context), path).toBeVisible()
    // After the link back.
    await expect(page.getByRole('main').getByRole('link'), path).toHaveText([/./, ...ways])
    await expect(page.getByRole('alert'), path).toHaveCount(0)
  }
  for (const [path, title, context] of [
    ['/knowledge/files?file=nobody', 'There is no file with this id', gone],
    ['/tools?tool=nobody', 'There is no tool with this id', gone],
    ['/calls?call=nobody', 'There is no call with this id', gone],
    ['/testing-lab?scenario=999999999', 'There is no scenario with this id', gone],
    ['/activity?entry=nobody', 'This browser does not know this write', elsewhere],
  ] as const) {
    await open(path)
    await expect(page.getByRole('dialog', { name: title }), path).toContainText(context)
  }
})

test('the rail is a menu on a narrow screen, by keyboard too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/agents')
  const menu = page.getByRole('button', { name: 'Menu' })
  const dialog = page.getByRole('dialog', { name: 'Menu' })
  await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible()
  await menu.press('Enter')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(menu).toBeFocused()
  // The focus may still be on its way back when the dialog is gone.
  await expect(async () => {
    await menu.press('Enter')
    await expect(dialog).toBeVisible({ timeout: 1000 })
  }).toPass()
  await dialog.getByRole('link', { name: 'Calls' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('the chosen theme is there before anything is painted, also after a reload', async ({ page }) => {
  await page.goto('/')
  // The rail of the shell stands before, and gives way to the one that hears.
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true })
  await page.reload({ waitUntil: 'commit' })
  await page.waitForFunction(() => document.body !== null)
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
})

test('the shell stands before any script has run, and does not move when the screen takes over', async ({
  browser,
  stack,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const still = await context.newPage()
  await still.goto(`${stack.origin}/knowledge/files`)
  await expect(still.getByRole('link', { name: 'Collections' })).toBeVisible()
  const before = await still.getByRole('link', { name: 'Collections' }).boundingBox()
  await expect(still.getByRole('link', { name: 'Files' })).toHaveAttribute('aria-current', 'page')

  // It may arrive in pieces, and what is painted of it stays where it is.
  const html = await (await still.request.get(`${stack.origin}/knowledge/files`)).text()
  const cut = html.indexOf('</li>', html.indexOf('Settings</a>'))
  let sendRest = () => {}
  const slow = createServer(({ url }, answer) => {
    if (url !== '/') return void answer.writeHead(404).end()
    answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).write(html.slice(0, cut))
    sendRest = () => answer.end(html.slice(cut))
  })
  await still.goto(await listen(slow), { waitUntil: 'commit' })
  const last = still.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' })
  await expect(last).toBeVisible()
  const painted = await last.boundingBox()
  await expect(still.getByRole('radio')).toHaveCount(0)
  sendRest()
  await still.waitForLoadState()
  await expect(still.getByRole('radio')).toHaveCount(3)
  expect(await last.boundingBox()).toEqual(painted)
  await context.close()
  slow.close()
  const page = await browser.newPage()
  await page.goto(`${stack.origin}/knowledge/files`)
  await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()
  expect(await page.getByRole('link', { name: 'Collections' }).boundingBox()).toEqual(before)
  await page.close()
})

test('what a screen is called stands before any script has run, and stays', async ({ browser, stack }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const [still, page] = [await context.newPage(), await browser.newPage()]
  /** The words and the place of the title. */
  const headingOn = async (shown: typeof page) => {
    const { x, y } = (await shown.locator('main h1').boundingBox()) ?? {}
    return { words: await shown.locator('main header p, main header h1').allInnerTexts(), x, y }
  }
  for (const path of ['/', '/agents', '/agents/new', '/calls', '/threads', '/testing-lab', '/tools']) {
    await still.goto(stack.origin + path)
    const first = await headingOn(still)
    expect(first.words.length, path).toBeGreaterThan(1)
    await page.goto(stack.origin + path)
    // That of the first picture is hidden from roles.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await headingOn(page), path).toEqual(first)
  }
  for (const path of ['/agents?q=x', '/agents/a-1', '/knowledge/collections/c-1']) {
    await still.goto(stack.origin + path)
    await expect(still.getByRole('link', { name: 'Agents' })).toBeVisible()
    await expect(still.locator('main h1'), path).toHaveCount(0)
  }
  await page.close()
  await context.close()
})
