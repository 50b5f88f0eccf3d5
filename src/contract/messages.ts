import { readGrounds } from './grounds'
import { operation } from './operation'
import { field, type RecordOf, recordReader } from './record'
import { anyReply, findObject, isWire, type ListReply, listReply, objectReply, readerOf } from './reply'
import { readThreadRecord, type ThreadRecord } from './thread-records'

const readFields = recordReader({
  id: field.id('id', 'messageId', '_id'),
  threadId: field.id('threadId'),
  /** `INBOUND` (from the person) or `OUTBOUND` (from the agent), as the service says it. */
  direction: field.text('direction', 'role', 'sender'),
  body: field.text('messageBody', 'bodyText', 'body', 'message', 'text', 'content'),
  /** The HTML of an e-mail; never shown as HTML. */
  html: field.text('bodyHtml', 'html'),
  subject: field.text('subject'),
  fromAddress: field.text('fromAddress', 'from'),
  toAddress: field.text('toAddress', 'to'),
  /** How far it is delivered, such as `QUEUED`, `SENT`, `DELIVERED`, `FAILED`, `RECEIVED`. */
  status: field.text('status'),
  /** Why it did not arrive, where the service says so. */
  reason: field.id(
    'statusReason',
    'failureReason',
    'errorMessage',
    'error_message',
    'errorCode',
    'error_code',
  ),
  createdAt: field.time('createdAt', 'created_at', 'timestamp'),
  updatedAt: field.time('updatedAt', 'updated_at'),
  sentAt: field.time('sentAt'),
  deliveredAt: field.time('deliveredAt'),
  readAt: field.time('readAt', 'openedAt'),
  /** What an answer of the agent rests on. */
  grounds: field.object(readGrounds, 'grounds'),
})

/** One text of a thread, as far as a reply tells. */
export type Message = RecordOf<typeof readFields>

/** Reads a message; with neither an id nor a text it is none. */
export function readMessage(value: unknown): Message | undefined {
  const read = readFields(value)
  return read && (read.id ?? read.body ?? read.html) !== undefined ? read : undefined
}

/** A page of messages, newest first, and the thread where it came with them. */
export interface MessagePage extends ListReply<Message> {
  readonly thread?: ThreadRecord
}

const AROUND = ['thread', 'smsThread', 'emailThread', 'chatThread']

const messageList = listReply(['messages', ...AROUND], readMessage)

const messagePage = readerOf((value): MessagePage | undefined => {
  const list = messageList.safeParse(value).data
  // Alone in a list it would be a message.
  const thread = findObject(isWire(value) && value, AROUND, (wire) => {
    const { messages: _, pagination: __, ...record } = wire
    return readThreadRecord(record)
  })
  return list && { ...list, thread }
}, 'the reply has no list of messages')

export const listMessages = operation({
  name: 'listMessages',
  method: 'GET',
  path: '/api/v1/threads/{threadId}/messages',
  source: 'extension',
  summary: 'Lists the messages of a thread, newest first, a page at a time.',
  to: 'load the messages',
  /** Of one direction or one state only where that is said. */
  sendsQuery: ({ z, pageQuery, queryWord }) =>
    z.extend(pageQuery, { direction: queryWord('direction'), status: queryWord('status') }),
  reply: messagePage,
})

export const listEmailMessages = operation({
  name: 'listEmailMessages',
  method: 'GET',
  path: '/api/v1/email/threads/{threadId}/messages',
  source: 'extension',
  summary: 'Lists the messages of an e-mail thread, newest first, a page at a time.',
  to: 'load the e-mails',
  sendsQuery: ({ pageQuery }) => pageQuery,
  reply: messagePage,
})

export const listChatMessages = operation({
  name: 'listChatMessages',
  method: 'GET',
  path: '/api/v1/chat/threads/{threadId}/messages',
  source: 'extension',
  summary: 'Lists the messages of a web chat, newest first, a page at a time.',
  to: 'load the messages of the web chat',
  isForVisitors: true,
  sendsQuery: ({ pageQuery }) => pageQuery,
  reply: messagePage,
})

const readFieldsOfTaken = recordReader({
  messageId: field.id('messageId', 'id'),
  threadId: field.id('threadId'),
  status: field.text('status'),
  /** Seconds in which the visitor can go on. */
  windowExpiresIn: field.number('windowExpiresIn'),
})

/** What taking a visitor's message answers; the agent's reply comes later. With neither an id nor a status it is nothing. */
function readTaken(value: unknown): RecordOf<typeof readFieldsOfTaken> | undefined {
  const read = readFieldsOfTaken(value)
  return read && (read.messageId ?? read.status) !== undefined ? read : undefined
}

/** Characters of a visitor's message. */
export const VISITOR_MESSAGE_MAX = 20_000

export const sendMessage = operation({
  name: 'sendMessage',
  method: 'POST',
  path: '/api/v1/threads/{threadId}/messages',
  source: 'extension',
  summary: 'Sends the message of a web-chat visitor. The agent replies later.',
  to: 'send the message',
  done: 'the message was sent',
  look: 'the messages of the thread',
  changes: ['threads'],
  about: ({ params }) => ({ kind: 'thread', threadId: params.threadId }),
  isForVisitors: true,
  sendsBody: ({ z, text }) =>
    z.strictObject({ message: text({ label: 'Message', min: 1, max: VISITOR_MESSAGE_MAX }) }),
  reply: anyReply(['message'], readTaken),
})

export const streamMessages = operation({
  name: 'streamMessages',
  method: 'GET',
  path: '/api/v1/threads/{threadId}/stream',
  source: 'extension',
  summary: 'Sends new messages of the agent as server-sent events, until the thread is closed.',
  to: 'follow the messages',
  isStream: true,
  isForVisitors: true,
  reply: objectReply(['message'], readMessage, 'no message in the event'),
})
