import { and, eq } from 'drizzle-orm'
import type { Clock } from '../clock'
import { isOptOut } from '../engine/prompt-rules'
import { versionWithAgent } from '../handlers/live-version'
import { addMessage, endThread, lockThread } from '../handlers/thread-rows'
import type { Ids } from '../ids'
import type { Queue } from '../jobs/queue'
import { queueReply, readConversation } from '../replies'
import type { Database, Queries } from '../store/open-database'
import { messages, type threads } from '../store/schema'
import { gatherSource } from '../testing-lab/scenario-source'
import { customerSays, isLastWord, planOf } from './customer'
import { PERSON } from './settle-message'

/** Of people in a thread, however much is asked of them. */
const MESSAGES_MAX = 24

interface PersonsOptions {
  readonly db: Database
  readonly clock: Clock
  readonly ids: Ids
  /** Called after each message is committed. */
  readonly onMessage: () => void
}

/** Stores what arrives by SMS or e-mail, and queues the reply. Who opts out gets none: the thread is closed (D324). */
export async function receive(
  tx: Queries,
  ids: Ids,
  thread: typeof threads.$inferSelect,
  body: string,
  now: Date,
): Promise<void> {
  const messageId = await addMessage(tx, ids, thread, { from: 'person', body }, now)
  if (isOptOut(body)) await endThread(tx, thread.id, 'OPTED_OUT', now)
  else await queueReply(tx, thread.id, messageId)
}

/** People at test numbers and addresses, who write back (D324). A job's key is the id of the message that one of them read. */
export function personQueue({ db, clock, ids, onMessage }: PersonsOptions): Queue {
  async function planFor({ versionId, toAddress }: typeof threads.$inferSelect) {
    const [row] = await versionWithAgent(db, versionId)
    return row && planOf(toAddress ?? '', (await gatherSource(db, row.agent, row.version, {})).facts)
  }

  return {
    name: PERSON,
    attemptsMax: 3,
    async work(job) {
      const read = await readConversation(db, job.key)
      if (!read?.thread.isActive) return
      if (read.turns.some(({ who, said }) => who === 'customer' && isLastWord(said))) return
      const { id } = read.thread
      const own = and(eq(messages.threadId, id), eq(messages.direction, 'INBOUND'))
      if ((await db.$count(messages, own)) >= MESSAGES_MAX) return
      const plan = await planFor(read.thread)
      if (!plan) return
      const said = customerSays(plan, read.turns, read.thread.variables)
      await job.finish(async (tx) => {
        const thread = await lockThread(tx, id)
        if (thread.isActive) await receive(tx, ids, thread, said, clock.now())
      })
      onMessage()
    },
    // Somebody who does not write back is nothing that failed.
    giveUp: async () => {},
  }
}
