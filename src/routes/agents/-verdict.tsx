import type { TestEvidence } from '../../queries/evidence'
import { StatusBadge } from '../../ui/badge'
import { TimeText } from '../../ui/time-text'
import { words } from './-agent-words'

const TONES = { passed: 'good', failed: 'bad', unclear: 'unknown' } as const

/** The verdict of a test run, and when that was. */
export function VerdictText({ evidence }: { evidence: TestEvidence }) {
  return (
    <span className="inline-flex items-center gap-2">
      <StatusBadge tone={TONES[evidence.verdict]}>{words.verdicts[evidence.verdict]}</StatusBadge>
      <TimeText time={evidence.run.at} />
    </span>
  )
}
