import { and, desc, eq, lte } from 'drizzle-orm'
import type { Clock } from './clock'
import { RULES } from './engine/create-engine'
import { answerWhole, type Engine, type EngineTurn } from './engine/engine'
import { loadAgent } from './engine/load-agent'
import { groundsOf } from './grounds'
import { addMessage, endThread, lockThread } from './handlers/thread-rows'
import type { Ids } from './ids'
import { enqueue, type Job, type Queue, takeIdleLane } from './jobs/queue'
import type { Database, Queries } from './store/open-database'
import { messages, threads } from './store/schema'

/** The queue. A job's key is the id of the message that is replied to. */
export const REPLY = 'reply'

/** Queues the agent's reply in the transaction that stores the message. */
export const queueReply = (tx: Queries, messageId: string) => enqueue(tx, { queue: REPLY, key: messageId })

const FAILED = 'The reply failed; the log of the service says more.'

/** The newest messages that an answer takes into account. */
const HEARD_MAX = 50

/** Replies at once in a process. Rules only wait for the database. */
const AT_ONCE = 4

interface RepliesOptions {
  readonly db: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly engine: Engine
  /** Called after each reply is committed. */
  readonly onReply: () => void
}

/** A message with its thread, and the conversation up to it. */
export async function readConversation(db: Queries, messageId: string) {
  const [row] = await db
    .select({ message: messages, thread: threads })
    .from(messages)
    .innerJoin(threads, eq(threads.id, messages.threadId))
    .where(eq(messages.id, messageId))
  if (!row) return undefined
  const newest = await db
    .select()
    .from(messages)
    .where(and(eq(messages.threadId, row.thread.id), lte(messages.number, row.message.number)))
    .orderBy(desc(messages.number))
    .limit(HEARD_MAX)
  const turns = newest.reverse().map(
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
    if (!asked?.thread.isActive) return
    const { thread, turns } = asked
    const agent = await loadAgent(db, thread.versionId, { values: thread.variables })
    // An earlier attempt may have called a tool, and none is called twice.
    const who = job.attempts === 1 ? agent : { ...agent, tools: [] }
    const said = await answerWhole(engine, who, turns, job.signal)
    await db.transaction(async (tx) => {
      await job.finish(tx)
      const now = clock.now()
      const { id, isActive, channel, toAddress } = await lockThread(tx, thread.id)
      if (!isActive) return
      if (said.end.outcome === 'opted out' && channel !== 'CHAT') return endThread(tx, id, 'OPTED_OUT', now)
      const message = { from: 'agent', body: said.said, grounds: groundsOf(said) } as const
      await addMessage(tx, ids, { id, channel, toAddress }, message, now)
    })
  }

  return {
    name: REPLY,
    attemptsMax: 3,
    lanes: engine.by === RULES ? 1 : AT_ONCE,
    async work(job) {
      takeIdleLane(job, AT_ONCE)
      await answer(job)
      onReply()
    },
    async giveUp(tx, messageId) {
      const [asked] = await tx.select().from(messages).where(eq(messages.id, messageId))
      if (!asked) return
      const thread = await lockThread(tx, asked.threadId)
      const message = { from: 'agent', body: FAILED, hasFailed: true } as const
      if (thread.isActive) await addMessage(tx, ids, thread, message, clock.now())
    },
  }
}
