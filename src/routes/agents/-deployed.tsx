import type { StoredAgent } from '../../queries/agents'
import { StatusBadge } from '../../ui/badge'
import { IdText } from '../../ui/id-text'
import { words } from './-agent-words'

/** The deployed version of an agent as far as this browser knows, and how it knows. */
export function DeployedVersion({ agent }: { agent: StoredAgent }) {
  if (agent.deployedVersionId === undefined)
    return <span className="text-ink-muted">{words.notDeployed}</span>
  return (
    <span className="inline-flex items-center gap-2">
      <StatusBadge tone="good">{words.deployed}</StatusBadge>
      <IdText id={agent.deployedVersionId} name="version id" />
    </span>
  )
}
