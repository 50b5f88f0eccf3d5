import type { TestEvidence } from '../../queries/evidence'
import { StatusBadge } from '../../ui/badge'
import { TimeText } from '../../ui/time-text'

export const VERDICTS = {
  passed: { tone: 'good', name: 'Passed' },
  failed: { tone: 'bad', name: 'Failed' },
  unclear: { tone: 'unknown', name: 'Unclear' },
} as const

export function VerdictText({ evidence }: { evidence: Pick<TestEvidence, 'verdict' | 'run'> }) {
  const { tone, name } = VERDICTS[evidence.verdict]
  return (
    <span className="inline-flex items-center gap-2">
      <StatusBadge tone={tone}>{name}</StatusBadge>
      <TimeText time={evidence.run.at} />
    </span>
  )
}
