import { expect, it } from 'vitest'
import { readTestRun } from '../contract/run'
import { evidenceOfVersion, type NewEvidence } from './evidence'
import { evidenceOf } from './run-evidence'

const of = { agentId: 'a', versionId: 'v' }
const stored = (id: number, run: object) => {
  const read = readTestRun({ id, status: 'completed', ended_at: `2026-01-0${id}T10:00:00Z`, ...run })
  const evidence = (read && evidenceOf(read, of)) as NewEvidence
  return { ...evidence, service: 'local', id: `run ${id}`, recordedAt: '2026-01-01' }
}

const counts = { total: 2, passed: 1, broken: 1 }
const listed = (verdict?: string) => [
  { scenario: 3, ...(verdict && { verdict }) },
  { scenario: 4, verdict: 'passed' },
]
const held = (verdict?: string) => [
  { id: 1, scenario: 3, ...(verdict ? { status: 'completed', verdict } : { status: 'failed' }) },
  { id: 2, scenario: 4, status: 'completed', verdict: 'passed' },
]

it.each([
  ['listed', (verdict?: string) => ({ counts, scenario_results: listed(verdict) })],
  ['read', (verdict?: string) => ({ runs: held(verdict) })],
])(
  'a scenario that broke off in a run that was %s takes back nothing that an earlier one judged',
  (_, run) => {
    for (const verdict of ['failed', 'passed'] as const) {
      const before = stored(1, run(verdict))
      const after = stored(2, run())
      expect(after.scenarios).toEqual([{ id: '4', verdict: 'passed' }])
      // Of the run itself it is told.
      expect(after).toMatchObject({ verdict: 'unclear', counts: { total: 2, passed: 1 } })
      const known = evidenceOfVersion([after, before], 'v')
      expect(known?.verdict).toBe(verdict)
      expect(known?.untested).toBe(0)
      expect(known?.scenarios.find(({ id }) => id === '3')?.verdict).toBe(verdict)
    }
    // Where none judged it, it did not run.
    expect(evidenceOfVersion([stored(2, run())], 'v')).toMatchObject({ verdict: 'passed', untested: 1 })
  },
)

it('a service that tells scenarios without a verdict has told them', () => {
  expect(stored(1, { counts, scenario_results: [{ scenario: 3 }] }).scenarios).toEqual([])
  expect(stored(1, { counts }).scenarios).toBeUndefined()
})
