import { describe, expect, it } from 'vitest'
import { listAgentVersions } from './agent-versions'
import { createAgent, deployVersion } from './agents'
import { dispatchCall } from './calls'
import { createCollection } from './collection-changes'
import { listCollections } from './collections'
import { createFile, requestUpload } from './file-changes'
import { listMessages } from './messages'
import type { SentWrite } from './operation'
import { createScenario, generateScenarios, runScenarios } from './testing-lab'
import { createChatThread, createEmailThread, createSmsThread } from './threads'
import { createTool } from './tool-changes'
import { listTools, readToolRecord } from './tools'

describe('createAgent', () => {
  it.each([
    { agent: { id: 'a', version: { id: 'v' } } },
    { agent: { id: 'a', name: 'x', version: { id: 'v', version: 1 }, cekuraAgentId: 9 } },
    { agent: { id: 'a' }, version: { id: 'v' } },
    { agent: { id: 'a', versions: [{ id: 'v' }] } },
    { data: { agent: { id: 'a', version: { id: 'v' } } }, success: true },
    { id: 'a', version: { id: 'v' } },
    { agentId: 'a', versionId: 'v' },
  ])('finds both ids in %j (§2, D3)', (reply) => {
    expect(createAgent.reply.parse(reply)).toMatchObject({ agentId: 'a', versionId: 'v' })
  })

  it('reads the testing lab id where there is one (D13)', () => {
    const reply = { agent: { id: 'a', version: { id: 'v' }, cekuraAgentId: 9 } }
    expect(createAgent.reply.parse(reply).testingLabId).toBe(9)
  })

  it.each([{}, null, 'ok', { agent: { id: 'a' } }, { agent: { version: { id: 'v' } } }])(
    'refuses %j',
    (reply) => {
      expect(createAgent.reply.safeParse(reply).success).toBe(false)
    },
  )
})

it('records of a web chat with several ids the one that is shown', () => {
  const reply = { id: 'session-1', threadId: 'thread-1', token: 'abc' }
  expect(createChatThread.about?.({ params: {}, body: { agentId: 'a' }, reply, note: {} })).toMatchObject({
    threadId: 'thread-1',
  })
  expect(createChatThread.reply.parse(reply)).toMatchObject({ record: { threadId: 'thread-1' } })
})

describe('replies of which nothing is promised', () => {
  const promiseless = [
    createFile,
    createCollection,
    deployVersion,
    dispatchCall,
    createSmsThread,
    createChatThread,
    runScenarios,
  ]
  it.each(promiseless.map(({ name, reply }) => [name, reply] as const))('%s accepts anything', (_, reply) => {
    for (const raw of [undefined, null, 'ok', 7, [], {}, { success: true }, [{ id: 1 }]])
      expect(reply.parse(raw)).toMatchObject({ raw })
  })

  it('reads the record bare or wrapped', () => {
    for (const reply of [
      { id: 'd', status: 'queued', eta: 3 },
      { data: { id: 'd', status: 'queued', eta: 3 } },
    ])
      expect(dispatchCall.reply.parse(reply).record).toEqual({ id: 'd', status: 'queued', other: { eta: 3 } })
    expect(createSmsThread.reply.parse({ thread: { id: 't', isActive: true } }).record).toMatchObject({
      id: 't',
      isActive: true,
    })
  })
})

/** The texts, numbers and flags of a value, at any depth. */
const leavesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value]

const record = { id: 'thread-1', agentId: 'a1', isActive: true, createdAt: '2026-01-05T10:00:00Z' }

