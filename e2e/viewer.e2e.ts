import type { Page } from 'playwright/test'
import { haveAgent } from './agent-steps'
import { choose, csv, numberOf } from './batch-steps'
import { markdown } from './documents'
import { inPage } from './in-page'
import { haveCollection, haveFiles } from './knowledge-steps'
import { expect, test } from './screen'
import {
  openBrowser,
  openTeamPage,
  PASSWORD,
  signIn,
  signInAgain,
  signInDialog,
  VIEWER_PASSWORD,
} from './team-steps'

/** What a person could press to change something. */
const WRITES =
  /^(New|Add|Upload|Group|Place|Deploy|Replace|Delete|Remove|Edit|Create|Generate|Run|Retry|Start|Save|Send|Say|Try|Duplicate|Write|Restructure|Roll back|Continue|Stop|Take over|Dismiss|Undo|Call from|Close thread|Forget|Fix it|Simulate|Use as|Configure a|Import|Enter|Mark|Rename)\b/

/** What tells a person to change something. */
const TELLS =
  /\b(Export or (import|forget)|Adds the agents of a file|Upload a|Create one|Add (files|it|them|the version|one)|Generate some|You can still add)\b/

/** What begins like a write and is none: heads of columns, the names of runs, another reading. */
const RIGHT = /^(Run|Start|Run \d+|Run of .*|Try again)$/

/** Records of one browser, which a viewer has, too, where a file may go, and the title over what a viewer is not given. */
const OWN =
  /Stored in this browser\.|All tabs of this browser|for a colleague or another browser|Add files to Hours/g

/** What on this screen changes something, says how, or speaks of this browser where the team is meant. */
async function wrongOn(page: Page): Promise<string[]> {
  await expect(page.locator('#main h1')).toBeVisible()
  const shown = page.locator('#main, [role=dialog]')
  const pressed = shown.getByRole('button').or(shown.getByRole('link'))
  const names = await pressed.evaluateAll((all) =>
    all.map((one) => (one.getAttribute('aria-label') ?? (one as HTMLElement).innerText).trim()),
  )
  const forms = page.locator('#main form:visible, [role=dialog] form:visible')
  const outside = await forms.evaluateAll((all) =>
    all.map((form) => (form.closest('search') ? '' : form.outerHTML)),
  )
  const files = await page.locator('input[type=file]').count()
  const text = (await shown.allInnerTexts()).join('\n').replaceAll(OWN, '')
  return [
    ...names.filter((name) => WRITES.test(name) && !RIGHT.test(name)),
    ...outside.filter((html) => html !== '').map((html) => `form ${html.slice(0, 80)}`),
    ...(files > 0 ? ['a field for files'] : []),
    ...(TELLS.exec(text) ?? []).slice(0, 1),
    ...(/(this|another) browser/i.exec(text) ?? []).slice(0, 1),
  ]
}

/** Screens that have other words where they are empty. */
const LISTS = [
  '/',
  '/agents',
  '/knowledge/files',
  '/knowledge/collections',
  '/calls',
  '/threads',
  '/testing-lab',
  '/testing-lab?tab=runs',
]

const SCREENS = [...LISTS, '/tools', '/activity', '/activity/audit', '/settings']

