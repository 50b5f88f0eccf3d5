import { evidenceText, type VersionEvidence } from '../../queries/evidence'
import type { LabRun } from '../../queries/lab-records'
import { verdictOfCounts } from '../../queries/run-evidence'
import { countOf } from '../../ui/numbers'
import { goesOn, numbersOf, passedText, passRate } from './-run-numbers'

/** What the way from scenarios to a deployed version is told by. */
interface LabFacts {
  /** How many scenarios there are; `undefined`: not known, because they could not be read. */
  readonly scenarios: number | undefined
  /** The newest run that was not refused. */
  readonly last: LabRun | undefined
  /** What is known of the version that it tested. */
  readonly evidence: VersionEvidence | undefined
  readonly isDeployed: boolean
}

type LabStep = 'Scenarios' | 'Run' | 'Fix' | 'Deploy'
export const LAB_STEPS: readonly LabStep[] = ['Scenarios', 'Run', 'Fix', 'Deploy']

interface LabState {
  /** What is to be done now; `undefined`: nothing, or nobody knows. Only this step has a link, so nothing contradicts it. */
  readonly now: LabStep | undefined
  /** How many steps are done. */
  readonly done: number
  readonly states: Readonly<Record<LabStep, string>>
}

export function labState({ scenarios, last, evidence, isDeployed }: LabFacts): LabState {
  const numbers = last && numbersOf(last)
  const isGoing = last !== undefined && goesOn(last)
  const isJudged = numbers !== undefined && passRate(numbers) !== undefined && !isGoing
  const verdict = evidence?.verdict ?? (isJudged ? verdictOfCounts(numbers) : undefined)
  const resultText =
    (evidence && evidenceText(evidence)) || (isJudged ? `${passedText(numbers)} passed` : undefined)
  const unjudged = !last ? 'Not run yet' : isGoing ? 'Going on' : 'No verdict yet'
  const isPassed = verdict === 'passed'
  const isUnread = scenarios === undefined && !last
  const now = isUnread
    ? undefined
    : scenarios === 0 && !last
      ? 'Scenarios'
      : !isJudged
        ? 'Run'
        : !isPassed
          ? 'Fix'
          : isDeployed
            ? undefined
            : 'Deploy'
  return {
    now,
    done: now ? LAB_STEPS.indexOf(now) : isUnread ? 0 : LAB_STEPS.length,
    states: {
      Scenarios:
        scenarios === undefined
          ? 'Could not be read'
          : scenarios === 0
            ? 'None yet'
            : countOf(scenarios, 'scenario'),
      Run: isUnread ? 'Not known' : isJudged ? (resultText ?? '') : unjudged,
      Fix: !isJudged ? unjudged : isPassed ? 'Nothing to fix' : (resultText ?? ''),
      Deploy: isDeployed
        ? 'The tested version is deployed'
        : isJudged && isPassed
          ? 'Ready: all tests pass'
          : 'Not before the tests pass',
    },
  }
}
