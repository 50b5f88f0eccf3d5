import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createToolCaller } from './call-tool'
import { createChatModel } from './chat-model'
import { createEngine } from './create-engine'
import { answerWhole, type EngineAgent, type EngineTool, type EngineTurn } from './engine'
import { type Behaviour, type LanguageServer, startLanguageServer } from './language-server.fixture'
import { startToolServer } from './tool-server.fixture'

let server: LanguageServer
let shop: Awaited<ReturnType<typeof startToolServer>>
beforeAll(async () => {
  server = await startLanguageServer()
  shop = await startToolServer()
})
afterAll(() => Promise.all([server.close(), shop.close()]))
beforeEach(() => server.behave(() => undefined))

const KEY = 'sk-very-secret'
const never = new AbortController().signal

/** `answer`: milliseconds that a whole answer may take. */
const connect = (answer = 20_000) =>
  createEngine({
    model: createChatModel(
      { baseUrl: server.baseUrl, apiKey: KEY, model: 'some-model' },
      { answer, pause: 5, pauseMax: 100 },
    ),
    prepareCall: createToolCaller({ allowedHosts: [shop.host] }),
  })

const findOrder = (): EngineTool => ({
  slug: 'find-order',
  name: 'Find order',
  description: 'Tells the state of an order.',
  speech: '',
  structure: {
    url: `${shop.origin}/orders/{{order_number}}`,
    method: 'GET',
    headers: { Authorization: KEY },
    body: {},
    timeout: 1,
    variables: [
      { name: 'order_number', type: 'int', description: 'Its number', required: true },
      { name: 'shop_id', type: 'str', description: '', required: false },
    ],
  },
})

const agentOf = (changes: Partial<EngineAgent> = {}): EngineAgent => ({
  name: 'Returns desk',
  prompt: {
    system: 'You serve {{customer}}.',
    variables: [],
    tools: [],
    preBuiltTools: ['transfer-call'],
  },
  firstMessage: 'Good day {{customer}}.',
  speakFirst: true,
  values: { customer: 'Ada', shop_id: 's1' },
  tools: [findOrder()],
  search: async () => [],
  ...changes,
})

const ask = (said: string, patience?: number) =>
  answerWhole(connect(patience), agentOf(), [{ who: 'customer', said }], never)

/** The first request is behaved to thus, and what follows as a model would. */
function behaveFirst(behaviour: Behaviour) {
  const before = server.asked.length
  server.behave((_, place) => (place === before ? behaviour : undefined))
}

test('a model answers from the prompt, what was found and what was said before', async () => {
  const passage = { fileId: 'f1', fileName: 'terms.pdf', page: 3, text: 'Refunds take fourteen days.' }
  const turns: EngineTurn[] = [
    { who: 'agent', said: 'Good day.' },
    { who: 'customer', said: 'How long do refunds take?' },
  ]
  // A model is given what rules would not dare to quote.
  const agent = agentOf({ search: async (_question, isWide) => (isWide ? [passage] : []) })
  const { said, passages, end } = await answerWhole(connect(), agent, turns, never)
  expect([said, passages]).toEqual([passage.text, [passage]])
  expect(end).toMatchObject({
    outcome: 'answered',
    cause: 'model',
    by: 'the language model some-model',
    tokens: { input: 100, output: 7 },
    firstMs: expect.any(Number),
  })
  const { messages, tools } = server.asked.at(-1) ?? expect.fail('nothing was asked')
  expect(messages).toMatchObject([
    { role: 'system', content: expect.stringMatching(/^You serve Ada\.[\s\S]*no instructions[\s\S]*page 3/) },
    { role: 'assistant', content: 'Good day.' },
    { role: 'user', content: 'How long do refunds take?' },
  ])
  expect(tools.map((tool) => tool.function)).toMatchObject([
    {
      name: 'find-order',
      // What the version has a value for is not asked of the model.
      parameters: { properties: { order_number: { type: 'integer' } }, required: ['order_number'] },
    },
    { name: 'transfer-call' },
  ])
})

