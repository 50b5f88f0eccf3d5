import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { memo, type ReactNode, type Ref, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { sendMessage } from '../../contract/messages'
import type { Channel } from '../../queries/channel'
import { followThread, streamOffered } from '../../queries/live-thread'
import {
  type Conversation as Loaded,
  messageMutations,
  messageQueries,
  type PlacedMessage,
  timeOf,
} from '../../queries/messages'
import type { ThreadRow } from '../../queries/thread-rows'
import { announce } from '../../ui/announce'
import { Button } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { Notice } from '../../ui/notice'
import { Section } from '../../ui/page'
import { ErrorNotice } from '../-shared/error-notice'
import { FailedState, StaleNotice } from '../-shared/failure'
import { useKept } from '../-shared/kept'
import { late, lateWithin } from '../-shared/late'
import { OtherFields } from '../-shared/other-fields'
import { isUnsure, ThreadState, UNSURE } from '../-shared/thread-state'
import { useOffered } from '../-shared/use-offered'
import { AnswerAwaited } from '../-shared/waiting'
import { heardOf, MessageItem, speakerOf, unreadWords } from './-message-item'

const ExportMessages = lateWithin(async () => (await import('./-export-messages')).ExportMessages)
const ToScenario = lateWithin(async () => (await import('../-shared/to-scenario')).ToScenario)
const CarryOn = late(async () => (await import('./-carry-on')).CarryOn, <div className="h-[9.3125rem]" />)

/** Beside the facts it takes the height that there is, in a window that is not very low. `isAbove`: above the box to carry on with. */
const conversationHeight = (isAbove: boolean): string =>
  classNames(
    'h-[50dvh] sm:h-[min(60dvh,36rem)]',
    isAbove ? 'rail:h-[max(20rem,calc(100dvh-19rem))]' : 'rail:h-[max(20rem,calc(100dvh-9.75rem))]',
  )

/** What counts as the end of the messages being in sight, in pixels. */
const NEAR_END = 40

/** For so long, in milliseconds, a visitor may expect the agent's reply, which may never come. */
const AWAITED_MS = 120_000

function awaitsAnswer(messages: readonly PlacedMessage[]): boolean {
  const last = messages.at(-1)
  return (
    last !== undefined &&
    speakerOf(last.direction, true) === 'Visitor' &&
    Date.now() - Date.parse(timeOf(last) ?? '') < AWAITED_MS
  )
}

/**
 * The messages of a thread, from the newest page on; the ones before are loaded on demand. `notOffered`: stands here where the service does
 * not tell them; `draft`: what the visitor was about to say.
 */
export function Conversation({
  threadId,
  agentId,
  channel,
  isActive,
  notOffered,
  draft,
}: {
  threadId: string
  agentId: string | undefined
  channel: Channel | undefined
  isActive: boolean
  notOffered: ReactNode
  draft?: string
}) {
  const thread = { threadId, channel }
  const read = useQuery(messageQueries.of(thread, isActive))
  const { data, error, isPending } = read
  const client = useQueryClient()
  const canFollow = isActive && Boolean(data)
  const { data: isStreamed } = useQuery({ ...streamOffered(threadId), enabled: canFollow })
  useEffect(
    () => (canFollow && isStreamed ? followThread(client, threadId) : undefined),
    [client, threadId, canFollow, isStreamed],
  )
  const isOffered = useOffered(sendMessage) !== false
  // What was typed stays, too, when somebody closes the thread meanwhile.
  const canSend = useKept(isOffered && isActive, data !== undefined) && channel === 'chat'
  if (data === null)
    return notOffered || <p>The messages of this thread are not available from this service.</p>
  return (
    <Section
      title="Conversation"
      hint={isActive ? 'New messages appear by themselves.' : 'This thread is closed.'}
      action={
        // What comes last comes beside what is there.
        <div className="flex min-h-8 min-w-60 flex-wrap items-center justify-end gap-2 max-sm:flex-row-reverse">
          {data && data.messages.length > 0 && (
            <Suspense>
              <ToScenario agentId={agentId} thread={threadId} />
              <ExportMessages thread={thread} />
            </Suspense>
          )}
        </div>
      }
    >
      {data ? (
        <StaleNotice error={error} title="The messages could not be refreshed and may be out of date." />
      ) : (
        error && <FailedState query={read} />
      )}
      <Messages
        thread={thread}
        agentId={agentId}
        loaded={data}
        isPending={isPending}
        isActive={isActive}
        className={conversationHeight(canSend)}
      />
      {data && data.unreadable.length > 0 && (
        <Notice tone="warn" title={unreadWords(data.unreadable.length)}>
          <OtherFields fields={{ ...data.unreadable }} title="As they came" />
        </Notice>
      )}
      {canSend && (
        <CarryOn
          threadId={threadId}
          messages={data?.messages ?? noMessages}
          isClosed={!isActive}
          draft={draft}
        />
      )}
    </Section>
  )
}

/** How a thread stands by its newest message, which is read beside: a service need not say it with the thread, and says it later. */
export function StateNow({ row, threadId }: { row: ThreadRow; threadId: string }) {
  const { record, channel } = row
  const { data: lastMessageStatus = record?.lastMessageStatus, isPending } = useQuery({
    ...messageQueries.of({ threadId, channel }, false),
    enabled: false,
    select: (said) => said?.messages.at(-1)?.status,
  })
  if (isPending && isUnsure(record)) return UNSURE
  return <ThreadState thread={{ ...row, record: record && { ...record, lastMessageStatus } }} />
}

function Messages({
  thread,
  agentId,
  loaded,
  isPending,
  isActive,
  className,
}: {
  thread: { threadId: string; channel: Channel | undefined }
  agentId: string | undefined
  loaded: Loaded | undefined
  isPending: boolean
  isActive: boolean
  className: string
}) {
  const box = useRef<HTMLElement>(null)
  const list = useRef<HTMLOListElement>(null)
  /** How it was before: the height of the text, and where its first message stood. */
  const before = useRef({ height: 0, first: '', top: 0 })
  const earlier = useMutation(messageMutations.loadEarlier(thread))
  const messages = loaded?.messages ?? noMessages
  const first = messages[0]?.key ?? ''
  const newest = messages.at(-1)
  const last = newest?.key
  const isAwaited = isActive && thread.channel === 'chat' && awaitsAnswer(messages)
  /** The newest message that there was before; `undefined` until they are loaded. */
  const heard = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: how far a message came is not said again
  useEffect(() => {
    if (isAwaited) announce('Waiting for the answer')
    else if (newest && heard.current !== undefined && heard.current !== last)
      announce(heardOf(newest, thread.channel === 'chat'))
    if (loaded) heard.current = last ?? ''
  }, [isAwaited, last, loaded === undefined])
  // Earlier messages come above what is read and must not move it; new ones come into sight where the end is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other messages are another height
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const topOf = (key: string) => {
      const item = list.current?.children[messages.findIndex((message) => message.key === key)]
      return item instanceof HTMLElement ? item.offsetTop : 0
    }
    const { height, first: formerFirst, top } = before.current
    // Asked of the page itself: the event of a scroll may come after the messages.
    const isAtEnd = height - element.scrollTop - element.clientHeight < NEAR_END
    if (isAtEnd) element.scrollTop = element.scrollHeight
    else if (first !== formerFirst) element.scrollTop += topOf(formerFirst) - top
    before.current = { height: element.scrollHeight, first, top: topOf(first) }
  }, [first, last, messages.length, isAwaited])
  return (
    <section
      ref={box}
      aria-label="Messages"
      aria-busy={isPending || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
      tabIndex={0}
      onScroll={({ currentTarget }) => {
        before.current.height = currentTarget.scrollHeight
      }}
      className={classNames(
        'flex flex-col gap-3 overflow-y-auto overscroll-contain rounded-md border border-line bg-surface-raised p-3 [overflow-anchor:none]',
        className,
      )}
    >
      {loaded?.earlier && (
        <div className="self-center">
          <Button size="sm" pending={earlier.isPending} onClick={() => earlier.mutate(undefined)}>
            Earlier messages
          </Button>
        </div>
      )}
      <ErrorNotice error={earlier.error} />
      {loaded && messages.length === 0 && <p className="m-auto text-ink-muted">No messages yet.</p>}
      {isPending && <p className="m-auto text-ink-muted">Loading</p>}
      <MessageList ref={list} messages={messages} channel={thread.channel} agentId={agentId} />
      {isAwaited && (
        <div className="self-end">
          <AnswerAwaited />
        </div>
      )}
    </section>
  )
}

const noMessages: readonly PlacedMessage[] = []

/** Drawn again only when messages change: thousands may be loaded. */
const MessageList = memo(
  ({
    ref,
    messages,
    channel,
    agentId,
  }: {
    ref: Ref<HTMLOListElement>
    messages: readonly PlacedMessage[]
    channel: Channel | undefined
    agentId: string | undefined
  }) => (
    <ol ref={ref} className="flex flex-col gap-3">
      {messages.map((message, index) => (
        <MessageItem
          key={message.key}
          message={message}
          isChat={channel === 'chat'}
          subjectBefore={messages[index - 1]?.subject}
          channel={index === messages.length - 1 ? channel : undefined}
          agentId={agentId}
        />
      ))}
    </ol>
  ),
)
