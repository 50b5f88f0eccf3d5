import type { Page } from 'playwright/test'
import { gate } from '../src/net/gate.fixture'
import { mainActions, seriousFindings } from './accessibility'
import { haveAgent, watchRequests } from './agent-steps'
import { consoleBehind } from './console-behind'
import { needs, offered } from './needs'
import { serveReplies } from './other-service'
import { expect, test, unique } from './screen'
import { CREDENTIALS } from './stack'
import { haveTextAgent, keptInBrowser } from './thread-steps'

const TO = '+15005550142'
const FROM = '+15005550101'
const rows = (page: Page, text: string) =>
  page.getByRole('table', { name: 'Threads' }).getByRole('row').filter({ hasText: text })

async function fillSms(page: Page, agentId: string, origin = ''): Promise<void> {
  await page.goto(`${origin}/threads/new?channel=sms&agent=${agentId}`)
  await expect(page.getByLabel('Agent version id')).not.toHaveValue('')
  await page.getByLabel('To phone number').fill(TO)
  await page.getByLabel('From phone number id').fill('number-main')
  const from = page.getByLabel('From phone number', { exact: true })
  // The local service says which number has this id.
  if (process.env.OFFERS) await from.fill(FROM)
  await expect(from).toHaveValue(FROM)
  await page.getByLabel('Initial message').fill('Hello {{customer}}')
}

test('an SMS thread: preview and length, one question, one request, and found again in the list', async ({
  page,
}) => {
  const agentId = await haveTextAgent(page, unique('Texter'))
  // Who has never opened an agent is offered its versions, too. In another tab: what is cleared there stays its draft.
  const tab = await page.context().newPage()
  await tab.goto('/threads/new')
  await tab.getByLabel('Agent version id').click()
  await expect(tab.getByRole('option', { name: /Version 1/ }).first()).toBeVisible()
  await tab.getByLabel('Agent version id').fill('')
  await expect(tab.getByRole('complementary')).toContainText('Choose a version of a text agent.')
  await expect(tab.getByRole('complementary')).not.toContainText('Unknown')
  await tab.close()
  const aside = page.getByRole('complementary')
  await fillSms(page, agentId)
  await page.getByLabel('customer').fill('Zoé')
  await expect(aside).toContainText('Hello Zoé')
  await expect(page.getByText('characters in 1 segment (GSM-7)')).toBeVisible()
  await page.getByLabel('Initial message').fill('Hello {{customer}} “again”')
  await expect(page.getByText('in 1 segment (UCS-2)')).toBeVisible()
  await expect(page.getByText('“ ” make it UCS-2, which has less room in a segment.')).toBeVisible()
  // What nobody sees, or turns the words around it, is named.
  const typed = await page.getByLabel('Initial message').inputValue()
  await page.getByLabel('Initial message').fill('\u202eשלום')
  await expect(page.getByText('U+202E ש ל ו ם make it UCS-2')).toBeVisible()
  await page.getByLabel('Initial message').fill(typed)
  await expect(aside).toContainText('The version is deployed')
  expect(await seriousFindings(page)).toEqual([])

  const requests = watchRequests(page, 'POST', '/api/v1/threads')
  await page.getByRole('button', { name: 'Start SMS thread' }).dblclick()
  const question = page.getByRole('dialog')
  await expect(question).toHaveAccessibleName(`Send the first message to ${TO}?`)
  await expect(question).toContainText('Hello Zoé “again”')
  expect(requests).toHaveLength(0)
  await question.getByRole('button', { name: 'Send now' }).dblclick()
  const outcome = page.getByRole('region', { name: 'The SMS thread was started' })
  await expect(outcome).toBeFocused()
  // The heading says it.
  await expect(outcome).not.toContainText('The SMS thread was started')
  await expect(page).toHaveTitle('The SMS thread was started · Switchboard')
  expect(requests.map((request) => request.postDataJSON())).toEqual([
    {
      agentVersionId: expect.any(String),
      toPhoneNumber: TO,
      fromPhoneNumber: FROM,
      fromPhoneNumberId: 'number-main',
      initialMessage: 'Hello {{customer}} “again”',
      variables: { customer: 'Zoé' },
    },
  ])

  await page.getByRole('link', { name: 'Show in Threads' }).click()
  await expect(rows(page, TO).first()).toContainText('Active')
  expect(page.url()).not.toContain('500555')

  // The next one begins with the sender of the last, and the focus on the recipient.
  await page.getByRole('link', { name: 'New thread' }).first().click()
  await expect(page.getByLabel('To phone number')).toBeFocused()
  await expect(page.getByLabel('From phone number', { exact: true })).toHaveValue(FROM)
  await expect(page.getByLabel('Agent version id')).not.toHaveValue('')
  await expect(page.getByLabel('customer')).toHaveValue('')
  await expect(page.getByLabel('Initial message')).toHaveValue('')
  await page.goto('/threads')

  await rows(page, TO).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: TO })).toBeVisible()
  // A history of the browser stores titles, too.
  await expect(page).toHaveTitle('Thread · Switchboard')
  // Ids and what was sent stand folded, after what became of it.
  const sent = page.getByRole('region', { name: 'What was sent' })
  await expect(page.getByText('Thread id', { exact: true })).toBeHidden()
  await page.getByText('Details', { exact: true }).click()
  await expect(sent).toContainText('again')
  // While it goes on, another one is not the first thing to do.
  expect(await mainActions(page)).toEqual([])

  await page.getByRole('link', { name: 'Start again' }).click()
  await expect(page.getByText('Filled in from an earlier thread')).toBeVisible()
  await expect(page.getByLabel('customer')).toHaveValue('Zoé')
  await page.getByRole('button', { name: 'Start SMS thread' }).click()
  await expect(page.getByRole('dialog')).toContainText('was started not long ago')
  expect(requests).toHaveLength(1)
})

