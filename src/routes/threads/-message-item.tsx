import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { Message } from '../../contract/messages'
import type { Channel } from '../../queries/channel'
import { timeOf } from '../../queries/messages'
import { StatusBadge, type Tone } from '../../ui/badge'
import { buttonClass } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { countOf } from '../../ui/numbers'
import { mayWrite } from '../../ui/role'
import { TimeText } from '../../ui/time-text'
import { AnswerGrounds } from '../-shared/answer-grounds'
import { textOfMessage } from '../-shared/html-text'
import { sideOf } from '../-shared/turns'

const TONES: Readonly<Record<string, Tone>> = {
  QUEUED: 'busy',
  SENDING: 'busy',
  SENT: 'busy',
  DELIVERED: 'good',
  READ: 'good',
  OPENED: 'good',
  RECEIVED: 'good',
  FAILED: 'bad',
  UNDELIVERED: 'bad',
  BOUNCED: 'bad',
  SPAM: 'bad',
}

/** What happened to a message that did not arrive, and what can be done. */
const LOST: Readonly<Record<string, string>> = {
  UNDELIVERED: 'It did not reach the person. Check the recipient.',
  FAILED: 'It could not be sent.',
  BOUNCED: 'It came back. Check the address.',
  SPAM: 'It was taken for spam.',
}

/** Who said it, in words; what nobody has words for is shown raw. */
export function speakerOf(direction: string | undefined, isChat: boolean): string | undefined {
  const side = sideOf(direction)
  if (side === 'agent') return 'Agent'
  return side ? (isChat ? 'Visitor' : 'Person') : direction
}

/** Of entries of a thread that are left out. */
export const unreadWords = (count: number): string =>
  `${countOf(count, 'entry', 'entries')} could not be read as messages.`

/** Words for screen readers, once it has come. */
export const heardOf = (message: Message, isChat: boolean): string =>
  `${speakerOf(message.direction, isChat)}: ${textOfMessage(message).slice(0, 200) || 'No text'}`

const inWords = (status: string) =>
  (status.charAt(0).toUpperCase() + status.slice(1).toLowerCase()).replaceAll('_', ' ')

function MessageItemOf({
  message,
  isChat,
  subjectBefore,
  channel,
  agentId,
}: {
  message: Message
  isChat: boolean
  subjectBefore: string | undefined
  channel?: Channel | undefined
  agentId?: string | undefined
}) {
  const { direction, subject, status, reason } = message
  const tone = TONES[status?.toUpperCase() ?? ''] ?? 'unknown'
  const lost = status && LOST[status.toUpperCase()]
  const speaker = speakerOf(direction, isChat)
  const text = textOfMessage(message)
  const at = timeOf(message)
  return (
    <li
      className={classNames(
        'flex max-w-[85%] flex-col gap-1',
        speaker === 'Agent' ? 'items-end self-end' : 'items-start self-start',
      )}
    >
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-muted">
        {speaker && <span className="font-semibold">{speaker}</span>}
        {at && <TimeText time={at} />}
        {status &&
          // What is as it should be needs no badge.
          (tone === 'good' ? (
            <span title={status}>{inWords(status)}</span>
          ) : (
            <StatusBadge tone={tone} title={status}>
              {inWords(status)}
            </StatusBadge>
          ))}
      </p>
      {subject && subject !== subjectBefore && <p className="font-semibold wrap-anywhere">{subject}</p>}
      <p
        dir="auto"
        className={classNames(
          'rounded-md border border-line p-2 whitespace-pre-wrap wrap-anywhere',
          speaker === 'Agent' && 'bg-surface-sunken',
        )}
      >
        {text || <span className="text-ink-muted">No text</span>}
      </p>
      {lost && (
        <p className="flex flex-wrap items-center justify-end gap-x-2 text-right text-sm">
          <span className="wrap-anywhere">
            {reason ? `${lost} Reason: ${reason}` : `${lost} The service gives no reason.`}
          </span>
          {channel && mayWrite() && (
            <Link to="/threads/new" search={{ channel, agent: agentId }} className={buttonClass('link')}>
              New thread
            </Link>
          )}
        </p>
      )}
      {message.grounds && <AnswerGrounds grounds={message.grounds} />}
    </li>
  )
}

/**
 * One message: who said what when, and how far it came. Everything of it is plain text. `subjectBefore`: of the message above; `channel`: a new
 * thread of it, with `agentId`, is offered where it did not arrive. Thousands may be loaded, so it is drawn again only when something of its own changes.
 */
export const MessageItem = memo(MessageItemOf)
