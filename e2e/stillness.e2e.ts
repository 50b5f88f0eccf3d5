import type { Page } from 'playwright/test'
import {
  findingsInBothThemes,
  mainActions,
  seriousFindings,
  unreadableInForcedColours,
} from './accessibility'
import { haveAgent, sideScroll } from './agent-steps'
import { consoleBehind } from './console-behind'
import { drop, markdown } from './documents'
import { frontOf } from './front'
import { FILES, fileName, haveCollection, haveFiles, row, uploads } from './knowledge-steps'
import { addForeignAgent, addScenario, labIdOf, runToEnd } from './lab-steps'
import { needs } from './needs'
import { expect, test, unique } from './screen'
import { CREDENTIALS, type Stack } from './stack'
import { addVersion } from './version-steps'

/** Gathers what moves on the page from its first paint on: how much, which elements, from where to where. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seenShifts: seen })
    const words = ({ node, previousRect, currentRect }: Shift['sources'][number]) => {
      const element = node instanceof Element ? node : node?.parentElement
      const text = element?.textContent?.trim().slice(0, 24) ?? ''
      const place = ({ x, y, width, height }: DOMRectReadOnly) =>
        [x, y, width, height].map(Math.round).join(',')
      return `<${element?.localName}> "${text}" ${place(previousRect)} to ${place(currentRect)}`
    }
    interface Shift extends PerformanceEntry {
      readonly value: number
      readonly sources: readonly {
        node: Node | null
        previousRect: DOMRectReadOnly
        currentRect: DOMRectReadOnly
      }[]
    }
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[])
        if (value >= 0.0005) seen.push(`${value.toFixed(3)}: ${sources.map(words).join('; ')}`)
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** What moved since the page was opened, once it rests. */
async function shiftsOf(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))))
  return page.evaluate(() => (window as unknown as { seenShifts: string[] }).seenShifts.splice(0))
}

/** Answers come late enough for the page to be painted without them. */
async function slowly(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const unlimited = { downloadThroughput: -1, uploadThroughput: -1 }
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 120, ...unlimited })
}

/** On a busy machine answers would outlast the console's patience, after which a screen stands, and may move: it has four times as much. */
const patiently = (page: Page) =>
  page.addInitScript(() => {
    const start = window.setTimeout
    const patient = (work: TimerHandler, ms = 0, ...given: unknown[]) =>
      start(work, ms < 500 ? ms : ms * 4, ...given)
    Object.assign(window, { setTimeout: patient })
  })

type Made = Awaited<ReturnType<typeof haveSomething>>
let made: Promise<Made> | undefined

