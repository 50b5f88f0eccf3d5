import { expect, it } from 'vitest'
import type { StoredAgent } from '../../queries/agents'
import { evidenceOfVersion, type TestEvidence } from '../../queries/evidence'
import type { LabRun } from '../../queries/lab-records'
import { evidenceLine, isReportedAgainst, mendedSince, saidIn, suggestedRules, withRules } from './-mend'

const agent = (...numbers: number[]) =>
  ({
    service: 'local',
    agentId: 'a',
    name: 'Shop',
    source: 'created',
    addedAt: '2026-01-01',
    versions: numbers.map((number) => ({ versionId: `v${number}`, number })),
  }) as StoredAgent

const run = (
  id: number,
  version: number,
  results: Record<string, 'passed' | 'failed' | 'unclear' | undefined>,
  more = {},
): LabRun => ({
  key: String(id),
  id,
  at: `2026-01-${10 + id}`,
  run: {
    id,
    agentId: 4,
    versionId: `v${version}`,
    status: 'completed',
    state: 'completed',
    scenarioResults: Object.entries(results).map(([scenarioId, verdict]) => ({
      scenarioId: Number(scenarioId),
      verdict,
      other: {},
    })),
    other: {},
    ...more,
  },
})

const red = run(1, 4, { 1: 'failed', 2: 'failed', 3: 'passed' })

it('what failed stands as the latest run of the newest version left it', () => {
  const runs = [
    run(4, 5, { 2: 'passed' }),
    run(3, 5, { 1: 'passed', 2: 'failed' }),
    run(2, 4, { 1: 'failed' }),
    red,
  ]
  expect(mendedSince(red, ['1', '2'], agent(5, 4), runs)).toMatchObject({
    target: { versionId: 'v5' },
    isNewer: true,
    going: undefined,
    last: { key: '4' },
    passed: ['1', '2'],
    failed: [],
  })
  expect(mendedSince(red, ['1', '2'], agent(5, 4), runs.slice(1))).toMatchObject({
    passed: ['1'],
    failed: ['2'],
  })
})

it('without a newer version the tested one counts, as where a document was mended', () => {
  const again = run(2, 4, { 1: 'passed', 2: 'passed' })
  expect(mendedSince(red, ['1', '2'], agent(4, 3), [again, red])).toMatchObject({
    target: { versionId: 'v4' },
    isNewer: false,
    passed: ['1', '2'],
  })
  expect(mendedSince(red, ['1'], agent(4), [red])).toMatchObject({ passed: [], failed: [], last: undefined })
})

it('what passed with the deployed version is not forgotten for a newer one that nobody ran', () => {
  const fix = run(2, 5, { 1: 'passed', 2: 'passed' })
  const live = (deployed: number) => ({ ...agent(6, 5, 4), deployedVersionId: `v${deployed}` })
  expect(mendedSince(red, ['1', '2'], live(5), [fix, red])).toMatchObject({
    target: { versionId: 'v5' },
    isNewer: true,
    passed: ['1', '2'],
  })
  const untold = { target: { versionId: 'v6' }, isNewer: true, passed: [] }
  expect(mendedSince(red, ['1', '2'], live(4), [fix, red])).toMatchObject(untold)
  expect(mendedSince(red, ['1', '2'], live(5), [run(2, 5, { 1: 'passed' }), red])).toMatchObject(untold)
  // The newest speaks for itself once it ran.
  const again = run(3, 6, { 1: 'failed' })
  expect(mendedSince(red, ['1', '2'], live(5), [again, fix, red])).toMatchObject({
    target: { versionId: 'v6' },
    failed: ['1'],
  })
})

it('what a later run of all judged counts, and what failed in it is for the next version, too', () => {
  const fix = run(2, 5, { 1: 'passed', 2: 'passed' })
  const whole = run(3, 5, { 1: 'passed', 2: 'passed', 3: 'failed' })
  const all = ['1', '2', '3', '4']
  const since = (versions: number[], ...runs: LabRun[]) =>
    mendedSince(red, ['1', '2'], agent(...versions), [...runs, red], all)
  expect(since([5, 4], fix)).toMatchObject({ ids: ['1', '2'], passed: ['1', '2'] })
  expect(since([5, 4], whole, fix)).toMatchObject({ ids: ['1', '2', '3'], failed: ['3'], last: { key: '3' } })
  expect(since([6, 5, 4], whole, fix)).toMatchObject({ ids: ['1', '2', '3'], passed: [], failed: [] })
  // What still fails is in the run in which it failed.
  const single = run(4, 5, { 1: 'passed' })
  expect(since([5, 4], single, whole, fix)).toMatchObject({ failed: ['3'], last: { key: '3' } })
  const broken = run(4, 5, { 4: undefined }, { counts: { total: 1, broken: 1 } })
  expect(since([5, 4], broken, fix)).toMatchObject({ ids: ['1', '2', '4'], broken: { ids: ['4'] } })
})

it('what nobody could judge did not pass, and is told apart from what failed', () => {
  const again = run(2, 5, { 1: 'failed', 2: 'unclear', 3: 'passed' })
  expect(mendedSince(red, ['1', '2', '3'], agent(5, 4), [again, red])).toMatchObject({
    passed: ['3'],
    failed: ['1', '2'],
    unclear: ['2'],
  })
})

