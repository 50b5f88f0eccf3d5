import { expect, it } from 'vitest'
import type { LedgerEntry, TestEvidence } from '../ledger/entry'
import { activityFrom } from './agent-activity'

const call = (agentId: string, startedAt: string, state: LedgerEntry['state'] = 'accepted'): LedgerEntry => ({
  id: startedAt,
  service: 'local',
  operation: 'dispatchCall',
  params: { agentId },
  startedAt,
  state,
  tab: 't',
})
const test = (agentId: string, at: string): TestEvidence => ({
  service: 'local',
  id: at,
  agentId,
  versionId: 'v1',
  run: { at },
  verdict: 'passed',
  knownFrom: 'service',
  recordedAt: '2026-01-01',
})

it('tells the last call that may have reached somebody, and the newest test run, of each agent', () => {
  const calls = [
    call('a1', '2026-01-04', 'refused'),
    call('a1', '2026-01-03', 'unknown'),
    call('a2', '2026-01-02'),
    call('a1', '2026-01-01'),
  ]
  const evidence = [test('a1', '2026-01-01'), test('a1', '2026-01-05'), test('a1', '2026-01-02')]
  const { lastCall, lastTest } = activityFrom(calls, evidence)
  expect([...lastCall]).toEqual([
    ['a1', '2026-01-03'],
    ['a2', '2026-01-02'],
  ])
  expect(lastTest.get('a1')?.run.at).toBe('2026-01-05')
  expect(lastTest.get('a2')).toBeUndefined()
})
