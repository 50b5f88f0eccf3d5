import type { KnownAgent } from '../../queries/agents'
import { StatusBadge } from '../../ui/badge'
import { IdText } from '../../ui/id-text'
import { TimeText } from '../../ui/time-text'
import { words } from './-agent-words'

/** The deployed version of an agent as far as this browser knows, and how it knows. */
export function DeployedVersion({ agent }: { agent: KnownAgent }) {
  if (agent.deployedVersionId === undefined)
    return <span className="text-ink-muted">{words.notDeployed}</span>
  return (
    <span className="inline-flex items-center gap-2">
      <StatusBadge tone="good">{words.deployed}</StatusBadge>
      <IdText id={agent.deployedVersionId} name="version id" />
    </span>
  )
}

/** Behind the badge: "from this browser, 5 min ago". */
export function DeployedHow({ agent }: { agent: KnownAgent }) {
  if (agent.deployedKnownFrom !== 'deployed here') return words.page.saidByHand
  return (
    <>
      {words.page.deployedHere} {agent.deployedAt && <TimeText time={agent.deployedAt} />}
    </>
  )
}
