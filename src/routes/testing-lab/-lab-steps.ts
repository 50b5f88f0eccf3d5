import { evidenceText, notRun, type VersionEvidence } from '../../queries/evidence'
import type { LabRun } from '../../queries/lab-records'
import { verdictOfCounts } from '../../queries/run-evidence'
import { countOf } from '../../ui/numbers'
import { goesOn, numbersOf, passedText, passRate } from './-run-numbers'

/** What the way from scenarios to a deployed version is told by. */
interface LabFacts {
  /** The ids of all scenarios as text; `undefined`: not known, because they could not be read. */
  readonly scenarios: readonly string[] | undefined
  /** The newest run of the version that was not refused. */
  readonly last: LabRun | undefined
  /** What is known of the version. */
  readonly evidence: VersionEvidence | undefined
  readonly isDeployed: boolean
}

type LabStep = 'Scenarios' | 'Run' | 'Fix' | 'Deploy'
export const LAB_STEPS: readonly LabStep[] = ['Scenarios', 'Run', 'Fix', 'Deploy']

interface LabState {
  /** What is to be done now; `undefined`: nothing, or nobody knows. Only this step has a link, so nothing contradicts it. */
  readonly now: LabStep | undefined
  /** The version is live, and some scenarios did not run against it: running them is what is to be done. */
  readonly isLiveInPart: boolean
  /** What is deployed is so whatever its tests showed, as the screen says beside the steps. */
  readonly isDone: Readonly<Record<LabStep, boolean>>
  readonly states: Readonly<Record<LabStep, string>>
}

/** "2 passed, 1 failed, 3 not run"; of "1 of 6 still fails" one would think that the other five passed. */
function countedText({ scenarios }: VersionEvidence, unrun: number): string {
  const count = (of: string) => scenarios.filter(({ verdict }) => verdict === of).length
  const counts = [
    ...['passed', 'failed', 'unclear'].map((of) => [count(of), of] as const),
    [unrun, 'not run'],
  ]
  return counts.flatMap(([some, of]) => (some ? `${some} ${of}` : [])).join(', ')
}

export function labState({ scenarios, last, evidence, isDeployed }: LabFacts): LabState {
  const numbers = last && numbersOf(last)
  const isGoing = last !== undefined && goesOn(last)
  const isCounted = numbers !== undefined && passRate(numbers) !== undefined
  // Evidence that was entered by hand has no run.
  const isJudged = last ? isCounted && !isGoing : evidence !== undefined && !evidence.changed
  const verdict = evidence?.verdict ?? (isCounted ? verdictOfCounts(numbers) : undefined)
  const ran = evidence?.scenarios.length ?? 0
  const unrun = evidence && ran > 0 ? notRun(evidence, scenarios) : 0
  const inPart = evidence && unrun > 0 ? countedText(evidence, unrun) : undefined
  const resultText =
    inPart ||
    (evidence && evidenceText({ ...evidence, untested: 0 })) ||
    (isCounted ? `${passedText(numbers)} passed` : verdict)
  const unjudged = !last ? (resultText ?? 'Not run yet') : isGoing ? 'Going on' : 'No verdict yet'
  const isPassed = verdict === 'passed'
  const isUntested = !last && !evidence
  const isUnread = scenarios === undefined && isUntested
  const now = isUnread
    ? undefined
    : scenarios?.length === 0 && isUntested
      ? 'Scenarios'
      : !isJudged
        ? 'Run'
        : !isPassed
          ? 'Fix'
          : !isDeployed
            ? 'Deploy'
            : inPart
              ? 'Run'
              : undefined
  const done = now ? LAB_STEPS.indexOf(now) : isUnread ? 0 : LAB_STEPS.length
  return {
    now,
    isLiveInPart: now === 'Run' && isJudged,
    isDone: { Scenarios: done > 0, Run: done > 1 && !inPart, Fix: done > 2, Deploy: isDeployed },
    states: {
      Scenarios:
        scenarios === undefined
          ? 'Could not be read'
          : scenarios.length === 0
            ? 'None yet'
            : countOf(scenarios.length, 'scenario'),
      Run: isUnread ? 'Not known' : isJudged ? (resultText ?? '') : unjudged,
      Fix: !isJudged ? unjudged : isPassed ? (inPart ?? 'Nothing to fix') : (resultText ?? ''),
      Deploy: isDeployed
        ? isJudged && !inPart
          ? 'The tested version is deployed'
          : 'Deployed'
        : isJudged && isPassed
          ? (inPart ?? 'Ready: all tests pass')
          : 'The tests have not passed',
    },
  }
}
