import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { gate } from '../src/net/gate.fixture'
import { findingsInBothThemes } from './accessibility'
import { haveAgent, watchRequests } from './agent-steps'
import { frontOf } from './front'
import { needs } from './needs'
import { serveReplies } from './other-service'
import { expect, test, unique } from './screen'
import { CREDENTIALS, type Stack } from './stack'

const rows = (page: Page) => page.getByRole('table', { name: 'Calls' }).locator('tbody').getByRole('row')

/** Places a call as another browser would: this page does not record it. */
async function colleagueCalls(
  page: Page,
  agent: { agentId: string; versionId: string },
  toPhoneNumber: string,
  origin: string,
) {
  const reply = await page.request.post(`${origin}/api/v1/agent/${agent.agentId}/dispatch`, {
    headers: { origin },
    data: { versionId: agent.versionId, outboundPhoneNumberId: 'number-main', toPhoneNumber },
  })
  expect(reply.ok()).toBe(true)
  return String((await reply.json()).id)
}

test("a colleague's calls are listed with their results, narrowed by the service, and open by their address", async ({
  page,
  browser,
  stack,
}) => {
  needs('listCalls', 'listAgentVersions', 'listAgents', 'createScenario')
  const agent = await haveAgent(page, unique('Reports'))
  await colleagueCalls(page, agent, '+15005550111', stack.origin)
  const talked = await colleagueCalls(page, agent, '+15005550110', stack.origin)
  await page.clock.install()
  await page.goto(`/calls?of=${agent.agentId}`)
  await expect(rows(page)).toHaveCount(2)
  const ofBusy = rows(page).filter({ hasText: '+15005550111' })
  await expect(ofBusy).toContainText('Failed')
  await expect(ofBusy).toContainText('Line busy')
  const ofTalk = rows(page).filter({ hasText: '+15005550110' })
  // It is waiting or in progress, and the list follows it to its end.
  await expect(ofTalk).toContainText('Completed', { timeout: 60_000 })
  await expect(ofTalk).toContainText(/\d+ s/)
  // And what it was about.
  await expect(ofTalk).toContainText('The customer ended the call.')

  // Whoever never saw the agent reads the name that the service gives it.
  const elsewhere = await browser.newContext({
    baseURL: stack.origin,
    viewport: { width: 1280, height: 860 },
  })
  const stranger = await elsewhere.newPage()
  await stranger.goto(`/calls?of=${agent.agentId}`)
  await expect(rows(stranger).first()).toContainText('Reports')
  await elsewhere.close()

  const lists = watchRequests(page, 'GET', '/agent-calls')
  await page.getByRole('combobox', { name: 'State' }).selectOption('Failed')
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('combobox', { name: 'Ended' }).selectOption('No answer')
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.getByRole('combobox', { name: 'Ended' }).selectOption('Line busy')
  await expect(ofBusy).toBeVisible()
  expect(new URL(page.url()).searchParams.get('reason')).toBe('LINE_BUSY')
  await page.getByRole('combobox', { name: 'Time' }).selectOption('Last 24 hours')
  await expect(ofBusy).toBeVisible()
  const asked = lists.map((request) => new URL(request.url()).searchParams)
  expect(asked.some((query) => query.get('status') === 'FAILED')).toBe(true)
  expect(asked.some((query) => query.get('callEndedReason') === 'LINE_BUSY')).toBe(true)
  expect(asked.some((query) => query.has('createdAfter'))).toBe(true)
  // Nothing is open, so nothing is read again.
  await page.waitForLoadState('networkidle')
  const before = lists.length
  await page.clock.runFor(30_000)
  expect(lists).toHaveLength(before)

  await page.goto(`/calls?call=${talked}`)
  const panel = page.getByRole('dialog', { name: 'Call to +15005550110' })
  const result = panel.getByRole('region', { name: 'Result' })
  await expect(result).toContainText('Completed')
  await expect(result.getByRole('region', { name: 'Transcript' }).getByRole('listitem')).toHaveCount(5)
  await expect(panel).toContainText('The customer ended the call.')
  await panel.getByRole('link', { name: 'New scenario' }).click()
  const scenario = page.getByRole('dialog', { name: 'Write a scenario' })
  await expect(scenario.getByLabel('First message')).not.toHaveValue('')
  await expect(scenario.getByLabel('Instructions')).toHaveValue(/that is all I needed/)
  await page.goBack()
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Search calls' }).fill('that is all I needed')
  await expect(rows(page).first()).toContainText('+15005550110')
  expect(page.url()).not.toContain('500555')
})