// What a page shows of a reply is its record and what stood beside it; journeys look at some of these.
it.each([
  [createSmsThread, { thread: { ...record, closedReason: 'OPTED_OUT', leadId: 'lead-9' } }, 'thread-1'],
  [createSmsThread, { id: 4711, segments: 2, price: { amount: 'a penny' } }, '4711'],
  [createSmsThread, { data: { smsThread: record, carrier: 'Northern' }, requestId: 'req-1' }, 'thread-1'],
  [createEmailThread, { thread: { ...record, fromEmail: 'desk@example.com', fromName: 'Desk' } }, 'thread-1'],
  [createEmailThread, { emailThread: { thread_id: 'mail-5', spamScore: 0.25 }, success: true }, 'mail-5'],
  [createEmailThread, { messages: [{ messageId: 'm-1', status: 'QUEUED' }] }, undefined],
  [dispatchCall, { id: 'call-1', status: 'queued', connectionDetails: { region: 'north' } }, 'call-1'],
  [dispatchCall, { success: true, agentCall: { id: 12, mode: 'AUDIO' }, requestId: 'req-3' }, '12'],
  [dispatchCall, { callId: 'call-2', data: { trunk: 'the second' } }, 'call-2'],
  [dispatchCall, [{ place: 'seventh in the queue' }], undefined],
  // Alone in a list it is that which was made (D938).
  [createSmsThread, [{ thread: { ...record, id: 'thread-in-list' } }], 'thread-in-list'],
  [createSmsThread, [{ id: 'thread-3' }, { id: 'thread-4' }], undefined],
  [dispatchCall, { call_id: 'call-3', state: 'queued', region: 'north' }, 'call-3'],
  [createEmailThread, 42, undefined],
])('nothing of the reply to $name is lost: %j', ({ reply }, raw, id) => {
  const read = reply.parse(raw)
  expect(read.record?.id).toBe(id)
  const shown = leavesOf([read.record, read.beside]).map(String)
  for (const leaf of leavesOf(raw)) expect(shown).toContain(String(leaf))
})

const thread = { id: 't', agentId: 'a', isActive: true, closedReason: null }

it.each([
  // As real services answer, then shapes of our own.
  [{ thread }, {}],
  [
    { thread, status: 200, success: true },
    { status: 200, success: true },
  ],
  [thread, {}],
  [
    { data: { thread, warnings: ['slow'] }, requestId: 'r' },
    { data: { warnings: ['slow'] }, requestId: 'r' },
  ],
  [
    { thread: { id: 't', agentId: 'a', isActive: true, closedReason: null }, parent: { id: 't' } },
    { parent: { id: 't' } },
  ],
])('of %j nothing is lost beside the record', (reply, beside) => {
  for (const { reply: reader } of [createSmsThread, createEmailThread])
    expect(reader.parse(reply)).toEqual({
      record: { id: 't', isActive: true, other: { agentId: 'a', closedReason: null } },
      beside,
      raw: reply,
    })
})

it.each([
  [undefined, {}],
  [null, {}],
  ['', {}],
  ['queued', { reply: 'queued' }],
  [[{ a: 1 }], { reply: [{ a: 1 }] }],
  [{ accepted: true }, { accepted: true }],
])('without a record all of %j is beside it', (reply, beside) => {
  for (const { reply: reader } of [createSmsThread, dispatchCall, createChatThread])
    expect(reader.parse(reply)).toEqual({ beside, raw: reply })
})

it('reads a dispatch under other names than those of real services, which come first (D938)', () => {
  const read = (reply: object) => dispatchCall.reply.parse(reply).record
  expect(read({ call_id: 'c', state: 'queued' })).toEqual({ id: 'c', status: 'queued', other: {} })
  const both = { id: 'd', call_id: 'c', status: 'queued', state: 'new' }
  expect(read(both)).toEqual({ id: 'd', status: 'queued', other: { call_id: 'c', state: 'new' } })
  const about = dispatchCall.about?.({ params: {}, body: {}, note: {}, reply: { call_id: 'c' } })
  expect(about).toMatchObject({ callId: 'c' })
})

it('reads whatever else one write made, alone in a list, and records its id (D938)', () => {
  const ids = (operation: { readonly about?: (sent: SentWrite) => unknown }, reply: unknown) =>
    operation.about?.({ params: {}, body: {}, note: {}, reply })
  const made = [{ agent: { id: 'a', version: { id: 'v' } } }]
  expect(createAgent.reply.parse(made)).toMatchObject({ agentId: 'a', versionId: 'v' })
  expect(ids(createAgent, made)).toMatchObject({ agentId: 'a' })
  const target = { fileId: 'f', uploadUrl: 'https://up.example/f' }
  expect(requestUpload.reply.parse([target])).toEqual(target)
  expect(ids(createCollection, [{ id: 'c1' }])).toMatchObject({ collectionId: 'c1' })
  expect(ids(createTool, [{ id: 't1' }])).toMatchObject({ toolId: 't1' })
  expect(ids(createScenario, [{ id: 5 }])).toMatchObject({ scenarioId: '5' })
})

