import * as z from 'zod/mini'
import { email, id, phoneNumber, text, variableValues } from './formats'
import { operation } from './operation'
import { anyReply, Fields, isWire, type OtherFields, type Wire } from './reply'

/** The SMS thread request with every field of §2 (D14). */
export const smsThreadRequest = z.object({
  agentVersionId: id('Agent version id'),
  toPhoneNumber: phoneNumber('To phone number'),
  fromPhoneNumber: phoneNumber('From phone number'),
  fromPhoneNumberId: id('From phone number id'),
  initialMessage: text({ label: 'Initial message', min: 1, max: 1_600 }),
  leadId: z.optional(text({ label: 'Lead id', max: 200 })),
  variables: z.optional(variableValues),
})

/** The e-mail thread request with every field of §2. Subjects have 1 to 998 characters, as mail has (D14). */
export const emailThreadRequest = z.object({
  agentVersionId: id('Agent version id'),
  toEmail: email('To e-mail'),
  subject: text({ label: 'Subject', min: 1, max: 998 }),
  firstMessage: text({ label: 'First message', min: 1, max: 100_000 }),
  leadId: z.optional(text({ label: 'Lead id', max: 200 })),
})

export const chatThreadRequest = z.object({ agentId: id('Agent id') })

export type SmsThreadRequest = z.infer<typeof smsThreadRequest>
export type EmailThreadRequest = z.infer<typeof emailThreadRequest>
export type ChatThreadRequest = z.infer<typeof chatThreadRequest>

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
    other: { ...inner?.other, ...fields.others() },
  }
}

export const createSmsThread = operation({
  name: 'createSmsThread',
  method: 'POST',
  path: '/api/v1/threads',
  summary: 'Starts an SMS thread.',
  request: smsThreadRequest,
  reply: anyReply(['thread', 'smsThread'], readThread),
})

export const createEmailThread = operation({
  name: 'createEmailThread',
  method: 'POST',
  path: '/api/v1/email/threads',
  summary: 'Starts an e-mail thread. The version needs a verified sending domain.',
  request: emailThreadRequest,
  reply: anyReply(['thread', 'emailThread'], readThread),
})

export const createChatThread = operation({
  name: 'createChatThread',
  method: 'POST',
  path: '/api/v1/chat/threads',
  auth: 'origin',
  summary: 'Creates a web-chat thread and a short-lived client token. Sent with an Origin and without a key.',
  request: chatThreadRequest,
  reply: anyReply([], readChatThread),
})
