import type { Page } from 'playwright/test'
import { gate } from '../src/net/gate.fixture'
import { haveAgent } from './agent-steps'
import { consoleBehind } from './console-behind'
import { CUT, type frontOf } from './front'
import { inPage } from './in-page'
import { addForeignAgent } from './lab-steps'
import { expect, test, unique } from './screen'
import type { Stack } from './stack'

type Answer = Parameters<typeof frontOf>[1] extends (...asked: never[]) => infer Given ? Given : never
type Refusal = NonNullable<Answer>

const AGENT = { agentId: 'agent-u', versionId: 'version-u', labId: 51, name: 'Unlisted' }

const EMPTY = { status: 200, type: 'application/json', body: '' }
const WEB_PAGE = { status: 200, type: 'text/html', body: '<!doctype html><title>Start</title>' }

const LISTS = /\/api\/v1\/(?:agents|agent-calls|threads|testing-lab\/(?:scenarios|runs))$/

/** A console whose service answers its lists beyond the document so, and everything else as it should. */
const whereListsAre = (stack: Stack, answer: Answer) =>
  consoleBehind(stack, ({ method, path }) => (method === 'GET' && LISTS.test(path) ? answer : undefined))

const rail = (page: Page) => page.getByRole('navigation').first()
const chip = (page: Page, name: RegExp) => page.getByRole('button', { name })

/** Every list says by the same parts why it has no rows: of two answers that differ in their words, the second is looked at in these only. */
const SOME = ['/calls', '/agents']

for (const [what, answer, why, everywhere] of [
  ['that breaks off', CUT, "The service's answer broke off or could not be read.", false],
  ['with nothing in it', EMPTY, 'The service answered with success, but', true],
] as const)
  test(`an answer ${what} is a list that could not be read, of a service that answers (D907)`, async ({
    page,
    stack,
  }) => {
    const { origin, close } = await whereListsAre(stack, answer)
    const open = inPage(page)
    await page.goto(`${origin}/settings`)
    for (const [path, failed, untrue] of [
      ['/calls', 'Could not load the calls', 'lists no calls'],
      ['/threads', 'Could not load the threads', 'lists no threads'],
      ['/testing-lab', 'Could not load the scenarios', 'No scenarios yet'],
      ['/testing-lab?tab=runs', 'Could not load the runs', 'No runs yet'],
      ['/agents', 'Could not load the agents', 'No agents yet'],
    ] as const) {
      if (!everywhere && !SOME.includes(path)) continue
      await open(path)
      await expect(page.getByText(failed).first()).toBeVisible()
      await expect(page.getByText(why).first()).toBeVisible()
      await expect(page.getByText(untrue)).toHaveCount(0)
      await expect(page.getByText('Does not answer')).toHaveCount(0)
    }
    await addForeignAgent(page, origin, AGENT)
    await page.goto(origin)
    await expect(page.getByText('Could not be loaded.').first()).toBeVisible()
    await expect(page.getByText('No call yet.')).toHaveCount(0)
    await expect(rail(page)).not.toContainText('Does not answer')
    await close()
  })

for (const [what, answer, words, everywhere] of [
  ['does not list', 404, 'The service lists no THINGS.', true],
  ['answers with a web page', WEB_PAGE, 'No list of THINGS could be read.', false],
] as const)
  test(`what a service ${what} is not counted as none, and each list says whose rows it shows (D907)`, async ({
    page,
    stack,
  }) => {
    const { origin, close } = await whereListsAre(stack, answer)
    const open = inPage(page)
    await page.goto(`${origin}/settings`)
    for (const [path, things] of [
      ['/calls', 'calls'],
      ['/threads', 'threads'],
      ['/testing-lab?tab=runs', 'runs'],
      ['/testing-lab', 'scenarios'],
      ['/agents', 'agents'],
    ] as const) {
      if (!everywhere && !SOME.includes(path)) continue
      await open(path)
      await expect(page.getByText(words.replace('THINGS', things))).toBeVisible()
      if (path === '/calls' && answer === 404) await expect(page.getByText('No calls yet')).toBeVisible()
      await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    }
    for (const path of ['/calls?place=true', '/calls/batch/new', '/threads/new']) {
      await open(path)
      await expect(
        page.getByText('This service gives no readable list of its agents. Paste an id.'),
      ).toBeVisible()
    }
    await open('/testing-lab')
    await expect(chip(page, /^Scenarios$/)).toBeVisible()
    await expect(chip(page, /^Runs$/)).toBeVisible()
    await addForeignAgent(page, origin, AGENT)
    await page.goto(origin)
    await expect(page.getByText('No call from this browser yet.')).toBeVisible()
    await expect(page.getByText('No thread from this browser yet.')).toBeVisible()
    const figures = page.getByRole('region', { name: 'In figures' })
    await expect(figures.getByRole('link', { name: 'Files' })).toBeVisible()
    await expect(figures.getByRole('link', { name: 'Calls' })).toHaveCount(0)
    await close()
  })

