import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form'
import type { ChatThread } from '../../contract/chat-reply'
import type { FieldError } from '../../contract/errors'
import type { Operation } from '../../contract/operation'
import type { WriteReply } from '../../contract/reply'
import type { Thread } from '../../contract/threads'
import { describeError } from '../../queries/describe-error'
import { type Channel, threadMutations } from '../../queries/threads'
import { Button } from '../../ui/button'
import { useDraft } from '../../ui/fields/draft'
import { FormShell } from '../../ui/fields/form'
import { Notice } from '../../ui/notice'
import { useFormError } from '../-shared/failure'
import { useLeaveGuard } from '../-shared/leave-guard'
import { ShowRequest } from '../-shared/show-request'
import { useAfterDialog } from '../-shared/use-after-dialog'
import { words } from './-new-thread-words'

/** A thread that the service took. `error`: it said so, in a reply that cannot be read. */
export interface StartedHere {
  readonly channel: Channel
  /** As it was sent. */
  readonly body: Readonly<Record<string, unknown>>
  readonly reply?: WriteReply<Thread | ChatThread>
  readonly error?: unknown
  /** The Origin that a web chat went out with. */
  readonly origin?: string
}

/** What is asked before something is sent to somebody. */
export interface Question {
  readonly pending: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/**
 * The form of one channel: fields as children, then, where `ask` is given, one more question, then one request. Everything typed stays when it fails.
 * - `toBody`: what is sent for these values; `place`: leads the service's complaints to the fields
 */
export function ThreadForm<Values extends FieldValues>({
  channel,
  form,
  start,
  draftName,
  isAgain,
  operation,
  origin,
  toBody,
  place,
  ask,
  onStarted,
  children,
}: {
  channel: Channel
  form: UseFormReturn<Values>
  start: Values
  draftName: string
  isAgain: boolean
  operation: Operation
  /** The Origin that a web chat goes out with, for "Show request". */
  origin?: string
  toBody: (values: Values) => Readonly<Record<string, unknown>>
  place?: (errors: readonly FieldError[], values: Values) => readonly FieldError[]
  ask?: (values: Values, question: Question) => ReactNode
  onStarted: (started: StartedHere) => void
  children: ReactNode
}) {
  const { isDirty } = useFormState({ control: form.control })
  const draft = useDraft(form, draftName)
  useLeaveGuard(isDirty, { onDiscard: draft.clear })
  const [asking, setAsking] = useState<Values | null>(null)
  const sent = useRef(start)
  const sending = useRef(false)
  const started = (found: Pick<StartedHere, 'reply' | 'error'>) => {
    draft.clear()
    onStarted({ channel, body: toBody(sent.current), origin, ...found })
  }
  const create = useMutation({
    ...(threadMutations[channel]() as unknown as ReturnType<typeof threadMutations.sms>),
    onSuccess: (reply) => started({ reply }),
    onError: (error) => {
      if (describeError(error).outcome === 'accepted') started({ error })
    },
    onSettled: () => {
      sending.current = false
      setAsking(null)
    },
  })
  const send = (values: Values) => {
    // `isPending` comes a render later; a second click may come before. One confirmation, one thread.
    if (sending.current) return
    sending.current = true
    sent.current = values
    create.mutate({ body: toBody(values), chatOrigin: origin || undefined } as never)
  }
  const failure = useFormError(create.error, {
    place: (fields) => place?.(fields, sent.current) ?? fields,
    inDoubt: words.outcome.doubt[channel],
  })
  const error = useAfterDialog(asking ? null : failure)
  return (
    <>
      <FormShell
        form={form}
        label={words.title}
        onSubmit={(values) => (ask ? setAsking(values) : send(values))}
        pending={create.isPending}
        error={error}
        submitLabel={words.submit[channel]}
        actions={
          <ShowRequest operation={operation} request={() => ({ body: toBody(form.getValues()), origin })} />
        }
      >
        {draft.restored ? (
          <Notice
            title={words.restored}
            action={<Button onClick={draft.startOver}>{words.startOver}</Button>}
          />
        ) : (
          isAgain && <Notice title={words.again} />
        )}
        {children}
      </FormShell>
      {asking &&
        ask?.(asking, {
          pending: create.isPending,
          onConfirm: () => send(asking),
          onClose: () => setAsking(null),
        })}
    </>
  )
}
