import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import type { ConsoleInfo } from '../../contract/console-info'
import { schemaOf } from '../../contract/schema'
import { createChatThread } from '../../contract/threads'
import { sentText, threadMutations } from '../../queries/threads'
import { formDefaults } from '../../ui/fields/form'
import { SelectField } from '../../ui/fields/inputs'
import { useReportedAgent } from '../-shared/reported-agents'
import { AgentIdField } from '../-shared/version-picker'
import { type ChannelFormProps, ThreadForm } from './-thread-form'

interface ChatValues {
  agentId: string
  /** One of the proxy's origins; it goes out as a header (§5). */
  chatOrigin: string
}

const resolver = standardSchemaResolver<ChatValues, unknown, ChatValues>(
  z.object({ agentId: schemaOf(createChatThread.sendsBody).shape.agentId, chatOrigin: z.string() }),
)

/** Creates a web chat. Nobody is written to, so nothing is asked once more. */
export function ChatThread({
  chatOrigins,
  ...props
}: ChannelFormProps & { chatOrigins: ConsoleInfo['chatOrigins'] }) {
  const { agents, again, agentId } = props
  const [start] = useState<ChatValues>(() => ({
    agentId: (again && sentText(again, 'agentId')) ?? agentId ?? '',
    chatOrigin: chatOrigins[0],
  }))
  const form = useForm<ChatValues>({ ...formDefaults, defaultValues: start, resolver })
  const { control } = form
  const [chosen, chatOrigin] = useWatch({ control, name: ['agentId', 'chatOrigin'] })
  const agent = useReportedAgent(agents.find((each) => each.agentId === chosen))
  return (
    <ThreadForm
      {...props}
      channel="chat"
      form={form}
      draft={['web chat', again?.id, agentId]}
      mutation={threadMutations.chat()}
      operation={createChatThread}
      toRequest={(values) => ({ body: { agentId: values.agentId.trim() }, chatOrigin: values.chatOrigin })}
      about={{ agent, chatOrigin }}
    >
      <AgentIdField form={form} agents={agents} first="TEXT" />
      <SelectField
        control={control}
        name="chatOrigin"
        label="Origin"
        hint="Sent instead of a key. CHAT_ORIGIN of the console sets the choices; the host must be on allowedChatDomains of the service."
        options={chatOrigins.map((value) => ({ value, label: value }))}
        required
      />
    </ThreadForm>
  )
}