/** One of everything that the screens list. */
async function haveSomething(page: Page, stack: Stack) {
  const file = `${unique('still')}.md`
  await haveFiles(page, [markdown(file), markdown(`${unique('calm')}.md`)])
  const collection = await haveCollection(page, unique('Still'), [file])
  const variables = [{ name: 'customer', required: true, defaultValue: 'you' }]
  const { agentId, versionId } = await haveAgent(page, unique('Still desk'), { variables })
  // Their ids take more room than their names.
  const more = await Promise.all(['Calm', 'Quiet'].map((each) => haveCollection(page, unique(each), [file])))
  const second = await addVersion(page, agentId, 'You help with parcels, and ask back.', {
    useKnowledgeBase: true,
    knowledgeBaseCollectionIds: [collection, ...more],
  })
  const text = await haveAgent(page, unique('Still writer'), { agentType: 'TEXT' })
  const { agentId: finder } = await haveAgent(page, unique('Still finder'), {
    system: 'Greet {{custmer}}, then {{oops}}}.',
  })
  const post = async (path: string, data: object) => {
    const reply = await page.request.post(path, { data })
    expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true)
    return reply.json()
  }
  const toPhoneNumber = '+15005550110'
  const place = () =>
    post(`/api/v1/agent/${agentId}/dispatch`, {
      versionId,
      outboundPhoneNumberId: 'number-main',
      toPhoneNumber,
    })
  const call = await place()
  // What moves in one row alone is too little to be counted.
  await Promise.all(Array.from({ length: 6 }, place))
  const thread = await post('/api/v1/threads', {
    agentVersionId: text.versionId,
    toPhoneNumber,
    initialMessage: 'Good morning',
  })
  const mail = await post('/api/v1/email/threads', {
    agentVersionId: text.versionId,
    ...{ toEmail: 'ada@example.com', subject: 'Still', firstMessage: 'Good morning' },
  })
  const ended = await post('/api/v1/threads', {
    agentVersionId: text.versionId,
    toPhoneNumber,
    initialMessage: 'Good night',
  })
  await page.request.patch(`/api/v1/threads/${ended.thread.id}/close`, { data: { reason: 'OPTED_OUT' } })
  const chat = await post('/api/v1/chat/threads', { agentId: text.agentId })
  const labId = await labIdOf(page, stack, agentId)
  const instructions = 'Ask when a refund is paid.'
  const scenario = {
    agent_id: labId,
    name: 'Refund',
    instructions,
    expected_outcome_prompt: 'It names the time.',
  }
  const { id } = await post('/api/v1/testing-lab/scenarios', scenario)
  for (const name of ['Delay', 'Parcel', 'Stamp', 'Weight'])
    await post('/api/v1/testing-lab/scenarios', { ...scenario, name })
  // Of the newest version some are passed: the longest that is said of one on the way to deploy it.
  const passed = await addScenario(page, labId, 'Greeting')
  await runToEnd(page, { agent_id: labId, scenarios: [passed], agent_version_id: second })
  const run = () => post('/api/v1/testing-lab/scenarios/run', { agent_id: labId, scenarios: [id] })
  const [first, again] = [await run(), await run()]
  await expect
    .poll(async () => (await (await page.request.get(`/api/v1/testing-lab/runs/${again.id}`)).json()).status)
    .toBe('completed')
  const files = await (await page.request.get('/api/v1/knowledge-base/files')).json()
  const { id: fileId } = files.files.find(({ fileName }: { fileName: string }) => fileName === file)
  return {
    agentId,
    finder,
    versions: [versionId, second],
    collection,
    file: fileId,
    call: call.id,
    thread: thread.thread.id,
    mail: mail.thread.id,
    ended: ended.thread.id,
    chat: chat.threadId ?? chat.id,
    scenario: id,
    runs: [first.id, again.id],
  }
}

/** Every screen, by what it is made of: where one shows all of another's parts and more, that one. */
const SCREENS: Record<string, (made: Made) => string> = {
  Overview: () => '/',
  'an agent': ({ agentId }) => `/agents/${agentId}`,
  'an agent with findings in its prompt': ({ finder }) => `/agents/${finder}`,
  'the versions of an agent': ({ agentId }) => `/agents/${agentId}?tab=versions`,
  'the conversations of an agent': ({ agentId }) => `/agents/${agentId}?tab=conversations`,
  'comparing versions': ({ agentId, versions }) => `/agents/${agentId}?compare=${versions}`,
  'deploying a version': ({ agentId, versions }) => `/agents/${agentId}?deploy=${versions[1]}`,
  'trying a version': ({ agentId, versions }) => `/agents/${agentId}?try=${versions[1]}`,
  'the tests of an agent': ({ agentId }) => `/agents/${agentId}?tab=tests`,
  'the deployments of an agent': ({ agentId }) => `/agents/${agentId}?tab=deployments`,
  'the Testing lab': () => '/testing-lab',
  'the runs of the Testing lab': () => '/testing-lab?tab=runs',
  'a run': ({ runs }) => `/testing-lab/runs/${runs[0]}`,
  'comparing runs': ({ runs }) => `/testing-lab/compare?runs=${runs}`,
  'generating scenarios': ({ agentId }) => `/testing-lab/generate?agent=${agentId}`,
  'a new run': ({ agentId, scenario }) => `/testing-lab/run?agent=${agentId}&scenarios=${scenario}`,
  Agents: () => '/agents',
  'a new agent': () => '/agents/new',
  Tools: () => '/tools',
  Files: () => '/knowledge/files',
  'a file with its text': ({ file }) => `/knowledge/files?file=${file}&preview=true`,
  'replacing a file': ({ file }) => `/knowledge/replace/new?file=${file}`,
  Collections: () => '/knowledge/collections',
  'a collection': ({ collection }) => `/knowledge/collections/${collection}`,
  restructuring: ({ collection }) => `/knowledge/restructure/new?from=${collection}`,
  'totals of calls': () => '/calls?totals=true',
  'a call': ({ call }) => `/calls?call=${call}`,
  'a call that nobody knows': () => '/calls?call=nobody',
  'a new call by an agent': ({ agentId }) => `/calls?place=true&agent=${agentId}`,
  'a new batch': () => '/calls/batch/new',
  Threads: () => '/threads',
  'an e-mail thread': ({ mail }) => `/threads/${mail}`,
  'a closed thread': ({ ended }) => `/threads/${ended}`,
  'a web chat': ({ chat }) => `/threads/${chat}`,
  'a new thread': () => '/threads/new',
  Activity: () => '/activity',
  'an audit log that is not kept': () => '/activity/audit',
  'asking the documents': () => '/settings?ask=hours',
  Settings: () => '/settings',
}

