import type { Launch } from '../../queries/calls'
import { StatusBadge, type Tone } from '../../ui/badge'
import { words } from '../calls/-calls-words'

const TONES: Readonly<Record<Launch['state'], Tone>> = {
  sending: 'busy',
  accepted: 'good',
  refused: 'bad',
  unknown: 'unknown',
}

/** What is known of a dispatch. */
export function OutcomeBadge({ state }: { state: Launch['state'] }) {
  return <StatusBadge tone={TONES[state]}>{words.states[state]}</StatusBadge>
}
