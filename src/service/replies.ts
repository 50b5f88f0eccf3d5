import { and, asc, desc, eq, lt, ne, or } from 'drizzle-orm'
import { answeringQueue, answerOnce } from './answering'
import type { Clock } from './clock'
import type { Engine, EngineTurn } from './engine/engine'
import { loadAgent } from './engine/load-agent'
import { groundsOf } from './grounds'
import { addMessage, endThread, lockThread } from './handlers/thread-rows'
import type { Ids } from './ids'
import { enqueue, type Job, type Queue } from './jobs/queue'
import type { Database, Queries } from './store/open-database'
import { jobs, messages, threads } from './store/schema'

/** The queue. A job's key is the id of the message that is replied to. */
export const REPLY = 'reply'

/** Milliseconds that a reply waits for the one before it, which starts it when it ends. */
const TURN_MAX = 600_000

/** The first of a thread's replies that are still to come, in the order of their messages. */
async function findNext(tx: Queries, threadId: string) {
  const [next] = await tx
    .select({ key: jobs.key, lease: jobs.lease })
    .from(jobs)
    .innerJoin(messages, eq(messages.id, jobs.key))
    .where(and(eq(jobs.queue, REPLY), eq(messages.threadId, threadId)))
    .orderBy(asc(messages.number))
    .limit(1)
  return next
}

/** Queues the agent's reply in the transaction that stores the message and has locked its thread: replies come one after the other. */
export async function queueReply(tx: Queries, threadId: string, messageId: string): Promise<void> {
  const afterMs = (await findNext(tx, threadId)) ? TURN_MAX : 0
  await enqueue(tx, { queue: REPLY, key: messageId, afterMs })
}

/** Starts the reply that waited for one that is over, in the transaction that ended that and has locked their thread. */
async function startNext(tx: Queries, threadId: string): Promise<void> {
  const next = await findNext(tx, threadId)
  if (next && next.lease === null) await enqueue(tx, { queue: REPLY, key: next.key })
}

const SORRY = 'I am sorry, I cannot answer just now. Please try again in a moment.'
const FAILED = 'The service failed three times to answer this; its log says more.'

/** The newest messages that an answer takes into account. */
const HEARD_MAX = 50

interface RepliesOptions {
  readonly db: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly engine: Engine
  /** Called after each reply is committed. */
  readonly onReply: () => void
}

/** A message with its thread, and the conversation up to it, with the replies to what was said before it. */
export async function readConversation(db: Queries, messageId: string) {
  const [row] = await db
    .select({ message: messages, thread: threads })
    .from(messages)
    .innerJoin(threads, eq(threads.id, messages.threadId))
    .where(eq(messages.id, messageId))
  if (!row) return undefined
  const { id, threadId, number, direction } = row.message
  const isBefore = lt(messages.number, number)
  // What the agent wrote after a person's message answers earlier ones, since replies come in order.
  const isHeard = direction === 'INBOUND' ? or(isBefore, eq(messages.direction, 'OUTBOUND')) : isBefore
  const newest = await db
    .select()
    .from(messages)
    .where(and(eq(messages.threadId, threadId), ne(messages.id, id), isHeard))
    .orderBy(desc(messages.number))
    .limit(HEARD_MAX - 1)
  const turns = [...newest.reverse(), row.message].map(
    ({ direction, body }): EngineTurn => ({
      who: direction === 'INBOUND' ? 'customer' : 'agent',
      said: body,
    }),
  )
  return { ...row, turns }
}

/** Replies to what people write, a message at a time, as the engine answers it (D269). */
export function replyQueue({ db, clock, ids, engine, onReply }: RepliesOptions): Queue {
  async function answer(job: Job): Promise<void> {
    const asked = await readConversation(db, job.key)
    if (!asked) return
    const { thread, turns } = asked
    const load = () => loadAgent(db, thread.versionId, { values: thread.variables })
    const said = thread.isActive ? await answerOnce(engine, await load(), turns, job) : undefined
    await job.finish(async (tx) => {
      const now = clock.now()
      const { id, isActive, channel, toAddress } = await lockThread(tx, thread.id)
      await startNext(tx, id)
      if (!isActive || !said) return
      if (said.end.outcome === 'opted out' && channel !== 'CHAT') return endThread(tx, id, 'OPTED_OUT', now)
      const message = { from: 'agent', body: said.said, grounds: groundsOf(said) } as const
      await addMessage(tx, ids, { id, channel, toAddress }, message, now)
    })
  }

  return answeringQueue(engine, {
    name: REPLY,
    async work(job) {
      await answer(job)
      onReply()
    },
    async giveUp(tx, messageId) {
      const [asked] = await tx.select().from(messages).where(eq(messages.id, messageId))
      if (!asked) return
      const thread = await lockThread(tx, asked.threadId)
      await startNext(tx, thread.id)
      const grounds = { passages: [], tools: [], by: engine.by, tookMs: 0, error: FAILED }
      const message = { from: 'agent', body: SORRY, grounds, hasFailed: true } as const
      if (thread.isActive) await addMessage(tx, ids, thread, message, clock.now())
    },
  })
}
