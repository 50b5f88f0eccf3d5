import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { gate } from '../net/gate.fixture'
import type { ChatModel, ModelMessage } from './engine/language-model'
import { startToolServer } from './engine/tool-server.fixture'
import { addAgent } from './journeys.fixture'
import { testService } from './service.fixture'

const shop = await startToolServer()
afterAll(() => shop.close())

const heardIn = (messages: readonly ModelMessage[]) =>
  messages.findLast(({ role }) => role === 'user')?.content ?? ''

/** What the answer to "one" waits for, instead of a while. */
let held: Promise<void> | undefined

/** Answers "one" slowly, calls the tool that it has for an order, and repeats what it hears. */
const model: ChatModel = {
  name: 'a-model',
  answer: async () => '',
  async *converse(messages, tools) {
    const heard = heardIn(messages)
    if (heard === 'one') await (held ?? new Promise((resolve) => setTimeout(resolve, 400)))
    if (heard === 'what was said?') {
      const said = messages.slice(0, -1).filter(({ role }) => role !== 'system')
      return yield { type: 'text', text: `Before: ${said.map(({ content }) => content).join(' / ')}` }
    }
    const last = messages.at(-1)
    if (last?.role === 'tool') return yield { type: 'text', text: `Told: ${last.content}` }
    const [tool] = messages.at(-1)?.role === 'user' && heard.includes('order') ? tools : []
    if (tool) yield { type: 'calls', calls: [{ id: '1', name: tool.name, input: '{}' }] }
    else yield { type: 'text', text: `You said ${heard}.` }
  },
}

const service = testService({ model, toolHosts: [shop.host] })
const { send } = service

let agentId = ''
beforeEach(async () => {
  if (agentId) return
  const structure = { url: `${shop.origin}/orders`, method: 'GET', timeout: 30 }
  const tool = { name: 'See order', slug: 'see-order', structure }
  expect((await send('/api/v1/tools', { method: 'POST', body: tool })).status).toBe(201)
  const prompt = { system: 'You help.', variables: [], tools: ['see-order'], preBuiltTools: [] }
  agentId = (await addAgent(service, { agentType: 'TEXT', prompt })).agentId
})

async function startChat() {
  const headers = { origin: 'http://localhost' }
  const { json } = await send('/api/v1/chat/threads', { method: 'POST', body: { agentId }, headers })
  return (json as { threadId: string }).threadId
}
const say = (id: string, message: string) =>
  send(`/api/v1/threads/${id}/messages`, { method: 'POST', body: { message } })
async function replies(id: string) {
  const { json } = await send(`/api/v1/threads/${id}/messages?direction=OUTBOUND`)
  const { thread } = json as {
    thread: { messages: { messageBody: string; status: string; grounds: { error: string | null } | null }[] }
  }
  return thread.messages.toReversed()
}
const idle = () => service.service().idle()

test('replies come in the order of their messages, however long each takes', async () => {
  const [id, other] = [await startChat(), await startChat()]
  const { open: release, opened } = gate()
  held = opened
  for (const message of ['one', 'two', 'three']) await say(id, message)
  await say(other, 'two')
  await expect.poll(() => replies(other)).toHaveLength(1)
  expect(await replies(id)).toEqual([])
  release()
  held = undefined
  await idle()
  expect((await replies(id)).map(({ messageBody }) => messageBody)).toEqual([
    'You said one.',
    'You said two.',
    'You said three.',
  ])
})

test('a reply knows those to earlier messages, also where they were written after the message', async () => {
  const id = await startChat()
  for (const message of ['one', 'two', 'what was said?']) await say(id, message)
  await idle()
  expect((await replies(id)).at(-1)?.messageBody).toBe('Before: one / two / You said one. / You said two.')
})

test('a thread that is closed meanwhile gets none of them', async () => {
  const id = await startChat()
  for (const message of ['one', 'two']) await say(id, message)
  await send(`/api/v1/threads/${id}/close`, { method: 'PATCH', body: {} })
  await idle()
  expect(await replies(id)).toEqual([])
})

test('a stop while a tool works calls it no second time, and the reply says that it may have been done (D691)', async () => {
  const id = await startChat()
  const before = shop.called.length
  shop.behave(() => {})
  await say(id, 'Where is my order?')
  await expect.poll(() => shop.called.length).toBe(before + 1)
  await service.restart()
  await idle()
  expect((await replies(id)).map(({ messageBody }) => messageBody)).toEqual([
    expect.stringMatching(/^Told: Not called again: .* nobody knows whether it was done\.$/),
  ])
  expect(shop.called).toHaveLength(before + 1)
})

test('one that fails for good says so politely, tells the operator why, and holds up no other', async () => {
  const id = await startChat()
  for (const message of ['one', 'two']) await say(id, message)
  await service.service().close()
  await service
    .database()
    .execute(sql`update jobs set attempts = 3 where queue = 'reply' and start_after <= now()`)
  await service.restart()
  await idle()
  const [failed, next] = await replies(id)
  expect(failed).toMatchObject({
    status: 'FAILED',
    messageBody: 'I am sorry, I cannot answer just now. Please try again in a moment.',
    grounds: { error: 'The service failed three times to answer this; its log says more.' },
  })
  expect(next?.messageBody).toBe('You said two.')
})
