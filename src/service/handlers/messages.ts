import { and, eq, max } from 'drizzle-orm'
import * as z from 'zod/mini'
import { handler } from '../context'
import { Refused, wrongField } from '../errors'
import { EventStream } from '../message-feed'
import { readWord } from '../pages'
import { tooMany } from '../rate-limit'
import { queueReply, REPLY } from '../replies'
import { jobs, messages } from '../store/schema'
import {
  chatMessageAnswer,
  chatMessageShape,
  DIRECTIONS,
  emailAnswerOf,
  emailMessageShape,
  isMessageIn,
  listedMessageAnswer,
  listedMessageShape,
  MESSAGE_STATUSES,
  messageShape,
  readMessages,
} from './message-rows'
import { dateTime, pagination } from './shapes'
import {
  addMessage,
  chatShape,
  emailAnswer,
  emailShape,
  findThread,
  lockThread,
  smsShape,
  threadAnswer,
} from './thread-rows'

const withMessages = { messages: z.array(listedMessageShape), pagination }

const messagePage = z.strictObject({
  thread: z.union([
    z.extend(smsShape, withMessages),
    z.extend(emailShape, withMessages),
    z.extend(chatShape, withMessages),
  ]),
})

const emailPage = z.strictObject({
  thread: z.extend(emailShape, { messages: z.array(emailMessageShape), pagination }),
})

const chatPage = z.strictObject({ messages: z.array(chatMessageShape), pagination })

const takenMessage = z.strictObject({
  status: z.literal('RECEIVED'),
  threadId: z.string(),
  messageId: z.string(),
  /** Seconds. */
  windowExpiresIn: z.int(),
  /** A new token for a visitor who sent with one. */
  token: z.optional(z.string()),
  expiresAt: z.optional(dateTime),
})

/** Of a thread of any channel, newest first. */
export const listMessages = handler(
  'listMessages',
  200,
  messagePage,
  async ({ db, clock }, { params, query }) => {
    const now = clock.now()
    const direction = readWord('direction', query.direction, DIRECTIONS)
    const status = readWord('status', query.status, MESSAGE_STATUSES)
    const found = await findThread(db, params.threadId)
    const filter = and(direction && eq(messages.direction, direction), status && isMessageIn(status, now))
    const { page, pagination } = await readMessages(db, params.threadId, query, filter)
    const shown = page.map((row) => listedMessageAnswer(row, now))
    return { thread: { ...threadAnswer(found), messages: shown, pagination } }
  },
)

export const listEmailMessages = handler(
  'listEmailMessages',
  200,
  emailPage,
  async ({ db, clock }, { params, query }) => {
    const now = clock.now()
    const found = await findThread(db, params.threadId, 'EMAIL')
    const { page, pagination } = await readMessages(db, params.threadId, query)
    const messages = page.map((row) => emailAnswerOf(row, found.thread, now))
    return { thread: { ...emailAnswer(found), messages, pagination } }
  },
)

export const listChatMessages = handler(
  'listChatMessages',
  200,
  chatPage,
  async ({ db }, { params, query }) => {
    await findThread(db, params.threadId, 'CHAT')
    const { page, pagination } = await readMessages(db, params.threadId, query)
    return { messages: page.map(chatMessageAnswer), pagination }
  },
)

/** Replies that are still to come, from which on visitors have to wait. */
const REPLIES_MAX = 200

/** Takes a visitor's message and with it the job of replying. Each message opens the visitor's window anew, with a new token (D269). */
export const sendMessage = handler(
  'sendMessage',
  201,
  takenMessage,
  ({ ids, clock, queueing, chatTokens }, { params, body, visitor }) =>
    queueing(async (tx) => {
      const thread = await lockThread(tx, params.threadId)
      if (thread.channel !== 'CHAT')
        throw new Refused(409, 'Only the visitor of a web chat sends messages here; this is another thread.')
      if (!thread.isActive) throw new Refused(409, 'This thread is closed.')
      if (visitor && (await tx.$count(jobs, eq(jobs.queue, REPLY))) >= REPLIES_MAX) throw tooMany(5)
      const now = clock.now()
      const messageId = await addMessage(tx, ids, thread, { from: 'person', body: body.message }, now)
      await queueReply(tx, thread.id, messageId)
      return {
        status: 'RECEIVED' as const,
        threadId: thread.id,
        messageId,
        windowExpiresIn: chatTokens.lifetime / 1000,
        ...(visitor && chatTokens.create(thread.id, visitor.origin)),
      }
    }, REPLY),
)

/** New messages of the agent, from now on or from the last event that the reader got. A closed thread without any ends it for good. */
export const streamMessages = handler(
  'streamMessages',
  200,
  messageShape,
  async ({ db, feed }, { params, lastEventId, visitor, signal }) => {
    if (lastEventId !== undefined && !/^\d{1,15}$/.test(lastEventId))
      throw wrongField('Last-Event-ID', 'This event id is not one that the service gave out.')
    const { thread } = await findThread(db, params.threadId)
    const [last] = await db
      .select({ number: max(messages.number) })
      .from(messages)
      .where(and(eq(messages.threadId, thread.id), eq(messages.direction, 'OUTBOUND')))
    const newest = last?.number ?? 0
    const after = lastEventId === undefined ? newest : Number(lastEventId)
    return !thread.isActive && after >= newest
      ? new EventStream(undefined)
      : feed.follow(thread.id, after, signal, visitor?.endsAt)
  },
)
