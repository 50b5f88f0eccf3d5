import type { ThreadRecord } from '../../contract/thread-records'
import type { Thread } from '../../contract/threads'
import type { Channel } from '../../queries/channel'
import type { ThreadRow } from '../../queries/thread-rows'

export const CHANNEL_NAMES = { sms: 'SMS', email: 'E-mail', chat: 'Web chat' }

/** With whom a thread is, for titles and lists. */
export const nameOfPerson = ({ to, channel }: Pick<ThreadRow, 'to' | 'channel'>): string =>
  to ?? (channel === 'chat' ? 'Website visitor' : 'Thread')

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

/** "Active", or "Closed" with the reason; nothing where the service says neither. */
export function recordState({ isActive, closedReason }: ThreadRecord): string | undefined {
  if (isActive === true) return 'Active'
  if (isActive === undefined && closedReason === undefined) return undefined
  return closedReason ? `Closed: ${reasonText(closedReason)}` : 'Closed'
}

/** What became of a thread that another browser started: why it was closed. An open one has no outcome yet. */
export const recordOutcome = ({ closedReason }: ThreadRecord): string | undefined =>
  closedReason && capital(reasonText(closedReason))

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
