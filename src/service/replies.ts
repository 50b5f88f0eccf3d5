import { and, eq } from 'drizzle-orm'
import type { Clock } from './clock'
import { addMessage, lockThread } from './handlers/thread-rows'
import type { Ids } from './ids'
import type { Job, Queue } from './jobs/queue'
import { enqueue } from './jobs/queue'
import type { Database, Queries } from './store/open-database'
import { messages, versions } from './store/schema'
import { sayText } from './telephone/settle-call'

/** The queue. A job's key is the id of the message that is replied to. */
export const REPLY = 'reply'

/** Queues the agent's reply in the transaction that stores the message. */
export const queueReply = (tx: Queries, messageId: string) => enqueue(tx, { queue: REPLY, key: messageId })

/** Said where the agent has nothing of its own to say: nobody here makes answers up (D269). */
export const NO_MODEL =
  'This is an automatic reply of the local service, not an answer: your message was received and stored, and no language model replies to it here.'

const FAILED = 'The reply failed; the log of the service says more.'

interface RepliesOptions {
  readonly db: Database
  readonly clock: Clock
  readonly ids: Ids
  /** Called after each reply is committed. */
  readonly onReply: () => void
}

/** Replies to visitors, one message at a time: the first message of the version if it was not said yet, else a plain sentence. */
export function replyQueue({ db, clock, ids, onReply }: RepliesOptions): Queue {
  async function reply(
    tx: Queries,
    messageId: string,
    say: (versionId: string, threadId: string) => Promise<string>,
    hasFailed = false,
  ) {
    const [asked] = await tx.select().from(messages).where(eq(messages.id, messageId))
    if (!asked) return
    const thread = await lockThread(tx, asked.threadId)
    if (!thread.isActive) return
    const body = await say(thread.versionId, thread.id)
    await addMessage(tx, ids, thread, { from: 'agent', body, hasFailed }, clock.now())
  }

  async function sayNext(tx: Queries, versionId: string, threadId: string): Promise<string> {
    const ours = and(eq(messages.threadId, threadId), eq(messages.direction, 'OUTBOUND'))
    const [said] = await tx.select({ id: messages.id }).from(messages).where(ours).limit(1)
    if (said) return NO_MODEL
    const [version] = await tx.select().from(versions).where(eq(versions.id, versionId))
    return sayText(version?.firstMessage ?? '', version?.prompt.variables ?? [], {}) || NO_MODEL
  }

  return {
    name: REPLY,
    attemptsMax: 3,
    async work(job: Job) {
      await db.transaction(async (tx) => {
        await job.finish(tx)
        await reply(tx, job.key, (versionId, threadId) => sayNext(tx, versionId, threadId))
      })
      onReply()
    },
    giveUp: (tx, messageId) => reply(tx, messageId, async () => FAILED, true),
  }
}
