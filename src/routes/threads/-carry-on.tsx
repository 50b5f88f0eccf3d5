import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useCallback, useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { sendMessage, VISITOR_MESSAGE_MAX } from '../../contract/messages'
import { schemaOf } from '../../contract/schema'
import { describeError } from '../../queries/describe-error'
import type { PlacedMessage } from '../../queries/messages'
import { sending } from '../../queries/write'
import { CopyButton } from '../../ui/copy-button'
import { formDefaults } from '../../ui/fields/form'
import { TextareaField } from '../../ui/fields/inputs'
import { Notice } from '../../ui/notice'
import { SendForm } from '../-shared/send-form'
import { speakerOf } from './-message-item'

/** What was sent, and the messages that were there before. */
interface Sent {
  readonly text: string
  readonly before: ReadonlySet<string>
}

const isAmong = (messages: readonly PlacedMessage[], { text, before }: Sent) =>
  messages.some(
    ({ key, body, direction }) =>
      !before.has(key) && speakerOf(direction, true) !== 'Agent' && body?.trim() === text.trim(),
  )

/**
 * Writes to the agent of a web chat as its visitor. The reply comes later, among the messages. `draft`: to begin with; `isClosed`: nothing is sent
 * any more, and what was typed is there to be copied.
 */
export function CarryOn({
  threadId,
  messages,
  isClosed,
  draft = '',
}: {
  threadId: string
  messages: readonly PlacedMessage[]
  isClosed: boolean
  draft?: string
}) {
  const form = useForm({
    ...formDefaults,
    // Judged when it is sent: an empty box is how a conversation goes on.
    mode: 'onSubmit',
    defaultValues: { message: draft },
    resolver: standardSchemaResolver(schemaOf(sendMessage.sendsBody)),
  })
  const typed = useWatch({ control: form.control, name: 'message' })
  const [sent, setSent] = useState<Sent>()
  // An answer may be lost; that the message stands above says as much.
  const isSeen = sent !== undefined && isAmong(messages, sent)
  // The next one may be typed before the answer comes: nothing but what was sent leaves.
  const leave = useCallback(
    (text: string) => {
      if (form.getValues('message').trim() === text.trim()) form.reset({ message: '' })
    },
    [form],
  )
  useEffect(() => {
    if (isSeen) leave(sent.text)
  }, [isSeen, sent, leave])
  const goOn = (_: unknown, { message }: { message: string }) => {
    leave(message)
    return false
  }
  if (isClosed)
    return typed.trim() === '' ? null : (
      <Notice
        title="The thread was closed. Your message is kept here."
        message={<q className="wrap-anywhere">{typed}</q>}
        action={<CopyButton text={typed}>Copy message</CopyButton>}
      />
    )
  return (
    <SendForm
      form={form}
      label="Carry on"
      submit="Send as visitor"
      mutation={{
        ...sending(sendMessage),
        onMutate: ({ body }) =>
          setSent({ text: body.message, before: new Set(messages.map(({ key }) => key)) }),
        onError: (error) => describeError(error).outcome === 'refused' && setSent(undefined),
      }}
      toRequest={(body) => ({ params: { threadId }, body })}
      operation={sendMessage}
      inDoubt={{
        title: 'The message may have been sent',
        text: 'It is not sent again automatically. If it was sent, it appears above.',
      }}
      isSeen={isSeen}
      stays={() => false}
      onDone={(reply, values) => {
        setSent(undefined)
        return goOn(reply, values)
      }}
      onUnread={goOn}
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
