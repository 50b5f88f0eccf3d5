import { describe, expect, it } from 'vitest'
import type { LabNote, LedgerEntry } from '../ledger/entry'
import { nameOfScenario, runsFrom, scenariosFrom, versionOfRun } from './lab-records'
import { evidenceOf, isRunOpen, verdictOfCounts } from './run-evidence'

let minute = 0
const entry = (operation: string, more: Partial<LedgerEntry>): LedgerEntry => {
  minute += 1
  const startedAt = `2026-01-01T00:${String(minute).padStart(2, '0')}:00Z`
  return {
    id: `e${minute}`,
    service: 'local',
    operation,
    params: {},
    startedAt,
    state: 'accepted',
    tab: 't',
    ...more,
  }
}
const note = (kind: LabNote['kind'], labId: string, more: Partial<LabNote> = {}): LabNote => ({
  service: 'local',
  id: `${kind} ${labId}`,
  kind,
  labId,
  notedAt: '2026-01-01T00:00:00Z',
  ...more,
})
/** As the ledger keeps them: newest first. */
const stored = (entries: LedgerEntry[], notes: LabNote[] = []) => ({ entries: entries.toReversed(), notes })

describe('scenarios', () => {
  it('are known from what generations answered, with what was asked for where the answer is silent', () => {
    const [newest, oldest] = scenariosFrom(
      stored([
        entry('generateScenarios', {
          body: { agent_id: 4, tags: ['smoke'] },
          reply: [{ id: 1, name: 'One' }],
        }),
        entry('generateScenarios', { state: 'refused', reply: [{ id: 9, name: 'Nine' }] }),
        entry('generateScenarios', { body: { agent_id: 4 }, reply: { result: [2] } }),
      ]),
    )
    expect(newest).toMatchObject({ key: '2', labAgentId: 4, tags: [] })
    expect(oldest).toMatchObject({ key: '1', labAgentId: 4, tags: ['smoke'], reported: { name: 'One' } })
  })

  it('take over what was changed, also where the change was answered with nothing', () => {
    const [scenario] = scenariosFrom(
      stored([
        entry('createScenario', {
          body: { agent_id: 4 },
          reply: { id: 1, name: 'One', instructions: 'Ask.', mood: 'calm' },
        }),
        entry('updateScenario', { params: { id: '1' }, body: { name: 'Uno' }, reply: undefined }),
      ]),
    )
    expect(scenario).toMatchObject({
      reported: { name: 'Uno', instructions: 'Ask.', other: { mood: 'calm' } },
    })
  })

  it('join what the service lists with what is kept here, and those added by id', () => {
    const listed = [{ id: 3, name: 'Listed', agentId: 8, tags: ['a'], other: {} }]
    const notes = [
      note('scenario', '3', { tags: ['b', 'a'], note: 'mine', name: 'Ours' }),
      note('scenario', '5', { added: true, labAgentId: 8 }),
      note('scenario', '6', { tags: ['lost'] }),
    ]
    const scenarios = scenariosFrom(stored([], notes), listed)
    expect(scenarios).toMatchObject([
      { key: '5', id: 5, labAgentId: 8 },
      { key: '3', tags: ['a', 'b'], note: { note: 'mine' } },
    ])
    expect(scenarios.map(nameOfScenario)).toEqual(['Scenario 5', 'Ours'])
  })
})

describe('scenarios that the service no longer has', () => {
  const created = (id: number, finishedAt: string) =>
    entry('createScenario', { body: { agent_id: 4 }, reply: { id, name: 'Mine' }, finishedAt })
  const entries = [
    created(1, '2026-01-02T00:00:00.000Z'),
    created(2, '2026-01-02T00:00:00.000Z'),
    created(3, '2026-01-04T00:00:00.000Z'),
    created(4, '2026-01-02T00:00:00.000Z'),
  ]
  const notes = [note('scenario', '1', { tags: ['mine'] }), note('scenario', '4', { added: true })]
  const listed = [{ id: 2, agentId: 4, other: {} }]
  const keysAt = (wholeAt?: string) =>
    scenariosFrom(stored(entries, notes), listed, wholeAt).map(({ key }) => key)

  it('are left out once a whole list lacks them that was asked for later, unless they were added by id', () => {
    expect(keysAt('2026-01-03T00:00:00.000Z')).toEqual(['4', '3', '2'])
  })

  it('stay while a list may have late what was created just now', () => {
    expect(keysAt('2026-01-02T00:01:00.000Z')).toEqual(['4', '3', '2', '1'])
  })

  it('stay while the list is not whole', () => {
    expect(keysAt()).toEqual(['4', '3', '2', '1'])
  })
})

