import type { ActivityRow, LedgerEntry } from '../../queries/activity'
import { endOf } from '../../queries/describe-error'
import { StatusBadge, type Tone } from '../../ui/badge'
import { searchOneOf } from './search-text'

type Outcome = ActivityRow['end']

const LOOKS: Readonly<Record<Outcome, readonly [label: string, tone: Tone]>> = {
  accepted: ['Accepted', 'good'],
  refused: ['Refused', 'bad'],
  unknown: ['Unknown', 'unknown'],
  checked: ['Checked', 'unknown'],
  unsent: ['Not sent', 'bad'],
  sending: ['Sending', 'busy'],
}

/** What can become of a write, in the order in which lists offer it. */
export const OUTCOMES = (['accepted', 'refused', 'unsent', 'unknown', 'checked', 'sending'] as const).map(
  (value) => ({
    value,
    label: LOOKS[value][0],
  }),
)

/** An outcome in an address. */
export const readOutcome = searchOneOf(OUTCOMES.map(({ value }) => value))

/** What became of a write. `error`: what came back of one that was not done, which tells whether it ever left. */
export function OutcomeBadge(of: { state: Outcome } & Pick<LedgerEntry, 'error' | 'checked'>) {
  const [label, tone] = LOOKS[endOf(of)]
  return <StatusBadge tone={tone}>{label}</StatusBadge>
}