/** Calls of the journeys before this one, too, end by themselves, and change figures and lists when they do. */
const callsHaveEnded = (page: Page) =>
  expect
    .poll(async () => {
      const { agentCalls } = await (await page.request.get('/api/v1/agent-calls?limit=100')).json()
      return agentCalls.filter(({ status }: { status: string }) => /PENDING|IN_PROGRESS/.test(status))
    })
    .toEqual([])

/**
 * Bars that stay in sight take their place in the page. What happens to lie below one would be taken for smaller than it is, depending on how
 * much stands above it; it can be scrolled to, and covers nothing then.
 */
const layBars = (page: Page) =>
  page.evaluate(() => {
    for (const each of document.querySelectorAll<HTMLElement>('body *'))
      if (getComputedStyle(each).position === 'sticky')
        Object.assign(each.style, { position: 'relative', inset: 'auto' })
  })

/** The rule about what can be pressed is not among those that axe applies by itself (WCAG 2.2, 2.5.8). */
const SIZES = ['target-size']

/** Screens that list what was sent by hand, which what is made without the screens is not. */
const SHOWS_WRITES = ['Overview', 'Activity']

async function makeCollection(page: Page) {
  await page.goto('/knowledge/collections?new=true')
  const dialog = page.getByRole('dialog', { name: 'New collection' })
  await dialog.getByLabel('Name').fill(unique('Still by hand'))
  await dialog.getByRole('button', { name: 'Create collection' }).click()
  await expect(dialog).toHaveCount(0)
}

// In one worker after the other they would outlast all other journeys.
test.describe.configure({ mode: 'parallel' })

for (const [name, addressOf] of Object.entries(SCREENS))
  test(`nothing moves while the screen loads, it fits, and what can be pressed is large enough: ${name}`, async ({
    page,
    stack,
  }) => {
    needs('listAgents', 'listAgentVersions', 'listCalls')
    made ??= haveSomething(page, stack)
    const path = addressOf(await made)
    await callsHaveEnded(page)
    if (SHOWS_WRITES.includes(name)) await makeCollection(page)
    await watchShifts(page)
    await patiently(page)
    await slowly(page)
    const moved: string[] = []
    for (const width of [1280, 900, 640, 390]) {
      await page.setViewportSize({ width, height: 860 })
      if (width === 1280 || width === 390) {
        await page.goto(path)
        // The panel of a file may cover the page already, which then is inert.
        await expect(page.getByRole('heading', { level: 1, includeHidden: true }).first()).toBeVisible()
        moved.push(...(await shiftsOf(page)).map((shift) => `at ${width}: ${shift}`))
      }
      // Between a desk and a phone the page is narrowed, which moves everything and is no load.
      else await shiftsOf(page)
      expect((await mainActions(page)).slice(1)).toEqual([])
      expect(await sideScroll(page), `at ${width}`).toBe(0)
      // Once more as from another screen, without the press of a key or a button, which would excuse what moves.
      await page.evaluate(() => history.pushState(null, '', '/no/such/screen'))
      await page.goBack()
      moved.push(...(await shiftsOf(page)).map((shift) => `again at ${width}: ${shift}`))
    }
    // One page for all judgements, widened as a window is: what judges is read once, and is quicker with each.
    await layBars(page)
    // A pair of colours is the same at each width, and the dark ones are judged on the desk.
    expect(await seriousFindings(page, { also: SIZES }), 'at 390').toEqual([])
    await page.setViewportSize({ width: 1280, height: 860 })
    await layBars(page)
    expect(await findingsInBothThemes(page, SIZES), 'at 1280').toEqual([])
    expect(await unreadableInForcedColours(page)).toEqual([])
    expect(moved).toEqual([])
  })