test('a viewer finds nothing that writes on any screen, and no page of theirs sends a write', async ({
  browser,
  stack,
}) => {
  test.setTimeout(300_000)
  const { page: operator, origin } = await openTeamPage(browser, stack)
  await inPage(operator)('/agents')
  expect(await wrongOn(operator)).toContain('New agent')
  const page = await (await openBrowser(browser, origin)).newPage()
  await signIn(page, '/', VIEWER_PASSWORD)
  await expect(page.getByText('Viewer', { exact: true })).toBeVisible()
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`)
  })
  const found: Record<string, string[]> = {}
  const open = inPage(page)
  const look = async (path: string) => {
    await open(path)
    const wrong = await wrongOn(page)
    if (wrong.length > 0) found[path] = wrong
  }
  for (const path of LISTS) await look(path)
  expect(found).toEqual({})

  // The same with something to look at.
  const post = async (path: string, data: object) => {
    const answer = await operator.request.post(path, { data })
    expect(answer.status(), await answer.text()).toBeLessThan(300)
    return await answer.json()
  }
  const { agentId, versionId } = await haveAgent(operator, 'Front desk')
  const text = await haveAgent(operator, 'Text desk', { agentType: 'TEXT' })
  await haveFiles(operator, [markdown('hours.md')])
  const collectionId = await haveCollection(operator, 'Hours', ['hours.md'])
  const { files } = await (await operator.request.get('/api/v1/knowledge-base/files')).json()
  const file = files[0].id
  const called = await post(`/api/v1/agent/${agentId}/dispatch`, { versionId, toPhoneNumber: '+14155550100' })
  const started = await post('/api/v1/threads', {
    agentVersionId: text.versionId,
    toPhoneNumber: '+14155550101',
    initialMessage: 'Hello',
  })
  const lists = await (await operator.request.get(`/api/v1/agents/${agentId}/versions`)).json()
  const agent_id = lists.agent.cekuraAgentId
  const scenario = await post('/api/v1/testing-lab/scenarios', {
    agent_id,
    name: 'A discount',
    first_message: 'Do students get a discount?',
    instructions: 'Ask for a discount.',
    expected_outcome_prompt: 'The agent says “Students get 70 percent off”.',
  })
  const run = await post('/api/v1/testing-lab/scenarios/run', {
    agent_id,
    scenarios: [scenario.id],
    agent_version_id: versionId,
  })
  const read = async () =>
    (await (await operator.request.get(`/api/v1/testing-lab/runs/${run.id}`)).json()).status
  await expect.poll(read, { timeout: 60_000 }).toBe('completed')
  const call = called.id ?? called.call?.id
  const thread = started.id ?? started.thread?.id
  const { tools } = await (await operator.request.get('/api/v1/tools')).json()
  const tool = tools?.[0]?.id
  // Calls that nobody began, which an operator would continue.
  await operator.goto(`/calls/batch/new?agent=${agentId}`)
  await expect(operator.getByLabel('Version id')).not.toHaveValue('')
  await operator.getByLabel('Outbound phone number id').fill('number-main')
  await choose(operator, csv('begun.csv', ['to', numberOf(0), numberOf(1)]))
  await operator.getByRole('button', { name: 'Continue with 2 rows' }).click()
  await expect(operator.getByRole('heading', { level: 1, name: 'Batch begun.csv' })).toBeVisible()
  const batch = new URL(operator.url()).pathname
  await page.goto('/')
  await expect(page.getByText('Calls from begun.csv are ready to start')).toBeVisible()
  // What stands in for a form, which a viewer is not given.
  const forms = [
    '/agents/new',
    ...['', 'tab=versions&'].map((tab) => `/agents/${agentId}?${tab}try=${versionId}`),
    '/threads/new',
    '/calls?place=true',
    '/knowledge/collections?new=true',
    `/knowledge/collections/${collectionId}?add=true`,
    `/knowledge/files?file=${file}&delete=true`,
    `/knowledge/replace/new?file=${file}`,
    '/testing-lab/run',
    ...['new=true', `edit=${tool}`, `copy=${tool}`].map((search) => `/tools?${search}`),
    '/settings?forget=true',
  ]
  for (const path of [
    ...SCREENS,
    ...forms,
    `/agents/${agentId}`,
    ...['versions', 'deployments', 'tests', 'conversations'].map((tab) => `/agents/${agentId}?tab=${tab}`),
    `/agents/${agentId}?deploy=${versionId}`,
    ...['add=version', 'edit=true'].map((search) => `/agents/${agentId}?${search}`),
    '/agents?add=true',
    '/agents?transfer=true',
    `/tools?tool=${tool}`,
    `/knowledge/files?file=${file}`,
    `/knowledge/collections/${collectionId}`,
    `/knowledge/restructure/new?from=${collectionId}`,
    `/calls?call=${call}`,
    '/calls/batch/new',
    batch,
    `/threads/${thread}`,
    `/testing-lab?scenario=${scenario.id}`,
    // By its id a run is added in the dialog of a scenario.
    ...['scenario', 'write'].map((what) => `/testing-lab?add=${what}`),
    '/testing-lab/generate',
    `/testing-lab/runs/${run.id}`,
    // What nobody knows.
    ...[
      'agents',
      'calls/batch',
      'knowledge/replace',
      'knowledge/restructure',
      'testing-lab/runs',
      'threads',
    ].map((place) => `/${place}/${place === 'testing-lab/runs' ? '999999' : 'unknown-0'}`),
  ]) {
    await look(path)
    if (!forms.includes(path)) continue
    await expect.soft(page.getByText('You have read-only access'), path).toBeVisible()
    // Nor what belongs to a form that is not there.
    await expect
      .soft(
        page.getByText(
          /^(Before it is sent|What will be sent|What will happen|SMS|Message as the customer|.pdf or .md, up to .*)$/,
        ),
        path,
      )
      .toHaveCount(0)
  }
  expect(found).toEqual({})
  expect(refused).toEqual([])

  // Nor a column of buttons that are not there.
  await page.goto(`/knowledge/collections/${collectionId}`)
  await expect(page.getByRole('columnheader', { name: 'Status' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Remove from collection' })).toHaveCount(0)
  // The failed run can be looked at.
  await page.goto(`/agents/${agentId}?tab=tests`)
  const way = page.getByRole('navigation', { name: 'From scenarios to a deployed version' })
  await way.getByRole('link', { name: 'Show the run' }).click()
  await expect(page).toHaveURL(new RegExp(`/testing-lab/runs/${run.id}`))
  const forced = await page.request.post('/api/v1/knowledge-base/collection', { data: { name: 'Forced' } })
  expect([forced.status(), (await forced.json()).code]).toEqual([403, 'VIEWER'])
})

test('what a viewer finds in the palette and drops on a page leads to no write', async ({
  browser,
  stack,
}) => {
  const { page } = await openTeamPage(browser, stack, '/calls', VIEWER_PASSWORD)
  const palette = page.getByRole('dialog')
  await expect(page.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill('e')
  await expect(palette.getByRole('option').first()).toBeVisible()
  const names = await palette.getByRole('option').allInnerTexts()
  expect(names.filter((name) => WRITES.test(name))).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 1 }).click()

  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['# Hours'], 'hours.md', { type: 'text/markdown' }))
    return transfer
  })
  const writes: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && !pathname.startsWith('/console/')) writes.push(pathname)
  })
  for (const path of ['/calls', '/knowledge/files']) {
    await page.getByRole('link', { name: path === '/calls' ? 'Calls' : 'Files', exact: true }).click()
    await page.dispatchEvent('#main', 'dragenter', { dataTransfer: dropped })
    await expect
      .poll(async () => {
        await page.dispatchEvent('#main', 'drop', { dataTransfer: dropped })
        return page.getByText('This screen takes no files').count()
      })
      .toBeGreaterThan(0)
    await page.getByRole('button', { name: /^Dismiss: This screen takes no files/ }).click()
    await expect(page.getByRole('button', { name: /^Upload/ })).toHaveCount(0)
  }
  expect(writes).toEqual([])
})

test('a page that is open follows who is signed in: who changes in another tab finds what is for them', async ({
  browser,
  stack,
}) => {
  const {
    page: first,
    context,
    origin,
  } = await openTeamPage(browser, stack, '/knowledge/files', VIEWER_PASSWORD)
  const form = await context.newPage()
  await form.goto(`${origin}/agents/new`)
  await expect(form.getByText('You have read-only access')).toBeVisible()
  const upload = first.getByRole('button', { name: 'Upload files' })
  await expect(
    first.getByRole('heading', { name: 'No files yet' }).or(first.getByText('No files yet')),
  ).toBeVisible()
  await expect(upload).toHaveCount(0)
  const change = async (password: string) => {
    const tab = await context.newPage()
    await tab.goto(`${origin}/settings`)
    await tab.getByRole('button', { name: 'Sign out' }).click()
    await tab.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await expect(signInDialog(first)).toBeVisible()
    // It stays open: a tab that is closed on its way to another page may never say that it is.
    await expect(tab.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await signInAgain(form, password)
    await expect(signInDialog(first)).toHaveCount(0)
  }
  await change(PASSWORD)
  await expect(first.getByText('Operator', { exact: true })).toBeVisible()
  await expect(upload.first()).toBeVisible()
  await expect(form.getByLabel('Name', { exact: true })).toBeVisible()
  await form.getByLabel('Name', { exact: true }).fill('Front desk')
  await change(VIEWER_PASSWORD)
  await expect(first.getByText('Viewer', { exact: true })).toBeVisible()
  await expect(upload).toHaveCount(0)
  await expect(form.getByText('You have read-only access')).toBeVisible()
})
