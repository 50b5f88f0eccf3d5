import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { notFound } from '../errors'
import type { Ids } from '../ids'
import type { Queries } from '../store/open-database'
import { agents, messages, organizations, threads } from '../store/schema'
import { arrived, settleMessage } from '../telephone/settle-message'
import { dateTime, jsonValues } from './shapes'

const common = {
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
}

export const smsShape = z.strictObject({
  channel: z.literal('SMS'),
  ...common,
  toPhoneNumber: z.string(),
  fromPhoneNumber: z.string(),
  fromPhoneNumberId: z.string(),
})

export const emailShape = z.strictObject({
  channel: z.literal('EMAIL'),
  ...common,
  fromEmail: z.string(),
  fromName: z.string(),
  toEmail: z.string(),
  subject: z.string(),
})

export const chatShape = z.strictObject({
  channel: z.literal('CHAT'),
  ...common,
  /** Host of the page with the chat. */
  origin: z.string(),
})

/** A thread in the shape of its channel. */
export const threadShape = z.union([smsShape, emailShape, chatShape])

type ThreadRow = typeof threads.$inferSelect

/** A thread with what stands in other tables. */
export interface ThreadWithNames {
  readonly thread: ThreadRow
  readonly agentName: string
  readonly organizationId: string
}

/** The query of threads with the names around them; there is one organization. */
export const selectThreads = (db: Queries) =>
  db
    .select({ thread: threads, agentName: agents.name, organizationId: organizations.id })
    .from(threads)
    .innerJoin(agents, eq(agents.id, threads.agentId))
    .crossJoin(organizations)

/** `locked`: until the transaction ends, so that messages come one after the other. */
export async function findThread(db: Queries, id: string, locked = false): Promise<ThreadWithNames> {
  if (locked) await lockThread(db, id)
  const [found] = await selectThreads(db).where(eq(threads.id, id))
  if (!found) throw notFound('thread')
  return found
}

/** The thread, locked until the transaction ends. */
export async function lockThread(tx: Queries, id: string): Promise<ThreadRow> {
  const [row] = await tx.select().from(threads).where(eq(threads.id, id)).for('update')
  if (!row) throw notFound('thread')
  return row
}

const shared = ({ thread: row, organizationId }: ThreadWithNames) => ({
  id: row.id,
  organizationId,
  agentId: row.agentId,
  agentVersionId: row.versionId,
  leadId: row.leadId,
  isActive: row.isActive,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  closedAt: row.closedAt?.toISOString() ?? null,
  closedReason: row.closedReason,
  metadata: row.metadata,
  variables: row.variables,
})

// The store holds what the channel needs.

export const smsAnswer = (found: ThreadWithNames) => ({
  channel: 'SMS' as const,
  ...shared(found),
  toPhoneNumber: found.thread.toAddress ?? '',
  fromPhoneNumber: found.thread.fromAddress ?? '',
  fromPhoneNumberId: found.thread.fromPhoneNumberId ?? '',
})

export const emailAnswer = (found: ThreadWithNames) => ({
  channel: 'EMAIL' as const,
  ...shared(found),
  fromEmail: found.thread.fromAddress ?? '',
  fromName: found.agentName,
  toEmail: found.thread.toAddress ?? '',
  subject: found.thread.subject ?? '',
})

const chatAnswer = (found: ThreadWithNames) => ({
  channel: 'CHAT' as const,
  ...shared(found),
  origin: found.thread.origin ?? '',
})

const answers = { SMS: smsAnswer, EMAIL: emailAnswer, CHAT: chatAnswer } as const

/** A thread as it is answered, in the shape of its channel. */
export const threadAnswer = (found: ThreadWithNames) => answers[found.thread.channel](found)

type NewMessage = Pick<typeof messages.$inferInsert, 'body'> & {
  readonly from: 'agent' | 'person'
  /** It could not be made; its body says so. */
  readonly hasFailed?: boolean
}

/**
 * Stores a message of a thread that is new or locked: so its number is the highest that anybody can read, and who follows the numbers
 * misses none.
 */
export async function addMessage(
  tx: Queries,
  ids: Ids,
  thread: Pick<ThreadRow, 'id' | 'channel' | 'toAddress'>,
  { from, body, hasFailed = false }: NewMessage,
  now: Date,
): Promise<string> {
  const id = ids.id()
  const sent = hasFailed ? arrived(now, 'FAILED') : settleMessage(thread.channel, thread.toAddress, now)
  await tx.insert(messages).values({
    id,
    threadId: thread.id,
    direction: from === 'agent' ? 'OUTBOUND' : 'INBOUND',
    body,
    createdAt: now,
    ...(from === 'agent' ? sent : arrived(now, 'RECEIVED')),
  })
  await tx.update(threads).set({ updatedAt: now }).where(eq(threads.id, thread.id))
  return id
}
