import type { BatchView } from '../../../queries/batches'
import { formatCount } from '../../../ui/numbers'
import { busyUntil, exactTime } from '../../../ui/time-words'
import { CALL_STATES } from '../../-shared/call-state'
import { whoWorks } from '../../-shared/who-works'
import { OUTCOMES, outcomeOf } from './-batch-files'
import type { BatchResults } from './-use-batch-results'

/** How a batch stands, in words. */
export function statusOf(view: BatchView): string {
  const { batch, running, elsewhere, counts, heldUntil, isAway, opensAt, isTested } = view
  const waits =
    opensAt !== undefined && counts.sending === 0
      ? `Waiting until ${exactTime(opensAt)}, as start and hours were set.`
      : ''
  const busy = heldUntil !== undefined && heldUntil > Date.now() && !isAway ? busyUntil(heldUntil) : ''
  if (elsewhere) {
    const there = waits || (isAway ? 'The service does not answer.' : busy)
    return `${whoWorks(elsewhere)} sends this batch. ${there || 'What happens there is shown here.'}`
  }
  if (running && isAway)
    return 'The service does not answer. This batch goes on by itself once it does; what may have been called is not called again.'
  if (running && waits) return `${waits} Keep this page open.`
  if (running && busy) return busy
  if (running)
    return 'Sending. Keep this page open. Other screens of the console may be used meanwhile; a tab in the background is slowed by the browser.'
  if (batch.course === 'stopped') return 'Stopped.'
  if (counts.waiting === 0) return 'Sending is done.'
  if (batch.confirmed)
    return 'Paused. Nothing is sent until you continue; rows that may have been called are not called again.'
  if (!isTested && counts.waiting === batch.toSend) return 'Nothing was sent yet.'
  return 'The test row was sent. Nothing else is sent until you start the batch.'
}

/** What people look for first; other words of a service stand behind, and then what became no call. */
const FIRST = ['completed', 'failed']
const LAST = Object.values(OUTCOMES).map((word) => word.toLowerCase())

/**
 * "4 completed, 2 failed, 3 left out.": the result of each call that was read, else what became of its row; empty while anything is to be sent. It
 * changes with every call, so it is no part of what is read out.
 */
export function endsOf({ batch, rows, counts }: BatchView, { calls }: Pick<BatchResults, 'calls'>): string {
  if (batch.course !== 'stopped' && counts.waiting + counts.sending > 0) return ''
  const numbers = new Map<string, number>()
  for (const { state, callId = '' } of rows) {
    const { status } = calls.get(callId) ?? {}
    const { label = status } = CALL_STATES.find(({ value }) => value === status?.toUpperCase()) ?? {}
    const word = (label ?? OUTCOMES[outcomeOf(state, batch)]).toLowerCase()
    numbers.set(word, (numbers.get(word) ?? 0) + 1)
  }
  const placeOf = (word: string) =>
    FIRST.includes(word) ? FIRST.indexOf(word) - FIRST.length : LAST.indexOf(word) + 1
  const words = [...numbers]
    .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
    .map(([word, number]) => `${formatCount(number)} ${word}`)
  return `${words.join(', ')}.`
}
