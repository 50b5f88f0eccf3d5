import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'
import { schemaOf } from '../../contract/schema'
import { type ChatThreadRequest, createChatThread } from '../../contract/threads'

/** What the fields of a new web chat hold. */
export interface ChatFormValues {
  agentId: string
  /** One of the proxy's origins; it goes out as a header (§5). */
  chatOrigin: string
}

export const emptyChat: ChatFormValues = { agentId: '', chatOrigin: '' }

const chatForm = z.object({
  agentId: schemaOf(createChatThread.sendsBody).shape.agentId,
  chatOrigin: z.string(),
})

export const chatResolver = standardSchemaResolver<ChatFormValues, unknown, ChatFormValues>(chatForm)

export const toChatRequest = ({ agentId }: ChatFormValues): ChatThreadRequest => ({ agentId: agentId.trim() })
