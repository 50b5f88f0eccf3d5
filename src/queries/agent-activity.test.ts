import { expect, it } from 'vitest'
import type { LedgerEntry, TestEvidence } from '../ledger/entry'
import { lastListed, lastPlaced, lastTests, laterOf } from './agent-activity'

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

it('tells the last call that may have reached somebody of each agent', () => {
  const calls = [
    call('a1', '2026-01-04', 'refused'),
    call('a1', '2026-01-03', 'unknown'),
    call('a2', '2026-01-02'),
    call('a1', '2026-01-01'),
  ]
  const placed = lastPlaced(calls)
  expect([...placed]).toEqual([
    ['a1', '2026-01-03'],
    ['a2', '2026-01-02'],
  ])
  const listed = lastListed([
    { agentId: 'a2', createdAt: '2026-01-05' },
    { agentId: 'a1', createdAt: '2026-01-01' },
    { agentId: 'a3', callStartedAt: '2026-01-02' },
    { createdAt: '2026-01-09' },
  ])
  expect([...laterOf(placed, listed)]).toEqual([
    ['a1', '2026-01-03'],
    ['a2', '2026-01-05'],
    ['a3', '2026-01-02'],
  ])
  expect([...laterOf(undefined, undefined)]).toEqual([])
})

it('tells the newest test run of each agent', () => {
  const evidence = [test('a1', '2026-01-01'), test('a1', '2026-01-05'), test('a1', '2026-01-02')]
  const tests = lastTests(evidence, [])
  expect(tests.get('a1')?.run.at).toBe('2026-01-05')
  expect(tests.get('a2')).toBeUndefined()
})

it('tells of the deployed version alone; without one of the newest that was tested, not of an older one that was run again', () => {
  const evidence = ['v3', 'v4', 'v2'].map((versionId, at) => ({
    ...test('a1', `2026-01-0${at + 1}`),
    versionId,
  }))
  const versions = ['v5', 'v4', 'v3', 'v2'].map((versionId) => ({ versionId }))
  const tested = (deployedVersionId?: string, known = versions) =>
    lastTests(evidence, [{ agentId: 'a1', deployedVersionId, versions: known }]).get('a1')?.latest
  expect(tested('v3')).toMatchObject({ versionId: 'v3', run: { at: '2026-01-01' } })
  expect(tested('v5')).toBeUndefined()
  expect(tested()?.versionId).toBe('v4')
  // Nobody knows which is newer.
  expect(tested(undefined, versions.slice(0, 2))?.versionId).toBe('v2')
})