test('of a long message the part that asks is searched for', async () => {
  const story = 'We looked at lamps at the market with my sister, and took neither of them home. '.repeat(10)
  const searched: string[] = []
  const agent = agentOf({
    search: async (question) => {
      searched.push(question)
      return []
    },
  })
  const said = `${story}How long do refunds take? Kind regards, Ada`
  await answerWhole(connect(), agent, [{ who: 'customer', said }], never)
  await answerWhole(connect(), agent, [{ who: 'customer', said: story }], never)
  expect(searched).toEqual(['How long do refunds take?', story.slice(0, 300)])
})

test('the pieces come as the model says them, without what it thought', async () => {
  server.behave(() => ({ text: '<think> Hm, well. </think> In fourteen days.' }))
  const texts: string[] = []
  for await (const event of connect().answer(agentOf(), [{ who: 'customer', said: 'When?' }], never))
    if (event.type === 'text') texts.push(event.text)
  expect(texts.join('')).toBe('In fourteen days.')
  expect(texts.length).toBeGreaterThan(1)
})

test('the first message, and an opt-out, are no model’s to decide', async () => {
  const before = server.asked.length
  expect((await answerWhole(connect(), agentOf(), [], never)).said).toBe('Good day Ada.')
  expect((await ask('STOP')).end.outcome).toBe('opted out')
  expect(server.asked.length).toBe(before)
  server.behave(() => ({ text: 'Welcome.' }))
  const { said } = await answerWhole(connect(), agentOf({ firstMessage: undefined }), [], never)
  expect([said, server.asked.length]).toEqual(['Welcome.', before + 1])
})

describe('tools', () => {
  test('are called for real, and the model goes on from their answer', async () => {
    behaveFirst({
      calls: [{ name: 'find-order', input: '{"order_number": 4711, "host": "evil"}' }],
      text: 'Let me look. ',
    })
    const { said, tools, end } = await ask('Where is my order 4711?')
    expect(said).toBe('Let me look. The tool says: {"status":"shipped","days":3}')
    expect(shop.called.at(-1)).toMatchObject({
      method: 'GET',
      url: '/orders/4711',
      headers: { authorization: KEY },
    })
    expect(tools).toMatchObject([
      {
        call: { slug: 'find-order', request: { url: `${shop.origin}/orders/4711` } },
        result: { status: 200, answer: '{"status":"shipped","days":3}' },
      },
    ])
    expect(end.tokens).toEqual({ input: 200, output: 14 })
    expect(JSON.stringify(tools)).not.toContain(KEY)
    expect(JSON.stringify(server.asked.at(-1)?.messages)).not.toContain(KEY)
  })

  test('whose names would be the same to a model are told apart', async () => {
    const long = 'x'.repeat(64)
    const tools = ['find.order', 'find order', `${long}1`, `${long}2`, 'transfer-call'].map((slug) => ({
      ...findOrder(),
      slug,
    }))
    behaveFirst({ calls: [{ name: 'find_order-2', input: '{"order_number": 1}' }] })
    const said = [{ who: 'customer' as const, said: 'Where is my order?' }]
    const answered = await answerWhole(connect(), agentOf({ tools }), said, never)
    expect(answered.tools[0]?.call.slug).toBe('find order')
    expect(server.asked.at(-1)?.tools.map((tool) => tool.function.name)).toEqual([
      'find_order',
      'find_order-2',
      long,
      `${long.slice(0, 60)}-2`,
      'transfer-call-2',
      'transfer-call',
    ])
  })

  test.each([
    ['a tool that is not there', { name: 'delete-all', input: '{}' }, 'no tool with this name'],
    ['with what is no JSON', { name: 'find-order', input: '{"order_num' }, 'not a JSON object'],
    ['without what it needs', { name: 'find-order', input: '{}' }, 'order_number is missing'],
  ])('a model that calls %s is told', async (_, call, told) => {
    const before = shop.called.length
    behaveFirst({ calls: [call] })
    const { said, end } = await ask('Where is my order?')
    expect(said).toContain(told)
    expect([end.outcome, shop.called.length]).toEqual(['answered', before])
  })

  test('a tool that hangs is told to the model, and the time it took', async () => {
    shop.behave(() => {})
    behaveFirst({ calls: [{ name: 'find-order', input: '{"order_number": 1}' }] })
    const { tools, end } = await ask('Where is my order?')
    expect(tools[0]?.result).toMatchObject({ error: expect.stringContaining('within 1 second') })
    expect(end.outcome).toBe('answered')
  })

  test('a model that only calls tools comes to an end, and nobody gets an empty message', async () => {
    const before = server.asked.length
    server.behave(() => ({ calls: [{ name: 'delete-all', input: '{}' }] }))
    const { said, end } = await ask('Where is my order?')
    expect(said).toMatch(/^I am sorry, I cannot answer just now/)
    expect(end).toMatchObject({ outcome: 'failed', error: expect.stringContaining('only called tools') })
    expect(server.asked.length - before).toBe(5)
    expect(server.asked.at(-1)?.tools).toEqual([])
  })

  test('handing over is one of them', async () => {
    behaveFirst({ calls: [{ name: 'transfer-call', input: '{}' }] })
    expect((await ask('I want a person.')).end.outcome).toBe('handed over')
  })

  test('what whoever began the conversation gave is not taken from a model', async () => {
    const before = shop.called.length
    behaveFirst({ calls: [{ name: 'find-order', input: '{"order_number": 2}' }] })
    const agent = agentOf({ values: { order_number: '1' } })
    await answerWhole(connect(), agent, [{ who: 'customer', said: 'Where is order 2?' }], never)
    expect(shop.called.slice(before)).toMatchObject([{ url: '/orders/1' }])
  })

  test('nobody is handed over by an agent that may not do it', async () => {
    behaveFirst({ calls: [{ name: 'transfer-call', input: '{}' }] })
    const agent = agentOf({ prompt: { ...agentOf().prompt, preBuiltTools: [] } })
    const { end } = await answerWhole(connect(), agent, [{ who: 'customer', said: 'A person.' }], never)
    expect(end.outcome).toBe('answered')
  })
})

