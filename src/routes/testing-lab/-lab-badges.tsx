import type { Run, RunConversation } from '../../contract/run'
import type { KnownRun } from '../../queries/lab-runs'
import { StatusBadge, type Tone } from '../../ui/badge'
import { words } from './-lab-words'

const VERDICT_TONES = { passed: 'good', failed: 'bad', unclear: 'unknown' } as const
const STATE_TONES = { pending: 'busy', running: 'busy', completed: 'good', failed: 'bad' } as const
const SENT_TONES = { sending: 'busy', accepted: 'good', refused: 'bad', unknown: 'unknown' } as const

/** Passed, failed or unclear. */
export function VerdictBadge({ verdict }: { verdict: keyof typeof VERDICT_TONES }) {
  return <StatusBadge tone={VERDICT_TONES[verdict]}>{words.verdicts[verdict]}</StatusBadge>
}

/** How far a run or a conversation is; a word that nobody knows stands as it came. */
export function StateBadge({
  of: { state, status },
}: {
  of: Pick<Run | RunConversation, 'state' | 'status'>
}) {
  if (state) return <StatusBadge tone={STATE_TONES[state]}>{words.states[state]}</StatusBadge>
  return status ? <StatusBadge tone="unknown">{status}</StatusBadge> : null
}

/** How far a run is as the service tells it, else what became of asking for it. */
export function RunBadge({ run: { run, sent } }: { run: KnownRun }) {
  if (run?.status) return <StateBadge of={run} />
  if (!sent) return null
  const tone: Tone = SENT_TONES[sent.state]
  return <StatusBadge tone={tone}>{words.sentStates[sent.state]}</StatusBadge>
}
