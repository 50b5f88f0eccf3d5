import { and, asc, eq, gt, inArray, or } from 'drizzle-orm'
import { coalesced } from '../net/coalesced'
import type { Clock } from './clock'
import { Refused } from './errors'
import { chatMessageAnswer, messageAnswer } from './handlers/message-rows'
import { describeError, type Log } from './log'
import type { Database } from './store/open-database'
import { messages, threads } from './store/schema'

/** An answer of server-sent events. */
export class EventStream {
  /** Without a body there is nothing to follow: 204 tells the sender not to come back. */
  constructor(readonly body: ReadableStream<Uint8Array> | undefined) {}
}

export interface MessageFeed {
  /**
   * The agent's messages of a thread after the one with this number, until the thread is closed. Throws 429 for too many.
   * `until`: the end of the visitor's token who follows, and of the stream. A visitor hears what was said and nothing else.
   */
  follow(threadId: string, after: number, signal: AbortSignal, until?: Date): EventStream
  /** Call it after committing a message or the end of a thread. */
  look(): void
  close(): void
}

interface FeedOptions {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  /** In milliseconds. */
  readonly heartbeat?: number
}

interface Follower {
  readonly threadId: string
  after: number
  /** Only of a visitor. */
  readonly until: Date | undefined
  send(text: string): void
  end(): void
}

/** Streams of this process: each is a connection, of which a browser has six. */
const STREAMS_MAX = 20

/** Streams of visitors, who are no part of those; and of one thread, which may be open in several tabs. */
const VISITORS_MAX = 500
const VISITORS_OF_THREAD_MAX = 6

// All in milliseconds. What other processes on the server commit is found by looking; on the embedded store there are none.
const LOOK_SERVER = 1_000
const LOOK_EMBEDDED = 10_000
const HEARTBEAT = 15_000
const RECONNECT = 2_000

/** Messages read in one look; the rest is read at once after it. */
const AT_ONCE = 200

/** Pieces that wait for a slow reader. Then its stream ends, and it resumes where it was. */
const WAITING_MAX = 1_000

/** Sends new messages to followers (D271), with one query for all. Event ids are message numbers, so none is missed. */
export function openMessageFeed({ db, clock, log, heartbeat = HEARTBEAT }: FeedOptions): MessageFeed {
  const followers = new Set<Follower>()
  const pause = db.$client.options.connectionString ? LOOK_SERVER : LOOK_EMBEDDED
  let timer: NodeJS.Timeout | undefined

  const beat = setInterval(() => {
    for (const follower of [...followers])
      if (follower.until && follower.until <= clock.now()) follower.end()
      else follower.send(': here\n\n')
  }, heartbeat).unref()

  async function lookOnce() {
    const followed = [...followers]
    const ids = [...new Set(followed.map(({ threadId }) => threadId))]
    // Threads first: nothing of the agent is committed after its thread was closed.
    const closed = await db
      .select({ id: threads.id, reason: threads.closedReason })
      .from(threads)
      .where(and(inArray(threads.id, ids), eq(threads.isActive, false)))
    const places = followed.map(({ threadId, after }) =>
      and(eq(messages.threadId, threadId), gt(messages.number, after)),
    )
    const rows = await db
      .select()
      .from(messages)
      .where(and(eq(messages.direction, 'OUTBOUND'), or(...places)))
      .orderBy(asc(messages.number))
      .limit(AT_ONCE)
    const now = clock.now()
    for (const row of rows)
      for (const follower of followed) {
        if (follower.threadId !== row.threadId || follower.after >= row.number) continue
        follower.after = row.number
        const said = follower.until ? chatMessageAnswer(row) : messageAnswer(row, now)
        follower.send(`id: ${row.number}\ndata: ${JSON.stringify(said)}\n\n`)
      }
    if (rows.length === AT_ONCE) return void look()
    for (const { id, reason } of closed)
      for (const follower of followed.filter(({ threadId }) => threadId === id)) {
        const said = follower.until ? { threadId: id } : { threadId: id, closedReason: reason }
        follower.send(`event: closed\ndata: ${JSON.stringify(said)}\n\n`)
        follower.end()
      }
  }

  const look = coalesced(async () => {
    clearTimeout(timer)
    if (followers.size === 0) return
    await lookOnce().catch((error: unknown) =>
      log({ event: 'error', operation: 'streamMessages', ...describeError(error) }),
    )
    timer = setTimeout(look, pause).unref()
  })

  function isFull(threadId: string, isVisitor: boolean): boolean {
    const others = [...followers].filter(({ until }) => (until !== undefined) === isVisitor)
    if (!isVisitor) return others.length >= STREAMS_MAX
    const ofThread = others.filter((each) => each.threadId === threadId)
    return others.length >= VISITORS_MAX || ofThread.length >= VISITORS_OF_THREAD_MAX
  }

  function follow(threadId: string, after: number, signal: AbortSignal, until?: Date): EventStream {
    if (isFull(threadId, until !== undefined))
      throw new Refused(429, 'Too many event streams are open. Close one, or poll the messages.', [], {
        retryAfter: 10,
      })
    const encoder = new TextEncoder()
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    const follower: Follower = {
      threadId,
      after,
      until,
      send(text) {
        if (!followers.has(follower)) return
        controller?.enqueue(encoder.encode(text))
        if ((controller?.desiredSize ?? 0) < -WAITING_MAX) follower.end()
      },
      end() {
        if (followers.delete(follower)) controller?.close()
      },
    }
    const body = new ReadableStream<Uint8Array>({
      start(given) {
        controller = given
      },
      cancel: follower.end,
    })
    followers.add(follower)
    // The place where it begins, for a reader that is cut off before the first message.
    follower.send(`retry: ${RECONNECT}\nid: ${after}\n\n`)
    signal.addEventListener('abort', follower.end, { once: true })
    if (signal.aborted) follower.end()
    void look()
    return new EventStream(body)
  }

  return {
    follow,
    look: () => void look(),
    close() {
      clearInterval(beat)
      clearTimeout(timer)
      for (const follower of [...followers]) follower.end()
    },
  }
}
