import { expect, it } from 'vitest'
import type { VersionEvidence } from '../../queries/evidence'
import type { LabRun } from '../../queries/lab-records'
import { labState } from './-lab-steps'

const run = (passed: number, failed: number, status: 'completed' | 'running' = 'completed'): LabRun => ({
  key: '7',
  id: 7,
  run: { id: 7, status, state: status, counts: { total: passed + failed, passed, failed }, other: {} },
})
const evidence = (verdict: VersionEvidence['verdict'], failing: number): VersionEvidence => ({
  verdict,
  run: { at: '2026-01-01' },
  latest: {
    service: 'local',
    id: 'e',
    agentId: 'a',
    versionId: 'v',
    run: { at: '2026-01-01' },
    verdict: 'passed',
    knownFrom: 'service',
    recordedAt: '2026-01-01',
  },
  scenarios: Array.from({ length: 3 }, (_, at) => ({
    id: String(at),
    verdict: at < failing ? ('failed' as const) : ('passed' as const),
  })),
  untested: 0,
})
/** The ids of the first `count` scenarios. */
const ids = (count: number) => Array.from({ length: count }, (_, at) => String(at))
const none = { last: undefined, evidence: undefined, isDeployed: false }

it('begins with scenarios, and says nothing of what could not be read', () => {
  expect(labState({ ...none, scenarios: ids(0) })).toMatchObject({
    now: 'Scenarios',
    states: { Scenarios: 'None yet', Run: 'Not run yet' },
  })
  expect(labState({ ...none, scenarios: undefined })).toMatchObject({
    now: undefined,
    isDone: { Scenarios: false, Run: false, Fix: false, Deploy: false },
    states: { Scenarios: 'Could not be read', Run: 'Not known' },
  })
  expect(labState({ ...none, scenarios: ids(4) }).now).toBe('Run')
})

it('a last run that passed does not hide a scenario of the version that fails', () => {
  const state = labState({
    scenarios: ids(3),
    last: run(1, 0),
    evidence: evidence('failed', 1),
    isDeployed: false,
  })
  expect(state.now).toBe('Fix')
  expect(state.states).toMatchObject({
    Fix: '1 of 3 scenarios still fails',
    Deploy: 'The tests have not passed',
  })
  // It was deployed all the same, as the page says beside it.
  const live = { ...state, isDone: { Scenarios: true, Run: true, Fix: false, Deploy: true } }
  expect(
    labState({ scenarios: ids(3), last: run(1, 0), evidence: evidence('failed', 1), isDeployed: true }),
  ).toEqual({ ...live, states: { ...live.states, Deploy: 'The tested version is deployed' } })
})

it('a version that was changed after its last test is to be run again, whatever that showed', () => {
  const known = { ...evidence('unclear', 0), scenarios: [], changed: true }
  const facts = { scenarios: ids(3), last: undefined, evidence: known }
  expect(labState({ ...facts, isDeployed: false })).toMatchObject({
    now: 'Run',
    states: { Run: 'Not tested since a change', Deploy: 'The tests have not passed' },
  })
  expect(labState({ ...facts, isDeployed: true })).toMatchObject({
    now: 'Run',
    isDone: { Scenarios: true, Run: false, Fix: false, Deploy: true },
    states: { Deploy: 'Deployed' },
  })
})

it('deploying is what is left when all pass, and nothing is once the version is deployed', () => {
  const facts = { scenarios: ids(3), last: run(3, 0), evidence: evidence('passed', 0) }
  expect(labState({ ...facts, isDeployed: false })).toMatchObject({
    now: 'Deploy',
    states: { Fix: 'Nothing to fix', Deploy: 'Ready: all tests pass' },
  })
  expect(labState({ ...facts, isDeployed: true })).toMatchObject({
    now: undefined,
    isDone: { Scenarios: true, Run: true, Fix: true, Deploy: true },
    states: { Deploy: 'The tested version is deployed' },
  })
  expect(labState({ ...facts, scenarios: ids(6), isDeployed: false }).states.Deploy).toBe(
    '3 passed, 3 not run',
  )
  // Two of the results are of scenarios that were deleted since, so all that there are but one did not run.
  expect(labState({ ...facts, scenarios: ['2', '3', '4'], isDeployed: false }).states.Deploy).toBe(
    '3 passed, 2 not run',
  )
  // Live with a part of its tests, as the overview says (D952).
  expect(labState({ ...facts, scenarios: ids(6), isDeployed: true })).toMatchObject({
    now: 'Run',
    isLiveInPart: true,
    isDone: { Scenarios: true, Run: false, Fix: false, Deploy: true },
    states: { Run: '3 passed, 3 not run', Deploy: 'Deployed' },
  })
  expect(labState({ ...none, scenarios: ids(3), last: run(1, 2) }).states.Fix).toBe('1 of 3 passed')
  const failing = { scenarios: ids(6), last: run(2, 1), evidence: evidence('failed', 1), isDeployed: false }
  // "1 of 6 still fails" would say that the others passed, and a tick at the run that all ran.
  expect(labState(failing)).toMatchObject({
    now: 'Fix',
    isDone: { Scenarios: true, Run: false, Fix: false },
    states: { Run: '2 passed, 1 failed, 3 not run', Fix: '2 passed, 1 failed, 3 not run' },
  })
  expect(labState({ ...none, scenarios: ids(3), last: run(1, 0, 'running') })).toMatchObject({
    now: 'Run',
    states: { Run: 'Going on', Deploy: 'The tests have not passed' },
  })
})

it('a result that was entered by hand counts without a run', () => {
  const byHand = (verdict: VersionEvidence['verdict']) =>
    labState({ ...none, scenarios: ids(0), evidence: { ...evidence(verdict, 0), scenarios: [] } })
  expect(byHand('passed').now).toBe('Deploy')
  expect(byHand('failed')).toMatchObject({ now: 'Fix', states: { Fix: 'failed' } })
})
