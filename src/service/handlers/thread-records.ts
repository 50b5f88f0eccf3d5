import { and, eq, max, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { CLOSED_REASONS } from '../../contract/thread-records'
import { handler } from '../context'
import { found, Refused } from '../errors'
import { cutPage, limitOf, newestFirst, readCursor, readNumber, readWord, writeCursor } from '../pages'
import { messages, threads } from '../store/schema'
import { dateTime, jsonValues, pagination, show } from './shapes'
import {
  endThread,
  findThread,
  listedThreadAnswer,
  listedThreadShape,
  lockThread,
  selectListed,
  threadAnswer,
  threadShape,
} from './thread-rows'

const threadPage = z.strictObject({ threads: z.array(listedThreadShape), pagination })

const threadRecord = z.strictObject({ thread: threadShape })

const chatRecord = z.strictObject({
  thread: z.strictObject({
    threadId: z.string(),
    agentId: z.string(),
    isActive: z.boolean(),
    createdAt: dateTime,
    lastActivityAt: dateTime,
    closedAt: z.nullable(dateTime),
    closedReason: z.nullable(z.string()),
    metadata: jsonValues,
    variables: jsonValues,
  }),
})

/** Threads of every channel, newest first. Filters that no thread fits leave an empty list. */
export const listThreads = handler('listThreads', 200, threadPage, async ({ db, clock }, { query }) => {
  const limit = limitOf(query)
  const toPhoneNumber = readNumber('toPhoneNumber', query.toPhoneNumber)
  const { after, order } = newestFirst(threads, readCursor(query.cursor))
  const rows = await selectListed(db)
    .where(
      and(
        query.agentId === undefined ? undefined : eq(threads.agentId, query.agentId),
        toPhoneNumber === undefined ? undefined : eq(threads.toAddress, toPhoneNumber),
        query.isActive === undefined ? undefined : eq(threads.isActive, query.isActive === 'true'),
        after,
      ),
    )
    .orderBy(...order)
    .limit(limit + 1)
  const { page, pagination } = cutPage(rows, limit, ({ thread }) => writeCursor(thread))
  const now = clock.now()
  return { threads: page.map((row) => listedThreadAnswer(row, now)), pagination }
})

export const readThread = handler('readThread', 200, threadRecord, async ({ db }, { params }) => ({
  thread: threadAnswer(await findThread(db, params.threadId)),
}))

/** Characters of metadata or variables as JSON: merging must not let a record grow without end. */
const MERGED_MAX = 64 * 1024

/** Merges by name, one level deep; a name that is not sent stays. A closed thread can still be annotated. */
export const updateThread = handler(
  'updateThread',
  200,
  threadRecord,
  async ({ db, clock }, { params, body }) =>
    db.transaction(async (tx) => {
      const merged = (column: typeof threads.metadata | typeof threads.variables, sent: object | undefined) =>
        sent && sql`${column} || ${JSON.stringify(sent)}::jsonb`
      const rows = await tx
        .update(threads)
        .set({
          metadata: merged(threads.metadata, body.metadata),
          variables: merged(threads.variables, body.variables),
          updatedAt: clock.now(),
        })
        .where(eq(threads.id, params.threadId))
        .returning()
      const row = found(rows, 'thread')
      for (const field of ['metadata', 'variables'] as const)
        if (JSON.stringify(row[field]).length > MERGED_MAX)
          throw new Refused(400, `The ${field} would be larger than ${MERGED_MAX / 1024} KiB.`, [
            { path: field, message: 'Too large with what is there' },
          ])
      return { thread: threadAnswer(await findThread(tx, row.id)) }
    }),
)

/** Closing again changes nothing, unless it gives another reason. */
export const closeThread = handler(
  'closeThread',
  200,
  threadRecord,
  async ({ db, clock, feed }, { params, body }) => {
    const reason = readWord('reason', body.reason, CLOSED_REASONS)
    const closed = await db.transaction(async (tx) => {
      const thread = await lockThread(tx, params.threadId)
      if (thread.isActive) await endThread(tx, thread.id, reason ?? 'ENDED', clock.now())
      else if (reason && reason !== thread.closedReason)
        throw new Refused(409, `This thread was closed before, with the reason ${thread.closedReason}.`)
      return { thread: threadAnswer(await findThread(tx, thread.id)) }
    })
    feed.look()
    return closed
  },
)

export const readChatThread = handler('readChatThread', 200, chatRecord, async ({ db }, { params }) => {
  const isChat = and(eq(threads.id, params.threadId), eq(threads.channel, 'CHAT'))
  const row = found(await db.select().from(threads).where(isChat), 'web-chat thread')
  const [last] = await db
    .select({ at: max(messages.createdAt) })
    .from(messages)
    .where(eq(messages.threadId, row.id))
  const lastActivityAt = last?.at ?? row.createdAt
  return { thread: show(chatRecord.shape.thread, { ...row, threadId: row.id, lastActivityAt }) }
})
