import type { calls, versions } from '../store/schema'
import { sayOpening, sayText, secondsToSay } from './say'

/** What becomes of a call when the other telephone rings. */
export type CallEnd = 'talks' | 'busy' | 'no answer' | 'voicemail'

interface Placed {
  readonly end: CallEnd
  readonly at: Date
  readonly agentName: string
  readonly version: Pick<
    typeof versions.$inferSelect,
    'prompt' | 'settings' | 'firstMessage' | 'voicemailMessage'
  >
  readonly firstName: string | undefined
  readonly variables: Readonly<Record<string, unknown>>
}

type Course = Pick<
  typeof calls.$inferInsert,
  'startsAt' | 'answeredAt' | 'endsAt' | 'endStatus' | 'endedReason' | 'endedBy' | 'transcript' | 'summary'
>

/** Seconds: until it rings, until somebody answers, until a mailbox does, until nobody is waited for any longer. */
const DIALLING = 1
const RINGING = 2
const MAILBOX = 4
const PATIENCE = 8

/** No drawn conversation is taken here, so there is none to play (D240). */
const PLAYED_BY_PROMPT = 'The mode of its version is FLOW; here it was played by its prompt.'

const later = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000)

/**
 * Settles at once how a call goes and when, because there is no telephone line behind this service (D134). What is said
 * comes from the version that was called with and the values that were sent, so the same call always goes the same way.
 */
export function settleCall(placed: Placed): Course {
  const { end, at, agentName, version, firstName } = placed
  const startsAt = later(at, DIALLING)
  const render = (text: string) => sayText(text, version.prompt.variables, placed.variables)
  if (end === 'busy')
    return {
      startsAt,
      endsAt: later(startsAt, 1),
      endStatus: 'FAILED',
      endedReason: 'LINE_BUSY',
      endedBy: 'SYSTEM',
      summary: 'The line was busy.',
    }
  if (end === 'no answer')
    return {
      startsAt,
      endsAt: later(startsAt, PATIENCE),
      endStatus: 'FAILED',
      endedReason: 'NO_ANSWER',
      endedBy: 'SYSTEM',
      summary: 'Nobody answered.',
    }
  if (end === 'voicemail') {
    const answeredAt = later(startsAt, MAILBOX)
    const message = render(version.voicemailMessage ?? '')
    if (message === '')
      return {
        startsAt,
        answeredAt,
        endsAt: later(answeredAt, 1),
        endStatus: 'COMPLETED',
        endedReason: 'NO_ANSWER',
        endedBy: 'AGENT',
        summary: 'A mailbox answered. The version has no voicemail message, so the agent left none.',
      }
    return {
      startsAt,
      answeredAt,
      endsAt: later(answeredAt, secondsToSay([message])),
      endStatus: 'COMPLETED',
      endedReason: 'LEFT_VOICEMAIL',
      endedBy: 'AGENT',
      transcript: `Agent: ${message}`,
      summary: 'A mailbox answered. The agent left the voicemail message of the version.',
    }
  }
  const answeredAt = later(startsAt, RINGING)
  const greeting = render(version.firstMessage ?? '')
  const turns = [
    `Agent: ${greeting || `Hello${firstName ? ` ${firstName}` : ''}, this is ${agentName}.`}`,
    'Customer: Hello. What is it about?',
    `Agent: ${sayOpening(render(version.prompt.system))}`,
    'Customer: I see. Thank you, that is all I needed.',
    'Agent: Thank you for your time. Goodbye.',
  ]
  return {
    startsAt,
    answeredAt,
    endsAt: later(answeredAt, secondsToSay(turns)),
    endStatus: 'COMPLETED',
    endedReason: 'ENDED',
    endedBy: 'CUSTOMER',
    transcript: turns.join('\n'),
    summary: [
      'The agent said what it called about, and the customer ended the call.',
      ...(version.settings.mode === 'FLOW' ? [PLAYED_BY_PROMPT] : []),
    ].join(' '),
  }
}
