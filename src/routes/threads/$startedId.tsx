import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { toCurl } from '../../contract/curl'
import { createChatThread, createEmailThread, createSmsThread } from '../../contract/threads'
import { agentQueries, type StoredAgent } from '../../queries/agents'
import { infoQueries } from '../../queries/info'
import { prefetch } from '../../queries/prefetch'
import { agentOf, recipientOf, type StartedThread, threadQueries } from '../../queries/threads'
import { buttonClass } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { EmptyState } from '../../ui/empty-state'
import { IdText } from '../../ui/id-text'
import { OtherFields } from '../../ui/other-fields'
import { Facts, Page } from '../../ui/page'
import { TimeText } from '../../ui/time-text'
import { FailedState } from '../-shared/failure'
import { OutcomeBadge } from '../-shared/outcome-badge'
import { OutcomeNotice } from '../-shared/outcome-notice'
import { CHANNEL_NAMES, stateOf } from './-channels'

export const Route = createFileRoute('/threads/$startedId')({
  loader: ({ context }) => prefetch(context.queryClient, threadQueries.started()),
  head: () => ({ meta: [{ title: 'Thread · Switchboard' }] }),
  component: ThreadPage,
})

const OPERATIONS = { sms: createSmsThread, email: createEmailThread, chat: createChatThread }

function ThreadPage() {
  const { startedId } = Route.useParams()
  const threads = useQuery(threadQueries.started())
  const { data: agents = [] } = useQuery(agentQueries.list())
  const { data: info } = useQuery(infoQueries.connection())
  const thread = threads.data?.find(({ id }) => id === startedId)
  const back = <Link to="/threads">Threads</Link>
  if (!thread)
    return (
      <Page title="This browser does not know this thread" back={back}>
        {threads.data ? (
          <EmptyState
            kind="nothing-yet"
            title="This browser does not know this thread"
            text="It may have been started from another browser, or the record here was emptied."
          />
        ) : (
          threads.error && <FailedState query={threads} />
        )}
      </Page>
    )
  const { channel, request } = thread
  return (
    <Page
      title={recipientOf(thread) ?? CHANNEL_NAMES[channel]}
      context={CHANNEL_NAMES[channel]}
      back={back}
      width="form"
      action={
        <>
          <CopyButton text={toCurl(OPERATIONS[channel], { body: request, chatOrigin: info?.chatOrigins[0] })}>
            Copy as cURL
          </CopyButton>
          <Link to="/threads/new" search={{ channel, again: thread.id }} className={buttonClass('primary')}>
            <RotateCcw size={16} aria-hidden />
            Start again
          </Link>
        </>
      }
    >
      <Outcome thread={thread} />
      <ThreadFacts thread={thread} agent={agentOf(thread, agents)} />
      <OtherFields fields={sentFields(request)} title="What was sent" />
      {thread.thread && <OtherFields fields={thread.thread.other} title="Other fields of the reply" />}
      <OtherFields fields={thread.beside} title="Other fields beside the thread" />
    </Page>
  )
}

/** Optional fields that were left empty were not sent. */
const sentFields = (request: StartedThread['request']) =>
  Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined))

function ThreadFacts({ thread, agent }: { thread: StartedThread; agent: StoredAgent | undefined }) {
  const { thread: reply, error } = thread
  return (
    <Facts
      facts={{
        Outcome: <OutcomeBadge state={thread.state} />,
        'Thread id': reply && <IdText id={reply.id} name="thread id" whole />,
        State: stateOf(reply),
        Answer: error && [error.status, error.code].filter(Boolean).join(', '),
        Created: reply?.createdAt && <TimeText time={reply.createdAt} />,
        Sent: <TimeText time={thread.startedAt} />,
        Answered: thread.finishedAt && <TimeText time={thread.finishedAt} />,
        Agent: agent && (
          <Link to="/agents/$agentId" params={{ agentId: agent.agentId }} className={buttonClass('link')}>
            {agent.name}
          </Link>
        ),
      }}
    />
  )
}

function Outcome({ thread }: { thread: StartedThread }) {
  const { state, error, channel } = thread
  if (state === 'accepted')
    return (
      <p>
        {error?.message ?? 'Thread started. Its messages are not available from this service.'}{' '}
        {channel === 'chat' && 'The client token of a web chat is not stored. For a new one, start again.'}
      </p>
    )
  if (state === 'sending') return <p>The thread is being sent to the service.</p>
  return (
    <OutcomeNotice
      of={thread}
      refused="The thread was not started"
      unknown="The thread may have been started"
      next="Check in the service before you start it again. It is never retried automatically."
    />
  )
}
