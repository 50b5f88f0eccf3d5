import { describe, expect, it } from 'vitest'
import '../contract/operations'
import { ServiceRefusal } from '../client/api-error'
import { subjectOf } from '../contract/operation'
import type { LedgerEntry } from '../ledger/entry'
import { activityQueries, answerMs, namesIn, numbered, toActivityRow } from './activity'
import { endOf } from './describe-error'
import { ledgerQueries } from './ledger'

let counter = 0
const entry = (operation: string, rest: Partial<LedgerEntry> = {}): LedgerEntry => ({
  id: `entry-${++counter}`,
  service: 'local',
  operation,
  params: {},
  startedAt: '2026-01-01T00:00:00.000Z',
  state: 'accepted',
  tab: '',
  ...rest,
})

it('says how long an answer took, and nothing of what none came to', () => {
  const sent = { startedAt: '2026-11-29T10:00:00.000Z', finishedAt: '2026-11-29T10:00:01.500Z' }
  expect(answerMs({ ...sent, state: 'accepted' })).toBe(1500)
  expect(answerMs({ ...sent, state: 'refused', error: { status: 400, message: 'No' } })).toBe(1500)
  expect(answerMs({ ...sent, state: 'refused', error: { message: 'Never left' } })).toBeUndefined()
  expect(answerMs({ ...sent, state: 'unknown' })).toBeUndefined()
  expect(answerMs({ ...sent, state: 'accepted', found: true })).toBeUndefined()
})

it.each([
  ['all writes', activityQueries.rows(), [{ state: 'sending' }], [{ state: 'accepted' }]],
  ['the newest', activityQueries.newest(), [{ state: 'sending' }], [{ state: 'accepted' }]],
  ['those whose end is not known', ledgerQueries.open(), [{ state: 'sending' }], [{ state: 'unknown' }]],
  ['one', activityQueries.one('w1'), { state: 'sending' }, null],
])(
  '%s: read again while something is sent, and once they can be read again where that failed',
  (_what, options, sent, ended) => {
    const next = (state: object) =>
      typeof options.refetchInterval === 'function' &&
      options.refetchInterval({ state: { error: null, errorUpdateCount: 0, ...state } } as never)
    const error = new ServiceRefusal({ operation: 'readTeamLedger', status: 502 })
    expect(next({ data: sent })).toBe(2_000)
    expect([next({ data: ended }), next({})]).toEqual([false, false])
    expect([next({ error, errorUpdateCount: 1 }), next({ error, errorUpdateCount: 2, data: ended })]).toEqual(
      [5_000, 10_000],
    )
  },
)

it('has the number of a version that was created with its agent', () => {
  const version = { id: 'v1', version: 1 }
  for (const reply of [{ agent: { id: 'a1', version } }, { agent: { id: 'a1' }, version }])
    expect(toActivityRow(entry('createAgent', { reply })).versionNumber).toBe(1)
  expect(toActivityRow(entry('createAgent', { reply: { id: 'a1', version } })).versionNumber).toBe(1)
})

describe('what a write was about', () => {
  it.each([
    [
      'a created agent, by its reply',
      entry('createAgent', {
        body: { name: 'Front desk' },
        reply: { agent: { id: 'a1', version: { id: 'v1' } } },
      }),
      { kind: 'agent', agentId: 'a1', versionId: 'v1', name: 'Front desk' },
    ],
    [
      'a deployment, by its address',
      entry('deployVersion', { params: { agentId: 'a1', versionId: 'v1' } }),
      { agentId: 'a1', versionId: 'v1' },
    ],
    [
      'a call, also one whose reply is bare',
      entry('dispatchCall', {
        params: { agentId: 'a1' },
        body: { versionId: 'v1', toPhoneNumber: '+15005550142', leadId: 'lead-7' },
        reply: { id: 'c1', status: 'queued' },
      }),
      {
        kind: 'call',
        agentId: 'a1',
        versionId: 'v1',
        callId: 'c1',
        recipient: '+15005550142',
        leadId: 'lead-7',
      },
    ],
    [
      'a thread by e-mail',
      entry('createEmailThread', {
        body: { agentId: 'a1', agentVersionId: 'v1', toEmail: 'ada@example.com' },
        reply: { thread: { id: 't1' } },
      }),
      { kind: 'thread', agentId: 'a1', versionId: 'v1', threadId: 't1', recipient: 'ada@example.com' },
    ],
    [
      'a file in a collection',
      entry('addFileToCollection', { params: { collectionId: 'k1', fileId: 'f1' } }),
      { collectionId: 'k1', fileId: 'f1' },
    ],
    [
      'a run in the testing lab, whose agent is a number',
      entry('runScenarios', { body: { agent_id: 7, agent_version_id: 'v1' }, note: { agentId: 'a1' } }),
      { kind: 'run', agentId: 'a1', labAgentId: '7', versionId: 'v1' },
    ],
    [
      'a run that was answered',
      entry('runScenarios', { body: { agent_id: 7 }, reply: { run: { id: 31, status: 'running' } } }),
      { kind: 'run', labAgentId: '7', runId: '31' },
    ],
    [
      'a further version, as a service answers it',
      entry('createAgentVersion', {
        params: { agentId: 'a1' },
        reply: { version: { id: 'v2', version: 2 } },
      }),
      { agentId: 'a1', versionId: 'v2' },
    ],
    [
      'a tool that was created',
      entry('createTool', { body: { name: 'Look up' }, reply: { tool: { id: 't1', name: 'Look up' } } }),
      { toolId: 't1', name: 'Look up' },
    ],
    [
      'a tool that was changed',
      entry('updateTool', { params: { toolId: 't1' }, body: { speech: 'One moment' } }),
      { toolId: 't1' },
    ],
    [
      'a scenario that was written',
      entry('createScenario', { body: { agent_id: 7, name: 'Refunds' }, reply: { scenario: { id: 12 } } }),
      { kind: 'scenario', labAgentId: '7', scenarioId: '12', name: 'Refunds' },
    ],
    [
      'a scenario that was changed',
      entry('updateScenario', { params: { id: '12' }, body: { name: 'Refunds' } }),
      { kind: 'scenario', scenarioId: '12', name: 'Refunds' },
    ],
    [
      'a refused creation, of which only the name is known',
      entry('createAgent', { body: { name: 'X' } }),
      { kind: 'agent', name: 'X' },
    ],
    ['an operation of a newer console', entry('teleport', { body: ['?'] }), {}],
  ])('%s', (_what, each, target) => {
    expect(JSON.parse(JSON.stringify(subjectOf(each)))).toEqual(target)
  })
})

