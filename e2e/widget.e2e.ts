import type { Page } from 'playwright/test'
import { gate } from '../src/net/gate.fixture'
import { seriousFindings } from './accessibility'
import { frontOf } from './front'
import { type HostPage, servePage } from './host-page'
import { needs } from './needs'
import { expect, test, unique } from './screen'
import { haveTextAgent } from './thread-steps'

// A web chat on a page of another origin, with what the console shows for it.

const pages: HostPage[] = []
test.afterEach(async () => {
  await Promise.all(pages.splice(0).map((each) => each.close()))
})
async function serve(body: string, policy?: string): Promise<HostPage> {
  const served = await servePage(body, policy)
  pages.push(served)
  return served
}

/** Creates a web chat in the console and takes the code that it shows for pages. */
async function codeFor(page: Page, origin = '') {
  const agentId = await haveTextAgent(page, unique('Chatter'), origin)
  await page.goto(`${origin}/threads/new?channel=chat&agent=${agentId}`)
  await page.getByRole('button', { name: 'Create web chat' }).click()
  const code = async (name: string) =>
    (await page.getByRole('region', { name }).locator('pre').textContent()) ?? ''
  await expect(page.getByRole('region', { name: 'Chat on your page' })).toContainText(agentId)
  await expect(page.getByRole('region', { name: 'Chat on your page' })).not.toContainText('service.example')
  return { agentId, line: await code('Chat on your page'), snippet: await code('Chat with your own code') }
}

const said = (page: Page) => page.getByRole('log').locator('p')
const own = (page: Page, text: string) => said(page).filter({ hasText: `You: ${text}` })
const agents = (page: Page) => said(page).filter({ hasText: /^Agent: / })

