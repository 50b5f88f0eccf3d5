import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { CLOSED_REASONS } from '../../contract/thread-records'
import { found, notFound } from '../errors'
import type { Ids } from '../ids'
import { enqueue } from '../jobs/queue'
import type { Queries } from '../store/open-database'
import { agents, messages, organizations, threads } from '../store/schema'
import { arrived, PERSON, settleMessage, WRITES_BACK_AFTER, writesBack } from '../telephone/settle-message'
import { MESSAGE_STATUSES, type MessageRow, statusOf } from './message-rows'
import { dateTime, jsonValues, named, show } from './shapes'

const common = z.strictObject({
  id: z.string(),
  organizationId: z.string(),
  agentId: z.string(),
  agentVersionId: z.string(),
  leadId: z.nullable(z.string()),
  isActive: z.boolean(),
  createdAt: dateTime,
  updatedAt: dateTime,
  closedAt: z.nullable(dateTime),
  closedReason: z.nullable(z.string()),
  metadata: jsonValues,
  variables: jsonValues,
})

export const smsShape = named(
  'SmsThread',
  z.strictObject({
    channel: z.literal('SMS'),
    ...common.shape,
    toPhoneNumber: z.string(),
    fromPhoneNumber: z.string(),
    fromPhoneNumberId: z.string(),
  }),
)

export const emailShape = named(
  'EmailThread',
  z.strictObject({
    channel: z.literal('EMAIL'),
    ...common.shape,
    fromEmail: z.string(),
    fromName: z.string(),
    toEmail: z.string(),
    subject: z.string(),
  }),
)

export const chatShape = named(
  'ChatThread',
  z.strictObject({
    channel: z.literal('CHAT'),
    ...common.shape,
    /** Host of the page with the chat. */
    origin: z.string(),
  }),
)

export const threadShape = named('Thread', z.union([smsShape, emailShape, chatShape]))

/** Characters of the newest message in a list. */
const TEXT_MAX = 200

/** With its newest message: what became of it (D839), and its first words (D901). */
const ofList = {
  lastMessageStatus: z.nullable(z.enum(MESSAGE_STATUSES)),
  lastMessageText: z.nullable(z.string()),
}
export const listedThreadShape = named(
  'ListedThread',
  z.union([z.extend(smsShape, ofList), z.extend(emailShape, ofList), z.extend(chatShape, ofList)]),
)

type ThreadRow = typeof threads.$inferSelect

export interface ThreadWithNames {
  readonly thread: ThreadRow
  readonly agentName: string
  readonly organizationId: string
}

const newestMessage = sql`(select id from ${messages} where ${messages.threadId} = ${threads.id} order by ${messages.number} desc limit 1)`

const withNames = { thread: threads, agentName: agents.name, organizationId: organizations.id }

/** The query of threads with the names around them; there is one organization. */
export const selectThreads = (db: Queries) =>
  db
    .select(withNames)
    .from(threads)
    .innerJoin(agents, eq(agents.id, threads.agentId))
    .crossJoin(organizations)

/** With the newest message of each, which only lists say (D839). */
export const selectListed = (db: Queries) =>
  db
    .select({ ...withNames, last: messages })
    .from(threads)
    .innerJoin(agents, eq(agents.id, threads.agentId))
    .leftJoin(messages, eq(messages.id, newestMessage))
    .crossJoin(organizations)

const CHANNEL_WORDS = { SMS: 'SMS thread', EMAIL: 'e-mail thread', CHAT: 'web-chat thread' } as const

/** Throws 404 without this thread, or for one of another channel. */
export async function findThread(db: Queries, id: string, channel?: ThreadRow['channel']) {
  const row = found(await selectThreads(db).where(eq(threads.id, id)), 'thread')
  if (channel && row.thread.channel !== channel) throw notFound(CHANNEL_WORDS[channel])
  return row
}

/** Locked until the transaction ends, so that messages come one after the other. */
export async function lockThread(tx: Queries, id: string): Promise<ThreadRow> {
  return found(await tx.select().from(threads).where(eq(threads.id, id)).for('update'), 'thread')
}

const shared = ({ thread, organizationId }: ThreadWithNames) =>
  show(common, { ...thread, organizationId, agentVersionId: thread.versionId })

// The store holds what the channel needs.

export const smsAnswer = (row: ThreadWithNames) => ({
  channel: 'SMS' as const,
  ...shared(row),
  toPhoneNumber: row.thread.toAddress ?? '',
  fromPhoneNumber: row.thread.fromAddress ?? '',
  fromPhoneNumberId: row.thread.fromPhoneNumberId ?? '',
})

export const emailAnswer = (row: ThreadWithNames) => ({
  channel: 'EMAIL' as const,
  ...shared(row),
  fromEmail: row.thread.fromAddress ?? '',
  fromName: row.agentName,
  toEmail: row.thread.toAddress ?? '',
  subject: row.thread.subject ?? '',
})

const chatAnswer = (row: ThreadWithNames) => ({
  channel: 'CHAT' as const,
  ...shared(row),
  origin: row.thread.origin ?? '',
})

const answers = { SMS: smsAnswer, EMAIL: emailAnswer, CHAT: chatAnswer } as const

export const threadAnswer = (row: ThreadWithNames) => answers[row.thread.channel](row)

export const listedThreadAnswer = (
  { last, ...row }: ThreadWithNames & { readonly last: MessageRow | null },
  now: Date,
) => ({
  ...threadAnswer(row),
  lastMessageStatus: last && statusOf(last, now),
  lastMessageText: last?.body.slice(0, TEXT_MAX).toWellFormed() ?? null,
})

/** Closes a locked thread. Nothing is said in it after that. */
export async function endThread(
  tx: Queries,
  id: string,
  closedReason: (typeof CLOSED_REASONS)[number],
  now: Date,
): Promise<void> {
  await tx
    .update(threads)
    .set({ isActive: false, closedAt: now, closedReason, updatedAt: now })
    .where(eq(threads.id, id))
}

type NewMessage = Pick<typeof messages.$inferInsert, 'body' | 'grounds'> & {
  readonly from: 'agent' | 'person'
  /** It could not be made; its body says so. */
  readonly hasFailed?: boolean
}

/** The thread is new or locked, so the message's number is the highest, and who follows the numbers misses none. */
export async function addMessage(
  tx: Queries,
  ids: Ids,
  thread: Pick<ThreadRow, 'id' | 'channel' | 'toAddress'>,
  { from, body, grounds, hasFailed = false }: NewMessage,
  now: Date,
): Promise<string> {
  const id = ids.id()
  const sent = hasFailed ? arrived(now, 'FAILED') : settleMessage(thread.channel, thread.toAddress, now)
  await tx.insert(messages).values({
    id,
    threadId: thread.id,
    direction: from === 'agent' ? 'OUTBOUND' : 'INBOUND',
    body,
    grounds,
    createdAt: now,
    ...(from === 'agent' ? sent : arrived(now, 'RECEIVED')),
  })
  await tx.update(threads).set({ updatedAt: now }).where(eq(threads.id, thread.id))
  if (from === 'agent' && thread.channel !== 'CHAT' && writesBack(thread.toAddress ?? ''))
    await enqueue(tx, { queue: PERSON, key: id, afterMs: WRITES_BACK_AFTER })
  return id
}
