import { readChatReply, withoutToken } from './chat-reply'
import { operation, sends } from './operation'
import { anyReply, Fields, isWire, type OtherFields, readerOf, writeReply } from './reply'
import type { ChatThreadRequest, EmailThreadRequest, SmsThreadRequest } from './requests/threads'

/** A thread, as far as a reply tells; its fields are not documented. */
export interface Thread {
  readonly id: string
  readonly isActive?: boolean
  readonly createdAt?: string
  readonly other: OtherFields
}

/** Reads a thread; without an id it is none. */
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

export const createSmsThread = operation({
  name: 'createSmsThread',
  method: 'POST',
  path: '/api/v1/threads',
  summary: 'Starts an SMS thread.',
  to: 'start the SMS thread',
  done: 'the SMS thread was started',
  changes: ['threads'],
  sendsBody: sends<SmsThreadRequest>(),
  reply: anyReply(['thread', 'smsThread'], readThread),
})

export const createEmailThread = operation({
  name: 'createEmailThread',
  method: 'POST',
  path: '/api/v1/email/threads',
  summary: 'Starts an e-mail thread. The version needs a verified sending domain.',
  to: 'start the e-mail thread',
  done: 'the e-mail thread was started',
  changes: ['threads'],
  sendsBody: sends<EmailThreadRequest>(),
  reply: anyReply(['thread', 'emailThread'], readThread),
})

export const createChatThread = operation({
  name: 'createChatThread',
  method: 'POST',
  path: '/api/v1/chat/threads',
  auth: 'origin',
  summary: 'Creates a web-chat thread and a short-lived client token. Sent with an Origin and without a key.',
  to: 'create the web-chat thread',
  done: 'the web-chat thread was created',
  changes: ['threads'],
  // The token is for the page that asked alone (D187).
  stores: withoutToken,
  sendsBody: sends<ChatThreadRequest>(),
  reply: readerOf((raw) => writeReply(raw, readChatReply(raw)), ''),
})
