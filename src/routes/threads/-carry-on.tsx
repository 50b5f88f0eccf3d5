import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import { sendMessage, VISITOR_MESSAGE_MAX } from '../../contract/messages'
import { schemaOf } from '../../contract/schema'
import { messageMutations } from '../../queries/messages'
import { formDefaults } from '../../ui/fields/form'
import { TextareaField } from '../../ui/fields/inputs'
import { SendForm } from '../-shared/send-form'

/** Writes to the agent of a web chat as its visitor. The reply comes later, among the messages. `draft`: to begin with. */
export function CarryOn({ threadId, draft = '' }: { threadId: string; draft?: string }) {
  const form = useForm({
    ...formDefaults,
    defaultValues: { message: draft },
    resolver: standardSchemaResolver(schemaOf(sendMessage.sendsBody)),
  })
  return (
    <SendForm
      form={form}
      label="Carry on"
      submit="Send as visitor"
      mutation={messageMutations.send()}
      toRequest={(body) => ({ params: { threadId }, body })}
      operation={sendMessage}
      inDoubt={{
        title: 'The message may have been sent',
        text: 'It is not sent again automatically. If it was sent, it appears above.',
      }}
      stays={() => false}
      onDone={() => {
        form.reset({ message: '' })
        return false
      }}
    >
      <TextareaField
        control={form.control}
        name="message"
        label="Message"
        rows={2}
        max={VISITOR_MESSAGE_MAX}
        required
      />
    </SendForm>
  )
}
