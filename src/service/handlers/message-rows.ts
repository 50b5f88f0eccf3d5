import { and, desc, eq, gt, lt, lte, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import { cutPage, limitOf, MESSAGE_LIMITS, readCursor, writeCursor, wrongCursor } from '../pages'
import type { Queries } from '../store/open-database'
import { MESSAGE_END_STATUSES, messages, type threads } from '../store/schema'
import { groundsAnswer, groundsShape } from './grounds'
import { dateTime, named, show } from './shapes'

const time = z.nullable(dateTime)

export const DIRECTIONS = ['INBOUND', 'OUTBOUND'] as const
export const MESSAGE_STATUSES = ['QUEUED', 'SENDING', 'SENT', ...MESSAGE_END_STATUSES] as const
type MessageStatus = (typeof MESSAGE_STATUSES)[number]

const common = z.strictObject({
  id: z.string(),
  threadId: z.string(),
  direction: z.enum(DIRECTIONS),
  status: z.enum(MESSAGE_STATUSES),
  createdAt: dateTime,
  updatedAt: dateTime,
  sentAt: time,
  deliveredAt: time,
})

/** A message of any thread. Nobody tells this service what was read. */
export const messageShape = named(
  'Message',
  z.strictObject({ ...common.shape, messageBody: z.string(), readAt: z.null() }),
)

/** With what the agent's answer rests on, which visitors are not told. */
export const listedMessageShape = named(
  'ListedMessage',
  z.extend(messageShape, { grounds: z.nullable(groundsShape) }),
)

export const emailMessageShape = named(
  'EmailMessage',
  z.strictObject({
    ...common.shape,
    fromAddress: z.string(),
    toAddress: z.string(),
    subject: z.string(),
    bodyText: z.string(),
    bodyHtml: z.null(),
    grounds: z.nullable(groundsShape),
  }),
)

export const chatMessageShape = named(
  'ChatMessage',
  z.strictObject({
    id: z.string(),
    direction: z.enum(DIRECTIONS),
    messageBody: z.string(),
    createdAt: dateTime,
  }),
)

export type MessageRow = typeof messages.$inferSelect
type ThreadRow = typeof threads.$inferSelect

/** Messages with a status at a time (D267). */
export function isMessageIn(status: MessageStatus, now: Date): SQL | undefined {
  if (status === 'QUEUED') return gt(messages.sendsAt, now)
  if (status === 'SENDING') return and(lte(messages.sendsAt, now), gt(messages.sentAt, now))
  if (status === 'SENT') return and(lte(messages.sentAt, now), gt(messages.endsAt, now))
  return and(lte(messages.endsAt, now), eq(messages.endStatus, status))
}

export function statusOf({ sendsAt, sentAt, endsAt, endStatus }: MessageRow, now: Date): MessageStatus {
  if (endsAt <= now) return endStatus
  return sentAt <= now ? 'SENT' : sendsAt <= now ? 'SENDING' : 'QUEUED'
}

function commonAnswer(row: MessageRow, now: Date) {
  const { sendsAt, sentAt, endsAt } = row
  const status = statusOf(row, now)
  const isOurs = row.direction === 'OUTBOUND'
  const changes = [row.createdAt, sendsAt, sentAt, endsAt].filter((at) => at <= now)
  return show(common, {
    ...row,
    status,
    updatedAt: changes.at(-1) ?? row.createdAt,
    sentAt: isOurs && sentAt <= now && status !== 'FAILED' ? sentAt : null,
    deliveredAt: isOurs && status === 'DELIVERED' ? endsAt : null,
  })
}

export const messageAnswer = (row: MessageRow, now: Date) => ({
  ...commonAnswer(row, now),
  messageBody: row.body,
  readAt: null,
})

export const listedMessageAnswer = (row: MessageRow, now: Date) => ({
  ...messageAnswer(row, now),
  grounds: groundsAnswer(row.grounds),
})

export function emailAnswerOf(row: MessageRow, { fromAddress, toAddress, subject }: ThreadRow, now: Date) {
  const [agent, person] = [fromAddress ?? '', toAddress ?? '']
  const [from, to] = row.direction === 'OUTBOUND' ? [agent, person] : [person, agent]
  return {
    ...commonAnswer(row, now),
    fromAddress: from,
    toAddress: to,
    subject: subject ?? '',
    bodyText: row.body,
    bodyHtml: null,
    grounds: groundsAnswer(row.grounds),
  }
}

export const chatMessageAnswer = (row: MessageRow) =>
  show(chatMessageShape, { ...row, messageBody: row.body })

/** A page of a thread's messages, newest first. Its cursors say the number of a message, so new messages shift no page. */
export async function readMessages(
  db: Queries,
  threadId: string,
  query: { readonly limit?: string | undefined; readonly cursor?: string | undefined },
  filter?: SQL,
) {
  const limit = limitOf(query, MESSAGE_LIMITS)
  const after = readCursor(query.cursor)
  if (after && !/^\d{1,15}$/.test(after.id)) throw wrongCursor()
  const rows = await db
    .select()
    .from(messages)
    .where(and(eq(messages.threadId, threadId), after && lt(messages.number, Number(after.id)), filter))
    .orderBy(desc(messages.number))
    .limit(limit + 1)
  return cutPage(rows, limit, ({ createdAt, number }) => writeCursor({ createdAt, id: String(number) }))
}
