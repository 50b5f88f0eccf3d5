import {
  countConversations,
  countRun,
  type Run,
  type RunConversation,
  type RunCounts,
} from '../../contract/run'
import type { TestEvidence } from '../../queries/evidence'
import type { LabRun } from '../../queries/lab-records'
import { isRunOpen, verdictOfCounts } from '../../queries/run-evidence'
import { formatCount } from '../../ui/numbers'
import type { Shown } from './-shown'

/** What became of one scenario in a run, over all its repetitions. */
export interface ScenarioResult {
  /** Id of the scenario as text; empty where a conversation has none. */
  readonly key: string
  readonly name?: string
  readonly conversations: readonly RunConversation[]
  readonly passed: number
  readonly failed: number
  readonly unclear: number
  readonly broken: number
  /** The verdict of a person, where the service reports none. */
  readonly hand?: { readonly verdict: 'passed' | 'failed'; readonly note?: string }
  readonly verdict?: TestEvidence['verdict']
  /** Conversations are still to come, which may change how it stands. */
  readonly isGoing?: boolean
}

const integers = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter((each) => Number.isInteger(each)) : []

/** Whether the service reports a verdict of any conversation. */
export const hasVerdicts = (run: Run | undefined): boolean =>
  run?.conversations?.some(({ verdict }) => verdict !== undefined) ?? false

/** The run scenario by scenario, with its conversations; a requested scenario that the service does not report has none. */
export function resultsOf({ run, sent, note, names }: LabRun): readonly ScenarioResult[] {
  const groups = new Map<string, RunConversation[]>(
    integers(sent?.request.scenarios).map((id) => [String(id), []]),
  )
  for (const conversation of run?.conversations ?? []) {
    const key = conversation.scenarioId === undefined ? '' : String(conversation.scenarioId)
    groups.set(key, [...(groups.get(key) ?? []), conversation])
  }
  return [...groups].map(([key, conversations]): ScenarioResult => {
    const { total, ...numbers } = countConversations(conversations)
    const isJudged = numbers.passed + numbers.failed + numbers.unclear > 0
    const hand = isJudged ? undefined : note?.verdicts?.[key]
    const isGoing =
      run !== undefined &&
      isRunOpen(run) &&
      conversations.some(({ state }) => state === 'pending' || state === 'running')
    const verdict = !isJudged
      ? hand?.verdict
      : isGoing && numbers.failed === 0
        ? undefined
        : verdictOfCounts({ total, ...numbers })
    const name = conversations.find(({ scenarioName }) => scenarioName)?.scenarioName ?? names?.get(key)
    return { key, name, conversations, ...numbers, hand, verdict, isGoing }
  })
}

/** How many scenarios a run has, also where neither its request nor its conversations are here. */
export const scenarioCount = (labRun: LabRun): number =>
  resultsOf(labRun).length ||
  Math.ceil(((labRun.run && countRun(labRun.run).total) ?? 0) / (labRun.run?.frequency ?? 1))

/** Under which filter a scenario stands. What broke off did not pass either. */
export function shownAs({ verdict, broken }: ScenarioResult): Shown {
  if (broken > 0 || verdict === 'failed' || verdict === 'unclear') return 'not-passed'
  return verdict === 'passed' ? 'passed' : 'open'
}

/** The scenarios that did not pass, by id: failed, unclear, or broken off. */
export const notPassed = (results: readonly ScenarioResult[]): readonly number[] =>
  results
    .filter((result) => shownAs(result) === 'not-passed')
    .map(({ key }) => Number(key))
    .filter((id) => Number.isInteger(id) && id > 0)

/** How a run ended: its conversations where the service reports verdicts, else the scenarios that a person judged. */
export function numbersOf(labRun: LabRun): RunCounts & { readonly byHand: boolean } {
  const counts = labRun.run && countRun(labRun.run)
  if (counts && (counts.passed || counts.failed || counts.unclear)) return { ...counts, byHand: false }
  const results = resultsOf(labRun)
  const judged = results.filter(({ hand }) => hand)
  if (judged.length === 0) return { ...counts, byHand: false }
  return {
    total: results.length,
    passed: judged.filter(({ hand }) => hand?.verdict === 'passed').length,
    failed: judged.filter(({ hand }) => hand?.verdict === 'failed').length,
    byHand: true,
  }
}

/** Whether a run still goes on. Once a person has judged it, nobody waits for the service. */
export const goesOn = (labRun: LabRun) =>
  labRun.run !== undefined && isRunOpen(labRun.run) && !numbersOf(labRun).byHand

/** The part that passed, from 0 to 1; `undefined` while nothing was judged. */
export function passRate({ total, passed = 0, failed = 0, unclear = 0 }: RunCounts): number | undefined {
  const judged = passed + failed + unclear
  return judged === 0 || !total ? undefined : passed / total
}

/** "4 of 5" */
export const passedText = ({ passed = 0, total = 0 }: RunCounts) =>
  `${formatCount(passed)} of ${formatCount(total)}`

export const percentText = (rate: number) => `${Math.round(rate * 100)}%`

/** "12 scenarios × 3 = 36 conversations", as numbers. */
export const conversationsOf = (scenarios: number, frequency: number | null | undefined): number =>
  scenarios * Math.max(1, Number.isInteger(frequency) ? (frequency ?? 1) : 1)

/** How a scenario fared in two runs. `better`: it passed more often in the second. */
export interface ComparedScenario {
  readonly key: string
  readonly name?: string
  readonly before?: ScenarioResult
  readonly after?: ScenarioResult
  readonly change: 'better' | 'worse' | 'same' | 'unknown'
}

const rateOf = (result: ScenarioResult | undefined): number | undefined => {
  if (!result?.verdict || result.isGoing) return undefined
  if (result.hand) return result.hand.verdict === 'passed' ? 1 : 0
  return result.passed / Math.max(1, result.conversations.length)
}

/** Two runs side by side, what changed first, then what still does not pass. */
export function compareRuns(
  before: readonly ScenarioResult[],
  after: readonly ScenarioResult[],
): readonly ComparedScenario[] {
  const left = new Map(before.map((each) => [each.key, each]))
  const right = new Map(after.map((each) => [each.key, each]))
  const rows = [...new Set([...left.keys(), ...right.keys()])].map((key): ComparedScenario => {
    const one = left.get(key)
    const other = right.get(key)
    const [from, to] = [rateOf(one), rateOf(other)]
    const change =
      from === undefined || to === undefined ? 'unknown' : to > from ? 'better' : to < from ? 'worse' : 'same'
    return { key, name: one?.name ?? other?.name, before: one, after: other, change }
  })
  const order = ['worse', 'better', 'same', 'passed', 'unknown']
  const placeOf = ({ change, after: second }: ComparedScenario) =>
    order.indexOf(change === 'same' && second?.verdict === 'passed' ? 'passed' : change)
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** What a scenario of a run is called. */
export const scenarioTitle = (name: string | undefined, key: string) =>
  name ?? (key === '' ? 'Conversations of no scenario' : `Scenario ${key}`)