test('a thread that is open with the number is named before another one is started, with a way to it', async ({
  page,
  stack,
}) => {
  const { origin } = await stack.startConsole()
  const [texter, other] = [
    await haveAgent(page, unique('Texter'), { agentType: 'TEXT' }, origin),
    await haveAgent(page, unique('Other'), { agentType: 'TEXT' }, origin),
  ]
  const started = await page.request.post(`${origin}/api/v1/threads`, {
    data: { agentVersionId: texter.versionId, toPhoneNumber: TO, initialMessage: 'Hello' },
  })
  const { thread } = await started.json()
  await fillSms(page, texter.agentId, origin)
  const open = page.getByRole('status').filter({ hasText: 'A thread with this number is open' })
  await expect(open).toBeVisible()
  // Beside the form, so that what was typed stays.
  const [shown] = await Promise.all([page.waitForEvent('popup'), open.getByRole('link').click()])
  await expect(shown).toHaveURL(`${origin}/threads/${thread.id}`)
  await shown.close()
  // It forbids nothing.
  await page.getByRole('button', { name: 'Start SMS thread' }).click()
  await expect(page.getByRole('dialog')).toHaveAccessibleName(`Send the first message to ${TO}?`)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  // With another number, or of another agent, it is another conversation.
  await page.getByLabel('To phone number').fill('+15005550143')
  await expect(open).toHaveCount(0)
  await page.getByLabel('To phone number').fill(TO)
  await expect(open).toBeVisible()
  page.on('dialog', (dialog) => dialog.accept())
  const listed = () => page.waitForResponse((reply) => reply.url().includes('/api/v1/threads?'))
  const ofOther = listed()
  await fillSms(page, other.agentId, origin)
  await ofOther
  await expect(page.getByText('The version is deployed.')).toBeVisible()
  await expect(open).toHaveCount(0)

  await page.request.patch(`${origin}/api/v1/threads/${thread.id}/close`, { data: {} })
  const afterEnd = listed()
  await fillSms(page, texter.agentId, origin)
  await afterEnd
  await expect(page.getByText('The version is deployed.')).toBeVisible()
  await expect(open).toHaveCount(0)
})

