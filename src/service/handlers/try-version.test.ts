import { describe, expect, test } from 'vitest'
import { readTryEvent, type TryEvent } from '../../contract/try-version'
import type { ChatModel } from '../engine/language-model'
import { addAgent, addCollection, addFile } from '../journeys.fixture'
import { CREDENTIALS, PUBLIC_URL, testService } from '../service.fixture'
import { tryVersion } from './try-version'

/** Answers nothing until it is left, and counts who left. */
const slow = { left: 0, waiting: 0 }
const model: ChatModel = {
  name: 'slow',
  answer: () => expect.fail('not asked'),
  async *converse(_messages, _tools, signal) {
    slow.waiting++
    yield { type: 'text', text: 'Well' }
    await new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        slow.left++
        reject(signal.reason)
      })
    })
  },
}

const service = testService()
const slowService = testService({ model })

interface Tried {
  readonly agentId: string
  readonly versionId: string
}

const request = ({ agentId, versionId }: Tried, body: unknown, signal?: AbortSignal, from = service) =>
  from.service().fetch(
    new Request(`${PUBLIC_URL}/api/v1/agents/${agentId}/versions/${versionId}/try`, {
      method: 'POST',
      headers: { 'x-api-key': CREDENTIALS.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    }),
  )

/** The events of an answer, each as the service says it and as the contract reads it. */
function readEvents(text: string): TryEvent[] {
  return text
    .split('\n\n')
    .filter((each) => each.startsWith('event: '))
    .map((each) => {
      const [, type = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(each) ?? []
      const json: unknown = JSON.parse(data)
      expect(tryVersion.body.safeParse(json).error, each).toBeUndefined()
      const read = readTryEvent(type, json)
      return read ?? expect.fail(`not read: ${each}`)
    })
}

async function tried(version: Tried, said: readonly string[], more: Record<string, unknown> = {}) {
  const messages = said.map((text, index) => ({
    from: (said.length - index) % 2 ? 'customer' : 'agent',
    text,
  }))
  const response = await request(version, { messages, ...more })
  expect(response.status, said.join()).toBe(200)
  const events = readEvents(await response.text())
  const answer = events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('')
  return { events, answer, end: events.at(-1) }
}

async function addDocument(sentence: string) {
  service.readFilesWith(async () => ({ ok: true, passages: [{ text: sentence, page: 7 }] }))
  const [collectionId, fileId] = [await addCollection(service), await addFile(service, 'terms.pdf')]
  await service.send(`/api/v1/knowledge-base/collection/${collectionId}/file/${fileId}`, { method: 'POST' })
  await service.service().idle()
  service.readFilesPlainly()
  return collectionId
}

const FACT = 'Refunds are paid within fourteen days.'
const QUESTION = 'Within how many days are refunds paid?'

describe('a version is tried', () => {
  test('and quotes the sentence that answers, with its file and page', async () => {
    const version = await addAgent(service, { knowledgeBaseCollectionIds: [await addDocument(FACT)] }, false)
    const { events, answer, end } = await tried(version, [QUESTION])
    expect(answer).toContain(FACT)
    expect(events).toContainEqual({
      type: 'passage',
      passage: { fileId: expect.any(String), fileName: 'terms.pdf', page: 7, text: FACT, other: {} },
    })
    expect(end).toMatchObject({
      type: 'end',
      outcome: 'answered',
      by: 'rules, without a language model',
      cause: 'passage',
    })
  })

  test('with edits that are not saved: another prompt, other collections, values', async () => {
    const version = await addAgent(service, {}, false)
    const edits = {
      firstMessage: 'Good day {{name}}.',
      prompt: { system: 'x', variables: [{ name: 'name' }] },
      knowledgeBaseCollectionIds: [await addDocument(FACT)],
    }
    expect(await tried(version, [QUESTION])).toMatchObject({ answer: expect.not.stringContaining(FACT) })
    expect(await tried(version, [QUESTION], { version: edits })).toMatchObject({
      answer: expect.stringContaining(FACT),
    })
    const opened = await tried(version, [], { version: edits, variables: { name: 'Ada' } })
    expect(opened.answer).toBe('Good day Ada.')
  })

  test.each([
    ['a message of nothing', { messages: [{ from: 'customer', text: '' }] }, 'messages.0.text'],
    [
      'a message that is too long',
      { messages: [{ from: 'customer', text: 'x'.repeat(20_001) }] },
      'messages.0.text',
    ],
    ['a last message of the agent', { messages: [{ from: 'agent', text: 'Hello' }] }, 'messages'],
    ['no messages', {}, 'messages'],
    ['a field that no version has', { messages: [], version: { colour: 'red' } }, 'version.colour'],
    [
      'a collection that is not there',
      { messages: [], version: { knowledgeBaseCollectionIds: ['x'] } },
      'version.knowledgeBaseCollectionIds.0',
    ],
  ])('but not with %s', async (_, body, path) => {
    const version = await addAgent(service, {}, false)
    const response = await request(version, body)
    expect([response.status, await response.json()]).toMatchObject([400, { errors: [{ path }] }])
  })

  test('but not where it is not there', async () => {
    const [one, other] = [await addAgent(service, {}, false), await addAgent(service, {}, false)]
    const strange = { agentId: one.agentId, versionId: other.versionId }
    expect((await request(strange, { messages: [] })).status).toBe(404)
  })
})

test('at most eight conversations are tried at once, and one that was left makes room at once', async () => {
  const version = await addAgent(slowService, {}, false)
  const body = { messages: [{ from: 'customer', text: 'Hello?' }] }
  const stops = Array.from({ length: 8 }, () => new AbortController())
  const streams = await Promise.all(stops.map(({ signal }) => request(version, body, signal, slowService)))
  expect(streams.map(({ status }) => status)).toEqual(stops.map(() => 200))
  const refused = await request(version, body, undefined, slowService)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
  await expect.poll(() => slow.waiting).toBe(8)
  // One leaves by its connection, another by its stream alone.
  stops[0]?.abort()
  await streams[1]?.body?.cancel()
  await expect.poll(() => slow.left, { timeout: 1_000 }).toBe(2)
  await expect
    .poll(async () => {
      const stop = new AbortController()
      stops.push(stop)
      return (await request(version, body, stop.signal, slowService)).status
    })
    .toBe(200)
  for (const stop of stops) stop.abort()
  await Promise.allSettled(streams.slice(2).map((each) => each.body?.cancel()))
})