test('nothing moves in a list while its times pass', async ({ page, stack }) => {
  needs('listCalls')
  made ??= haveSomething(page, stack)
  const { call } = await made
  await callsHaveEnded(page)
  await page.clock.install()
  await watchShifts(page)
  await page.goto(`/calls?call=${call}`)
  const time = page.getByRole('table', { name: 'Calls' }).locator('time').first()
  const said = await time.innerText()
  await shiftsOf(page)
  await page.clock.fastForward('11:00')
  await expect(time).not.toHaveText(said, { useInnerText: true })
  expect(await shiftsOf(page)).toEqual([])
})

test('nothing moves in Files where a retrieval prompt was typed and the page is loaded again', async ({
  page,
}) => {
  await watchShifts(page)
  await page.goto('/knowledge/files')
  await page.getByRole('button', { name: 'Retrieval prompt' }).click()
  await page
    .getByRole('textbox', { name: 'Retrieval prompt' })
    .fill('Use it\nfor prices\nand for\nnothing else.')
  await slowly(page)
  const moved: string[] = []
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 860 })
    await page.goto('/knowledge/files')
    await expect(page.getByRole('textbox', { name: 'Retrieval prompt' })).toBeVisible()
    moved.push(...(await shiftsOf(page)).map((shift) => `at ${width}: ${shift}`))
  }
  expect(moved).toEqual([])
})

test('nothing moves in Files or a collection where uploads wait from before the page was loaded again', async ({
  page,
}) => {
  await watchShifts(page)
  const file = fileName('still-waiting')
  await haveFiles(page, [markdown(file)])
  const collection = await haveCollection(page, unique('Still waiting'), [file])
  await slowly(page)
  const moved: string[] = []
  for (const path of [FILES, `/knowledge/collections/${collection}`])
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 860 })
      await page.goto(path)
      await expect(row(page, file)).toBeVisible()
      const refused = fileName(`still-${width}`, '.docx')
      await drop(page, [{ ...markdown(refused), name: refused }])
      await expect(uploads(page)).toContainText('Only .pdf and .md')
      await shiftsOf(page)
      await page.reload()
      await expect(uploads(page)).toContainText('Only .pdf and .md')
      await expect(row(page, file)).toBeVisible()
      moved.push(...(await shiftsOf(page)).map((shift) => `${path} at ${width}: ${shift}`))
    }
  expect(moved).toEqual([])
})

/** What a service may lack: its lists beyond the document. */
const LISTS = /\/api\/v1\/(?:agents|agent-calls|threads|testing-lab\/(?:scenarios|runs))$/

/** Later than a screen waits for the list of agents. */
const LATE_MS = 1_200

/** Screens that name several agents, and wait for the names a while. */
const LATE_NAMES = ['Overview', 'the Testing lab', 'the runs of the Testing lab']

/** Screens that show some of what they are about before the rest. */
const LATE_SCREENS: Record<string, (made: Made) => string> = {
  Overview: () => '/',
  'the Testing lab': () => '/testing-lab',
  'the runs of the Testing lab': () => '/testing-lab?tab=runs',
  'the Testing lab of an agent': ({ agentId }) => `/testing-lab?agent=${agentId}`,
  'an agent': ({ agentId }) => `/agents/${agentId}`,
  'a call': ({ call }) => `/calls?call=${call}`,
  'a new call by an agent': ({ agentId }) => `/calls?place=true&agent=${agentId}`,
  'a thread': ({ thread }) => `/threads/${thread}`,
  'a web chat': ({ chat }) => `/threads/${chat}`,
}

for (const [name, addressOf] of Object.entries(LATE_SCREENS))
  test(`nothing moves where each answer takes longer than a second: ${name}`, async ({ page, stack }) => {
    needs('listAgents', 'listAgentVersions', 'listCalls')
    made ??= haveSomething(page, stack)
    const path = addressOf(await made)
    await callsHaveEnded(page)
    const isRead = (asked: string) => asked.startsWith('/api/')
    const isOfNames = (asked: string) => LATE_NAMES.includes(name) && /^\/api\/v1\/agents(?:\?|$)/.test(asked)
    const lateness = (asked: string) => (isOfNames(asked) ? 3 * LATE_MS : LATE_MS)
    const front = await frontOf(
      stack.origin,
      () => undefined,
      ({ path: asked }) =>
        isRead(asked) ? new Promise((resolve) => setTimeout(resolve, lateness(asked))) : undefined,
    )
    await watchShifts(page)
    const moved: string[] = []
    // Beside the buttons of an agent, what is said of its version has the least room there.
    for (const width of name === 'an agent' ? [1280, 980, 840, 390] : [1280, 390]) {
      await page.setViewportSize({ width, height: 860 })
      await page.goto(front.origin + path)
      await expect(page.getByRole('heading', { level: 1, includeHidden: true }).first()).toBeVisible()
      moved.push(...(await shiftsOf(page)).map((shift) => `at ${width}: ${shift}`))
    }
    await front.close()
    expect(moved).toEqual([])
  })