it('a run that judged nothing does not fail a scenario again, nor undo what an earlier one judged', () => {
  const broken = run(3, 5, { 1: undefined, 2: undefined }, { counts: { total: 2, broken: 2 } })
  expect(mendedSince(red, ['1', '2'], agent(5, 4), [broken, red])).toMatchObject({
    passed: [],
    failed: [],
    last: undefined,
    broken: { run: { key: '3' }, ids: ['1', '2'] },
  })
  const before = run(2, 5, { 1: 'passed', 2: 'failed' }, { counts: { total: 2, passed: 1, failed: 1 } })
  expect(mendedSince(red, ['1', '2'], agent(5, 4), [broken, before, red])).toMatchObject({
    passed: ['1'],
    failed: ['2'],
    last: { key: '2' },
    broken: { ids: ['1', '2'] },
  })
  const after = run(4, 5, { 1: 'failed', 2: undefined }, { counts: { total: 2, failed: 1, broken: 1 } })
  expect(mendedSince(red, ['1', '2'], agent(5, 4), [after, broken, red])).toMatchObject({
    failed: ['1'],
    last: { key: '4' },
    broken: { run: { key: '4' }, ids: ['2'] },
  })
})

it('earlier runs and those of other agents say nothing, and an open one is named', () => {
  const others = [
    run(3, 4, {}, { state: 'running', status: 'running' }),
    run(2, 4, { 1: 'passed' }, { agentId: 9 }),
    red,
    run(0, 4, { 1: 'passed' }),
  ]
  expect(mendedSince(red, ['1'], agent(4), others)).toMatchObject({ going: { key: '3' }, passed: [] })
})

it('each sentence is suggested once, and none that the prompt has', () => {
  const failed = (suggestedRule: string | undefined, verdict: 'failed' | 'passed' = 'failed') => ({
    key: '1',
    conversations: [{ verdict, suggestedRule, other: {} }],
    passed: 0,
    failed: 1,
    unclear: 0,
    broken: 0,
  })
  const rules = suggestedRules([
    failed('Be kind.'),
    failed(' Be kind. '),
    failed(undefined),
    failed('No.', 'passed'),
  ])
  expect(rules).toEqual(['Be kind.'])
  expect(withRules('You help.\n', 'Be kind.\n\n Ask back. ')).toBe('You help.\nBe kind.\nAsk back.')
  expect(withRules('You help. Be kind.', 'Be kind.')).toBe('You help. Be kind.')
  expect(saidIn('You help. Be kind.', ' Be kind.\n\nAsk back.')).toEqual([['Be kind.'], ['Ask back.']])
  // Nothing is added, so nothing is another version.
  expect(withRules('You help.\n', ' \n')).toBe('You help.\n')
})

it('what the service reported speaks against a version, and what a person judged is weighed', () => {
  const of = (
    id: number,
    knownFrom: TestEvidence['knownFrom'],
    verdict?: 'passed' | 'failed' | 'unclear',
  ): TestEvidence => ({
    service: 'local',
    id: String(id),
    agentId: 'a',
    versionId: 'v4',
    recordedAt: '2026-01-20',
    run: { id, at: `2026-01-${10 + id}` },
    verdict: verdict ?? 'failed',
    ...(verdict && { scenarios: [{ id: 's', name: 'Refunds', verdict }] }),
    knownFrom,
  })
  const against = (...all: TestEvidence[]) => {
    const known = evidenceOfVersion(all, 'v4')
    return known && isReportedAgainst(all, known)
  }
  expect(against(of(1, 'service', 'failed'))).toBe(true)
  expect(against(of(1, 'entered by hand', 'failed'))).toBe(false)
  expect(against(of(1, 'service', 'unclear'))).toBe(false)
  // The latest result of the scenario counts, whoever told it.
  expect(against(of(2, 'entered by hand', 'failed'), of(1, 'service', 'failed'))).toBe(false)
  expect(against(of(2, 'service', 'failed'), of(1, 'entered by hand', 'passed'))).toBe(true)
  expect(against(of(2, 'service', 'passed'), of(1, 'service', 'failed'))).toBe(false)
  // A result of a whole run names no scenarios.
  expect(against(of(1, 'service'))).toBe(true)
  expect(against(of(1, 'entered by hand'))).toBe(false)
  expect(evidenceLine('version 4', { scenarios: [], untested: 0 })).toBe('Evidence for version 4.')
  const scenarios = [{ id: 's', verdict: 'passed' as const }]
  expect(evidenceLine('version 4', { scenarios, untested: 5 })).toBe(
    'Evidence for version 4: 1 of 6 scenarios passes, 5 not run.',
  )
})

it('a run that was refused is no later one', () => {
  const sent = { id: 'e', state: 'refused', request: { agent_id: 4 }, versionId: 'v5' }
  const refused = { key: 'e', at: '2026-01-12', sent } as unknown as LabRun
  expect(mendedSince(red, ['1', '2'], agent(5, 4), [refused, red]).last).toBeUndefined()
})
