import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { toCurl } from '../../contract/curl'
import { createChatThread, createEmailThread, createSmsThread } from '../../contract/threads'
import { agentQueries, type StoredAgent } from '../../queries/agents'
import { infoQueries } from '../../queries/info'
import { prefetch } from '../../queries/prefetch'
import { recipientOf, type StartedThread, threadQueries } from '../../queries/threads'
import { buttonClass } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { EmptyState } from '../../ui/empty-state'
import { IdText } from '../../ui/id-text'
import { Notice } from '../../ui/notice'
import { OtherFields } from '../../ui/other-fields'
import { Facts, Page } from '../../ui/page'
import { TimeText } from '../../ui/time-text'
import { FailedState } from '../-shared/failure'
import { OutcomeBadge } from '../-shared/outcome-badge'
import { agentOf } from './-agent-of'
import { words as list } from './-thread-words'

const words = list.page

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
  const back = <Link to="/threads">{list.title}</Link>
  if (!thread)
    return (
      <Page title={words.unknownTitle} back={back}>
        {threads.data ? (
          <EmptyState kind="nothing-yet" title={words.unknownTitle} text={words.unknownText} />
        ) : (
          threads.error && (
            <FailedState
              error={threads.error}
              onRetry={() => void threads.refetch()}
              retrying={threads.isFetching}
            />
          )
        )}
      </Page>
    )
  const { channel, request } = thread
  return (
    <Page
      title={recipientOf(thread) ?? list.channels[channel]}
      context={list.channels[channel]}
      back={back}
      width="form"
      action={
        <>
          <CopyButton text={toCurl(OPERATIONS[channel], { body: request, origin: info?.chatOrigins[0] })}>
            Copy as cURL
          </CopyButton>
          <Link to="/threads/new" search={{ channel, again: thread.id }} className={buttonClass('primary')}>
            <RotateCcw size={16} aria-hidden />
            {words.again}
          </Link>
        </>
      }
    >
      <Outcome thread={thread} />
      <ThreadFacts thread={thread} agent={agentOf(thread, agents)} />
      <OtherFields fields={sentFields(request)} title={words.sent} />
      {thread.thread && <OtherFields fields={thread.thread.other} title={words.reply} />}
      <OtherFields fields={thread.beside} title={words.beside} />
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
      facts={[
        [words.outcome, <OutcomeBadge key="outcome" state={thread.state} />],
        [words.threadId, reply && <IdText id={reply.id} name="thread id" whole />],
        [words.state, reply?.isActive === undefined ? undefined : reply.isActive ? list.active : list.closed],
        [words.answer, error && [error.status, error.code].filter(Boolean).join(', ')],
        [words.created, reply?.createdAt && <TimeText time={reply.createdAt} />],
        [words.started, <TimeText key="started" time={thread.startedAt} />],
        [words.answered, thread.finishedAt && <TimeText time={thread.finishedAt} />],
        [
          words.agent,
          agent && (
            <Link to="/agents/$agentId" params={{ agentId: agent.agentId }} className={buttonClass('link')}>
              {agent.name}
            </Link>
          ),
        ],
      ]}
    />
  )
}

function Outcome({ thread: { state, error, channel } }: { thread: StartedThread }) {
  if (state === 'accepted')
    return (
      <p>
        {error?.message ?? words.accepted} {channel === 'chat' && words.token}
      </p>
    )
  if (state === 'sending') return <p>{words.sending}</p>
  return state === 'refused' ? (
    <Notice tone="error" title={words.refused} message={error?.message} />
  ) : (
    <Notice
      tone="warn"
      title={words.unknown}
      message={[error?.message, words.unknownLook].filter(Boolean).join('\n')}
    />
  )
}