test('a form says why it offers no agents, and offers them once they can be read; so does a conversation of its messages', async ({
  page,
  stack,
}) => {
  let answer: Answer | undefined = 500
  const { origin, close } = await consoleBehind(stack, ({ method, path }) =>
    method === 'GET' && /\/agents$|\/(?:agent-calls|threads|messages)$/.test(path) ? answer : undefined,
  )
  const name = unique('Read later')
  await haveAgent(page, `${name} calls`, {}, origin)
  const { versionId } = await haveAgent(page, `${name} writes`, { agentType: 'TEXT' }, origin)
  for (const [path, label] of [
    ['/calls?place=true', 'Agent id'],
    ['/calls/batch/new', 'Agent id'],
    ['/threads/new?channel=chat', 'Agent id'],
    ['/threads/new?channel=sms', 'Agent version id'],
  ] as const) {
    answer = 500
    await page.goto(origin + path)
    const alert = page.getByRole('main').getByRole('alert').filter({ hasText: 'Could not load the agents' })
    await expect(alert).toHaveCount(1)
    const again = alert.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    await again.press('Enter')
    await expect(alert).toHaveCount(1)
    // It is read again by itself, too, which may come first.
    answer = undefined
    await expect(alert).toHaveCount(0)
    // What the list says of an agent names no version of it.
    if (label !== 'Agent id') continue
    await page.getByRole('combobox', { name: label }).fill(name)
    await expect(page.getByRole('option', { name })).toBeVisible()
  }

  const data = { agentVersionId: versionId, toPhoneNumber: '+15005550110', initialMessage: 'Good day' }
  const { thread } = await (await page.request.post(`${origin}/api/v1/threads`, { data })).json()
  answer = 429
  await page.goto(`${origin}/threads/${thread.id}`)
  const alert = page.getByRole('alert').filter({ hasText: 'Could not load the messages' })
  await expect(alert.getByRole('button', { name: 'Try again' })).toBeVisible()
  answer = undefined
  await expect(alert).toHaveCount(0)
  await expect(page.getByText('Good day')).toBeVisible()
  await close()
})

test('a long list that breaks off after it began is said to have broken off, by a service that answers (D887)', async ({
  page,
  stack,
}) => {
  const long = { ...CUT, body: `{"files":[${'{"fileId":"f","fileName":"f.md"},'.repeat(20_000)}` }
  const { origin, close } = await consoleBehind(stack, ({ path }) =>
    path === '/api/v1/knowledge-base/files' ? long : undefined,
  )
  await page.goto(`${origin}/knowledge/files`)
  await expect(page.getByText('Could not load the files').first()).toBeVisible()
  await expect(page.getByText('The answer broke off.')).toBeVisible()
  await expect(page.getByText("Can't reach Switchboard")).toHaveCount(0)
  await expect(rail(page)).not.toContainText('Does not answer')
  await close()
})

test('an empty list that can no longer be read is not said to have nothing (D887)', async ({
  page,
  stack,
}) => {
  let lists: Refusal = { ...EMPTY, body: '{"collections":[]}' }
  const { origin, close } = await consoleBehind(stack, ({ path }) =>
    path.endsWith('/collections') ? lists : path.endsWith('/collection') ? EMPTY : undefined,
  )
  await page.goto(`${origin}/knowledge/collections`)
  await expect(page.getByText('No collections yet')).toBeVisible()
  lists = EMPTY
  await page.getByRole('button', { name: 'New collection' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New collection' })
  await dialog.getByLabel('Name').fill('Returns')
  await dialog.getByRole('button', { name: 'Create collection' }).click()
  await expect(page.getByText('Returns was created')).toBeVisible()
  await expect(page.getByText('Could not load the collections')).toBeVisible()
  for (const untrue of ['No collections yet', 'does not list it'])
    await expect(page.getByText(untrue)).toHaveCount(0)
  await page.evaluate(() => history.pushState(null, '', '/knowledge/collections/of-a-colleague'))
  await expect(page.getByRole('heading', { level: 1, name: 'Collection', exact: true })).toBeVisible()
  await expect(page.getByText('Could not load the collections')).toBeVisible()
  await close()
})

test('scenarios whose reply breaks off are told once, and nothing is promised to be below', async ({
  page,
  stack,
}) => {
  const { origin, close } = await consoleBehind(stack, ({ path }) =>
    path.endsWith('/scenarios/generate') ? CUT : undefined,
  )
  await addForeignAgent(page, origin, AGENT)
  await page.goto(`${origin}/testing-lab/generate?agent=${AGENT.agentId}`)
  await expect(page.getByLabel('Testing lab agent id')).toHaveValue('51')
  await page.getByRole('button', { name: 'Generate scenarios' }).click()
  const outcome = page.getByRole('region', { name: 'The request was accepted, and no scenario came back' })
  await expect(outcome).toContainText('Its reply could not be read')
  await expect(outcome).toContainText('Do not send it again.')
  await expect(outcome.getByRole('alert')).toHaveCount(0)
  for (const untrue of ['Scenarios generated', 'shown below'])
    await expect(page.getByText(untrue)).toHaveCount(0)
  await close()
})

test('a list that is late says after some seconds that it is waited for, and comes', async ({
  page,
  stack,
}) => {
  const { open: release, opened: released } = gate()
  const { origin, close } = await consoleBehind(
    stack,
    () => undefined,
    ({ path }) => (path.endsWith('/collections') ? released : undefined),
  )
  await page.goto(`${origin}/knowledge/collections`)
  const waiting = page.getByRole('main').getByText('Waiting for the answer.')
  await expect(waiting).toBeVisible()
  release()
  await expect(page.getByRole('table', { name: 'Collections' })).toBeVisible()
  await expect(waiting).toHaveCount(0)
  await close()
})

test('an agent that is asked for again after a failure is still being loaded', async ({ page, stack }) => {
  const { opened, open } = gate()
  let asked = 0
  const { origin, close } = await consoleBehind(stack, ({ path }) => {
    if (!path.endsWith('/versions')) return undefined
    asked += 1
    return asked === 1 ? 500 : opened.then(() => 500)
  })
  await page.goto(`${origin}/agents/agent-of-the-address`)
  await expect.poll(() => asked).toBe(2)
  await expect(page.getByText('Loading', { exact: true })).toBeVisible()
  open()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Could not load the versions')
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0)
  await close()
})
