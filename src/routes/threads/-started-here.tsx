import { Link } from '@tanstack/react-router'
import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ChatThread } from '../../contract/chat-reply'
import { listMessages } from '../../contract/messages'
import { createChatThread } from '../../contract/threads'
import { Button, buttonClass } from '../../ui/button'
import { CodeBlock } from '../../ui/code-block'
import { CopyButton } from '../../ui/copy-button'
import { IdText } from '../../ui/id-text'
import { OtherFields } from '../../ui/other-fields'
import { Facts, Section } from '../../ui/page'
import { SentOutcome } from '../-shared/sent-outcome'
import { useOffered } from '../-shared/use-offered'
import { THREAD_WORDS } from './-channels'
import type { Started } from './-thread-form'

/** What stands in the place of the form once the service accepted the thread. */
export function StartedHere({ started, onAnother }: { started: Started; onAnother: () => void }) {
  const { channel, body, reply, error, chatOrigin = '' } = started
  const record = reply?.record
  const { thread, started: isStarted } = THREAD_WORDS[channel]
  const threadId = record && ('id' in record ? record.id : record.threadId)
  const canRead = useOffered(listMessages) === true
  const to = body.toPhoneNumber ?? body.toEmail
  return (
    <SentOutcome
      title={`The ${thread} was ${isStarted}`}
      text={
        canRead
          ? 'Its messages are in Threads.'
          : channel !== 'chat' && 'Its messages are not available from this service.'
      }
      error={error}
      show={
        <Link to="/threads" className={buttonClass('primary')}>
          Show in Threads
        </Link>
      }
      another="Start another thread"
      onAnother={onAnother}
    >
      <Facts
        facts={{
          To: typeof to === 'string' ? to : undefined,
          'Thread id': threadId && <IdText id={threadId} name="thread id" whole />,
        }}
      />
      {channel === 'chat' && reply && (
        <ChatToken
          thread={(record as ChatThread | undefined) ?? { other: {} }}
          agentId={String(body.agentId ?? '')}
          chatOrigin={chatOrigin}
        />
      )}
      {record && <OtherFields fields={record.other} />}
      {reply && <OtherFields fields={reply.beside} title={record && 'Other fields beside the thread'} />}
    </SentOutcome>
  )
}

/** When the token ends, in milliseconds since 1970, where the reply says so. */
function endOfToken({ expiresAt, expiresIn }: ChatThread, arrivedAt: number): number | undefined {
  const end = expiresAt === undefined ? Number.NaN : Date.parse(expiresAt)
  if (Number.isFinite(end)) return end
  return expiresIn === undefined ? undefined : arrivedAt + expiresIn * 1_000
}

/** "14:05" for what is left, "1:02:30" from an hour on. */
function leftText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000))
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  const [first = 0, ...rest] = parts[0] === 0 ? parts.slice(1) : parts
  return [first, ...rest.map((part) => String(part).padStart(2, '0'))].join(':')
}

/** The token of a web chat: masked, copied on demand, counted down; and how a page gets its own. */
function ChatToken({
  thread,
  agentId,
  chatOrigin,
}: {
  thread: ChatThread
  agentId: string
  chatOrigin: string
}) {
  const [shown, setShown] = useState(false)
  const [arrivedAt] = useState(() => Date.now())
  const [now, setNow] = useState(arrivedAt)
  const end = endOfToken(thread, arrivedAt)
  const ended = end !== undefined && end <= now
  useEffect(() => {
    if (end === undefined || ended) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [end, ended])
  const snippet = snippetFor(agentId)
  return (
    <>
      <Section
        title="Client token"
        hint="For the page that shows the chat. It is shown once, is not stored, and is gone when you leave."
      >
        {thread.token === undefined ? (
          <p>The reply contains no token that can be recognised. Look among the other fields.</p>
        ) : (
          <>
            <code className="rounded-md bg-surface-sunken p-2 break-all">
              {shown ? thread.token : '•'.repeat(24)}
            </code>
            <div className="flex flex-wrap items-center gap-2">
              <Button icon={shown ? EyeOff : Eye} onClick={() => setShown(!shown)}>
                {shown ? 'Hide token' : 'Show token'}
              </Button>
              <CopyButton text={thread.token}>Copy token</CopyButton>
            </div>
            <p role={ended ? 'status' : 'timer'} className={ended ? 'text-bad' : 'text-ink-muted'}>
              {end === undefined
                ? 'The service does not say when it ends. Treat it as short-lived.'
                : ended
                  ? 'The token has ended. Create another web chat.'
                  : `Ends in ${leftText(end - now)}`}
            </p>
          </>
        )}
      </Section>
      <Section
        title="How a page gets its own"
        hint={`Runs on a page of ${chatOrigin}: the browser adds the Origin automatically, and no key is needed or allowed there.`}
      >
        <CodeBlock>{snippet}</CodeBlock>
        <div>
          <CopyButton text={snippet}>Copy snippet</CopyButton>
        </div>
      </Section>
    </>
  )
}

/** JavaScript with which a page creates its own thread (§5: with its Origin and without a key). */
const snippetFor = (
  agentId: string,
) => `const SERVICE_URL = 'https://service.example' // the base address of your service
const reply = await fetch(SERVICE_URL + ${JSON.stringify(createChatThread.path)}, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ agentId: ${JSON.stringify(agentId)} }),
})
if (!reply.ok)
  throw new Error('The web chat could not be created: ' + reply.status)
const thread = await reply.json()
// It holds the id of the thread and the token for this visitor.
// The token is short-lived: ask for a new one, do not keep it.`
