import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createChatModel } from './chat-model'
import { type ChatModel, ModelFailed } from './language-model'
import { type Behaviour, type LanguageServer, startLanguageServer } from './language-server.fixture'

let server: LanguageServer
beforeAll(async () => {
  server = await startLanguageServer()
})
afterAll(() => server.close())
beforeEach(() => server.behave(() => ({ text: 'Good day to you.' })))

const KEY = 'sk-very-secret'
const PATIENCE = { answer: 2_000, pause: 5, pauseMax: 200 }
const connect = (changes: { apiKey?: string; baseUrl?: string } = {}) =>
  createChatModel({ baseUrl: server.baseUrl, apiKey: KEY, model: 'some-model', ...changes }, PATIENCE)
const MESSAGES = [{ role: 'user' as const, content: 'Hello' }]
const never = new AbortController().signal

/** An answer at once, and the text of one that comes in pieces. */
const ASK = {
  answer: (...asked: Parameters<ChatModel['answer']>) => connect().answer(...asked),
  async converse(messages: typeof MESSAGES, signal: AbortSignal) {
    let text = ''
    for await (const piece of connect().converse(messages, [], signal))
      if (piece.type === 'text') text += piece.text
    return text
  },
}

/** What became of a request, and how many were sent for it. */
async function outcomeOf(how: keyof typeof ASK, behave: Parameters<LanguageServer['behave']>[0] | Behaviour) {
  const before = server.asked.length
  server.behave(typeof behave === 'function' ? (asked, place) => behave(asked, place - before) : () => behave)
  const result = await ASK[how](MESSAGES, never).catch((error: unknown) =>
    error instanceof ModelFailed ? error : Promise.reject(error),
  )
  if (result instanceof ModelFailed) expect(result.message).not.toMatch(/sk-|127\.0|secret/)
  return {
    result: result instanceof ModelFailed ? result.message : result,
    sent: server.asked.length - before,
  }
}

test('asks for a stream to converse, and for a whole answer to answer', async () => {
  expect(await ASK.converse(MESSAGES, never)).toBe('Good day to you.')
  expect(await ASK.answer(MESSAGES, never)).toBe('Good day to you.')
  expect(server.asked.slice(-2)).toMatchObject([
    { stream: true, model: 'some-model', authorization: `Bearer ${KEY}`, messages: MESSAGES },
    { stream: false },
  ])
})

test('sends no key where there is none', async () => {
  await connect({ apiKey: undefined }).answer(MESSAGES, never)
  expect(server.asked.at(-1)?.authorization).toBeUndefined()
})

test('leaves out what a model thought, and takes a whole answer for a stream', async () => {
  expect(await outcomeOf('converse', { text: '<think>Hm.\n</think>\nYes.' })).toMatchObject({
    result: 'Yes.',
  })
  server.behave(() => 'whole')
  expect(await ASK.converse(MESSAGES, never)).toBe('I do not know.')
})

describe.each(['converse', 'answer'] as const)('a server that fails when asked to %s', (how) => {
  test.each([
    ['refuses the key', { status: 401 }, /refused the key \(401\). Check LLM_API_KEY/, 1],
    ['knows no such model', { status: 404 }, /no such address or model.*LLM_MODEL/, 1],
    [
      'does not take the request',
      { status: 400, body: 'sk-very-secret' },
      /did not take the request \(400\)/,
      1,
    ],
    ['is always too busy', { status: 429 }, /one too many \(429\), also when asked again/, 3],
    [
      'wants an hour of patience',
      { status: 429, headers: { 'retry-after': '3600' } },
      /one too many \(429\)\. It asks to wait for 3600 seconds/,
      1,
    ],
    ['is broken', { status: 503 }, /failed \(503\), also when asked again/, 3],
    [
      'sends elsewhere',
      { status: 307, headers: { location: '/v1/chat/completions' } },
      /elsewhere \(307\)/,
      1,
    ],
    ['hangs up', 'hang up', /cannot be reached/, 3],
    ['says nothing', 'silence', /no whole answer within 2 seconds/, 1],
    ['answers in drops', 'drip', /no whole answer within 2 seconds/, 1],
    ['answers with an empty text', { text: ' ' }, /answered with nothing/, 3],
  ] as const)('%s', async (_, behaviour, reason, tries) => {
    const { result, sent } = await outcomeOf(how, behaviour)
    expect(result).toMatch(reason)
    // A stream is asked for once more without the wish for tokens.
    expect(sent).toBe(how === 'converse' && reason.source.includes('400') ? 2 : tries)
  })

  test.each([
    ['cut', /cut off/],
    ['not json', /cannot be read/],
    ['other json', /cannot be read/],
  ] as const)('%s', async (behaviour, reason) => {
    expect((await outcomeOf(how, behaviour)).result).toMatch(reason)
  })

  test('twice and then answers', async () => {
    const moods: Behaviour[] = [{ status: 500 }, { status: 429, headers: { 'retry-after': '0' } }]
    const { result, sent } = await outcomeOf(how, (_, place) => moods[place] ?? { text: 'At last.' })
    expect([result, sent]).toEqual(['At last.', 3])
  })

  test('stops at once when it is told to', async () => {
    const stop = new AbortController()
    // Not before the request is there, or the next test would count it.
    server.behave(() => {
      stop.abort(new Error('closing'))
      return 'silence'
    })
    const asked = ASK[how](MESSAGES, stop.signal)
    await expect(asked).rejects.toThrow('closing')
  })
})

test.each([
  ['ended', /cut off/],
  ['error in stream', /broke its answer off/],
] as const)('a stream that is %s half way', async (behaviour, reason) => {
  expect((await outcomeOf('converse', behaviour)).result).toMatch(reason)
})

test('a stream whose text is a list is said to be unreadable', async () => {
  const body = `data: ${JSON.stringify({ choices: [{ delta: { content: [{ type: 'text', text: 'Yes.' }] } }] })}\n\n`
  const { result } = await outcomeOf('converse', {
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    body,
  })
  expect(result).toMatch(/cannot be read/)
})

test('a prompt that is refused says nothing of the wish for tokens', async () => {
  const model = connect()
  const converse = async () => {
    for await (const piece of model.converse(MESSAGES, [], never)) void piece
  }
  server.behave(() => ({ status: 400 }))
  await expect(converse()).rejects.toThrow(/did not take the request/)
  server.behave(() => ({ text: 'Yes.' }))
  await converse()
  expect(server.asked.at(-1)?.wantsTokens).toBe(true)
  server.behave(({ wantsTokens }) => (wantsTokens ? { status: 400 } : { text: 'Yes.' }))
  await converse()
  const before = server.asked.length
  await converse()
  expect(server.asked.length - before).toBe(1)
})

test('an endless answer is taken as far as it may go', async () => {
  const { length } = (await outcomeOf('converse', 'endless')).result
  expect(length - 20_000).toBeLessThan(10)
  expect(length).toBeGreaterThanOrEqual(20_000)
  expect((await outcomeOf('answer', 'endless')).result).toMatch(/too long|no whole answer/)
})

test('a server that is not there', async () => {
  const gone = connect({ baseUrl: 'http://127.0.0.1:9/v1' })
  await expect(gone.answer(MESSAGES, never)).rejects.toThrow(/cannot be reached/)
})
