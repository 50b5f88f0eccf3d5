import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { StoredAgent } from '../../queries/agents'
import { labAgentOfRun, verdictOfCounts, versionOfRun } from '../../queries/lab-records'
import { buttonClass } from '../../ui/button'
import { countOf } from '../../ui/numbers'
import { agentOfRun, scenariosOf, useRuns, useScenarios } from './-lab-data'
import { goesOn, numbersOf, passedText, passRate } from './-run-numbers'

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
  const isOver = last !== undefined && !goesOn(last)
  const isJudged = numbers !== undefined && passRate(numbers) !== undefined
  // The list of runs has counts, not single scenarios.
  const failed = (numbers?.failed ?? 0) + (numbers?.unclear ?? 0) + (numbers?.broken ?? 0)
  const versionId = last && versionOfRun(last)
  const isDeployed = versionId !== undefined && agent?.deployedVersionId === versionId
  const isReady = isOver && isJudged && verdictOfCounts(numbers) === 'passed'
  const unjudged = !last ? 'Not run yet' : !isOver ? 'Going on' : !isJudged && 'No verdict yet'
  const link = buttonClass('link')
  const steps: readonly (readonly [title: string, state: string, links: ReactNode])[] = [
    [
      'Scenarios',
      ours.length > 0 ? `${countOf(ours.length, 'scenario')} known` : 'None known yet',
      <Link key="generate" to="/testing-lab/generate" search={{ agent: agentId }} className={link}>
        Generate scenarios
      </Link>,
    ],
    [
      'Run',
      unjudged || `${passedText(numbers ?? {})} passed`,
      <>
        <Link to="/testing-lab/run" search={{ agent: agentId }} className={link}>
          Run scenarios
        </Link>
        {last && (
          <Link to="/testing-lab/runs/$runId" params={{ runId: last.key }} className={link}>
            Show the last run
          </Link>
        )}
      </>,
    ],
    [
      'Fix',
      isOver && failed > 0
        ? `${countOf(failed, numbers?.byHand ? 'scenario' : 'conversation')} did not pass`
        : unjudged || 'Nothing failed in the last run',
      agentId && !isThere && (
        <Link to="/agents/$agentId" params={{ agentId }} className={link}>
          Open the agent
        </Link>
      ),
    ],
    [
      'Run again',
      'After mending, run what failed once more',
      <>
        {last && isOver && failed > 0 && (
          <Link to="/testing-lab/run" search={{ from: last.key, only: 'failed' }} className={link}>
            Run only the failed ones
          </Link>
        )}
        {last && before && (
          <Link to="/testing-lab/compare" search={{ runs: `${before.key},${last.key}` }} className={link}>
            Compare the last two
          </Link>
        )}
      </>,
    ],
    [
      'Deploy',
      isDeployed
        ? 'The tested version is deployed'
        : isReady
          ? 'Ready: the last run passed'
          : 'Not before a run has passed',
      agentId && versionId && !isDeployed && (
        <Link to="/agents/$agentId" params={{ agentId }} search={{ deploy: versionId }} className={link}>
          Deploy version
        </Link>
      ),
    ],
  ]
  return (
    <nav
      aria-label="From scenarios to a deployed version"
      className="rounded-md border border-line bg-surface-raised"
    >
      <ol className="flex flex-col divide-y divide-line text-sm rail:flex-row rail:divide-x rail:divide-y-0">
        {steps.map(([title, state, links], at) => (
          <li
            key={title}
            className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-2 rail:flex-col"
          >
            <span className="font-semibold">
              {at + 1}. {title}
            </span>
            <span className="text-ink-muted">{state}</span>
            <span className="flex flex-wrap gap-x-3">{links}</span>
          </li>
        ))}
      </ol>
    </nav>
  )
}
