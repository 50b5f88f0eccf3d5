import { expect, it } from 'vitest'
import type { TestEvidence, TestedScenario } from '../ledger/entry'
import { evidenceOfVersion, evidenceText, notRun } from './evidence'

const scenario = (id: number, verdict: TestedScenario['verdict'] = 'passed'): TestedScenario => ({
  id: String(id),
  name: `Scenario ${id}`,
  verdict,
})

const run = (
  id: number,
  scenarios: readonly TestedScenario[] | undefined,
  more: Partial<TestEvidence> = {},
) =>
  ({
    service: 'local',
    id: `run ${id}`,
    agentId: 'a',
    versionId: 'v5',
    run: { id, at: `2026-01-${10 + id}T00:00:00Z` },
    verdict: scenarios?.every(({ verdict }) => verdict === 'passed') ? 'passed' : 'failed',
    scenarios,
    knownFrom: 'service',
    recordedAt: '2026-01-01',
    ...more,
  }) as const satisfies TestEvidence

const ten = Array.from({ length: 10 }, (_, at) => scenario(at + 1, at < 2 ? 'failed' : 'passed'))

it('one scenario that passes later does not hide the one that still fails', () => {
  const found = evidenceOfVersion([run(2, [scenario(1)]), run(1, ten)], 'v5')
  expect(found).toMatchObject({ verdict: 'failed', latest: { id: 'run 2' }, untested: 0 })
  expect(found && evidenceText(found)).toBe('1 of 10 scenarios still fails')
  expect(found?.scenarios[0]).toEqual(scenario(2, 'failed'))
})

it('the run of a version is the one that its verdict comes from, else the newest', () => {
  const whole = run(3, undefined)
  const runOf = (...all: TestEvidence[]) => evidenceOfVersion(all, 'v5')?.run.id
  expect(runOf(run(3, [scenario(1)]), run(2, ten), run(1, ten))).toBe(2)
  expect(runOf(run(2, [scenario(1), scenario(2)]), run(1, ten))).toBe(2)
  // A person says of the whole what no scenario does.
  expect(runOf(whole, run(2, [scenario(1, 'unclear')]))).toBe(3)
  expect(runOf({ ...whole, verdict: 'passed' }, run(2, [scenario(1)]))).toBe(3)
  expect(runOf({ ...whole, verdict: 'passed' }, run(2, ten))).toBe(2)
  expect(runOf(run(2, ten, { changed: true }))).toBe(2)
})

it('a version has passed when the latest result of each scenario is a pass', () => {
  const all = [run(2, [scenario(1), scenario(2)]), run(1, ten)]
  const found = evidenceOfVersion(all, 'v5')
  expect(found?.verdict).toBe('passed')
  expect(found && evidenceText(found)).toBe('10 of 10 scenarios pass')
})

it('what ran against another version counts for that one, and is named as not run against this one', () => {
  const found = evidenceOfVersion([run(2, [scenario(1)]), run(1, ten, { versionId: 'v4' })], 'v5')
  expect(found).toMatchObject({ verdict: 'passed', untested: 9 })
  expect(found && evidenceText(found)).toBe('1 of 10 scenarios passes')
  // Those that never ran count where the scenarios of the agent are known; one that was deleted does not.
  expect(found && notRun(found, ['1', '2', '20'])).toBe(2)
  expect(found && notRun(found, null)).toBe(9)
  expect(evidenceOfVersion([], 'v5')).toBeUndefined()
})

it('a result without scenarios counts until a newer run names its scenarios', () => {
  const byHand = run(2, undefined, { verdict: 'unclear' })
  expect(evidenceOfVersion([byHand, run(1, [scenario(1)])], 'v5')?.verdict).toBe('unclear')
  expect(evidenceOfVersion([byHand, run(3, [scenario(1)])], 'v5')?.verdict).toBe('passed')
  expect(evidenceOfVersion([run(2, undefined, { verdict: 'passed' }), run(1, ten)], 'v5')?.verdict).toBe(
    'failed',
  )
})

it('what ran before the version was changed says nothing of it, and is no pass', () => {
  const before = run(1, ten, { changed: true })
  const found = evidenceOfVersion([before], 'v5')
  expect(found).toMatchObject({ verdict: 'unclear', changed: true, scenarios: [], latest: { id: 'run 1' } })
  expect(found && evidenceText(found)).toBe('Not tested since a change')
  const whole = run(1, undefined, { verdict: 'passed', changed: true })
  expect(evidenceOfVersion([whole], 'v5')?.verdict).toBe('unclear')
  // What ran since counts alone.
  const after = evidenceOfVersion([run(2, [scenario(1)]), before], 'v5')
  expect(after).toMatchObject({ verdict: 'passed', untested: 9, latest: { id: 'run 2' } })
  expect(after?.changed).toBeUndefined()
})
