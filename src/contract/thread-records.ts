import { operation, type Subject } from './operation'
import { field, type RecordOf, recordReader } from './record'
import { anyReply, isWire, listReply, objectReply } from './reply'

const THREAD_NAMES = ['thread', 'smsThread', 'emailThread', 'chatThread']

const object = (value: unknown) => (isWire(value) ? value : undefined)

const readFields = recordReader(
  {
    id: field.id('id', 'threadId', 'thread_id', '_id'),
    /** `SMS`, `EMAIL` or `CHAT`: as the service says it, else as the fields show. */
    channel: (fields, { toPhoneNumber, toEmail, subject }) =>
      fields.text('channel', 'channelType')?.toUpperCase() ??
      (toPhoneNumber ? 'SMS' : toEmail || subject ? 'EMAIL' : undefined),
    agentId: field.id('agentId'),
    /** What the service calls the agent, where it says so. */
    agentName: field.text('agentName'),
    agentVersionId: field.id('agentVersionId', 'versionId'),
    leadId: field.id('leadId'),
    isActive: field.flag('isActive', 'is_active', 'active'),
    toPhoneNumber: field.text('toPhoneNumber'),
    fromPhoneNumber: field.text('fromPhoneNumber'),
    fromPhoneNumberId: field.id('fromPhoneNumberId'),
    toEmail: field.text('toEmail'),
    fromEmail: field.text('fromEmail'),
    fromName: field.text('fromName'),
    subject: field.text('subject'),
    createdAt: field.time('createdAt', 'created_at'),
    updatedAt: field.time('updatedAt', 'updated_at'),
    /** Of the newest message, where the service says it with the thread (D839). */
    lastMessageStatus: field.text('lastMessageStatus'),
    /** Its words, where the service says them (D901). */
    lastMessageText: field.text('lastMessageText', 'lastMessage', 'lastMessagePreview'),
    lastActivityAt: field.time('lastActivityAt', 'lastMessageAt'),
    closedAt: field.time('closedAt', 'closed_at'),
    /** Such as `ENDED`, `OPTED_OUT`, `WRONG_NUMBER`. */
    closedReason: field.text('closedReason', 'closeReason'),
    metadata: field.object((each) => each ?? undefined, 'metadata'),
    /** Name to value, as the service says them. */
    variables: field.object(object, 'variables'),
  },
  'id',
)

/** What a service says of a thread. Nothing of it is documented (§4 gaps); every field but the id may be missing. */
export type ThreadRecord = RecordOf<typeof readFields>

/** Reads a thread; without an id it is none. A wrapped one is unwrapped, as in lists of `{thread}`. */
export function readThreadRecord(value: unknown): ThreadRecord | undefined {
  const read = readFields(value)
  if (read || !isWire(value)) return read
  return readFields(THREAD_NAMES.map((name) => value[name]).find(isWire))
}

const aboutThread = ({ params }: { params: Readonly<Record<string, string>> }): Subject => ({
  kind: 'thread',
  threadId: params.threadId,
})

const oneThread = objectReply(THREAD_NAMES, readThreadRecord, 'the reply has no thread with an id')

export const listThreads = operation({
  name: 'listThreads',
  method: 'GET',
  path: '/api/v1/threads',
  source: 'extension',
  summary: 'Lists the threads of every channel, newest first, a page at a time.',
  to: 'load the threads',
  sendsQuery: ({ z, pageQuery, queryWord }) =>
    z.extend(pageQuery, {
      agentId: queryWord('agentId'),
      toPhoneNumber: queryWord('toPhoneNumber'),
      isActive: z.optional(z.enum(['true', 'false'], 'isActive must be true or false')),
    }),
  reply: listReply(['threads'], readThreadRecord),
})

export const readThread = operation({
  name: 'readThread',
  method: 'GET',
  path: '/api/v1/threads/{threadId}',
  source: 'extension',
  summary: 'Reads a thread.',
  to: 'load the thread',
  reply: oneThread,
})

export const updateThread = operation({
  name: 'updateThread',
  method: 'PATCH',
  path: '/api/v1/threads/{threadId}',
  source: 'extension',
  summary: 'Merges metadata and variables into those of a thread.',
  to: 'change the thread',
  done: 'the thread was changed',
  changes: ['threads'],
  about: aboutThread,
  sendsBody: ({ z, metadata, variableValues }) =>
    z
      .strictObject({ metadata: z.optional(metadata), variables: z.optional(variableValues) })
      .check(
        z.refine(
          (sent) => sent.metadata !== undefined || sent.variables !== undefined,
          'Give metadata or variables',
        ),
      ),
  reply: anyReply(THREAD_NAMES, readThreadRecord),
})

/** Why a thread can be closed. A service may know more. */
export const CLOSED_REASONS = [
  'ENDED',
  'APPOINTMENT_BOOKED',
  'CONTACT_AGAIN',
  'NOT_INTERESTED',
  'OPTED_OUT',
  'DNC',
  'WRONG_NUMBER',
  'FRAUD',
] as const

export const closeThread = operation({
  name: 'closeThread',
  method: 'PATCH',
  path: '/api/v1/threads/{threadId}/close',
  source: 'extension',
  summary: 'Closes a thread. It cannot be opened again.',
  to: 'close the thread',
  done: 'the thread was closed',
  changes: ['threads'],
  about: aboutThread,
  sendsBody: ({ z, text }) =>
    z.strictObject({ reason: z.optional(text({ label: 'Reason', min: 1, max: 100 })) }),
  reply: anyReply(THREAD_NAMES, readThreadRecord),
})

export const readChatThread = operation({
  name: 'readChatThread',
  method: 'GET',
  path: '/api/v1/chat/threads/{threadId}',
  source: 'extension',
  summary: 'Reads a web-chat thread.',
  to: 'load the web chat',
  reply: oneThread,
})
