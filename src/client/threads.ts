import type { ChatThread } from '../contract/chat-reply'
import type { WriteReply } from '../contract/reply'
import type { ChatThreadRequest, EmailThreadRequest, SmsThreadRequest } from '../contract/requests/threads'
import * as contract from '../contract/threads'
import { type Cancellable, call } from './call'

/** Starts an SMS thread (§4). */
export function createSmsThread({
  body,
  signal,
}: { body: SmsThreadRequest } & Cancellable): Promise<WriteReply<contract.Thread>> {
  return call(contract.createSmsThread, { body, signal })
}

/** Starts an e-mail thread (§4). */
export function createEmailThread({
  body,
  signal,
}: { body: EmailThreadRequest } & Cancellable): Promise<WriteReply<contract.Thread>> {
  return call(contract.createEmailThread, { body, signal })
}

/** Creates a web-chat thread. The token in the reply is short-lived and is kept nowhere (§5). */
export function createChatThread({
  body,
  chatOrigin,
  signal,
}: { body: ChatThreadRequest; chatOrigin?: string } & Cancellable): Promise<WriteReply<ChatThread>> {
  return call(contract.createChatThread, { body, chatOrigin, signal })
}
