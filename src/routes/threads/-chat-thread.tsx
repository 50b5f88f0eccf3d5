import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import type { ConsoleInfo } from '../../contract/console-info'
import { schemaOf } from '../../contract/schema'
import { createChatThread } from '../../contract/threads'
import { originOf, startingChat } from '../../queries/threads'
import { SelectField } from '../../ui/fields/inputs'
import { useReportedAgent } from '../-shared/reported-agents'
import { AgentIdField } from '../-shared/version-picker'
import { CALLS_LEFT_OUT } from './-preflight'
import { type ChannelFormProps, ThreadForm, useThreadForm } from './-thread-form'

const schema = z.object({
  agentId: schemaOf(createChatThread.sendsBody).shape.agentId,
  /** One of the proxy's origins; it goes out as a header (§5). */
  chatOrigin: z.string(),
})
type ChatValues = z.infer<typeof schema>

/** Creates a web chat. Nobody is written to, so nothing is asked once more. */
export function ChatThread({
  chatOrigins,
  ...props
}: ChannelFormProps & { chatOrigins: ConsoleInfo['chatOrigins'] }) {
  const { agents, again } = props
  const form = useThreadForm<ChatValues>(props, schema, () => ({
    chatOrigin: originOf(again?.note, chatOrigins),
  }))
  const { control } = form
  const [chosen, chatOrigin] = useWatch({ control, name: ['agentId', 'chatOrigin'] })
  const agent = useReportedAgent(agents.find((each) => each.agentId === chosen))
  return (
    <ThreadForm
      props={props}
      channel="chat"
      form={form}
      mutation={startingChat()}
      operation={createChatThread}
      toRequest={(values) => ({ body: { agentId: values.agentId.trim() }, chatOrigin: values.chatOrigin })}
      about={{ agent, agentId: chosen, chatOrigin }}
    >
      <AgentIdField form={form} agents={agents} first="TEXT" without="CALL" hint={CALLS_LEFT_OUT} />
      <SelectField
        control={control}
        name="chatOrigin"
        label="Origin"
        hint="Sent instead of a key. The host must be a web-chat domain of the service. The choices are set where the console is started."
        options={chatOrigins.map((value) => ({ value, label: value }))}
        required
      />
    </ThreadForm>
  )
}
