import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { Suspense } from 'react'
import { toCurl } from '../../contract/curl'
import { isPathId } from '../../contract/operation'
import { createChatThread, createEmailThread, createSmsThread } from '../../contract/threads'
import { agentQueries } from '../../queries/agents'
import { isNotFound } from '../../queries/extension'
import { infoQueries } from '../../queries/info'
import { prefetch } from '../../queries/prefetch'
import { threadRecordQueries } from '../../queries/thread-records'
import { startedOf, threadRow } from '../../queries/thread-rows'
import { originOf, type StartedThread, threadQueries } from '../../queries/threads'
import { buttonClass } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { CopyButton } from '../../ui/copy-button'
import { Beside, Page } from '../../ui/page'
import { BackLink } from '../-shared/back-link'
import { CHANNEL_NAMES, nameOfPerson, stateOf } from '../-shared/channels'
import { FailedState } from '../-shared/failure'
import { late, lateWithin } from '../-shared/late'
import { NotHere } from '../-shared/not-here'
import { OtherFields } from '../-shared/other-fields'
import { OutcomeNotice } from '../-shared/outcome-notice'
import { ShowRequest } from '../-shared/show-request'
import { isUnsure, ThreadState, UNSURE } from '../-shared/thread-state'
import { ThreadFacts } from './-thread-facts'
import { ThreadsBeside } from './-threads-beside'

const Conversation = lateWithin(async () => (await import('./-conversation')).Conversation)
const StateNow = lateWithin(async () => (await import('./-conversation')).StateNow)
const ThreadActions = late(
  async () => (await import('./-thread-actions')).ThreadActions,
  <div className="h-8 max-sm:w-40" />,
)

export const Route = createFileRoute('/threads/$startedId')({
  loader: ({ context }) => prefetch(context, [threadQueries.started()]),
  head: () => ({ meta: [{ title: 'Thread · Switchboard' }] }),
  component: ThreadPage,
})

const OPERATIONS = { sms: createSmsThread, email: createEmailThread, chat: createChatThread }

/** One thread, by the id of its start in this browser or by its own id, which a colleague's browser can open, too. */
function ThreadPage() {
  const { startedId } = Route.useParams()
  const threads = useQuery(threadQueries.started())
  const { data: agents } = useQuery(agentQueries.list())
  const { data: info } = useQuery(infoQueries.connection())
  const started = startedOf(startedId, threads.data ?? [])
  const threadId = started ? started.thread?.id : startedId
  const canAsk = threadId !== undefined && isPathId(threadId) && !threads.isPending
  const asked = useQuery({ ...threadRecordQueries.one(threadId ?? ''), enabled: canAsk })
  const record = (canAsk && asked.data) || undefined
  const back = <BackLink to="/threads">Threads</BackLink>
  if (!started && !record) {
    const reading = threads.isPending || (canAsk && asked.isPending)
    if (reading) return <Page title="Thread" context="Loading" back={back} />
    const failed = threads.error ? threads : asked.error && !isNotFound(asked.error) ? asked : undefined
    if (failed)
      return (
        <Page title="Thread" back={back}>
          <FailedState query={failed} />
        </Page>
      )
    return (
      <NotHere
        // A service that does not tell of threads answers `null`.
        what="thread"
        only={asked.error ? undefined : 'here'}
        back={back}
        to="/threads"
        label="Show all threads"
      />
    )
  }
  const row = threadRow(record, started, agents ?? [])
  const { channel } = row
  const isActive = record?.isActive !== false
  const request = { body: started?.request, chatOrigin: originOf(started?.note, info?.chatOrigins) }
  const notOffered = started && <Outcome thread={started} />
  const facts = (
    <div className="flex flex-col gap-4">
      <ThreadFacts row={row} agents={agents}>
        {started && <OtherFields fields={sentFields(started.request)} title="What was sent" />}
        {started?.thread && !record && (
          <OtherFields fields={started.thread.other} title="Other fields of the reply" />
        )}
        {started && <OtherFields fields={started.beside} title="Other fields beside the thread" />}
      </ThreadFacts>
    </div>
  )
  return (
    <Page
      // Not as text, so that no browser's history stores whose number it is.
      title={[nameOfPerson(row)]}
      context={
        <span className="flex h-lh items-center gap-x-2">
          {channel ? CHANNEL_NAMES[channel] : 'Thread'}
          {threadId ? (
            <Suspense fallback={isUnsure(record) ? UNSURE : <ThreadState thread={row} />}>
              <StateNow row={row} threadId={threadId} />
            </Suspense>
          ) : (
            stateOf(started?.thread)
          )}
        </span>
      }
      back={back}
      action={
        <>
          {record && <ThreadActions thread={record} />}
          {started && (
            <>
              <ShowRequest operation={OPERATIONS[started.channel]} request={() => request} />
              <CopyButton text={toCurl(OPERATIONS[started.channel], request)}>Copy as cURL</CopyButton>
              <Link
                to="/threads/new"
                search={{ channel: started.channel, again: started.id }}
                className={buttonClass(isActive ? 'secondary' : 'primary')}
              >
                <RotateCcw size={16} aria-hidden />
                Start again
              </Link>
            </>
          )}
        </>
      }
    >
      <ThreadsBeside started={threads.data ?? []} agents={agents ?? []} shown={row.id}>
        <Beside aside={facts}>
          {canAsk ? (
            <Suspense
              fallback={
                <div
                  className={classNames(
                    'h-[calc(50dvh+5.375rem)] sm:h-[calc(min(60dvh,36rem)+2.875rem)]',
                    // The box to carry on with comes at once.
                    channel === 'chat' && isActive
                      ? 'mb-[9.8125rem] rail:h-[max(22.875rem,calc(100dvh-16.125rem))]'
                      : 'rail:h-[max(22.875rem,calc(100dvh-6.875rem))]',
                  )}
                />
              }
            >
              <Conversation
                key={threadId}
                threadId={threadId}
                agentId={row.agentId}
                channel={channel}
                isActive={isActive}
                notOffered={notOffered}
              />
            </Suspense>
          ) : (
            notOffered
          )}
        </Beside>
      </ThreadsBeside>
    </Page>
  )
}

/** Optional fields that were left empty were not sent. */
const sentFields = (request: StartedThread['request']) =>
  Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined))

/** How a start from this browser ended, where the service does not tell the messages. */
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
      next="Check the list of threads, or the service where it lists none, before you start it again. It is never retried automatically."
    />
  )
}
