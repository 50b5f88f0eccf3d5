import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { StoredAgent } from '../../queries/agents'
import { type LabRun, labAgentOfRun, verdictOfCounts, versionOfRun } from '../../queries/lab-records'
import { buttonClass } from '../../ui/button'
import { countOf } from '../../ui/numbers'
import { agentOfRun, scenariosOf, useRuns, useScenarios } from './-lab-data'
import { goesOn, numbersOf, passedText, passRate } from './-run-numbers'

/** The states of the steps "Run" and "Fix". `failed`: how much of the last run did not pass. */
function stepTexts(last: LabRun | undefined, failed: number): readonly [run: string, fix: string] {
  if (!last) return ['Not run yet', 'Not run yet']
  if (goesOn(last)) return ['Going on', 'Going on']
  const numbers = numbersOf(last)
  const isJudged = passRate(numbers) !== undefined
  const unit = numbers.byHand ? 'scenario' : 'conversation'
  return [
    isJudged ? `${passedText(numbers)} passed` : 'No verdict yet',
    failed > 0
      ? `${countOf(failed, unit)} did not pass`
      : isJudged
        ? 'Nothing failed in the last run'
        : 'No verdict yet',
  ]
}

/**
 * The way of §4 from scenarios to a deployed version, each step with how it stands and where it is done.
 * `agent`: the one it is about; without one, of all.
 */
export function LabPath({ agent }: { agent?: StoredAgent }) {
  const scenarios = useScenarios()
  const runs = useRuns()
  const agentId = agent?.agentId
  const isThere = useLocation({ select: ({ pathname }) => pathname === `/agents/${agentId}` })
  const ours = agent ? scenariosOf(scenarios.items, agent.testingLabId) : scenarios.items
  const asked = runs.items.filter(
    (run) => run.sent?.state !== 'refused' && (!agent || agentOfRun(run, [agent]) === agent),
  )
  const [last] = asked
  // Runs of two agents cannot be compared.
  const before = last && asked.slice(1).find((run) => labAgentOfRun(run) === labAgentOfRun(last))
  const numbers = last && numbersOf(last)
  const over = last !== undefined && !goesOn(last)
  // The list of runs has counts, not single scenarios.
  const failed = (numbers?.failed ?? 0) + (numbers?.unclear ?? 0) + (numbers?.broken ?? 0)
  const versionId = last && versionOfRun(last)
  const deployed = versionId !== undefined && agent?.deployedVersionId === versionId
  const ready = over && numbers && passRate(numbers) !== undefined && verdictOfCounts(numbers) === 'passed'
  const [runText, fixText] = stepTexts(last, failed)
  const link = buttonClass('link')
  return (
    <nav
      aria-label="From scenarios to a deployed version"
      className="rounded-md border border-line bg-surface-raised"
    >
      <ol className="flex flex-col divide-y divide-line text-sm rail:flex-row rail:divide-x rail:divide-y-0">
        <Step
          number={1}
          title="Scenarios"
          state={ours.length > 0 ? `${countOf(ours.length, 'scenario')} known` : 'None known yet'}
        >
          <Link to="/testing-lab/generate" search={{ agent: agentId }} className={link}>
            Generate scenarios
          </Link>
        </Step>
        <Step number={2} title="Run" state={runText}>
          <Link to="/testing-lab/run" search={{ agent: agentId }} className={link}>
            Run scenarios
          </Link>
          {last && (
            <Link to="/testing-lab/runs/$runId" params={{ runId: last.key }} className={link}>
              Show the last run
            </Link>
          )}
        </Step>
        <Step number={3} title="Fix" state={fixText}>
          {agentId && !isThere && (
            <Link to="/agents/$agentId" params={{ agentId }} className={link}>
              Open the agent
            </Link>
          )}
        </Step>
        <Step number={4} title="Run again" state="After mending, run what failed once more">
          {last && over && failed > 0 && (
            <Link to="/testing-lab/run" search={{ from: last.key, only: 'failed' }} className={link}>
              Run only the failed ones
            </Link>
          )}
          {last && before && (
            <Link to="/testing-lab/compare" search={{ runs: `${before.key},${last.key}` }} className={link}>
              Compare the last two
            </Link>
          )}
        </Step>
        <Step
          number={5}
          title="Deploy"
          state={
            deployed
              ? 'The tested version is deployed'
              : ready
                ? 'Ready: the last run passed'
                : 'Not before a run has passed'
          }
        >
          {agentId && versionId && !deployed && (
            <Link to="/agents/$agentId" params={{ agentId }} search={{ deploy: versionId }} className={link}>
              Deploy version
            </Link>
          )}
        </Step>
      </ol>
    </nav>
  )
}

function Step({
  number,
  title,
  state,
  children,
}: {
  number: number
  title: string
  state: string
  children: ReactNode
}) {
  return (
    <li className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-2 rail:flex-col">
      <span className="font-semibold">
        {number}. {title}
      </span>
      <span className="text-ink-muted">{state}</span>
      <span className="flex flex-wrap gap-x-3">{children}</span>
    </li>
  )
}
