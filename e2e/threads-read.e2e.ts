import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright/test'
import { seriousFindings } from './accessibility'
import { blankBelow, haveAgent } from './agent-steps'
import { needs } from './needs'
import { serveReplies } from './other-service'
import { expect, test, unique } from './screen'
import { CREDENTIALS } from './stack'
import { createChat, haveTextAgent } from './thread-steps'

const threads = (page: Page) => page.getByRole('table', { name: 'Threads' })
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })

/** A web chat that another page began. */
async function haveChat(page: Page, agentId: string): Promise<string> {
  const reply = await page.request.post('/api/v1/chat/threads', { data: { agentId } })
  expect(reply.status(), await reply.text()).toBeLessThan(300)
  return (await reply.json()).threadId
}

/** Sends requests one after the other, without the screens. */
async function post(page: Page, path: string, bodies: readonly object[]): Promise<void> {
  for (const data of bodies) {
    const reply = await page.request.post(path, { data })
    expect(reply.status(), await reply.text()).toBeLessThan(300)
  }
}

async function openElsewhere(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 860 } })
  return context.newPage()
}

/** How often the page asked about a thread from now on. */
function countAsked(page: Page, threadId: string): () => number {
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes(`/api/v1/threads/${threadId}`)) asked += 1
  })
  return () => asked
}

