import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { ConsoleInfo } from '../../contract/console-info'
import { createChatThread } from '../../contract/threads'
import { sentText } from '../../queries/threads'
import { formDefaults } from '../../ui/fields/form'
import { IdField } from '../../ui/fields/id-field'
import { SelectField } from '../../ui/fields/select-field'
import type { ChannelFormProps } from './-channel-form'
import { type ChatFormValues, chatResolver, emptyChat, toChatRequest } from './-chat-form'
import { FormShellAside } from './-form-shell-aside'
import { words } from './-new-thread-words'
import { preflight } from './-preflight'
import { ThreadAside } from './-thread-aside'
import { ThreadForm } from './-thread-form'

/** Creates a web chat. Nobody is written to, so nothing is asked once more. */
export function ChatThread({
  agents,
  again,
  agentId,
  chatOrigins,
  onStarted,
}: ChannelFormProps & { chatOrigins: ConsoleInfo['chatOrigins'] }) {
  const [start] = useState<ChatFormValues>(() => ({
    ...emptyChat,
    agentId: (again && sentText(again, 'agentId')) ?? agentId ?? '',
    chatOrigin: chatOrigins[0],
  }))
  const form = useForm<ChatFormValues>({ ...formDefaults, defaultValues: start, resolver: chatResolver })
  const { control } = form
  const [chosenAgent, chatOrigin] = useWatch({ control, name: ['agentId', 'chatOrigin'] })
  const agent = agents.find((each) => each.agentId === chosenAgent)
  return (
    <FormShellAside
      aside={<ThreadAside notes={preflight({ channel: 'chat', agent, versionId: '', chatOrigin })} />}
    >
      <ThreadForm
        channel="chat"
        form={form}
        start={start}
        draftName={['web chat', again?.id, agentId].filter(Boolean).join(' ')}
        isAgain={again !== undefined}
        operation={createChatThread}
        origin={chatOrigin}
        toBody={(values) => ({ ...toChatRequest(values) })}
        onStarted={onStarted}
      >
        <IdField
          control={control}
          name="agentId"
          label={words.agentId}
          suggestions={[...agents]
            .sort((one, other) => Number(other.agentType === 'TEXT') - Number(one.agentType === 'TEXT'))
            .map((each) => ({ id: each.agentId, label: each.name, note: each.agentType }))}
          what={words.noun.agent}
          required
        />
        <SelectField
          control={control}
          name="chatOrigin"
          label={words.chatOrigin}
          hint={words.chatOriginHint}
          options={chatOrigins.map((value) => ({ value, label: value }))}
          required
        />
      </ThreadForm>
    </FormShellAside>
  )
}
