import { sayText } from '../say-text'
import type { calls, versions } from '../store/schema'

/** Seconds to say something, at 4 words a second: fast, because people watch simulated calls. */
export const secondsToSay = (text: string) =>
  Math.max(1, Math.ceil(text.split(/\s+/).filter(Boolean).length / 4))

const SPEAKERS = { agent: 'Agent', customer: 'Customer' } as const

/** A line a turn; `null` where nothing was said. */
export const transcriptOf = (turns: readonly { who: 'agent' | 'customer'; said: string }[]) =>
  turns.length > 0 ? turns.map(({ who, said }) => `${SPEAKERS[who]}: ${said}`).join('\n') : null

export type CallEnd = 'talks' | 'busy' | 'no answer' | 'voicemail'

interface Placed {
  readonly end: CallEnd
  readonly at: Date
  readonly version: Pick<typeof versions.$inferSelect, 'prompt' | 'voicemailMessage'>
  readonly variables: Readonly<Record<string, unknown>>
}

export type Course = Pick<
  typeof calls.$inferInsert,
  'startsAt' | 'answeredAt' | 'endsAt' | 'endStatus' | 'endedReason' | 'endedBy' | 'transcript' | 'summary'
> & { readonly voicemail?: string }

// Seconds until it rings, a person answers, a mailbox answers, and the caller gives up.
const DIALLING = 1
const RINGING = 2
const MAILBOX = 4
const PATIENCE = 8

export const later = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000)

/** What the line does with a call (D134), by the version and what was sent. One that a person answers has no end yet: it is played (D320). */
export function settleCall({ end, at, version, variables }: Placed): Course {
  const startsAt = later(at, DIALLING)
  const failed = (endedReason: 'LINE_BUSY' | 'NO_ANSWER', seconds: number, summary: string): Course => ({
    startsAt,
    endsAt: later(startsAt, seconds),
    endStatus: 'FAILED',
    endedReason,
    endedBy: 'SYSTEM',
    summary,
  })
  if (end === 'talks') return { startsAt, answeredAt: later(startsAt, RINGING) }
  if (end === 'busy') return failed('LINE_BUSY', 1, 'The line was busy.')
  if (end === 'no answer') return failed('NO_ANSWER', PATIENCE, 'Nobody answered.')
  const answeredAt = later(startsAt, MAILBOX)
  const message = sayText(version.voicemailMessage ?? '', version.prompt.variables, variables)
  const left = { startsAt, answeredAt, endStatus: 'COMPLETED', endedBy: 'AGENT' } as const
  return message === ''
    ? {
        ...left,
        endsAt: later(answeredAt, 1),
        endedReason: 'NO_ANSWER',
        summary: 'A mailbox answered. The version has no voicemail message, so the agent left none.',
      }
    : {
        ...left,
        endsAt: later(answeredAt, secondsToSay(message)),
        endedReason: 'LEFT_VOICEMAIL',
        voicemail: message,
        transcript: transcriptOf([{ who: 'agent', said: message }]),
        summary: 'A mailbox answered. The agent left the voicemail message of the version.',
      }
}