describe('runs', () => {
  it('stand under their id, or under the entry that asked for them', () => {
    const runs = runsFrom(
      stored(
        [
          entry('runScenarios', {
            body: { agent_id: 4 },
            note: { agentId: 'a', versionId: 'v' },
            reply: { run: { id: 7, status: 'pending' } },
          }),
          entry('runScenarios', { id: 'lost', state: 'unknown', body: {} }),
          entry('runScenarios', { id: 'odd', body: {}, reply: { queued: true } }),
        ],
        [
          note('run', '7', { verdicts: { 1: { verdict: 'passed' } } }),
          note('run', '9', { added: true, notedAt: '2025-01-01T00:00:00Z' }),
        ],
      ),
      [{ id: 7, state: 'completed', status: 'completed', other: {} }],
    )
    expect(runs.map(({ key }) => key)).toEqual(['odd', 'lost', '7', '9'])
    expect(runs[2]).toMatchObject({
      run: { state: 'completed' },
      sent: { agentId: 'a' },
      note: { verdicts: {} },
    })
    expect(runs[2] && versionOfRun(runs[2])).toBe('v')
    expect(runs[0]?.run).toBeUndefined()
  })

  it('name their scenarios as they are called here, where neither request nor reply does', () => {
    const generated = entry('generateScenarios', { body: {}, reply: [{ id: 1, name: 'Refund' }, { id: 2 }] })
    const [run] = runsFrom(
      stored(
        [entry('runScenarios', { body: {}, reply: { id: 7 } }), generated],
        [note('scenario', '3', { added: true, name: 'Ours' })],
      ),
    )
    expect(run?.names).toEqual(
      new Map([
        ['1', 'Refund'],
        ['3', 'Ours'],
      ]),
    )
  })

  it('go on while their words say so, and end with the words for an end', () => {
    const run = (more: object) => ({ other: {}, ...more })
    expect(isRunOpen(run({ state: 'running', status: 'running' }))).toBe(true)
    expect(isRunOpen(run({ status: 'on hold' }))).toBe(true)
    expect(isRunOpen(run({ state: 'failed', status: 'failed' }))).toBe(false)
    expect(isRunOpen(run({}))).toBe(false)
    expect(isRunOpen(run({ conversations: [{ state: 'running', other: {} }] }))).toBe(true)
  })

  it('have one verdict: passed only where everything passed', () => {
    expect(verdictOfCounts({ total: 2, passed: 2 })).toBe('passed')
    expect(verdictOfCounts({ total: 3, passed: 2 })).toBe('unclear')
    expect(verdictOfCounts({ total: 3, passed: 2, failed: 1 })).toBe('failed')
    expect(verdictOfCounts({})).toBe('unclear')
  })

  it('are evidence once they are over and the service told a verdict', () => {
    const of = { agentId: 'a', versionId: 'v' }
    const over = {
      id: 7,
      name: 'Nightly',
      state: 'completed',
      status: 'completed',
      endedAt: '2026-01-01T00:00:00Z',
      other: {},
    } as const
    expect(evidenceOf({ ...over, counts: { total: 2, passed: 2, failed: 0 } }, of)).toEqual({
      ...of,
      run: { at: '2026-01-01T00:00:00Z', id: 7, name: 'Nightly' },
      verdict: 'passed',
      counts: { passed: 2, failed: 0, total: 2 },
      knownFrom: 'service',
    })
    expect(
      evidenceOf({ ...over, state: 'running', counts: { total: 2, passed: 1, failed: 0 } }, of),
    ).toBeUndefined()
    expect(
      evidenceOf({ ...over, conversations: [{ id: 1, state: 'completed', other: {} }] }, of),
    ).toBeUndefined()
    expect(evidenceOf(over, of)).toBeUndefined()
  })
})
