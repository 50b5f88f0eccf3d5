import type { ThreadRecord } from '../../contract/thread-records'
import type { Thread } from '../../contract/threads'
import type { Channel } from '../../queries/channel'
import type { ThreadRow } from '../../queries/thread-rows'
import { shortenId } from '../../ui/short-id'
import { readTime } from '../../ui/time-words'

export const CHANNEL_NAMES = { sms: 'SMS', email: 'E-mail', chat: 'Web chat' }

/** "14:03:22", in the zone of this browser. */
const timeOfDay = (time: number): string => new Date(time).toTimeString().slice(0, 8)

/** With whom a thread is, for titles and lists. Visitors are told apart by the time at which they came (D866). */
export function nameOfPerson({ to, channel, startedAt, id, record, state = 'accepted' }: ThreadRow): string {
  if (to !== undefined || channel !== 'chat') return to ?? 'Thread'
  const at = readTime(startedAt)
  // Nobody is in one of which only the start is known, and that it was not accepted.
  const name = record || state === 'accepted' ? 'Visitor' : 'Web chat'
  return `${name}, ${at === null ? shortenId(id) : timeOfDay(at)}`
}

/** What is made on each channel, and what is done with it. */
export const THREAD_WORDS = {
  sms: { thread: 'SMS thread', start: 'Start', started: 'started' },
  email: { thread: 'e-mail thread', start: 'Start', started: 'started' },
  chat: { thread: 'web chat', start: 'Create', started: 'created' },
}

/** The name that the draft of a thread is stored under. In small letters, as drafts of earlier builds are. */
export const draftName = (channel: Channel, ...of: readonly (string | undefined)[]): string =>
  [THREAD_WORDS[channel].thread.toLowerCase(), ...of].filter(Boolean).join(' ')

/** Whether a thread is active, as the reply to its creation said. */
export const stateOf = (thread: Thread | undefined): string | undefined =>
  thread?.isActive === undefined ? undefined : thread.isActive ? 'Active when started' : 'Not active'

/** A reason in words, such as "opted out"; what nobody has words for is shown in small letters. */
export const reasonText = (reason: string): string =>
  reason === 'DNC' ? 'do not contact' : reason.replaceAll('_', ' ').toLowerCase()

/** What a service says of the newest message of a thread that did not arrive (D839): undelivered, bounced, failed, spam. */
const NOT_ARRIVED = /undel|bounc|fail|spam/i

/** "Active", "Undelivered", or "Closed" with the reason; nothing where the service says none of it. */
export function recordState({ isActive, closedReason, lastMessageStatus }: ThreadRecord): string | undefined {
  if (isActive) return NOT_ARRIVED.test(lastMessageStatus ?? '') ? 'Undelivered' : 'Active'
  if (isActive === undefined && !closedReason) return undefined
  return closedReason ? `Closed: ${reasonText(closedReason)}` : 'Closed'
}

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
