import { renderText } from '../../contract/placeholders'
import type { DeclaredVariable } from '../../contract/variable-lint'
import type { calls, versions } from '../store/schema'

type Variables = readonly DeclaredVariable[]

export function sayText(
  text: string,
  variables: Variables,
  given: Readonly<Record<string, unknown>>,
): string {
  const defaults = Object.fromEntries(variables.map(({ name, defaultValue }) => [name, defaultValue]))
  return renderText(text, given, defaults)
    .map((piece) => piece.text)
    .join('')
    .trim()
}

const OPENING_MAX = 240

/** Turns "you are" into "I am", because prompts address the agent. Only unambiguous words change. */
const asSaidByAgent = (sentence: string) =>
  sentence
    .replace(/^you are\b/i, 'I am')
    .replace(/^you\b/i, 'I')
    .replace(/\byour\b/g, 'my')

export function sayOpening(prompt: string): string {
  const lines = prompt.split('\n').map((line) =>
    line
      .replace(/^\s*(?:[-*>]|\d+[.)])\s+/, '')
      .replace(/[*_`]/g, '')
      .trim(),
  )
  // Headings are skipped, unless there is nothing else.
  const said = lines.filter((line) => line !== '' && !line.startsWith('#'))
  const plain = (said.length > 0 ? said.join(' ') : lines.join(' ')).replace(/#+\s*/g, '').trim()
  const sentence = asSaidByAgent(/^.*?[.!?](?=\s|$)/.exec(plain)?.[0] ?? plain)
  return sentence.length > OPENING_MAX
    ? `${sentence.slice(0, OPENING_MAX).replace(/\s+\S*$/, '')} …`
    : sentence
}

/** Seconds to say something, at 2.5 words a second. */
export const secondsToSay = (texts: readonly string[]) =>
  Math.max(2, Math.ceil(texts.join(' ').split(/\s+/).filter(Boolean).length / 2.5))

const SPEAKERS = { agent: 'Agent', customer: 'Customer' } as const

/** A line a turn; `null` where nothing was said. */
export const transcriptOf = (turns: readonly { who: 'agent' | 'customer'; said: string }[]) =>
  turns.length > 0 ? turns.map(({ who, said }) => `${SPEAKERS[who]}: ${said}`).join('\n') : null

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

// Seconds until it rings, a person answers, a mailbox answers, and the caller gives up.
const DIALLING = 1
const RINGING = 2
const MAILBOX = 4
const PATIENCE = 8

/** This service has no drawn conversations to play (D240). */
const PLAYED_BY_PROMPT = 'The mode of its version is FLOW; here it was played by its prompt.'

export const later = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000)

/** Decides a call's whole course at once (D134), by the version and what was sent: the same call goes the same way. */
export function settleCall(placed: Placed): Course {
  const { end, at, agentName, version, firstName } = placed
  const startsAt = later(at, DIALLING)
  const render = (text: string) => sayText(text, version.prompt.variables, placed.variables)
  const failed = (endedReason: 'LINE_BUSY' | 'NO_ANSWER', seconds: number, summary: string): Course => ({
    startsAt,
    endsAt: later(startsAt, seconds),
    endStatus: 'FAILED',
    endedReason,
    endedBy: 'SYSTEM',
    summary,
  })
  const answered = (ring: number, turns: readonly string[], rest: Partial<Course>): Course => {
    const answeredAt = later(startsAt, ring)
    return {
      startsAt,
      answeredAt,
      endsAt: later(answeredAt, turns.length > 0 ? secondsToSay(turns) : 1),
      endStatus: 'COMPLETED',
      endedReason: 'ENDED',
      endedBy: 'AGENT',
      ...(turns.length > 0 ? { transcript: turns.join('\n') } : {}),
      ...rest,
    }
  }
  if (end === 'busy') return failed('LINE_BUSY', 1, 'The line was busy.')
  if (end === 'no answer') return failed('NO_ANSWER', PATIENCE, 'Nobody answered.')
  if (end === 'voicemail') {
    const message = render(version.voicemailMessage ?? '')
    return message === ''
      ? answered(MAILBOX, [], {
          endedReason: 'NO_ANSWER',
          summary: 'A mailbox answered. The version has no voicemail message, so the agent left none.',
        })
      : answered(MAILBOX, [`Agent: ${message}`], {
          endsAt: later(startsAt, MAILBOX + secondsToSay([message])),
          endedReason: 'LEFT_VOICEMAIL',
          summary: 'A mailbox answered. The agent left the voicemail message of the version.',
        })
  }
  const greeting = render(version.firstMessage ?? '')
  const turns = [
    `Agent: ${greeting || `Hello${firstName ? ` ${firstName}` : ''}, this is ${agentName}.`}`,
    'Customer: Hello. What is it about?',
    `Agent: ${sayOpening(render(version.prompt.system))}`,
    'Customer: I see. Thank you, that is all I needed.',
    'Agent: Thank you for your time. Goodbye.',
  ]
  const summary = 'The agent said what it called about, and the customer ended the call.'
  return answered(RINGING, turns, {
    endedBy: 'CUSTOMER',
    summary: version.settings.mode === 'FLOW' ? `${summary} ${PLAYED_BY_PROMPT}` : summary,
  })
}
