import { describe, expect, it } from 'vitest'
import {
  isImportedDeployment,
  isLabNote,
  isLedgerEntry,
  isStoredAgent,
  isStoredJob,
  isTestEvidence,
} from './entry'

const TIME = '2026-11-22T10:00:00.000Z'

const ROOMS = {
  entry: {
    accepts: isLedgerEntry,
    row: {
      id: 'e1',
      service: 'local',
      operation: 'dispatchCall',
      params: { agentId: 'a1' },
      startedAt: TIME,
      state: 'unknown',
      tab: 't1',
      error: { message: 'No answer.' },
      batch: { id: 'b1', row: 0 },
    },
    optional: ['error', 'batch'],
    wrong: { state: 'lost', params: { agentId: 1 }, error: {}, batch: { id: 'b1', row: 0.5 } },
  },
  agent: {
    accepts: isStoredAgent,
    row: {
      service: 'local',
      agentId: 'a1',
      name: 'Desk',
      addedAt: TIME,
      source: 'added',
      versions: [{ versionId: 'v1' }],
    },
    optional: [],
    wrong: { source: 'guessed', versions: [{}] },
  },
  'imported deployment': {
    accepts: isImportedDeployment,
    row: { id: 'd1', versionId: 'v1', at: TIME, state: 'refused' },
    optional: [],
    wrong: { state: 'sending' },
  },
  evidence: {
    accepts: isTestEvidence,
    row: {
      service: 'local',
      id: 'x1',
      agentId: 'a1',
      versionId: 'v1',
      run: { at: TIME },
      verdict: 'unclear',
      counts: { passed: 1 },
      knownFrom: 'service',
      recordedAt: TIME,
    },
    optional: ['counts'],
    wrong: { run: {}, verdict: 'good', knownFrom: 'hearsay', counts: 3 },
  },
  'note of the lab': {
    accepts: isLabNote,
    row: {
      service: 'local',
      id: 'run 1',
      kind: 'run',
      labId: '1',
      notedAt: TIME,
      tags: ['slow'],
      verdicts: { 7: { verdict: 'passed' } },
    },
    optional: ['tags', 'verdicts'],
    wrong: { kind: 'agent', tags: [1], verdicts: { 7: { verdict: 'unclear' } } },
  },
  job: {
    accepts: isStoredJob,
    row: { service: 'local', id: 'j1', kind: 'replace-file', startedAt: TIME, revision: 1, state: {} },
    optional: [],
    wrong: { revision: '1' },
  },
}

describe.each(Object.entries(ROOMS))('a stored %s', (_, { accepts, row, optional, wrong }) => {
  it('is taken when every screen can rely on it, also with fields of a newer console', () => {
    expect(accepts(row)).toBe(true)
    expect(accepts({ ...row, newer: { field: true } })).toBe(true)
  })

  it.each(Object.keys(row))('is passed over without `%s`, unless it may be absent', (name) => {
    const { [name as keyof typeof row]: _left, ...rest } = row
    expect(accepts(rest)).toBe(optional.some((each) => each === name))
  })

  it.each(Object.entries(wrong))('is passed over with a wrong `%s`', (name, value) => {
    expect(accepts({ ...row, [name]: value })).toBe(false)
  })

  it('is passed over when it is no object', () => {
    for (const value of [undefined, null, 'row', [row]]) expect(accepts(value)).toBe(false)
  })
})

it.each([
  ['outcome', isLedgerEntry, ROOMS.entry.row, 'state', ['sending', 'accepted', 'refused', 'unknown']],
  ['source', isStoredAgent, ROOMS.agent.row, 'source', ['created', 'added', 'imported']],
  ['verdict', isTestEvidence, ROOMS.evidence.row, 'verdict', ['passed', 'failed', 'unclear']],
  ['origin', isTestEvidence, ROOMS.evidence.row, 'knownFrom', ['entered by hand', 'service']],
  ['kind', isLabNote, ROOMS['note of the lab'].row, 'kind', ['scenario', 'run']],
])('every word for %s that may be stored is taken', (_, accepts, row, field, words) => {
  for (const word of words) expect(accepts({ ...row, [field]: word }), word).toBe(true)
})
