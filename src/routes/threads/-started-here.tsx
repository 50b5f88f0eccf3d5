import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ChatThread } from '../../contract/chat-reply'
import { Button, buttonClass } from '../../ui/button'
import { IdText } from '../../ui/id-text'
import { OtherFields } from '../../ui/other-fields'
import { Facts } from '../../ui/page'
import { ErrorNotice } from '../-shared/error-notice'
import { OutcomeBadge } from '../-shared/outcome-badge'
import { ChatToken } from './-chat-token'
import { words } from './-new-thread-words'
import type { StartedHere as Started } from './-thread-form'

/** Of a reply in which neither token nor thread id was found. */
const NOTHING_READ: ChatThread = { other: {} }

/** What stands in the place of the form when the service took the thread: nothing is left that could start it again by mistake. */
export function StartedHere({
  started,
  origin,
  onAnother,
}: {
  started: Started
  /** The Origin that a web chat went out with. */
  origin: string
  onAnother: () => void
}) {
  const { channel, body, reply, error } = started
  const record = reply?.record
  const outcome = useRef<HTMLElement>(null)
  // The button that had the focus is gone with its dialog, which would give the focus to the page a turn later.
  useEffect(() => {
    const timer = setTimeout(() => outcome.current?.focus())
    return () => clearTimeout(timer)
  }, [])
  const chat = channel === 'chat' ? (record as ChatThread | undefined) : undefined
  const threadId = record && ('id' in record ? record.id : record.threadId)
  const to = body.toPhoneNumber ?? body.toEmail
  return (
    <section
      ref={outcome}
      tabIndex={-1}
      aria-label={words.outcome.accepted[channel]}
      className="flex max-w-[44rem] flex-col items-stretch gap-4"
    >
      <div role="status">
        <OutcomeBadge state="accepted" />
        <p className="pt-2 font-semibold">{words.outcome.accepted[channel]}</p>
        {channel !== 'chat' && <p className="text-ink-muted">{words.outcome.text}</p>}
      </div>
      <ErrorNotice error={error} />
      <Facts
        facts={[
          [words.outcome.to, typeof to === 'string' ? to : undefined],
          [words.outcome.threadId, threadId && <IdText id={threadId} name="thread id" whole />],
        ]}
      />
      {channel === 'chat' && reply && (
        <ChatToken thread={chat ?? NOTHING_READ} agentId={String(body.agentId ?? '')} origin={origin} />
      )}
      {record && <OtherFields fields={record.other} />}
      {reply && <OtherFields fields={reply.beside} title={record ? words.outcome.beside : undefined} />}
      <div className="flex flex-wrap gap-2">
        <Link to="/threads" className={buttonClass('primary')}>
          {words.outcome.show}
        </Link>
        <Button onClick={onAnother}>{words.outcome.another}</Button>
      </div>
    </section>
  )
}
