import { expect, it, test } from 'vitest'
import { readTestRun } from '../../contract/run'
import type { LabRun, LabScenario } from '../../queries/lab-records'
import { partText, plotPoints, plottedText, plotWords } from './-pass-rate'
import { runEvidence } from './-run-facts'
import {
  compareRuns,
  conversationsOf,
  notPassed,
  numbersOf,
  passRate,
  resultsOf,
  type ScenarioResult,
  scenarioCount,
  shownAs,
} from './-run-numbers'
import { lastResult } from './-scenario-panel'

const told = (runs: object[]): LabRun => ({
  key: '7',
  id: 7,
  run: readTestRun({ id: 7, status: 'completed', runs }),
})
const one = (scenario: number, success: boolean | undefined, more: object = {}) => ({
  id: scenario * 10,
  scenario,
  scenario_name: `S${scenario}`,
  status: 'completed',
  success,
  ...more,
})
const request = { agent_id: 1, scenarios: [1, 2, 3] }
const sent = { entryId: 'e', request, state: 'accepted', startedAt: '' } as const

it('groups conversations by scenario, and keeps what was asked for and is not told', () => {
  const known = { ...told([one(1, true), one(1, false), one(2, true), { id: 5, status: 'failed' }]), sent }
  const results = resultsOf(known)
  expect(results.map(({ key, verdict, passed, broken }) => [key, verdict, passed, broken])).toEqual([
    ['1', 'failed', 1, 0],
    ['2', 'passed', 1, 0],
    ['3', undefined, 0, 0],
    ['', undefined, 0, 1],
  ])
  expect(notPassed(results)).toEqual([1])
})

it('goes by what a person said only where the service tells nothing', () => {
  const note = {
    service: 's',
    id: 'run 7',
    kind: 'run',
    labId: '7',
    notedAt: '',
    verdicts: { 1: { verdict: 'passed' }, 2: { verdict: 'failed', note: 'rude' } },
  } as const
  const silent: LabRun = { ...told([one(1, undefined), one(2, undefined), one(3, undefined)]), sent, note }
  expect(numbersOf(silent)).toEqual({ total: 3, passed: 1, failed: 1, byHand: true })
  expect(notPassed(resultsOf(silent))).toEqual([2])
  expect(runEvidence(silent, { agentId: 'a', versionId: 'v' }, new Date(0))).toMatchObject({
    // Used again, it takes the place of what it was.
    id: 'by hand 7 v',
    verdict: 'failed',
    counts: { passed: 1, failed: 1 },
    note: 'Judged by hand: 2 of 3 scenarios.\nS2: rude',
    knownFrom: 'entered by hand',
  })
  const [judged] = resultsOf({ ...told([one(1, false)]), note })
  expect(judged).toMatchObject({ verdict: 'failed', hand: undefined })
  expect(numbersOf({ ...told([one(1, true)]), note })).toMatchObject({ total: 1, passed: 1, byHand: false })
})

it('while repetitions are still to come a scenario has no verdict unless one failed, and is not compared', () => {
  const running = (...conversations: object[]): LabRun => ({
    key: '8',
    run: readTestRun({ id: 8, status: 'running', runs: conversations }),
  })
  const next = (scenario: number) => one(scenario, undefined, { status: 'pending' })
  const going = resultsOf(running(one(1, true), next(1), one(2, false), next(2), one(3, true)))
  expect(going.map((each) => [each.verdict, shownAs(each)])).toEqual([
    [undefined, 'open'],
    ['failed', 'not-passed'],
    ['passed', 'passed'],
  ])
  const before = resultsOf(told([one(1, true), one(2, true), one(3, true)]))
  expect(compareRuns(before, going).map(({ change }) => change)).toEqual(['same', 'unknown', 'unknown'])
  // What was cancelled is over, whatever was still to come.
  const cancelled: LabRun = {
    key: '9',
    run: readTestRun({ id: 9, status: 'cancelled', runs: [one(1, true), next(1)] }),
  }
  expect(resultsOf(cancelled).map(({ verdict }) => verdict)).toEqual(['unclear'])
})

it('counts conversations, and the part that passed', () => {
  expect(conversationsOf(12, 3)).toBe(36)
  expect([null, Number.NaN, 0].map((frequency) => conversationsOf(2, frequency))).toEqual([2, 2, 2])
  expect(passRate({ total: 4, passed: 3, failed: 1 })).toBe(0.75)
  expect(passRate({ total: 4 })).toBeUndefined()
})