test('totals of the calls shown are counted by result, agent and day, and saved as a file', async ({
  page,
  stack,
}) => {
  needs('listCalls', 'listAgentVersions')
  const agent = await haveAgent(page, unique('Reports'))
  for (const number of ['+15005550111', '+15005550111', '+15005550113'])
    await colleagueCalls(page, agent, number, stack.origin)
  await page.goto(`/calls?of=${agent.agentId}`)
  await expect(rows(page).filter({ hasText: 'Line busy' })).toHaveCount(2)
  await expect(rows(page).filter({ hasText: 'Completed' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Totals' }).click()
  const totals = page.getByRole('dialog', { name: 'Totals of 3 calls' })
  const line = (table: string, name: string) =>
    totals.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name })
  await expect(line('By result', 'Line busy')).toContainText('2')
  // The choices beside it give way.
  await expect(page.getByRole('button', { name: 'Totals' })).toBeInViewport({ ratio: 1 })
  await expect(line('By agent', 'Reports')).toContainText('3')
  await expect(totals.getByRole('table', { name: 'By day' }).getByRole('row')).toHaveCount(2)
  expect(await findingsInBothThemes(page)).toEqual([])
  const saving = page.waitForEvent('download')
  await totals.getByRole('button', { name: 'Export as CSV' }).click()
  const file = await readFile(await (await saving).path(), 'utf8')
  expect(file.trim().split('\r\n')).toHaveLength(4)
  expect(file).toContain('+15005550111,FAILED,LINE_BUSY')
  await page.reload()
  await expect(totals).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(totals).toHaveCount(0)
})

/** Opens the form of a call and fills it. */
async function typeCall(page: Page, origin: string, agentId: string, number: string) {
  await page.goto(`${origin}/calls?place=true`)
  await page.getByRole('combobox', { name: 'Agent id' }).fill(agentId)
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Version id')).not.toHaveValue('')
  await page.getByLabel('Outbound phone number id').fill('number-main')
  await page.getByLabel('To phone number').fill(number)
}

/** Places a call whose answer is lost, which is not placed again unasked; `open` shows its panel. */
async function loseAnswer(page: Page, stack: Stack, number: string) {
  const { line, origin } = await stack.startOnLine()
  const agent = await haveAgent(page, unique('Reports'), {}, origin)
  await typeCall(page, origin, agent.agentId, number)
  const dispatches = watchRequests(page, 'POST', '/dispatch')
  const answered = line.swallowAnswers('POST')
  const place = page.getByRole('button', { name: 'Place call', exact: true })
  const question = page.getByRole('dialog')
  await place.click()
  await question.getByRole('button', { name: 'Place call now' }).click()
  await answered
  line.cut()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText(`The call to ${number} may have been placed`)
  await expect(alert.getByRole('link', { name: 'the list of calls' })).toHaveAttribute('href', '/calls')
  await expect(page.getByLabel('To phone number')).toHaveValue(number)
  await expect(question).toHaveCount(0)
  // Sending again warns that a call may exist, and cancelling sends nothing.
  await place.click()
  await expect(question).toContainText('An earlier call to this number may have been placed')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(dispatches).toHaveLength(1)
  line.heal()
  page.on('dialog', (dialog) => dialog.accept())
  const open = async () => {
    await page.goto(`${origin}/calls?of=${agent.agentId}`)
    await rows(page).filter({ hasText: 'Unknown' }).click()
    return page.getByRole('dialog', { name: `Call to ${number}` })
  }
  return { agent, origin, open }
}

test('a call whose answer was lost and the one that the service lists become one row', async ({
  page,
  stack,
}) => {
  const { agent, origin } = await loseAnswer(page, stack, '+15005550110')
  const dispatches = watchRequests(page, 'POST', '/dispatch')
  await page.goto(`${origin}/calls?of=${agent.agentId}`)
  await expect(page.getByText('Call found. Its outcome is accepted.')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).not.toContainText('Unknown')
  await page.goto(`${origin}/calls?state=accepted&of=${agent.agentId}`)
  await expect(rows(page)).toHaveCount(1)
  expect(dispatches).toHaveLength(0)
})

test('a call in doubt is named, whatever number is typed afterwards', async ({ page, stack }) => {
  await loseAnswer(page, stack, '+15005550110')
  await page.getByLabel('To phone number').fill('+15005550111')
  await page.reload()
  await expect(page.getByLabel('To phone number')).toHaveValue('+15005550111')
  await expect(page.getByText('The call to +15005550110 may have been placed')).toBeVisible()
})

test('between two calls that may be the lost one a person chooses', async ({ page, stack }) => {
  const number = '+15005550110'
  const { agent, origin, open } = await loseAnswer(page, stack, number)
  const others = await colleagueCalls(page, agent, number, origin)
  // With a colleague's call to the same number, which of the two it was is not certain (D867), also after a reload.
  await page.goto(`${origin}/calls?state=unknown&of=${agent.agentId}`)
  const unknown = rows(page).filter({ hasText: 'Unknown' })
  await expect(unknown).toHaveCount(1)
  await page.reload()
  await expect(unknown).toHaveCount(1)
  const panel = await open()
  await expect(rows(page)).toHaveCount(3)
  await expect(panel.getByText('More than one call may be it. Choose the right one.')).toBeVisible()
  const possible = panel.getByRole('list', { name: 'Possible calls' }).getByRole('listitem')
  await expect(possible).toHaveCount(2)
  await panel.getByRole('button', { name: 'Ask the service' }).click()
  await expect(possible).toHaveCount(2)
  // Whoever checked it by hand is asked no more, here or in the list.
  await panel.getByRole('button', { name: 'I checked it' }).click()
  await expect(panel).toContainText('It was checked by hand')
  await expect(unknown).toHaveCount(0)
  await expect(rows(page).filter({ hasText: 'Checked' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo: Place the call: checked' }).click()
  await expect(unknown).toHaveCount(1)
  // Nothing is settled before somebody chose.
  await expect(panel.getByText('The call may have been placed')).toBeVisible()
  await possible
    .filter({ hasNot: page.getByRole('button', { name: `Choose call ${others}`, exact: true }) })
    .getByRole('button')
    .click()
  await expect(panel.getByRole('region', { name: 'Result' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).filter({ hasText: 'Unknown' })).toHaveCount(0)
  // What was typed for it was sent.
  await page.goto(origin)
  await expect(page.getByRole('region', { name: 'Recent calls' })).toContainText(number)
  await expect(page.getByText('A call is not placed')).toHaveCount(0)
})

test('the calls that one lost call may be are offered for no other one', async ({ page, stack }) => {
  needs('listCalls')
  const { origin: target } = await stack.sharedService()
  let breaks = true
  const front = await frontOf(target, ({ path }) =>
    breaks && path.endsWith('/dispatch') ? 'breaks' : undefined,
  )
  const { origin } = await stack.startConsole({ ...CREDENTIALS, SERVICE_URL: front.origin })
  const agent = await haveAgent(page, unique('Two lost'), {}, origin)
  page.on('dialog', (dialog) => dialog.accept())
  const [one, other] = ['+15005550110', '+15005550111']
  for (const number of [one, other]) {
    await typeCall(page, origin, agent.agentId, number)
    await page.getByRole('button', { name: 'Place call', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Place call now' }).click()
    await expect(page.getByRole('alert')).toContainText(`The call to ${number} may have been placed`)
  }
  breaks = false
  for (let each = 0; each < 2; each += 1) await colleagueCalls(page, agent, one, origin)
  await page.goto(`${origin}/calls?of=${agent.agentId}`)
  const unknown = rows(page).filter({ hasText: 'Unknown' })
  await unknown.filter({ hasText: one }).click()
  const panel = (number: string) => page.getByRole('dialog', { name: `Call to ${number}` })
  await panel(one).getByRole('button', { name: 'Ask the service' }).click()
  await expect(panel(one).getByRole('button', { name: /^Choose call/ })).toHaveCount(2)
  await unknown.filter({ hasText: other }).click()
  await expect(panel(other).getByRole('button', { name: 'Ask the service' })).toBeVisible()
  await expect(panel(other).getByRole('button', { name: /^Choose call/ })).toHaveCount(0)
  await front.close()
})

test('pages are loaded on demand, each call once, and a recording is played only from a safe address', async ({
  page,
  stack,
}) => {
  const service = await serveReplies()
  const console = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
  const path = 'GET /api/v1/agent-calls'
  const call = (id: string, recordingUrl: string) => ({
    id,
    recordingUrl,
    toPhoneNumber: '+15005550142',
    status: 'COMPLETED',
    createdAt: '2026-05-01T10:00:00Z',
  })
  const safe = call('call-1', `${service.origin}/recordings/1.wav`)
  const unsafe = call('call-2', 'http://elsewhere.example/2.wav')
  service.answer({ [path]: { agentCalls: [safe], pagination: { nextCursor: 'more' } } })
  await page.goto(`${console.origin}/calls`)
  const more = page.getByRole('button', { name: 'Load more' })
  await expect(more).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await page.waitForLoadState('networkidle')
  service.answer({ [path]: { agentCalls: [unsafe, safe], pagination: { nextCursor: null } } })
  await more.click()
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
  await page.goto(`${console.origin}/calls?call=call-1`)
  await expect(page.getByRole('dialog').getByLabel('Recording')).toHaveAttribute('src', safe.recordingUrl)
  await page.goto(`${console.origin}/calls?call=call-2`)
  await expect(page.getByRole('dialog')).toContainText('not at a safe address')
  await console.stop()
  await service.close()
})

test('the panel of a call says that it loads it until it is there', async ({ page, stack }) => {
  needs('listCalls', 'listAgentVersions')
  const agent = await haveAgent(page, unique('Late call'))
  const id = await colleagueCalls(page, agent, '+15005550110', stack.origin)
  // Its row would say what it is.
  const { agentId: other } = await haveAgent(page, unique('No call'))
  const { open: release, opened: held } = gate()
  const late = await frontOf(
    stack.origin,
    () => undefined,
    ({ path }) => (path.startsWith('/api/v1/agent-calls/') ? held : undefined),
  )
  await page.goto(`${late.origin}/calls?of=${other}&call=${id}`)
  const loading = page.getByRole('dialog').getByText('Loading the call.')
  await expect(loading).toBeVisible()
  release()
  await expect(page.getByRole('dialog')).toContainText('+15005550110')
  await expect(loading).toHaveCount(0)
  await late.close()
})

test("the list of agents has a colleague's last call by one request", async ({ page, stack }) => {
  needs('listCalls', 'listAgents', 'listAgentVersions')
  const name = unique('Last call')
  const agent = await haveAgent(page, name)
  await haveAgent(page, unique('No call'))
  await colleagueCalls(page, agent, '+15005550111', stack.origin)
  const asked = watchRequests(page, 'GET', '/agent-calls')
  await page.goto('/agents')
  const row = page.getByRole('table', { name: 'Agents' }).getByRole('row', { name })
  await expect(row.locator('time')).toHaveCount(1)
  await expect(page.getByText('Recorded here')).toHaveCount(0)
  expect(asked).toHaveLength(1)
})

test('while the list of the service is on its way, its calls are said to be missing, and nothing moves', async ({
  page,
  stack,
}) => {
  needs('listCalls')
  const hosted = await stack.sharedService()
  const { open: arrive, opened: held } = gate()
  const front = await frontOf(
    hosted.origin,
    () => undefined,
    ({ method, path }) => (method === 'GET' && path === '/api/v1/agent-calls' ? held : undefined),
  )
  const { origin } = await stack.startConsole({ SERVICE_URL: front.origin, ...CREDENTIALS })
  const agent = await haveAgent(page, unique('Held'), {}, origin)
  await page.goto(`${origin}/calls?place=true&agent=${agent.agentId}`)
  await expect(page.getByLabel('Version id')).not.toHaveValue('')
  await page.getByLabel('Outbound phone number id').fill('number-main')
  await page.getByLabel('To phone number').fill('+15005550111')
  await page.getByRole('button', { name: 'Place call', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Place call now' }).click()
  await page.getByRole('link', { name: 'Show in Calls' }).click()
  await page.goto(`${origin}/calls`)
  await expect(rows(page).filter({ hasText: '+15005550111' })).toHaveCount(1)
  await expect(page.getByText('Loading the rest.')).toBeVisible()
  const place = () => page.getByRole('table', { name: 'Calls' }).boundingBox()
  const before = await place()
  arrive()
  await expect(page.getByText('Loading the rest.')).toHaveCount(0)
  expect((await place())?.y).toBe(before?.y)
  await front.close()
})
