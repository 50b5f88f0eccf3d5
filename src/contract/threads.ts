import { operation, sends } from './operation'
import { anyReply, Fields, isWire, type OtherFields, type Wire } from './reply'
import type { ChatThreadRequest, EmailThreadRequest, SmsThreadRequest } from './requests/threads'

/** A thread, as far as a reply tells; its fields are not documented. */
export interface Thread {
  readonly id: string
  readonly isActive?: boolean
  readonly createdAt?: string
  readonly other: OtherFields
}

export function readThread(value: unknown): Thread | undefined {
  if (!isWire(value)) return undefined
  const fields = new Fields(value)
  const threadId = fields.id('id', 'threadId', 'thread_id', '_id')
  if (threadId === undefined) return undefined
  return {
    id: threadId,
    isActive: fields.flag('isActive', 'is_active'),
    createdAt: fields.text('createdAt', 'created_at'),
    other: fields.others(),
  }
}

/** A web-chat thread with the short-lived token for the client, whose field name is not documented (D15). */
export interface ChatThread {
  readonly threadId?: string
  readonly token?: string
  /** ISO time, where the service says when the token ends. */
  readonly expiresAt?: string
  /** Seconds from the reply until the token ends, where the service says it so. */
  readonly expiresIn?: number
  readonly other: OtherFields
}

const TOKEN_NAMES = [
  'token',
  'clientToken',
  'accessToken',
  'chatToken',
  'sessionToken',
  'jwt',
  'client_token',
  'access_token',
]

/** Reads what the reply says at its top, under `thread`, or both: ids and token need not stand together. */
export function readChatThread(value: Wire): ChatThread {
  const fields = new Fields(value)
  const inner = fields.object(
    (each) => (isWire(each) ? readChatThread(each) : undefined),
    'thread',
    'chatThread',
    'data',
    'client',
  )
  return {
    threadId: fields.id('threadId', 'id', 'thread_id') ?? inner?.threadId,
    token: fields.text(...TOKEN_NAMES) ?? inner?.token,
    expiresAt: fields.text('expiresAt', 'tokenExpiresAt', 'expires_at') ?? inner?.expiresAt,
    expiresIn: fields.number('expiresIn', 'expires_in', 'tokenExpiresIn', 'ttl') ?? inner?.expiresIn,
    other: { ...inner?.other, ...fields.others() },
  }
}

export const createSmsThread = operation({
  name: 'createSmsThread',
  method: 'POST',
  path: '/api/v1/threads',
  summary: 'Starts an SMS thread.',
  sendsBody: sends<SmsThreadRequest>(),
  reply: anyReply(['thread', 'smsThread'], readThread),
})

export const createEmailThread = operation({
  name: 'createEmailThread',
  method: 'POST',
  path: '/api/v1/email/threads',
  summary: 'Starts an e-mail thread. The version needs a verified sending domain.',
  sendsBody: sends<EmailThreadRequest>(),
  reply: anyReply(['thread', 'emailThread'], readThread),
})

export const createChatThread = operation({
  name: 'createChatThread',
  method: 'POST',
  path: '/api/v1/chat/threads',
  auth: 'origin',
  summary: 'Creates a web-chat thread and a short-lived client token. Sent with an Origin and without a key.',
  sendsBody: sends<ChatThreadRequest>(),
  reply: anyReply([], readChatThread),
})