it('compares two runs scenario by scenario, what got worse first, then what got better or still fails', () => {
  const rows = compareRuns(
    resultsOf(told([one(1, false), one(2, true), one(3, true), one(5, false), one(4, true)])),
    resultsOf(told([one(1, true), one(2, false), one(3, true), one(5, false)])),
  )
  expect(rows.map(({ key, change }) => [key, change])).toEqual([
    ['2', 'worse'],
    ['1', 'better'],
    ['5', 'same'],
    ['3', 'same'],
    ['4', 'unknown'],
  ])
})

it('says of whose runs the plot is, and when it shows the latest alone', () => {
  expect(plottedText(20, 20)).toBe('Runs that have a verdict, from the oldest to the newest.')
  expect(plottedText(20, 300)).toBe(
    'The latest 20 of 300 runs that have a verdict, from the oldest to the newest.',
  )
  expect(plottedText(20, 300, 'Desk')).toBe(
    'The latest 20 of 300 runs of Desk that have a verdict, from the oldest to the newest. Choose an agent above for another.',
  )
  expect(plottedText(2, 2, 'Desk')).toMatch(/^Runs of Desk that have a verdict/)
})

it('says of the plot where it begins and ends, and how low it falls between', () => {
  expect(plotWords([2 / 3, 0, 1])).toBe('Pass rate of 3 runs: first 67%, last 100%, lowest 0%.')
})

it('finds what the newest run that judged a scenario found', () => {
  const broken = told([{ ...one(1, undefined), status: 'failed' }])
  const failed = { ...told([one(1, false), one(2, true)]), key: '6' }
  expect(lastResult('1', [broken, failed, told([one(1, true)])])).toEqual({ run: failed, verdict: 'failed' })
  expect(lastResult('3', [failed])).toBeUndefined()
})

it('says of a run which part of the scenarios it had that its agent had then', () => {
  const scenario = (id: number, createdAt: string): LabScenario => ({
    key: String(id),
    id,
    labAgentId: 4,
    tags: [],
    reported: { id, name: '', createdAt, other: {} },
  })
  const run = { ...told([one(1, true)]), at: '2026-01-05' }
  const ofAgent = { ...run, run: run.run && { ...run.run, agentId: 4 } }
  const all = [scenario(1, '2026-01-01'), scenario(2, '2026-01-02'), scenario(3, '2026-01-03')]
  expect(partText(ofAgent, all)).toBe('1 of 3 scenarios')
  expect(partText(ofAgent, [scenario(1, '2026-01-01'), scenario(2, '2026-01-06')])).toBeUndefined()
  expect(partText(run, all)).toBeUndefined()
})

it('puts all that passed at the top of the plot and nothing at its foot', () => {
  const [first, last] = plotPoints([0, 1])
  expect(first?.[1]).toBeGreaterThan(last?.[1] ?? 0)
  expect(last?.[0]).toBeGreaterThan(first?.[0] ?? 0)
  expect(plotPoints([0.5])).toHaveLength(1)
})

const result = (rest: Partial<ScenarioResult>): ScenarioResult => ({
  key: '1',
  conversations: [],
  passed: 0,
  failed: 0,
  unclear: 0,
  broken: 0,
  ...rest,
})

test.each([
  [{ verdict: 'passed' }, 'passed'],
  [{ verdict: 'passed', broken: 1 }, 'not-passed'],
  [{ verdict: 'failed' }, 'not-passed'],
  [{ verdict: 'unclear' }, 'not-passed'],
  [{}, 'open'],
] as const)('a scenario with %j stands under %s', (rest, shown) => {
  expect(shownAs(result(rest))).toBe(shown)
})

it('a run has as many scenarios as were asked for, else as its conversations tell', () => {
  const sent = { entryId: 'e', state: 'accepted', startedAt: '', request: { scenarios: [1, 2, 3] } } as const
  const run = { other: {}, counts: { total: 6 } }
  expect(scenarioCount({ key: '1', sent, run: { ...run, frequency: 2 } })).toBe(3)
  expect(scenarioCount({ key: '1', run: { ...run, frequency: 2 } })).toBe(3)
  expect(scenarioCount({ key: '1', run })).toBe(6)
})