it('keeps neither request nor reply in a row of the list, and has words for the operation', () => {
  const row = toActivityRow(
    entry('dispatchCall', {
      state: 'refused',
      body: { metadata: 'private' },
      error: { status: 409, message: 'Not deployed' },
    }),
  )
  expect(row).toMatchObject({ what: 'Place the call', status: 409, message: 'Not deployed' })
  expect(JSON.stringify(row)).not.toContain('private')
  // What a person did, not the request that did it.
  expect(toActivityRow(entry('createFile')).what).toBe('File uploaded')
  expect(toActivityRow(entry('createFile', { state: 'refused' })).what).toBe('Upload the file')
  // Its operation was not loaded; what it is was recorded.
  const moved = { to: 'move the call', done: 'the calls were moved' }
  expect(toActivityRow(entry('moveCall', moved)).what).toBe('Calls moved')
  expect(toActivityRow(entry('teleport')).what).toBe('teleport')
  const stored = entry('teleport', { to: 'teleport the call', about: { kind: 'call', callId: 'c1' } })
  expect(toActivityRow(stored)).toMatchObject({ what: 'Teleport the call', target: { callId: 'c1' } })
})

it('knows the names of what was created, the newest first', () => {
  const created = (name: string) =>
    toActivityRow(entry('createCollection', { body: { name }, reply: { collection: { id: 'k1' } } }))
  const run = toActivityRow(entry('runScenarios', { body: { name: 'Nightly' }, reply: { id: 7 } }))
  expect(namesIn([run, created('New name'), created('Old name')])).toEqual(new Map([['k1', 'New name']]))
})

it('knows the number of a version by the reply that named it, and the reason that was typed', () => {
  const rows = [
    entry('deployVersion', {
      params: { agentId: 'a1', versionId: 'v3' },
      note: { reason: 'Spring' },
      reply: { version: { id: 'v3', version: 3 } },
    }),
    entry('createAgentVersion', { params: { agentId: 'a1' }, reply: { id: 'v2', version: 2 } }),
    entry('dispatchCall', {
      params: { agentId: 'a1' },
      body: { versionId: 'v4' },
      reply: { call: { id: 'c1', version: 7 } },
    }),
    entry('deployVersion', { params: { agentId: 'a1', versionId: 'v5' }, reply: 'done' }),
  ].map(toActivityRow)
  expect(rows.map(({ versionNumber }) => versionNumber)).toEqual([3, 2, undefined, undefined])
  expect(rows.map(({ reason }) => reason)).toEqual(['Spring', undefined, undefined, undefined])
})

it.each([
  ['SERVICE_UNREACHABLE', 502, 'unsent'],
  ['SERVICE_TLS_FAILED', 502, 'unsent'],
  // Nothing left the page.
  [undefined, undefined, 'unsent'],
  ['CREDENTIAL_REFUSED', 502, 'refused'],
  [undefined, 422, 'refused'],
])('says of a write that was not done whether it reached the service: %s, %s', (code, status, end) => {
  const error = { code, status, message: 'No.' }
  expect(endOf(entry('createCollection', { state: 'refused', error }))).toBe(end)
  expect(toActivityRow(entry('createCollection', { state: 'refused', error })).end).toBe(end)
  expect(endOf(entry('createCollection', { state: 'unknown', error }))).toBe('unknown')
})

it('names a version by its number in every row, once one row has it', () => {
  const created = toActivityRow(
    entry('createAgent', { reply: { agent: { id: 'a1', version: { id: 'v1' } } } }),
  )
  const deployed = toActivityRow(
    entry('deployVersion', {
      params: { agentId: 'a1', versionId: 'v1' },
      reply: { version: { id: 'v1', version: 1 } },
    }),
  )
  const other = toActivityRow(entry('deployVersion', { params: { agentId: 'a1', versionId: 'v9' } }))
  expect(created.versionNumber).toBeUndefined()
  expect(numbered([deployed, created, other]).map(({ versionNumber }) => versionNumber)).toEqual([
    1,
    1,
    undefined,
  ])
})