test('every list, and the thread itself, says that its message was not delivered', async ({ page }) => {
  needs('listThreads', 'listMessages')
  const { agentId, versionId } = await haveAgent(page, unique('Sender'), { agentType: 'TEXT' })
  const toPhoneNumber = '+15005550114'
  const sent = { agentVersionId: versionId, toPhoneNumber, initialMessage: 'Hello' }
  const made = await page.request.post('/api/v1/threads', { data: sent })
  const { id } = (await made.json()).thread
  const statuses = async () =>
    (await (await page.request.get(`/api/v1/threads/${id}/messages`)).json()).thread.messages.map(
      (message: { status: string }) => message.status,
    )
  await expect.poll(statuses).toEqual(['UNDELIVERED'])
  await page.goto(`/threads?agent=${agentId}`)
  const thread = threads(page).getByRole('row').filter({ hasText: toPhoneNumber })
  await expect(thread).toContainText('Undelivered')
  await expect(thread).not.toContainText('Active')
  const state = page.getByRole('combobox', { name: 'State' })
  await state.selectOption('Active')
  await expect(thread).toHaveCount(0)
  await state.selectOption('Undelivered')
  await expect(thread).toBeVisible()
  await page.goto(`/agents/${agentId}?tab=conversations`)
  await expect(thread).toContainText('Undelivered')
  await page.goto('/')
  const recent = page.getByRole('region', { name: 'Recent threads' })
  await expect(recent.getByRole('listitem').filter({ hasText: toPhoneNumber })).toContainText('Undelivered')
  // Nothing else is said before that is known.
  await page.addInitScript(() => {
    const seen = { active: false }
    Object.assign(window, { seen })
    new MutationObserver(() => {
      seen.active ||= document.querySelector('main header')?.textContent?.includes('Active') === true
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  await page.goto(`/threads/${id}`)
  await expect(messages(page)).toContainText('Undelivered')
  await expect(page.getByRole('main').locator('header')).toContainText('Undelivered')
  // What happened, and what can be done.
  await expect(messages(page)).toContainText('did not reach the person')
  await expect(messages(page)).toContainText('The service gives no reason.')
  await expect(messages(page).getByRole('link', { name: 'New thread' })).toHaveAttribute(
    'href',
    `/threads/new?channel=sms&agent=${agentId}`,
  )
  expect(await page.evaluate(() => (window as unknown as { seen: { active: boolean } }).seen.active)).toBe(
    false,
  )
})

test('the thread in which something happened last stands first', async ({ page }) => {
  needs('listThreads', 'sendMessage')
  const agentId = await haveTextAgent(page, unique('Chatter'))
  const started = async () =>
    (await (await page.request.post('/api/v1/chat/threads', { data: { agentId } })).json()).threadId as string
  const [older] = [await started(), await started()]
  await page.request.post(`/api/v1/threads/${older}/messages`, { data: { message: 'Where is it?' } })
  await page.goto(`/threads?agent=${agentId}`)
  await expect(threads(page).getByRole('columnheader', { name: 'Last activity' })).toBeVisible()
  await expect(threads(page).getByRole('row')).toHaveCount(3)
  await expect(threads(page).getByRole('row').nth(1).getByRole('link')).toHaveAttribute(
    'href',
    `/threads/${older}`,
  )
})

test("a thread is read, carried on, annotated and closed in a colleague's browser", async ({
  page,
  browser,
  stack,
}) => {
  needs('listThreads', 'listMessages', 'streamMessages')
  const agentId = await haveTextAgent(page, unique('Chatter'))
  const threadId = await createChat(page, agentId)

  const colleague = await openElsewhere(browser, stack.origin)
  await colleague.clock.install()
  await colleague.goto('/threads')
  await colleague.getByRole('searchbox').fill(threadId)
  const open = threads(colleague).getByRole('row').nth(1)
  await expect(open).toContainText('Active')
  // It is said once.
  await expect(open.getByText('Active')).toHaveCount(1)
  await threads(colleague).getByRole('row').nth(1).click()
  await expect(colleague).toHaveURL(new RegExp(`/threads/${threadId}$`))
  await expect(colleague.getByRole('heading', { level: 1 })).toHaveText(
    // What tells visitors apart is when they came.
    /^Visitor, \d\d:\d\d:\d\d$/,
  )

  await colleague.getByLabel('Message', { exact: true }).fill('Where is my parcel?')
  await colleague.getByRole('button', { name: 'Send as visitor' }).click()
  const said = messages(colleague).getByRole('listitem')
  await expect(said).toHaveCount(2)
  await expect(said.first()).toContainText('Visitor')
  await expect(said.first()).toContainText('Where is my parcel?')
  await expect(said.last()).toContainText('Agent')
  await expect(said.last()).toContainText('Delivered')
  await expect(colleague.getByLabel('Message', { exact: true })).toHaveValue('')
  expect(await seriousFindings(colleague)).toEqual([])
  // Rarely, because new messages come as events.
  const looked = countAsked(colleague, threadId)
  await colleague.clock.runFor(40_000)
  await expect.poll(looked).toBeGreaterThan(0)

  for (const [sent, shown] of [
    ['{"outcome": "booked"}', ['booked']],
    ['{"score": 5}', ['booked', '5']],
  ] as const) {
    await colleague.getByRole('button', { name: 'Add metadata' }).click()
    const dialog = colleague.getByRole('dialog')
    const metadata = dialog.getByLabel('Metadata', { exact: true })
    // With nothing typed it closes, and what was typed is not lost without a question.
    await metadata.press('Escape')
    await expect(dialog).toBeHidden()
    await colleague.getByRole('button', { name: 'Add metadata' }).click()
    await metadata.fill(sent)
    await metadata.press('Escape')
    const question = colleague.getByRole('dialog', { name: 'Leave without saving?' })
    await expect(question.getByRole('button', { name: 'Stay here' })).toBeFocused()
    await colleague.keyboard.press('Enter')
    await expect(question).toBeHidden()
    await expect(metadata).toHaveValue(sent)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    for (const text of shown)
      await expect(colleague.getByRole('region', { name: 'Metadata' })).toContainText(text)
  }

  await colleague.getByRole('button', { name: 'Close thread' }).click()
  await colleague.getByRole('dialog').getByLabel('Reason').selectOption('APPOINTMENT_BOOKED')
  await colleague.getByRole('dialog').getByRole('button', { name: 'Close thread' }).click()
  await expect(colleague.getByRole('main').getByText('Closed: appointment booked')).toBeVisible()
  await expect(colleague.getByRole('button', { name: 'Send as visitor' })).toBeHidden()
  await expect(colleague.getByRole('button', { name: 'Close thread' })).toBeHidden()

  // The one who started it sees the same, and the thread once.
  await page.goto('/threads')
  await page.getByRole('searchbox').fill(threadId)
  await expect(threads(page).getByRole('row')).toHaveCount(2)
  await expect(threads(page).getByRole('row').nth(1)).toContainText('Closed: appointment booked')
  await threads(page).getByRole('row').nth(1).click()
  await expect(messages(page).getByRole('listitem')).toHaveCount(2)

  // Only an active thread is looked at again and again.
  await colleague.waitForLoadState('networkidle')
  const asked = countAsked(colleague, threadId)
  await colleague.clock.runFor(30_000)
  expect(asked()).toBe(0)
  await colleague.context().close()
})

test('a reply arrives as an event, without polling, and the stream ends with the thread', async ({
  page,
  browser,
  stack,
}) => {
  needs('listMessages', 'streamMessages')
  const agentId = await haveTextAgent(page, unique('Follower'))
  const threadId = await haveChat(page, agentId)
  const path = `/api/v1/threads/${threadId}`
  const looker = await openElsewhere(browser, stack.origin)
  const asked: string[] = []
  looker.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const streams = () => asked.filter((each) => each === `${path}/stream`).length
  const readings = () => asked.filter((each) => each === `${path}/messages`).length
  await looker.clock.install()
  await looker.goto(`/threads/${threadId}`)
  await expect(messages(looker)).toBeVisible()
  await expect.poll(streams).toBe(1)
  await expect.poll(readings).toBeGreaterThan(1)
  await looker.clock.runFor(1_000)
  const before = readings()
  // Two looks of the polling that would be without events.
  await looker.clock.runFor(8_000)
  expect(readings()).toBe(before)

  await post(page, `${path}/messages`, [{ message: 'Where is my parcel?' }])
  const said = messages(looker).getByRole('listitem')
  await expect(said.filter({ hasText: 'Agent' }).last()).toBeVisible({ timeout: 4_000 })
  await expect(said.filter({ hasText: 'Where is my parcel?' })).toBeVisible()
  await expect(said.last()).toContainText('Delivered')

  await page.goto(`/threads/${threadId}`)
  await page.getByRole('button', { name: 'Close thread' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close thread' }).click()
  await expect(looker.getByRole('main').getByText('Closed: ended')).toBeVisible({ timeout: 4_000 })
  expect(streams()).toBe(1)
  await looker.context().close()
})

test('the message box that was just sent is not judged when something else is pressed', async ({ page }) => {
  needs('listMessages', 'sendMessage')
  const agentId = await haveTextAgent(page, unique('Judge'))
  const threadId = await haveChat(page, agentId)
  await page.goto(`/threads/${threadId}`)
  const box = page.getByLabel('Message', { exact: true })
  await box.fill('Where is my parcel?')
  await page.getByRole('button', { name: 'Send as visitor' }).click()
  await expect(box).toHaveValue('')
  await box.click()
  await page.getByRole('button', { name: 'Close thread' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Message is needed')).toHaveCount(0)
  await page.getByRole('button', { name: 'Send as visitor' }).click()
  await expect(page.getByText('Message is needed')).toBeVisible()
})

test('a scenario is written from what the visitor of a chat said', async ({ page }) => {
  needs('listMessages', 'createScenario')
  const agentId = await haveTextAgent(page, unique('Rehearsed'))
  const threadId = await haveChat(page, agentId)
  const bodies = [{ message: 'Where is my parcel?' }, { message: 'I ordered it on Monday.' }]
  await post(page, `/api/v1/threads/${threadId}/messages`, bodies)
  await page.goto(`/threads/${threadId}`)
  await page.getByRole('link', { name: 'New scenario' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write a scenario' })
  await expect(dialog.getByLabel('First message')).toHaveValue('Where is my parcel?')
  await expect(dialog.getByLabel('Instructions')).toHaveValue(
    /- Where is my parcel\?\n- I ordered it on Monday\.$/,
  )
  await expect(dialog.getByLabel('Testing lab agent id')).not.toHaveValue('')
  await expect(dialog.getByLabel('Expected outcome')).toHaveValue('')
  expect(new URL(page.url()).search).not.toContain('parcel')
  const name = unique('Lost parcel')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Expected outcome').fill('The agent says where the parcel is.')
  await dialog.getByRole('button', { name: 'Create scenario' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('table', { name: 'Scenarios' })).toContainText(name)
})

test('of a token that has ended it is said that the page can renew it', async ({ page }) => {
  const agentId = await haveTextAgent(page, unique('Ending'))
  await page.clock.install()
  await createChat(page, agentId)
  await expect(page.getByText('ends in ')).toBeVisible()
  await page.clock.fastForward('16:00')
  await expect(page.getByText('The token has ended. The page can renew it for 24 hours.')).toBeVisible()
})

test('other threads stand beside one where there is room', async ({ page }) => {
  needs('listThreads')
  const agentId = await haveTextAgent(page, unique('Beside'))
  const [first, second] = [await haveChat(page, agentId), await haveChat(page, agentId)]
  await page.setViewportSize({ width: 1920, height: 1000 })
  await page.goto(`/threads/${first}`)
  const others = page.getByRole('navigation', { name: 'Threads' })
  await expect(others.locator('[aria-current=page]')).toHaveAttribute('href', `/threads/${first}`)
  await others.locator(`a[href="/threads/${second}"]`).click()
  await expect(page).toHaveURL(new RegExp(`/threads/${second}$`))
  await page.setViewportSize({ width: 1280, height: 860 })
  await expect(others).toBeHidden()
})

test('110 messages are read page by page, each once, without moving what is read', async ({ page }) => {
  needs('listMessages')
  const agentId = await haveTextAgent(page, unique('Talker'))
  const threadId = await haveChat(page, agentId)
  const bodies = Array.from({ length: 55 }, (_, index) => ({ message: `message ${index + 1}.` }))
  const address = `/api/v1/threads/${threadId}/messages`
  await post(page, address, bodies)
  // All are answered, or an answer would be taken for an earlier message.
  const countOf = async (cursor?: string): Promise<number> => {
    const query = new URLSearchParams({ limit: '100', ...(cursor !== undefined && { cursor }) })
    const { thread } = await (await page.request.get(`${address}?${query}`)).json()
    const { nextCursor } = thread.pagination
    return thread.messages.length + (nextCursor ? await countOf(nextCursor) : 0)
  }
  await expect.poll(() => countOf(), { timeout: 60_000 }).toBe(110)

  await page.goto(`/threads/${threadId}`)
  const said = messages(page).getByRole('listitem')
  await expect(said.first()).toBeVisible()
  const earlier = messages(page).getByRole('button', { name: 'Earlier messages' })
  for (let before = await said.count(); await earlier.isVisible(); before = await said.count()) {
    await messages(page).evaluate((box) => box.scrollTo(0, 0))
    const read = said.first().locator('p').last()
    const handle = await read.elementHandle()
    const top = (await read.boundingBox())?.y ?? 0
    await earlier.click()
    await expect.poll(() => said.count()).toBeGreaterThan(before)
    const moved = ((await handle?.boundingBox())?.y ?? 0) - top
    expect(Math.abs(moved)).toBeLessThan(4)
  }
  await expect(said).toHaveCount(110)
  expect(await blankBelow(page)).toBe(0)
  const texts = await said.allInnerTexts()
  const numbers = texts.flatMap((text) => /message (\d+)\./.exec(text)?.[1] ?? [])
  expect(numbers).toEqual(bodies.map((_, index) => String(index + 1)))

  // The file has them all, however few are loaded.
  await page.goto('/threads')
  await page.goto(`/threads/${threadId}`)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const file = await readFile(await (await saving).path(), 'utf8')
  expect(file.trim().split('\r\n')).toHaveLength(111)
  expect(file).toContain('Visitor,RECEIVED,,message 1.,')
})

test('the list loads on as it ends, and a filter asks the service for what is not loaded yet', async ({
  page,
}) => {
  needs('listThreads')
  const rare = unique('Rare')
  const rareAgent = await haveTextAgent(page, rare)
  await haveChat(page, rareAgent)
  const common = await haveTextAgent(page, unique('Common'))
  await post(
    page,
    '/api/v1/chat/threads',
    Array.from({ length: 61 }, () => ({ agentId: common })),
  )

  await page.goto('/threads')
  await expect(page.getByRole('button', { name: 'Load more' })).toBeVisible()
  await page.getByLabel('Agent').selectOption({ label: rare })
  await expect(threads(page).getByRole('row')).toHaveCount(2)
  await expect(threads(page).getByRole('row').nth(1)).toContainText(rare)

  await page.goto('/threads')
  const more = page.getByRole('button', { name: 'Load more' })
  await expect(more).toBeVisible()
  // Once for each page: other journeys leave threads, too.
  await expect
    .poll(async () => {
      if (await more.isVisible()) await more.click()
      return page.getByText('There are more.').isVisible()
    })
    .toBe(false)
  await page.getByRole('searchbox').fill(rare)
  await expect(threads(page).getByRole('row')).toHaveCount(2)
})

test('a service that tells threads and e-mails in its own way is read; their HTML is shown as text', async ({
  page,
  stack,
}) => {
  const thread = {
    id: 'mail-1',
    agentId: 'agent-9',
    toEmail: 'ada@example.com',
    fromEmail: 'desk@example.com',
    subject: 'Your parcel',
    isActive: false,
    closedReason: 'OPTED_OUT',
    lastMessage: 'Thank you & bye',
    createdAt: '2026-01-05T10:00:00Z',
  }
  const email = { threadId: 'mail-1', subject: 'Your parcel', createdAt: '2026-01-05T10:00:00Z' }
  const service = await serveReplies({
    'GET /api/v1/threads': { threads: [thread], pagination: { limit: 10, nextCursor: null } },
    'GET /api/v1/threads/mail-1': { thread },
    'GET /api/v1/email/threads/mail-1/messages': {
      thread: {
        ...thread,
        messages: [
          {
            ...email,
            id: 'e-2',
            direction: 'INBOUND',
            status: 'RECEIVED',
            createdAt: '2026-01-05T11:00:00Z',
            bodyHtml: '<p>Thank you &amp; bye</p><img src=x onerror="alert(1)"><script>alert(2)</script>',
          },
          { ...email, id: 'e-1', direction: 'OUTBOUND', status: 'BOUNCED', bodyText: 'It is on its way.' },
        ],
      },
    },
  })
  const console = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
  await page.goto(`${console.origin}/threads`)
  const row = threads(page).getByRole('row').filter({ hasText: 'ada@example.com' })
  await expect(row.getByRole('cell').nth(3)).toHaveText('Closed: opted out')
  await expect(row).toContainText('Thank you & bye')
  // Of what the service lists, nothing has an outcome.
  const states = page.getByRole('combobox', { name: 'State' }).getByRole('option')
  await expect(states.filter({ hasText: /refused|unknown/i })).toHaveCount(0)
  await expect(states.filter({ hasText: 'Closed' })).toHaveCount(1)
  await page.getByRole('combobox', { name: 'State' }).selectOption('Closed')
  await expect(row).toBeVisible()
  await row.click()
  const said = messages(page).getByRole('listitem')
  await expect(said).toHaveCount(2)
  await expect(said.first()).toContainText('Your parcel')
  await expect(said.first()).toContainText('Bounced')
  await expect(said.first()).toContainText('It came back.')
  await expect(said.last()).toContainText('Thank you & bye')
  await expect(said.last()).not.toContainText('alert')
  // This service takes no scenarios.
  await expect(page.getByRole('button', { name: 'Export as CSV' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'New scenario' })).toHaveCount(0)
  await expect(page.getByRole('main').getByText('Closed: opted out')).toBeVisible()
  await service.close()
})

test('a service that tells neither threads nor messages leaves what this browser recorded', async ({
  page,
  stack,
}) => {
  const service = await serveReplies({
    'POST /api/v1/chat/threads': { threadId: 'chat-1', token: 'a-token' },
  })
  const console = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
  await page.goto(`${console.origin}/threads/new?channel=chat`)
  await page.getByLabel('Agent id').fill('agent-9')
  await page.getByRole('button', { name: 'Create web chat' }).click()
  await page.getByRole('link', { name: 'Show in Threads' }).click()
  await expect(page.getByText('Only those started from this browser')).toBeVisible()
  await threads(page).getByRole('row').nth(1).click()
  await expect(page.getByText('Its messages are not available from this service.')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  for (const name of ['Close thread', 'Add metadata', 'Send as visitor'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  await page.goto(`${console.origin}/threads/somebody-elses`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This browser does not know this thread')
  await service.close()
})
