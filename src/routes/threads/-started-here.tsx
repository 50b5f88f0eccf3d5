import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ChatThread } from '../../contract/chat-reply'
import { listMessages } from '../../contract/messages'
import { readOrganization } from '../../contract/organization'
import type { StoredAgent } from '../../queries/agents'
import { infoQueries } from '../../queries/info'
import { Button, buttonClass } from '../../ui/button'
import { CodeBlock } from '../../ui/code-block'
import { CopyButton } from '../../ui/copy-button'
import { IdText } from '../../ui/id-text'
import { Facts, Section } from '../../ui/page'
import { THREAD_WORDS } from '../-shared/channels'
import { Details } from '../-shared/details'
import { OtherFields } from '../-shared/other-fields'
import { SentOutcome } from '../-shared/sent-outcome'
import { useOffered } from '../-shared/use-offered'
import { findVersion, versionWords } from '../-shared/version-choice'
import { chatSnippet, widgetLine } from './-chat-snippet'
import type { Started } from './-thread-form'

/** What stands in the place of the form once the service accepted the thread. */
export function StartedHere({
  started,
  agents,
  ...ways
}: {
  started: Started
  agents: readonly StoredAgent[]
  onAnother: () => void
  onLeft: () => void
}) {
  const { channel, body, reply, error } = started
  const record = reply?.record
  const { thread, started: isStarted } = THREAD_WORDS[channel]
  const threadId = record && ('id' in record ? record.id : record.threadId)
  const canRead = useOffered(listMessages)
  const to = body.toPhoneNumber ?? body.toEmail
  const versionId = String(body.agentVersionId ?? '')
  const agent = findVersion(agents, versionId)?.agent ?? agents.find((each) => each.agentId === body.agentId)
  return (
    <SentOutcome
      title={`The ${thread} was ${isStarted}`}
      text={
        canRead
          ? 'Its messages are in Threads.'
          : canRead === false && channel !== 'chat' && 'Its messages are not available from this service.'
      }
      error={error}
      show={
        <>
          <Link to="/threads" className={buttonClass(canRead && threadId ? 'secondary' : 'primary')}>
            Show in Threads
          </Link>
          {canRead && threadId && (
            <Link
              to="/threads/$startedId"
              params={{ startedId: threadId }}
              className={buttonClass('primary')}
            >
              Open thread
            </Link>
          )}
        </>
      }
      another="Start another thread"
      {...ways}
    >
      <Facts
        facts={{
          To: typeof to === 'string' ? to : undefined,
          Agent: agent?.name,
          Version: agent && versionId && versionWords(agent, versionId),
        }}
      />
      {channel === 'chat' && reply && (
        <>
          <ChatToken thread={(record as ChatThread | undefined) ?? { other: {} }} />
          <Embedding agentId={String(body.agentId ?? '')} />
        </>
      )}
      {reply && (
        // Where no token is recognised, it is among these.
        <Details open={channel === 'chat' && !(record && 'token' in record && record.token)}>
          <Facts facts={{ 'Thread id': threadId && <IdText id={threadId} name="thread id" whole /> }} />
          {record && <OtherFields fields={record.other} />}
          <OtherFields fields={reply.beside} title={record && 'Other fields beside the thread'} />
        </Details>
      )}
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

/** The token of a web chat: masked, copied on demand, counted down. */
function ChatToken({ thread }: { thread: ChatThread }) {
  // Only of the local service it is known (D331).
  const isRenewed = useQuery(infoQueries.connection()).data?.service === 'local'
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
  return (
    <Section
      title="Client token"
      hint="For the page that shows the chat. It is shown once, is not stored, and is gone when you leave."
    >
      {thread.token === undefined ? (
        <p>
          The reply contains no token that can be recognised.
          {Object.keys(thread.other).length > 0 && ' Look among the other fields.'}
        </p>
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
                ? `The token has ended. ${isRenewed ? 'The page can renew it for 24 hours.' : 'Create another web chat.'}`
                : `The token ends in ${leftText(end - now)}`}
          </p>
        </>
      )}
    </Section>
  )
}

const CHAT_CODE = [
  {
    title: 'Chat on your page',
    hint: 'One line before the end of the body. The widget comes from the local service; another service may not have it.',
    copy: 'Copy line',
    code: widgetLine,
  },
  {
    title: 'Chat with your own code',
    hint: 'Creates the thread, sends, receives as a stream, and renews a token that has ended, as the local service does it; another service may not have all of these.',
    copy: 'Copy snippet',
    code: chatSnippet,
  },
] as const

/** How a page of an allowed origin gets its own chat with the agent. */
function Embedding({ agentId }: { agentId: string }) {
  const { data: info } = useQuery(infoQueries.connection())
  const hasDomains = useOffered(readOrganization) !== false
  if (info && info.chatAddress === undefined)
    return (
      <Section title="Chat on your page">
        <p>Web pages cannot reach web chat here: this console has no CHAT_ADDRESS.</p>
      </Section>
    )
  const address = info?.chatAddress ?? 'https://service.example'
  return CHAT_CODE.map(({ title, hint, copy, code }) => (
    <Section
      key={title}
      title={title}
      hint={`${hint} The page's host must be one ${hasDomains ? 'of the web-chat domains in Settings' : 'that the service allows'}.`}
    >
      <CodeBlock>{code(address, agentId)}</CodeBlock>
      <div>
        <CopyButton text={code(address, agentId)}>{copy}</CopyButton>
      </div>
    </Section>
  ))
}
