import type { Launch } from '../../queries/calls'
import { StatusBadge, type Tone } from '../../ui/badge'
import { searchOneOf } from './search-text'

type Outcome = Launch['state']

const LOOKS: Readonly<Record<Outcome, readonly [label: string, tone: Tone]>> = {
  accepted: ['Accepted', 'good'],
  refused: ['Refused', 'bad'],
  unknown: ['Unknown', 'unknown'],
  sending: ['Sending', 'busy'],
}

/** What can become of a write, in the order in which lists offer it. */
export const OUTCOMES = (['accepted', 'refused', 'unknown', 'sending'] as const).map((value) => ({
  value,
  label: LOOKS[value][0],
}))

/** An outcome in an address. */
export const readOutcome = searchOneOf(OUTCOMES.map(({ value }) => value))

/** What became of a write. */
export function OutcomeBadge({ state }: { state: Outcome }) {
  const [label, tone] = LOOKS[state]
  return <StatusBadge tone={tone}>{label}</StatusBadge>
}
