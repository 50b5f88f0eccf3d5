import { Link } from '@tanstack/react-router'
import type { Run, RunConversation } from '../../contract/run'
import type { StoredAgent } from '../../queries/agents'
import { VERDICTS } from '../../queries/evidence'
import type { LabRun } from '../../queries/lab-records'
import { verdictOfCounts } from '../../queries/run-evidence'
import { StatusBadge } from '../../ui/badge'
import { buttonClass } from '../../ui/button'
import { OutcomeBadge } from '../-shared/outcome-badge'
import { goesOn, numbersOf, passRate } from './-run-numbers'

const STATES = {
  pending: ['busy', 'Pending'],
  running: ['busy', 'Running'],
  completed: ['good', 'Completed'],
  failed: ['bad', 'Failed'],
} as const

/** Passed, failed or unclear. */
export function VerdictBadge({ verdict }: { verdict: keyof typeof VERDICTS }) {
  const { tone, name } = VERDICTS[verdict]
  return <StatusBadge tone={tone}>{name}</StatusBadge>
}

/** How far a run or a conversation is. A status that the console does not know is shown as it came. */
export function StateBadge({
  of: { state, status },
}: {
  of: Pick<Run | RunConversation, 'state' | 'status'>
}) {
  const [tone, label] = state ? STATES[state] : (['unknown', status] as const)
  return label ? <StatusBadge tone={tone}>{label}</StatusBadge> : null
}

/** How far a run is as the service reports it, else what became of the request for it. */
export function RunBadge({ run: { run, sent } }: { run: LabRun }) {
  if (run?.status) return <StateBadge of={run} />
  return sent ? <OutcomeBadge {...sent} /> : null
}

export function AgentLink({ agent: { agentId, name } }: { agent: StoredAgent }) {
  return (
    <Link to="/agents/$agentId" params={{ agentId }} className={buttonClass('link')}>
      {name}
    </Link>
  )
}

/** The verdict of a run that has one, else how far it is. */
export function RunOutcome({ run }: { run: LabRun }) {
  const numbers = numbersOf(run)
  return passRate(numbers) === undefined || goesOn(run) ? (
    <RunBadge run={run} />
  ) : (
    <VerdictBadge verdict={verdictOfCounts(numbers)} />
  )
}
