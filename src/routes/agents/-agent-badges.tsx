import type { StoredAgent } from '../../queries/agents'
import type { TestEvidence } from '../../queries/evidence'
import { StatusBadge } from '../../ui/badge'
import { IdText } from '../../ui/id-text'
import { TimeText } from '../../ui/time-text'

/** The deployed version of an agent as this browser has it. */
export function DeployedVersion({ agent }: { agent: StoredAgent }) {
  if (agent.deployedVersionId === undefined)
    return <span className="text-ink-muted">Not known to be deployed</span>
  return (
    <span className="inline-flex items-center gap-2">
      <StatusBadge tone="good">Deployed</StatusBadge>
      <IdText id={agent.deployedVersionId} name="version id" />
    </span>
  )
}

export const VERDICTS = {
  passed: { tone: 'good', name: 'Passed' },
  failed: { tone: 'bad', name: 'Failed' },
  unclear: { tone: 'unknown', name: 'Unclear' },
} as const

/** The verdict of a test run, and when that was. */
export function VerdictText({ evidence }: { evidence: TestEvidence }) {
  const { tone, name } = VERDICTS[evidence.verdict]
  return (
    <span className="inline-flex items-center gap-2">
      <StatusBadge tone={tone}>{name}</StatusBadge>
      <TimeText time={evidence.run.at} />
    </span>
  )
}
