import type { Page } from 'playwright/test'
import { gate } from '../src/net/gate.fixture'
import { createAgent, deploy, watchRequests } from './agent-steps'
import { choose, csv, numberOf, setPace } from './batch-steps'
import { frontOf } from './front'
import { expect, test, unique } from './screen'
import { come, endSession, PASSWORD, signInDialog, startTeam, VIEWER_PASSWORD } from './team-steps'

/** Opens the form of a new batch, for an agent of its own. */
async function openBatchForm(page: Page): Promise<void> {
  const name = unique('Batch desk')
  await createAgent(page, name)
  await deploy(page, 'Agreed')
  await page.goto(`/calls/batch/new?agent=${new URL(page.url()).pathname.split('/').at(-1)}`)
  await expect(page.getByLabel('Version id')).not.toHaveValue('')
  await page.getByLabel('Outbound phone number id').fill('number-main')
}

/** Makes a batch of these numbers, and ends on its page. */
async function openBatch(page: Page, file: string, numbers: readonly string[]): Promise<void> {
  await openBatchForm(page)
  await choose(page, csv(file, ['to', ...numbers]))
  await page.getByRole('button', { name: `Continue with ${numbers.length} rows` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Batch ${file}` })).toBeVisible()
}

test('two people share what they recorded: an agent, its calls, and a batch that is taken over', async ({
  browser,
  stack,
}) => {
  test.setTimeout(240_000)
  const origins = await startTeam(stack)
  const [anna, ben] = [await come(browser, origins[0]), await come(browser, origins[1])]

  // What Anna makes is there for Ben without a reload, also what only the console records.
  const activity = await ben.context().newPage()
  await activity.goto('/activity')
  await expect(activity.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()
  const name = unique('Shared desk')
  await createAgent(anna, name)
  await deploy(anna, 'Agreed with Ben')
  const agentId = new URL(anna.url()).pathname.split('/').at(-1) ?? ''
  const row = ben.getByRole('table', { name: 'Agents' }).getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Deployed')
  const deploying = activity.getByRole('row').filter({ hasText: 'Version deployed' })
  await expect(deploying).toContainText(name)
  await expect(deploying).toContainText('operator')
  await activity.close()

  await anna.goto('/calls')
  await expect(anna.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible()
  await ben.goto(`/calls?place=true&agent=${agentId}`)
  await expect(ben.getByLabel('Version id')).not.toHaveValue('')
  await ben.getByLabel('Outbound phone number id').fill('number-main')
  await ben.getByLabel('To phone number').fill(numberOf(900))
  await ben.getByRole('button', { name: 'Place call', exact: true }).click()
  await ben.getByRole('dialog').getByRole('button', { name: 'Place call now' }).click()
  await expect(anna.getByRole('table', { name: 'Calls' })).toContainText(numberOf(900).slice(-4))

  // Ben sees that Anna sends, and takes over: each number is called once.
  const numbers = Array.from({ length: 60 }, (_, each) => numberOf(each))
  await anna.goto(`/calls/batch/new?agent=${agentId}`)
  await expect(anna.getByLabel('Version id')).not.toHaveValue('')
  await anna.getByLabel('Outbound phone number id').fill('number-main')
  await choose(anna, csv('shared.csv', ['to', ...numbers]))
  await anna.getByLabel('One call every').fill('2')
  await anna.getByRole('button', { name: 'Continue with 60 rows' }).click()
  const heading = { level: 1, name: 'Batch shared.csv' }
  await expect(anna.getByRole('heading', heading)).toBeVisible()
  const viewer = await come(browser, origins[1], VIEWER_PASSWORD)
  const sent = [watchRequests(anna, 'POST', '/dispatch'), watchRequests(ben, 'POST', '/dispatch')] as const
  await anna.getByRole('button', { name: 'Start batch' }).click()
  await anna.getByRole('dialog').getByRole('button', { name: 'Place 60 calls' }).click()
  await expect.poll(() => sent[0].length).toBeGreaterThan(1)
  await viewer.goto(new URL(anna.url()).pathname)
  await expect(viewer.getByText('operator sends this batch.')).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'Take over' })).toHaveCount(0)

  await ben.goto(new URL(anna.url()).pathname)
  await expect(ben.getByRole('heading', heading)).toBeVisible()
  await expect(ben.getByText('operator sends this batch.')).toBeVisible()
  await expect(ben.getByRole('button', { name: /^Accepted ([2-9]|\d\d)$/ })).toBeVisible()
  await ben.getByRole('button', { name: 'Take over' }).click()
  await expect.poll(() => sent[1].length).toBeGreaterThan(1)
  await expect(anna.getByText('operator sends this batch.')).toBeVisible()
  // And back, and once more: who had it before knows what was done meanwhile.
  const before = sent[0].length
  await anna.getByRole('button', { name: 'Take over' }).click()
  await expect(ben.getByText('operator sends this batch.')).toBeVisible()
  await expect.poll(() => sent[0].length).toBeGreaterThan(before)
  await ben.getByRole('button', { name: 'Take over' }).click()
  await expect(anna.getByText('operator sends this batch.')).toBeVisible()
  // Who left and comes back reads the same as the others, at once and not half a minute later. A call that is on its way when its page goes stays
  // unknown, so Ben goes between two.
  const saved = ben.waitForRequest(
    (request) =>
      request.url().endsWith('/console/ledger/jobs/row') &&
      request.postDataJSON().row.state.everyMs === 60_000,
  )
  await setPace(ben, '60')
  await (await saved).response()
  const states = async (): Promise<string[]> => {
    const { rows } = await (await anna.request.get('/console/ledger/entries?service=local&after=0')).json()
    return rows.map((each: { row: { state: string } }) => each.row.state)
  }
  await expect.poll(states).not.toContain('sending')
  await ben.goto('about:blank')
  await ben.goBack()
  const leases = async () =>
    (await (await anna.request.get('/console/leases?service=local')).json()).leases as unknown[]
  await expect.poll(leases, { timeout: 15_000 }).toEqual([])
  await expect(ben.getByText(/^Paused\./)).toBeVisible()
  await expect(anna.getByText(/^Paused\./)).toBeVisible()
  await ben.getByRole('button', { name: 'Continue', exact: true }).click()
  await setPace(ben, '0.05')
  await expect(ben.getByText('Sending is done.')).toBeVisible({ timeout: 120_000 })
  const called = sent.flat().map((request) => request.postDataJSON().toPhoneNumber)
  expect(called).toHaveLength(60)
  expect(new Set(called)).toEqual(new Set(numbers))
  await expect(ben.getByRole('button', { name: 'Accepted 60' })).toBeVisible()
  await expect(anna.getByRole('button', { name: 'Accepted 60' })).toBeVisible()
})

test('a batch of which only a test row is sent is not taken over, as nobody agreed that it is sent', async ({
  browser,
  stack,
}) => {
  const origins = await startTeam(stack)
  const { open: release, opened: held } = gate()
  const near = await frontOf(
    origins[0],
    () => undefined,
    ({ path }) => (path.endsWith('/dispatch') ? held : undefined),
  )
  const [anna, ben] = [await come(browser, near.origin), await come(browser, origins[1])]
  await openBatch(anna, 'tested.csv', [numberOf(700), numberOf(701)])
  await anna.getByRole('button', { name: 'Send test row' }).click()
  await anna.getByRole('dialog').getByRole('button', { name: 'Send test row' }).click()
  await ben.goto(new URL(anna.url()).pathname)
  await expect(ben.getByText('operator sends this batch.')).toBeVisible()
  await expect(ben.getByRole('button', { name: /^(Take over|Pause)$/ })).toHaveCount(0)
  release()
  await expect(ben.getByRole('button', { name: 'Start batch' })).toBeVisible()
  await near.close()
})

test('a file of rows is read where the mappings of the team are not, and one that could not be deleted is said to be there', async ({
  browser,
  stack,
}) => {
  const [origin] = await startTeam(stack)
  let refused = 'GET'
  const near = await frontOf(origin, ({ method, path }) =>
    method === refused && path === '/console/ledger/rows/row' ? 500 : undefined,
  )
  const anna = await come(browser, near.origin)
  await openBatchForm(anna)
  await choose(anna, csv('read.csv', ['to', numberOf(710)]))
  await expect(anna.getByText('The row is ready.')).toBeVisible()
  refused = ''
  await anna.getByRole('button', { name: 'Save mapping' }).click()
  await anna.getByRole('dialog').getByLabel('Name').fill('Recalls')
  await anna.getByRole('dialog').getByRole('button', { name: 'Save mapping' }).click()
  await expect(anna.getByLabel('Saved mapping')).toHaveValue('Recalls')
  refused = 'POST'
  await anna.getByRole('button', { name: 'Delete mapping' }).click()
  await expect(anna.getByRole('alert')).toBeVisible()
  await expect(anna.getByText('Recalls was deleted')).toHaveCount(0)
  refused = ''
  await anna.getByRole('button', { name: 'Delete mapping' }).click()
  await expect(anna.getByText('Recalls was deleted')).toBeVisible()
  await expect(anna.getByRole('alert')).toHaveCount(0)
  await near.close()
})

test('every tab of a browser shows what a colleague does, also the first change after it was opened', async ({
  browser,
  stack,
}) => {
  test.setTimeout(120_000)
  const origins = await startTeam(stack)
  const [anna, ben] = [await come(browser, origins[0]), await come(browser, origins[1])]
  const other = await ben.context().newPage()
  await other.goto('/agents')
  await expect(other.getByText('No agents yet')).toBeVisible()
  await anna.getByRole('button', { name: 'Add agent by id' }).click()
  await anna.getByRole('dialog').getByLabel('Agent id', { exact: true }).fill('agent-made-elsewhere')
  await anna.getByRole('dialog').getByRole('button', { name: 'Add agent' }).click()
  for (const page of [ben, other])
    await expect(page.getByRole('table', { name: 'Agents' })).toContainText('agent-made', { timeout: 20_000 })
})

/** Whether the page offered what the browser recorded since it was opened next, also for a moment. */
async function wasOffered(page: Page): Promise<() => Promise<boolean>> {
  await page.addInitScript(() => {
    const look = () => {
      const news = document.querySelector('[aria-label="Notifications"]')?.textContent
      if (news?.includes('This browser remembers')) Object.assign(window, { offered: true })
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => 'offered' in window)
}

test('what a browser recorded before people signed in is offered to the team once, and imported once', async ({
  page,
  stack,
}) => {
  const DATA_DIR = await stack.dataDirectory()
  const before = await stack.startConsole({ DATA_DIR })
  const name = unique('Made before')
  await createAgent(page, name, {}, before.origin)
  await before.stop()
  const { origin } = await stack.startConsole({
    DATA_DIR,
    PORT: new URL(before.origin).port,
    CONSOLE_PASSWORD: PASSWORD,
  })

  await page.goto(`${origin}/activity`)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('This browser remembers 1 agent and 1 write', { exact: true })).toBeVisible()

  // Who let it be is not asked in another tab, nor who imported it after a reload.
  const other = await page.context().newPage()
  const asked = [await wasOffered(other)]
  await other.goto(`${origin}/settings`)
  await expect(other.getByText('from before, which your team does not see.')).toBeVisible()
  await page.getByRole('button', { name: 'Import' }).click()
  await expect(page.getByText('2 records imported')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('operator')
  await expect(page.getByText('Writes of your team, not of other programs.')).toBeVisible()
  asked.push(await wasOffered(page))
  await page.goto(`${origin}/settings`)
  await expect(page.getByText('from before, which your team has.')).toBeVisible()
  await page.getByRole('button', { name: 'Import for the team' }).click()
  await expect(page.getByText('Your team has all of it already')).toBeVisible()
  // The dialog comes from the part that offers.
  await endSession(page, origin)
  for (const each of [page, other]) {
    await each.getByRole('link', { name: 'Files', exact: true }).dispatchEvent('click')
    await expect(signInDialog(each)).toBeVisible()
  }
  expect(await Promise.all(asked.map((isAsked) => isAsked()))).toEqual([false, false])
})
