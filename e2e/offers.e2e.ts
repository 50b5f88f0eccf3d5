import type { Page } from 'playwright/test'
import type { Operation } from '../src/contract/operation'
import { findOperation } from '../src/proxy/find-operation'
import { createAgent, deploy } from './agent-steps'
import { markdown } from './documents'
import { inPage } from './in-page'
import { button, chooseFiles, row } from './knowledge-steps'
import { type Absent, lacking, type Offers } from './offers'
import { expect, test, unique } from './screen'
import { shownAgent } from './version-steps'

/** What the walk looks at: agents, a file, a collection, a call, and no more than its addresses lead to. */
interface Things {
  readonly agents: readonly string[]
  readonly collectionId: string
}

async function makeThings(page: Page, origin: string, absent: Absent): Promise<Things> {
  const agents: string[] = []
  // Of three things a 404 in the service's own shape is about the address (D273).
  for (const name of absent === 'json' ? ['First', 'Second', 'Third'] : ['First', 'Second']) {
    await createAgent(page, unique(name), {}, origin)
    agents.push(shownAgent(page))
    await deploy(page)
  }
  if (absent === 'html') {
    const file = `${unique('guide').replaceAll(' ', '-')}.md`
    await page.goto(`${origin}/knowledge/files`)
    await chooseFiles(page, [markdown(file, '# Refunds')])
    await expect(row(page, file)).toContainText('INGESTED')
  }
  let collectionId = ''
  if (absent !== 'empty') {
    await page.goto(`${origin}/knowledge/collections?new=true`)
    await page.getByRole('dialog').getByLabel('Name').fill('Shop')
    await page.getByRole('dialog').getByRole('button', { name: 'Create collection' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()
    collectionId = shownAgent(page)
  }
  await page.goto(`${origin}/calls?place=true&agent=${agents[0]}`)
  await page.getByLabel('Outbound phone number id').fill('number-main')
  await page.getByLabel('To phone number').fill('+15005550142')
  await page.getByRole('button', { name: 'Place call', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Place call now' }).click()
  await expect(page.getByRole('region', { name: 'The call was accepted' })).toBeVisible()
  // What is asked of the call here is learnt only once the collections answered, too (D900), and a page that is left before does not know it.
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('readCall')
  return { agents, collectionId }
}

const agentAddresses = (id: string) => [
  `/agents/${id}`,
  `/agents/${id}?tab=versions`,
  `/agents/${id}?tab=conversations`,
  `/agents/${id}?tab=tests`,
  `/agents/${id}?edit=true`,
]

/** What shows something of calls or versions, which is there where some of the rest is not. */
const ofSome = ({ agents: [first = '', second] }: Things) => [
  '/',
  '/agents',
  ...agentAddresses(first),
  '/calls',
  `/calls?place=true&agent=${first}`,
  `/calls/batch/new?agent=${second}`,
  `/threads/new?channel=sms&agent=${second}`,
  '/testing-lab/run',
]

/** What asks for one thing by its id. What names an agent is asked on its page or with its versions: of one agent all is opened. */
const ofThings = ({ agents, collectionId }: Things) => [
  '/agents',
  ...agents.flatMap((id, at) => agentAddresses(id).slice(0, at ? 2 : undefined)),
  `/knowledge/collections/${collectionId}`,
  '/calls',
  '/testing-lab/runs/1',
]

/** Every screen with what it shows of one thing. */
const ofAll = (things: Things) => [
  ...ofSome(things),
  '/agents/new',
  '/tools',
  '/knowledge/files',
  '/knowledge/collections',
  `/knowledge/collections/${things.collectionId}`,
  '/knowledge/replace/new',
  '/knowledge/restructure/new',
  '/threads',
  '/testing-lab',
  '/testing-lab/generate',
  '/testing-lab/compare',
  '/testing-lab/runs/1',
  '/activity',
  '/settings',
]

async function settle(page: Page): Promise<void> {
  // Behind a dialog it is hidden from readers.
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('alert'), page.url()).toHaveCount(0)
  await expect(page.getByText('Does not answer'), page.url()).toHaveCount(0)
}

/** A panel asks for what its list does not: of a file and of a call. */
async function openPanels(page: Page): Promise<void> {
  const rail = page.getByRole('navigation').first()
  for (const name of ['Files', 'Calls']) {
    await rail.getByRole('link', { name, exact: true }).click()
    await settle(page)
    const rows = page.getByRole('table', { name }).getByRole('row').filter({ hasNotText: 'Loading' })
    await rows.nth(1).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await settle(page)
    await page.keyboard.press('Escape')
  }
}

/** Where the service makes no versions, the page says what to do instead, and shows what the version holds. */
async function readWithoutVersions(page: Page, address: string): Promise<void> {
  await page.goto(address)
  const instead = page
    .getByRole('status')
    .filter({ hasText: 'This service cannot create versions from here' })
  await expect(instead).toContainText('add its id on the page of the agent')
  await expect(page.getByRole('region', { name: 'Sent at creation' })).toContainText('brief and friendly')
  await instead.getByRole('link', { name: 'Duplicate as new agent' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New agent' })).toBeVisible()
}

/** In the settings of a service that does not tell of the organization nothing can be changed, also after a reload. */
async function readOrganization(page: Page): Promise<void> {
  const section = page.getByRole('region', { name: 'Organization' })
  for (const again of [false, true]) {
    if (again) {
      await page.reload()
      await page.getByRole('region', { name: 'About' }).scrollIntoViewIfNeeded()
    }
    await expect(section).toContainText('This service does not report the organization.')
    await expect(section.getByRole('button')).toHaveCount(0)
  }
}

/** A service that offers all is what every other journey meets. The addresses are those at which a kind can be told from the first (D631). */
const KINDS: readonly (readonly [Offers, Absent, (things: Things) => readonly string[]])[] = [
  ['none', 'html', ofAll],
  ['none', 'json', ofThings],
  ['some', 'empty', ofSome],
]

for (const [offers, absent, addresses] of KINDS)
  test(`a walk through a service that offers ${offers}, with ${absent} for the rest, asks once and breaks nothing`, async ({
    page,
    stack,
  }) => {
    // Through every screen.
    test.slow()
    const { origin, asked } = await stack.startOffering({ offers, absent })
    const things = await makeThings(page, origin, absent)
    const before = { ...asked }
    const writes: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') writes.push(`${request.method()} ${request.url()}`)
    })
    // A page that was left before the answer came could not learn from it.
    const unanswered: Record<string, number> = {}
    page.on('requestfailed', (request) => {
      const { pathname } = new URL(request.url())
      const found = findOperation(request.method(), pathname)
      if (found.kind === 'operation')
        unanswered[found.operation.name] = (unanswered[found.operation.name] ?? 0) + 1
    })
    // What was learnt is the same in a page that stays and in one that is loaded again, whatever came with the refusal.
    const within = inPage(page)
    for (const address of addresses(things)) {
      if (absent === 'html') await within(address)
      else await page.goto(`${origin}${address}`)
      await settle(page)
    }
    if (absent === 'html') await openPanels(page)
    expect(writes).toEqual([])
    // A 404 of the service's own shape may be about the one thing that was named; each is asked for once (D273).
    const mostOf = ({ method, path }: Operation) =>
      method !== 'GET' ? 0 : absent === 'json' && path.includes('{') ? things.agents.length : 1
    const askedTooOften = lacking(offers).filter(
      (each) => (asked[each.name] ?? 0) - (unanswered[each.name] ?? 0) > mostOf(each),
    )
    expect(askedTooOften.map(({ name }) => `${name} ${asked[name]}`)).toEqual([])
    expect(before.createAgent).toBe(things.agents.length)

    if (absent === 'json') await readWithoutVersions(page, `${origin}/agents/${things.agents[0]}`)
    await page.goto(`${origin}/settings`)
    await page.getByRole('region', { name: 'About' }).scrollIntoViewIfNeeded()
    if (absent === 'html') {
      await readOrganization(page)
      expect(asked.readOrganization).toBe(1)
    }
    const list = page.getByRole('region', { name: 'What this service offers' })
    const said = (name: string) => list.getByRole('row').filter({ hasText: name })
    await expect(said('Load the runs')).toContainText('Not offered')
    await expect(said('Load the versions of the agent')).toContainText(
      offers === 'none' ? 'Not offered' : 'Offered',
    )
    await expect(said('Create the version')).toContainText('Not asked yet')
    const runs = asked.listRuns ?? 0
    await button(page, 'Ask again').click()
    await expect.poll(() => asked.listRuns).toBe(runs + 1)
    await expect(said('Load the versions of the agent')).toContainText('Not asked yet')
  })