async function say(page: Page, text: string) {
  await page.getByLabel('Message', { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

/** Addresses that the page asks from now on, without their ids. */
function watch(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname.split('/').at(-1)}`)
  })
  return asked
}

test('the snippet of the console works when it is pasted: creates, sends, receives, renews', async ({
  page,
  stack,
}) => {
  const console = await stack.startConsole({ CHAT_TOKEN_SECONDS: '3' })
  const { snippet } = await codeFor(page, console.origin)
  const host = await serve(snippet)
  await page.goto(host.at('localhost'))
  const asked = watch(page)
  const taken = page.waitForResponse(
    (reply) => reply.request().method() === 'POST' && /messages$/.test(reply.url()),
  )
  await say(page, 'Where is my parcel? <b>&')
  await expect(own(page, 'Where is my parcel? <b>&')).toHaveCount(1)
  await expect(agents(page)).not.toHaveCount(0)
  const before = await agents(page).count()
  expect(asked).toEqual(expect.arrayContaining(['POST threads', 'GET stream', 'POST messages']))
  expect(asked).not.toContain('POST token')

  // The token ends in the middle of a talk.
  const reply = await taken
  const { threadId, token } = await reply.json()
  const read = { headers: { authorization: `Bearer ${token}`, origin: new URL(page.url()).origin } }
  const messages = `${new URL(reply.url()).origin}/api/v1/chat/threads/${threadId}/messages`
  await expect.poll(async () => (await page.request.get(messages, read)).status()).toBe(401)
  await say(page, 'Still there?')
  await expect(own(page, 'Still there?')).toHaveCount(1)
  await expect.poll(() => agents(page).count()).toBeGreaterThan(before)
  expect(asked).toContain('POST token')
  expect(asked.filter((each) => each === 'POST threads')).toHaveLength(1)
})

test('the snippet asks no more where the thread was closed while its token had ended', async ({
  page,
  stack,
}) => {
  needs('sendMessage', 'streamMessages')
  const console = await stack.startConsole({ CHAT_TOKEN_SECONDS: '3' })
  const { snippet } = await codeFor(page, console.origin)
  const [service = ''] = /http:\/\/[\w.:]+/.exec(snippet) ?? []
  let isCut = true
  const front = await frontOf(service, ({ path }) =>
    isCut && path.endsWith('/stream') ? 'breaks' : undefined,
  )
  const host = await serve(snippet.replace(service, front.origin))
  await page.clock.install()
  await page.goto(host.at('localhost'))
  const asked = watch(page)
  const taken = page.waitForResponse(
    (reply) => reply.request().method() === 'POST' && /messages$/.test(reply.url()),
  )
  await say(page, 'Where is my parcel?')
  await expect(own(page, 'Where is my parcel?')).toHaveCount(1)
  const { threadId, token } = await (await taken).json()
  expect(
    (await page.request.patch(`${console.origin}/api/v1/threads/${threadId}/close`, { data: {} })).ok(),
  ).toBe(true)
  const read = { headers: { authorization: `Bearer ${token}`, origin: new URL(page.url()).origin } }
  const messages = `${service}/api/v1/chat/threads/${threadId}/messages`
  await expect.poll(async () => (await page.request.get(messages, read)).status()).toBe(401)
  isCut = false
  await expect
    .poll(async () => {
      await page.clock.runFor(2_000)
      return page.getByRole('status').textContent()
    })
    .toBe('This thread is closed.')
  const tries = asked.length
  await page.clock.runFor(10_000)
  expect(asked).toHaveLength(tries)
  await front.close()
})

test('one line brings the chat under a strict policy: by keyboard, as text, through a reload, in two tabs', async ({
  page,
}) => {
  needs('sendMessage')
  const { line } = await codeFor(page)
  const service = new URL(/src="([^"]+)"/.exec(line)?.[1] ?? '').origin
  const host = await serve(
    line,
    `default-src 'none'; script-src ${service}; connect-src ${service}; img-src data:`,
  )
  await page.goto(host.at('localhost'))
  const launcher = page.getByRole('button', { name: 'Chat with us' })
  await expect(launcher).toHaveAttribute('aria-expanded', 'false')
  await launcher.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Chat with us' })
  const field = dialog.getByLabel('Message', { exact: true })
  await expect(field).toBeFocused()

  const nasty = '<img src=x onerror=alert(1)> 🙂 مرحبا'
  await page.keyboard.insertText(nasty)
  await page.keyboard.press('Enter')
  await expect(own(page, nasty)).toHaveCount(1)
  await expect(field).toHaveValue('')
  // The agent answers once, and does not speak first.
  await expect(agents(page)).toHaveCount(1)
  const talk = await said(page).allTextContents()
  expect(talk).toHaveLength(2)
  await expect(dialog.locator('img')).toHaveCount(0)
  expect(await seriousFindings(page)).toEqual([])

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(launcher).toBeFocused()

  // The thread goes on after a reload, and in a second tab that the page opens.
  await page.reload()
  await launcher.click()
  await expect(said(page)).toHaveText(talk)
  const opened = page.waitForEvent('popup')
  await page.evaluate((address) => void open(address), host.at('localhost'))
  const second = await opened
  await second.getByRole('button', { name: 'Chat with us' }).click()
  await expect(said(second)).toHaveText(talk)
  await say(second, 'From the second tab')
  for (const tab of [page, second]) {
    await expect(own(tab, 'From the second tab')).toHaveCount(1)
    await expect.poll(() => agents(tab).count()).toBeGreaterThan(1)
  }
  await second.close()
})

test('a message whose answer is lost is not asked for again where the agent’s answer came first', async ({
  page,
  browser,
}) => {
  needs('sendMessage')
  const { line } = await codeFor(page)
  const lost = gate()
  const isMessage = ({ method, path }: { method: string; path: string }) =>
    method === 'POST' && path.endsWith('/messages')
  const front = await frontOf(
    new URL(/src="([^"]+)"/.exec(line)?.[1] ?? '').origin,
    () => undefined,
    (asked) => (isMessage(asked) ? lost.opened.then(() => Promise.reject(new Error('lost'))) : undefined),
  )
  const host = await serve(line.replace(/(?<=src=")[^"]+(?=\/widget)/, front.origin))
  // Without the check for complaints: the browser reports the lost answer.
  const context = await browser.newContext()
  const visitor = await context.newPage()
  await visitor.goto(host.at('localhost'))
  await visitor.getByRole('button', { name: 'Chat with us' }).click()
  await say(visitor, 'Where is my parcel?')
  await expect(own(visitor, 'Where is my parcel?')).toHaveCount(1)
  await expect(agents(visitor)).not.toHaveCount(0)
  await expect(visitor.getByRole('status')).toHaveText('Sending …')
  lost.open()
  await expect(visitor.getByRole('status')).toBeEmpty()
  await expect(visitor.getByLabel('Message', { exact: true })).toHaveValue('')
  await context.close()
  await front.close()
})

test('two visitors have their own threads, and one that is closed says so and begins anew', async ({
  page,
  browser,
}) => {
  needs('sendMessage')
  const { line, agentId } = await codeFor(page)
  const host = await serve(line)
  const visitors = await Promise.all([browser.newContext(), browser.newContext()])
  const [one, other] = await Promise.all(visitors.map((each) => each.newPage()))
  if (!one || !other) throw new Error('two pages were opened')
  for (const visitor of [one, other]) {
    await visitor.goto(host.at('127.0.0.1'))
    await visitor.getByRole('button', { name: 'Chat with us' }).click()
  }
  await Promise.all([say(one, 'I am one'), say(other, 'I am the other')])
  await expect(own(one, 'I am one')).toHaveCount(1)
  await expect(own(other, 'I am the other')).toHaveCount(1)
  await expect(agents(one)).not.toHaveCount(0)
  await expect(one.getByText('I am the other')).toHaveCount(0)

  const threads = await page.evaluate(async (agent) => {
    const reply = await fetch(`/api/v1/threads?agentId=${agent}&limit=100`)
    return ((await reply.json()) as { threads: { id: string }[] }).threads.map(({ id }) => id)
  }, agentId)
  expect(threads).toHaveLength(3)
  for (const id of threads)
    await page.evaluate(
      (path) => fetch(path, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{}' }),
      `/api/v1/threads/${id}/close`,
    )
  await expect(one.getByRole('status')).toHaveText('This conversation has ended.')
  await expect(one.getByLabel('Message', { exact: true })).toBeHidden()
  await one.getByRole('button', { name: 'Start a new conversation' }).click()
  await expect(one.getByLabel('Message', { exact: true })).toBeFocused()
  await say(one, 'Once more')
  await expect(own(one, 'Once more')).toHaveCount(1)
  await expect(own(one, 'I am one')).toHaveCount(0)
  await Promise.all(visitors.map((each) => each.close()))
})

test('a page of an origin that is not allowed reads nothing, and the widget says so in plain words', async ({
  page,
  browser,
}) => {
  needs('sendMessage')
  const { line, agentId } = await codeFor(page)
  const service = new URL(/src="([^"]+)"/.exec(line)?.[1] ?? '').origin
  const host = await serve(line)
  // Without the check for complaints: the browser reports what it blocks.
  const context = await browser.newContext()
  const stranger = await context.newPage()
  await stranger.goto(host.at('shop.localhost'))
  await stranger.getByRole('button', { name: 'Chat with us' }).click()
  await expect(stranger.getByRole('status')).toContainText('The chat cannot be reached.')
  const blocked = await stranger.evaluate(
    async ([address, agent]) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ agentId: agent })
      return fetch(`${address}/api/v1/chat/threads`, { method: 'POST', headers, body }).then(
        () => 'read',
        () => 'blocked',
      )
    },
    [service, agentId] as const,
  )
  expect(blocked).toBe('blocked')
  await context.close()
})

test('a pasted message that is too long is refused and stays as it is, in the widget and in the snippet', async ({
  page,
  browser,
}) => {
  needs('sendMessage')
  const { line, snippet } = await codeFor(page)
  const pasted = `${'x'.repeat(20_000)} and what matters`
  // Without the check for complaints: the browser reports the refusal.
  const context = await browser.newContext()
  for (const code of [line, snippet]) {
    const visitor = await context.newPage()
    await visitor.goto((await serve(code)).at('localhost'))
    if (code === line) await visitor.getByRole('button', { name: 'Chat with us' }).click()
    await visitor.getByLabel('Message', { exact: true }).focus()
    await visitor.keyboard.insertText(pasted)
    await visitor.getByRole('button', { name: 'Send' }).click()
    await expect(visitor.getByRole('status')).toHaveText(
      'Message can have at most 20,000 characters, not 20,017.',
    )
    await expect(visitor.getByLabel('Message', { exact: true })).toHaveValue(pasted)
    await expect(said(visitor)).toHaveCount(0)
    await say(visitor, 'Shorter')
    await expect(own(visitor, 'Shorter')).toHaveCount(1)
  }
  await context.close()
})