test('where one agent alone is deployed for it, a form begins with that', async ({ page, stack }) => {
  const { origin } = await stack.startConsole()
  const texter = await haveAgent(page, unique('Texter'), { agentType: 'TEXT' }, origin)
  const caller = await haveAgent(page, unique('Caller'), {}, origin)
  await haveAgent(page, unique('Later'), { agentType: 'TEXT', deployed: false }, origin)
  for (const [path, label, id] of [
    ['/threads/new', 'Agent version id', texter.versionId],
    ['/threads/new?channel=email', 'Agent version id', texter.versionId],
    ['/threads/new?channel=chat', 'Agent id', texter.agentId],
    ['/calls?place=true', 'Version id', caller.versionId],
  ] as const) {
    await page.goto(`${origin}${path}`)
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(id)
  }
  await haveAgent(page, unique('Second'), { agentType: 'TEXT' }, origin)
  await page.goto(`${origin}/threads/new`)
  await page.getByLabel('Agent version id').press('ArrowDown')
  await expect(page.getByRole('option', { name: 'Second' })).toBeVisible()
  await expect(page.getByLabel('Agent version id')).toHaveValue('')
})

test('what the service refuses stays typed, with its words on the field where they belong', async ({
  page,
}) => {
  const agentId = await haveTextAgent(page, unique('Texter'))
  await fillSms(page, agentId)
  await page.getByRole('button', { name: 'Start SMS thread' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
  const field = page.getByLabel('customer')
  await expect(field).toHaveAccessibleDescription(/The agent needs a value for the variable customer/)
  await expect(field).toBeFocused()
  await expect(page.getByLabel('Initial message')).toHaveValue('Hello {{customer}}')
  await page.goto('/threads')
  page.on('dialog', (dialog) => dialog.accept())
  await expect(rows(page, TO).first()).toBeVisible()
})

test('an e-mail thread, with limits reported on the fields', async ({ page }) => {
  const agentId = await haveTextAgent(page, unique('Mailer'))
  await page.goto(`/threads/new?channel=email&agent=${agentId}`)
  await page.getByLabel('To e-mail').fill('not an address')
  await page.getByLabel('Subject').fill('x'.repeat(999))
  await page.getByRole('button', { name: 'Start e-mail thread' }).click()
  await expect(page.getByLabel('To e-mail')).toHaveAccessibleDescription(/name@example\.com/)
  await expect(page.getByLabel('Subject')).toHaveAccessibleDescription(/at most 998 characters/)
  await expect(page.getByRole('complementary')).toContainText('verified sending domain')
  await page.getByLabel('To e-mail').fill('ada@example.com')
  await page.getByLabel('Subject').fill('Your appointment')
  await page.getByLabel('First message').fill('Good morning')
  await page.getByRole('button', { name: 'Start e-mail thread' }).click()
  await expect(page.getByRole('dialog')).toContainText('Your appointment')
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByRole('region', { name: 'The e-mail thread was started' })).toContainText(
    'ada@example.com',
  )
})

test('a web chat: its token is masked, counted down, and stored nowhere', async ({ page }) => {
  const agentId = await haveTextAgent(page, unique('Chatter'))
  await page.goto(`/threads/new?channel=chat&agent=${agentId}`)
  await expect(page.getByLabel('Origin')).toHaveValue(/^http:\/\/127\.0\.0\.1:/)
  await expect(page.getByRole('complementary')).toContainText(
    /127\.0\.0\.1 (?:is|has to be) one of the web-chat domains/,
  )
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/v1/chat/threads'))
  await page.getByRole('button', { name: 'Create web chat' }).click()
  const { token } = (await (await answered).json()) as { token: string }
  const outcome = page.getByRole('region', { name: 'The web chat was created' })
  await expect(outcome.getByRole('timer')).toHaveText(/ends in 1[45]:\d\d/)
  await expect(outcome).not.toContainText(token)
  await outcome.getByRole('button', { name: 'Show token' }).click()
  await expect(outcome).toContainText(token)
  await expect(outcome).toContainText(`"agentId": "${agentId}"`.replace('"agentId": ', 'agentId: '))
  expect(await seriousFindings(page)).toEqual([])

  const kept = await keptInBrowser(page)
  expect(kept).toContain(agentId)
  expect(kept).not.toContain(token)
})

test('an origin that is not allowed is explained with the value to add', async ({ page, stack }) => {
  const console = await stack.startConsole({
    ...CREDENTIALS,
    SERVICE_URL: (await stack.sharedService()).origin,
    CHAT_ORIGIN: 'https://www.example.com,http://127.0.0.1:1',
  })
  const agentId = await haveTextAgent(page, unique('Chatter'), console.origin)
  await page.goto(`${console.origin}/threads/new?channel=chat&agent=${agentId}`)
  await page.getByRole('button', { name: 'Create web chat' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'does not allow web chat from https://www.example.com. Add its host name',
  )
  await page.getByLabel('Origin').selectOption('http://127.0.0.1:1')
  await page.getByRole('button', { name: 'Create web chat' }).click()
  await expect(page.getByRole('region', { name: 'The web chat was created' })).toBeVisible()

  // It is shown, and begun again, with the origin that was sent.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const isSent = async () => {
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await page.getByRole('button', { name: 'Copy as cURL' }).click()
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain('Origin: http://127.0.0.1:1')
  }
  await page.goto(`${console.origin}/activity`)
  await page.getByRole('table', { name: 'Activity' }).getByRole('row').filter({ hasText: 'Accepted' }).click()
  await isSent()
  await page.getByRole('dialog').getByRole('link', { name: 'Open thread' }).click()
  await isSent()
  await page.getByRole('link', { name: 'Start again' }).click()
  await expect(page.getByLabel('Origin')).toHaveValue('http://127.0.0.1:1')
})

/** Fills an e-mail thread without starting it. */
async function fillEmail(page: Page, agentId: string, origin = ''): Promise<void> {
  await page.goto(`${origin}/threads/new?channel=email&agent=${agentId}`)
  await page.getByLabel('To e-mail').fill('ada@example.com')
  await page.getByLabel('Subject').fill('Hello')
  await page.getByLabel('First message').fill('Good morning')
}

test('a form stays, with the cursor, when agents come that the service is late with', async ({
  page,
  stack,
}) => {
  needs('listAgents', 'listAgentVersions')
  let waits: Promise<void> | undefined
  const { origin, close } = await consoleBehind(
    stack,
    () => undefined,
    ({ path }) => (path.startsWith('/api/v1/agents') ? waits : undefined),
  )
  // What was sent last tells how this one begins, once it is known which agent that was.
  const { agentId } = await haveAgent(page, unique('Mailer'), { agentType: 'TEXT' }, origin)
  await fillEmail(page, agentId, origin)
  await page.getByRole('button', { name: 'Start e-mail thread' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByRole('region', { name: 'The e-mail thread was started' })).toBeVisible()

  const { open, opened } = gate()
  waits = opened
  await page.goto(`${origin}/threads/new?channel=email`)
  const message = page.getByLabel('First message')
  await message.fill('Good')
  const versions = page.waitForResponse((reply) => reply.url().includes(`/agents/${agentId}/versions`))
  const again = gate()
  waits = again.opened
  const asked = page.waitForRequest((request) => request.url().includes(`/agents/${agentId}/versions`))
  open()
  await asked
  await page.keyboard.type(' morning')
  await expect(message).toHaveValue('Good morning')
  again.open()
  await versions
  // What it began without is filled.
  await expect(page.getByLabel('Agent version id')).not.toHaveValue('')
  await expect(message).toBeFocused()
  await expect(page.getByText('Restored what you typed here before.')).toHaveCount(0)
  await close()
})

test('an e-mail thread of a version that is not deployed is refused with the words of the service', async ({
  page,
}) => {
  const { agentId } = await haveAgent(page, unique('Mailer'), { agentType: 'TEXT', deployed: false })
  await fillEmail(page, agentId)
  await page.getByRole('button', { name: 'Start e-mail thread' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByLabel('Agent version id')).toHaveAccessibleDescription(
    /This version is not deployed/,
  )
  await expect(page.getByLabel('First message')).toHaveValue('Good morning')
})

test('a variable in the subject of an e-mail is doubted beside the form and in the question', async ({
  page,
}) => {
  const { agentId } = await haveAgent(page, unique('Mailer'), {
    agentType: 'TEXT',
    variables: [{ name: 'customer', required: true }],
  })
  await fillEmail(page, agentId)
  await page.getByLabel('Subject').fill('Your order, {{customer}}')
  const doubt = '{{customer}} in the subject is sent as it is.'
  await expect(page.getByRole('region', { name: 'Before it is sent' })).toContainText(doubt)
  await page.getByRole('button', { name: 'Start e-mail thread' }).click()
  await expect(page.getByRole('dialog')).toContainText(doubt)
})

test('a thread shows its agent where the service lists agents without versions, also when it is started again', async ({
  page,
  stack,
}) => {
  const agent = { id: 'agent-m', name: 'Mailer', agentType: 'TEXT', deployedVersionId: 'version-m' }
  const service = await serveReplies({
    'GET /api/v1/agents': { agents: [{ id: agent.id, name: agent.name }] },
    'GET /api/v1/agents/agent-m/versions': { agent, versions: [{ id: 'version-m', versionNumber: 1 }] },
    'POST /api/v1/email/threads': { thread: { id: 'mail-1' } },
  })
  const { origin } = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
  await page.goto(`${origin}/threads/new?channel=email`)
  await page.getByLabel('Agent version id').fill('version-m')
  await page.getByLabel('To e-mail').fill('ada@example.com')
  await page.getByLabel('Subject').fill('Hello')
  await page.getByLabel('First message').fill('Good morning')
  await page.getByRole('button', { name: 'Start e-mail thread' }).click()
  await expect(page.getByRole('dialog')).toContainText('Mailer')
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
  await page.getByRole('link', { name: 'Show in Threads' }).click()
  const started = page.getByRole('table', { name: 'Threads' }).getByRole('row').filter({ hasText: 'Mailer' })
  await expect(started).toHaveCount(1)

  await page.goto(`${origin}/activity`)
  await page.getByRole('table', { name: 'Activity' }).getByRole('row').nth(1).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Start again' }).click()
  await expect(page.getByText('The version is deployed.')).toBeVisible()
  await page.getByRole('button', { name: 'Start e-mail thread' }).click()
  await expect(page.getByRole('dialog')).toContainText('Mailer')
  await service.close()
})

test('a question whose answer takes long says so and can be closed; what is sent goes on', async ({
  page,
  stack,
}) => {
  const { open: answer, opened: held } = gate()
  const { origin, close } = await consoleBehind(
    stack,
    () => undefined,
    ({ method, path }) => (method === 'POST' && path === '/api/v1/email/threads' ? held : undefined),
  )
  await fillEmail(page, await haveTextAgent(page, unique('Mailer'), origin), origin)
  const start = page.getByRole('button', { name: 'Start e-mail thread' })
  const dialog = page.getByRole('dialog')
  await start.click()
  await dialog.getByRole('button', { name: 'Send now' }).click()
  await expect(dialog.getByText("Waiting for the service's answer.")).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('form').getByText("Waiting for the service's answer.")).toBeVisible()
  await expect(start).toBeDisabled()
  answer()
  await expect(page.getByRole('region', { name: 'The e-mail thread was started' })).toBeVisible()
  await close()
})

test('the overview says that the threads of the service are missing', async ({ page, stack }) => {
  let isGone = false
  const { origin, close } = await consoleBehind(stack, ({ method, path }) =>
    isGone && method === 'GET' && path === '/api/v1/threads' ? 500 : undefined,
  )
  const { agentId } = await haveAgent(page, unique('Mailer'), { agentType: 'TEXT' }, origin)
  await fillEmail(page, agentId, origin)
  await page.getByRole('button', { name: 'Start e-mail thread' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByRole('region', { name: 'The e-mail thread was started' })).toBeVisible()
  isGone = true
  await page.goto(origin)
  const recent = page.getByRole('region', { name: 'Recent threads' })
  await expect(recent.getByRole('link', { name: 'ada@example.com' })).toBeVisible()
  await expect(recent).toContainText('Could not be loaded. These are from this browser.')
  isGone = false
  await expect(recent).not.toContainText('Could not be loaded')
  await close()
})

/** One that is known by its recipient, as an e-mail thread is by the same form, and one that is not. */
const UNKNOWN = [
  {
    channel: 'sms',
    path: '/api/v1/threads',
    submit: 'Start SMS thread',
    title: 'The SMS thread may have been started',
  },
  {
    channel: 'chat',
    path: '/api/v1/chat/threads',
    submit: 'Create web chat',
    title: 'The web chat may have been created',
  },
] as const

for (const { channel, path, submit, title } of UNKNOWN)
  test(`${channel}: an answer that never arrives is unknown, and nothing is sent again by itself`, async ({
    page,
    stack,
  }) => {
    const { line, origin } = await stack.startOnLine()
    const agentId = await haveTextAgent(page, unique('Texter'), origin)
    if (channel === 'sms') {
      await page.goto(`${origin}/threads/new?channel=sms&agent=${agentId}`)
      await page.getByLabel('To phone number').fill(TO)
      await page.getByLabel('From phone number id').fill('number-main')
      await page.getByLabel('From phone number', { exact: true }).fill(FROM)
      await page.getByLabel('Initial message').fill('Hello')
      await page.getByLabel('customer').fill('Ada')
    } else await page.goto(`${origin}/threads/new?channel=chat&agent=${agentId}`)
    const requests = watchRequests(page, 'POST', path)
    const last = page.getByRole('button', { name: submit })
    if (channel !== 'chat') await last.click()
    const swallowed = line.swallowAnswers()
    await (channel === 'chat'
      ? last
      : page.getByRole('dialog').getByRole('button', { name: 'Send now' })
    ).click()
    await swallowed
    line.cut()
    // Nor may the agents have been read before the line was cut.
    const alert = page.getByRole('alert').filter({ hasText: title })
    await expect(alert).toBeVisible()
    if (channel !== 'chat') {
      // Where it would show whether it was done, in a tab of its own: what was typed stays.
      const list = alert.getByRole('link', { name: 'the list of threads' })
      await expect(list).toHaveAttribute('target', '_blank')
      await page.getByRole('navigation').getByRole('link', { name: 'Calls' }).click()
      const question = page.getByRole('dialog', { name: 'Leave this form?' })
      await expect(question).toContainText(title)
      await question.getByRole('button', { name: 'Stay here' }).click()
    }
    page.on('dialog', (dialog) => dialog.accept())
    await page.goto(`${origin}/threads`)
    const list = page.getByRole('table', { name: 'Threads' })
    await expect(list.getByRole('row').nth(1)).toBeVisible()
    // The service lists it, and a recipient tells which it is; a web chat looks like any visitor's.
    if (channel === 'chat' || !offered('listThreads')) await expect(list).toContainText('Unknown')
    else await expect(list).not.toContainText('Unknown')
    expect(requests).toHaveLength(1)
  })

test('agents of type CALL are not offered where the interface wants a text agent, and one that is named is doubted', async ({
  page,
}) => {
  const [speaks, writes] = [unique('Only speaks'), unique('Only writes')]
  const { agentId } = await haveAgent(page, speaks)
  await haveAgent(page, writes, { agentType: 'TEXT' })
  for (const [channel, label] of [
    ['sms', 'Agent version id'],
    ['chat', 'Agent id'],
  ] as const) {
    await page.goto(`/threads/new?channel=${channel}`)
    const field = page.getByLabel(label)
    await field.press('ArrowDown')
    await expect(page.getByRole('option', { name: writes })).toBeVisible()
    await expect(page.getByRole('option', { name: speaks })).toHaveCount(0)
    await expect(field).toHaveAccessibleDescription(/Agents of type CALL hold no threads and are not offered/)
  }
  await page.getByLabel('Agent id').fill(agentId)
  await expect(page.getByText('The agent is of type CALL; threads need a text agent (TEXT).')).toBeVisible()
})