it('takes the only one of a list for no thing that the list is about', () => {
  expect(listAgentVersions.reply.parse([{ id: 'v', version: 1 }]).agent).toBeUndefined()
  expect(listMessages.reply.parse([{ id: 'm', messageBody: 'Hi' }]).thread).toBeUndefined()
})

it('takes a variable of a tool for one that may be left out, unless it says otherwise (§2)', () => {
  const read = readToolRecord({
    id: 't',
    structure: { variables: [{ name: 'a' }, { name: 'b', required: true }] },
  })
  expect(read?.structure?.variables.map(({ required }) => required)).toEqual([false, true])
})

it('reads a run that is alone in a list (D938)', () => {
  const reply = [{ id: 7, agent: 3, status: 'pending' }]
  expect(runScenarios.reply.parse(reply).record).toMatchObject({ id: 7, status: 'pending' })
  expect(runScenarios.about?.({ params: {}, body: {}, note: {}, reply })).toMatchObject({ runId: '7' })
})

it('reads a dispatch where id and status are, and not from a wrapper that has neither', () => {
  const reply = { id: 'd', data: { trunk: 'north' } }
  expect(dispatchCall.reply.parse(reply).record).toEqual({ id: 'd', other: { data: { trunk: 'north' } } })
})

it('keeps the items of a list that cannot be read among the other fields', () => {
  const structure = { variables: [{ name: 'a' }, 7, 'b'], url: 'u' }
  expect(listTools.reply.parse([{ id: 't', structure }]).items[0]?.structure).toMatchObject({
    variables: [{ name: 'a' }, { name: 'b' }],
    other: { variables: [7] },
  })
})

it('reads collections with embedded files, with ids alone, and without either', () => {
  const read = (collection: object) =>
    listCollections.reply.parse({ collections: [{ id: 'c', ...collection }] }).items[0]?.files
  expect(read({ files: [{ id: 'f', status: 'INGESTED' }] })).toMatchObject([
    { fileId: 'f', status: 'INGESTED' },
  ])
  expect(read({ fileIds: ['f'] })).toMatchObject([{ fileId: 'f' }])
  expect(read({})).toBeUndefined()
})

it.each([
  { threadId: 't', token: 'x' },
  { thread: { id: 't', token: 'x' } },
  { thread: { id: 't' }, token: 'x' },
  { threadId: 't', client: { clientToken: 'x' } },
])('finds thread id and token in %j (D15)', (reply) => {
  expect(createChatThread.reply.parse(reply).record).toMatchObject({ threadId: 't', token: 'x' })
})

it.each([
  [{ tools: [], pagination: { limit: 10, nextCursor: 'n' } }, 'n'],
  [{ tools: [], pagination: { limit: 10, nextCursor: null } }, undefined],
  [{ tools: [], pagination: { limit: 10, nextCursor: '' } }, undefined],
  [{ tools: [], pagination: { limit: 10 } }, undefined],
  [{ data: { tools: [], pagination: { nextCursor: 'n' } } }, 'n'],
  [[], undefined],
])('reads the next cursor of %j (§2)', (reply, cursor) => {
  expect(listTools.reply.parse(reply).nextCursor).toBe(cursor)
})

it('keeps tool headers as they came (D16)', () => {
  for (const headers of [{ a: 'b' }, [{ key: 'a', value: 'b', secure: true }]])
    expect(listTools.reply.parse([{ id: 't', structure: { headers } }]).items[0]?.structure?.headers).toEqual(
      headers,
    )
})

it('reads scenarios with integer ids, bare or named', () => {
  for (const reply of [[{ id: 3, name: 'n' }], { scenarios: [{ id: 3, name: 'n' }] }])
    expect(generateScenarios.reply.parse(reply).items).toEqual([{ id: 3, name: 'n', other: {} }])
  const ids = generateScenarios.reply.parse({ scenario_ids: [149, 150] })
  expect(ids.items.map(({ id }) => id)).toEqual([149, 150])
})

it('a record of a new thread has its id, whatever name the reply goes by', () => {
  for (const [operation, name] of [
    [createSmsThread, 'smsThread'],
    [createEmailThread, 'emailThread'],
  ] as const) {
    const reply = { [name]: { id: 't-1' } }
    expect(operation.about?.({ params: {}, body: {}, note: {}, reply })).toMatchObject({
      threadId: 't-1',
    })
    // Threads that this browser started are read by one reader, whatever they are sent by.
    expect(createSmsThread.reply.parse(reply).record?.id).toBe('t-1')
  }
})