test('nothing moves where two runs that were started here are compared, and why they failed comes late', async ({
  page,
  stack,
}) => {
  needs('listAgents', 'listAgentVersions', 'createScenario', 'readRun')
  const front = await frontOf(
    stack.origin,
    () => undefined,
    ({ path }) =>
      /\/testing-lab\/runs\/\d+$/.test(path)
        ? new Promise((resolve) => setTimeout(resolve, LATE_MS))
        : undefined,
  )
  const { agentId } = await haveAgent(page, unique('Still compared'))
  const labId = await labIdOf(page, stack, agentId)
  const outcome = 'The agent says “ferries”.'
  await Promise.all(['Ferry', 'Bridge'].map((each) => addScenario(page, labId, each, undefined, outcome)))
  const runs: string[] = []
  for (const name of ['Before', 'After']) {
    await page.goto(`${front.origin}/testing-lab/run?agent=${agentId}`)
    await page.getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Run scenarios' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Run now' }).click()
    await expect(page.getByRole('region', { name: 'Result' })).toContainText('0% passed')
    runs.push(page.url().replace(/.*\//, ''))
  }
  await watchShifts(page)
  const moved: string[] = []
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 860 })
    await page.goto(`${front.origin}/testing-lab/compare?runs=${runs}`)
    await expect(page.getByRole('table', { name: 'Comparison' })).toContainText('ferries')
    moved.push(...(await shiftsOf(page)).map((shift) => `at ${width}: ${shift}`))
  }
  await front.close()
  expect(moved).toEqual([])
})

for (const [what, answer] of [
  ['does not answer', undefined],
  ['answers with web pages', { status: 200, type: 'text/html', body: '<!doctype html><title>Start</title>' }],
] as const)
  test(`nothing moves on Overview where the service ${what}`, async ({ page, stack }) => {
    const front = await frontOf('http://127.0.0.1:9', () => answer)
    if (!answer) await front.close()
    const { origin } = await stack.startConsole({ SERVICE_URL: front.origin, ...CREDENTIALS })
    await watchShifts(page)
    await slowly(page)
    const moved: string[] = []
    for (const width of [1920, 390]) {
      await page.setViewportSize({ width, height: 860 })
      await page.goto(origin)
      await expect(page.getByRole('alert').first()).toContainText('Could not load the files')
      await expect(page.getByRole('region', { name: 'Recent changes' })).toBeVisible()
      moved.push(...(await shiftsOf(page)).map((shift) => `at ${width}: ${shift}`))
    }
    if (answer) await front.close()
    expect(moved).toEqual([])
  })

test('nothing moves where it turns out that the service does not list', async ({ browser, stack }) => {
  const { origin, close } = await consoleBehind(stack, ({ method, path }) =>
    method === 'GET' && LISTS.test(path) ? 404 : undefined,
  )
  const moved: string[] = []
  // On a phone one of each kind: the lists of calls and of threads differ in columns, those of the Testing lab share their screen.
  const onPhone = ['/calls', '/testing-lab', '/agents']
  for (const [width, paths] of [
    [1280, ['/threads', '/testing-lab?tab=runs', ...onPhone]],
    [390, onPhone],
  ] as const) {
    const context = await browser.newContext({ viewport: { width, height: 860 } })
    for (const path of paths) {
      // Each in a tab that has not found out before.
      const page = await context.newPage()
      await watchShifts(page)
      await slowly(page)
      await page.goto(origin + path)
      await expect(page.getByText('The service lists no')).toBeVisible()
      moved.push(...(await shiftsOf(page)).map((shift) => `${path} at ${width}: ${shift}`))
      if (path === '/agents') {
        // With rows, it stands below them.
        await addForeignAgent(page, origin, { agentId: 'a-1', versionId: 'v-1', labId: 61, name: 'Unlisted' })
        await page.goto(origin + path)
        await expect(page.getByText('Named by calls and threads, or added')).toBeVisible()
        moved.push(...(await shiftsOf(page)).map((shift) => `${path} with a row at ${width}: ${shift}`))
      }
      await page.close()
    }
    await context.close()
  }
  await close()
  expect(moved).toEqual([])
})