describe('a model that fails ends the answer with a polite line and the reason', () => {
  test.each([
    ['is down', 'hang up', /cannot be reached/],
    ['is slow', 'silence', /no whole answer within 2 seconds/],
    ['answers in drops', 'drip', /no whole answer/],
    ['answers nonsense', 'not json', /cannot be read/],
    ['answers other JSON', 'other json', /cannot be read/],
    ['refuses the key', { status: 401 }, /refused the key/],
    ['answers nothing', { text: ' ' }, /answered with nothing/],
  ] as const)('%s', async (_, behaviour, reason) => {
    server.behave(() => behaviour)
    const { said, end } = await ask('When?', 2_000)
    expect(said).toMatch(/I am sorry, I (?:cannot answer just now|was interrupted)/)
    expect(end).toMatchObject({ outcome: 'failed', error: expect.stringMatching(reason) })
    expect(JSON.stringify(end)).not.toMatch(/sk-|127\.0/)
  })

  test.each(['cut', 'error in stream', 'ended'] as const)('%s: what was said stays', async (behaviour) => {
    const before = server.asked.length
    server.behave(() => behaviour)
    const { said, end } = await ask('When?')
    expect(said).toMatch(/^I do.* I am sorry, I was interrupted\./)
    expect([end.outcome, server.asked.length - before]).toEqual(['failed', 1])
  })

  test('but one that is only too busy at first is asked again', async () => {
    behaveFirst({ status: 429, headers: { 'retry-after': '0' } })
    expect((await ask('When?')).said).toBe('I do not know.')
  })

  test('and a server that does not tell tokens is asked without', async () => {
    server.behave(({ wantsTokens }) => (wantsTokens ? { status: 400 } : { text: 'Soon.' }))
    const { said, end } = await ask('When?')
    expect([said, end.tokens]).toEqual(['Soon.', undefined])
  })

  test('half of a character is left out: it could not be sent back', async () => {
    server.behave(() => ({ text: 'Soon \ud83d\ude42 or \ud83d late \udc00.' }))
    expect((await ask('When?')).said).toBe('Soon \ud83d\ude42 or \ufffd late \ufffd.')
  })

  test('an endless answer is cut', async () => {
    server.behave(() => 'endless')
    expect((await ask('When?')).said.length).toBeLessThan(20_100)
  })

  test('a reader who leaves ends it at once', async () => {
    const stop = new AbortController()
    server.behave(() => {
      stop.abort(new Error('left'))
      return 'silence'
    })
    const answered = answerWhole(connect(), agentOf(), [{ who: 'customer', said: 'When?' }], stop.signal)
    await expect(answered).rejects.toThrow('left')
  })
})
