import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form'
import type { CurlRequest } from '../../contract/curl'
import type { FieldError } from '../../contract/errors'
import type { Operation } from '../../contract/operation'
import { describeError } from '../../queries/describe-error'
import { Button } from '../../ui/button'
import { type FormError, FormShell } from '../../ui/fields/form'
import { Notice } from '../../ui/notice'
import { dismissToast, toast } from '../../ui/toast-store'
import { useLong } from '../../ui/use-long'
import type { Draft } from './draft'
import { lines, useFormError } from './failure'
import { askAgain, type NextPlace, useLeaveGuard, useLeft } from './leave-guard'
import { ShowRequest } from './show-request'
import { tellElsewhere, Waiting } from './waiting'

/** What a form that asks first gives to its `ConfirmDialog`. */
interface Asking {
  readonly pending: boolean
  readonly waiting: ReactNode
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/**
 * A form that sends one write: its fields as children, a restored draft, the question before leaving, perhaps one more question, then one request,
 * however often somebody clicks. What was typed stays when it fails; the service's field errors land on the fields.
 * - `mutation`, `toRequest`: what is sent; `operation`: shows the same under "Show request", and a POST that may have been done asks before it is sent again (D962)
 * - `check(values)`: why this cannot be sent, without asking the service; as text, that there is nothing to send; `confirm`: asks first, with a `ConfirmDialog`
 * - `place`: leads paths of the wire to those of the form, where they differ; `inDoubt`: words for a write that may have been done, its title by what was sent;
 *   `isSeen`: it was done, as the screen shows by now, or is not what stands here any more; `find`: looks whether it was, before that question
 * - `onDone(reply, values, sent)`: the write is done, of the form as it was when it was `sent`; `false`: it is for further use, and what was typed
 *   since is what is not saved. `onUnread`: as that, but the reply cannot be read; without it
 *   that is shown like any failure, with `wayOn`, and the button gives way until something is changed (D912)
 * - `draft`: of `useDraft`; `dirty`: there is something to lose, where that is not for the fields to say; `stays`: as of `useLeaveGuard`. Without
 *   any of them leaving is not guarded
 * - `notice`: stands above the fields unless a draft was restored; `secondary`, `bar`: as of FormShell
 */
export function SendForm<Values extends FieldValues, Out, Request, Reply>({
  form,
  label,
  submit,
  mutation,
  toRequest,
  operation,
  check,
  confirm,
  place,
  inDoubt: unsure,
  isSeen = false,
  find,
  onDone,
  onUnread,
  wayOn,
  draft,
  dirty,
  stays,
  notice,
  secondary,
  bar,
  onCancel,
  children,
}: {
  form: UseFormReturn<Values, unknown, Out>
  label: string
  submit: string
  mutation: UseMutationOptions<Reply, Error, Request>
  toRequest: (values: Out) => Request
  operation?: Operation
  check?: (values: Out) => FormError | string | null
  confirm?: (values: Out, asking: Asking) => ReactNode
  place?: (errors: readonly FieldError[], values: Out) => readonly FieldError[]
  inDoubt?: { readonly title: string | ((values: Out) => string); readonly text: ReactNode }
  isSeen?: boolean
  find?: (values: Out) => Promise<Reply | undefined>
  onDone: (reply: Reply, values: Out, sent: Values) => unknown
  onUnread?: (error: unknown, values: Out) => unknown
  wayOn?: ReactNode
  draft?: Draft
  dirty?: boolean
  stays?: (next: NextPlace) => boolean
  notice?: ReactNode
  secondary?: boolean
  bar?: ReactNode
  onCancel?: () => void
  children: ReactNode
}) {
  const tell = useFormToast()
  const { isDirty } = useFormState({ control: form.control })
  const [asking, setAsking] = useState<Out | null>(null)
  const [refused, setRefused] = useState<{ reason: FormError; values: Out } | null>(null)
  // What stands outside of the fields may have been mended since.
  const stillRefused = refused && check?.(refused.values) ? refused.reason : null
  const [note, setNote] = useState<string>()
  const [done, setDone] = useState(false)
  const [isLooking, setLooking] = useState(false)
  /** Done, but nobody was told what came of it, and the form is as it was sent. */
  const [isUnread, setUnread] = useState(false)
  const isGuarded = draft !== undefined || dirty !== undefined || stays !== undefined
  const sending = useRef(false)
  const sent = useRef<{ readonly values: Out; readonly typed: Values }>(null)
  const titleOf = (values: Out) =>
    typeof unsure?.title === 'function' ? unsure.title(values) : unsure?.title
  const { sending: begin, leave, isLeft } = useLeft()
  const write = useMutation({
    ...mutation,
    onSettled: (reply, error) => {
      sending.current = false
      setAsking(null)
      setUnread(false)
      const { values, typed } = sent.current as NonNullable<typeof sent.current>
      const outcome = error && describeError(error).outcome
      const isAccepted = outcome === 'accepted'
      const unread = isAccepted ? onUnread : undefined
      if (isLeft()) tellElsewhere(error, operation)
      if (error && !isAccepted) return draft?.noteSent?.(outcome === 'unknown', titleOf(values))
      draft?.clear(!error || unread !== undefined)
      // Who left meanwhile is not led back.
      if (isLeft()) return
      if (error && !unread) return setUnread(true)
      setDone(true)
      if ((unread ? unread(error, values) : onDone(reply as Reply, values, typed)) === false) setDone(false)
    },
  })
  useEffect(
    () =>
      isUnread || note
        ? form.subscribe({
            formState: { values: true },
            callback: () => {
              setUnread(false)
              setNote(undefined)
            },
          })
        : undefined,
    [form, isUnread, note],
  )
  const isUnknown = write.error !== null && describeError(write.error).outcome === 'unknown'
  const isInDoubt = !isSeen && (isUnknown || Boolean(draft?.inDoubt))
  // What is typed by now may be another write.
  const title =
    typeof draft?.inDoubt === 'string' ? draft.inDoubt : titleOf(form.getValues() as unknown as Out)
  const inDoubt = title === undefined || !unsure ? undefined : { ...unsure, title }
  const doubt = isInDoubt ? inDoubt : undefined
  // Sent again, a POST makes another one; a change is the same change.
  const makesAnother = (isUnread || isInDoubt) && operation?.method === 'POST'
  // Beside the button it is said already.
  const restoredDoubt = isUnknown ? undefined : doubt
  const restored =
    typeof draft?.restored === 'string' ? draft.restored : 'Restored what you typed here before.'
  useLeaveGuard(isGuarded && !done && !isUnread && (dirty ?? isDirty), {
    stays,
    onDiscard: () => {
      leave()
      // What fails on its way is there again.
      if (!sending.current) draft?.clear()
    },
    isSent: write.isPending,
    isStored: draft !== undefined,
    doubt: doubt?.title,
    error: isSeen ? null : write.error,
  })
  const send = (values: Out) => {
    // `isPending` comes a render later; a second click may come before. One confirmation, one request.
    if (sending.current || done) return
    sending.current = true
    begin()
    sent.current = { values, typed: structuredClone(form.getValues()) }
    draft?.noteSent?.(undefined, titleOf(values))
    write.mutate(toRequest(values))
  }
  const isLong = useLong(write.isPending)
  const failure = useFormError(isSeen ? null : write.error, {
    place: (errors) => place?.(errors, sent.current?.values as Out) ?? errors,
    inDoubt,
    wayOn,
  })
  const error = useAfterDialog(asking ? null : failure)
  const startOver = (draft: Draft, fields: HTMLFormElement | null) => {
    const undo = draft.startOver()
    // The button goes with its notice.
    fields?.querySelector<HTMLElement>('input, select, textarea')?.focus()
    if (undo) tell({ title: 'The form was emptied', action: { label: 'Undo', onSelect: undo } })
  }
  return (
    <>
      <FormShell
        form={form}
        label={label}
        onSubmit={async (values) => {
          const reason = check?.(values) ?? null
          const isIdle = typeof reason === 'string'
          setNote(isIdle ? reason : undefined)
          setRefused(isIdle ? null : reason && { reason, values })
          if (reason) return
          if (confirm) return setAsking(() => values)
          setLooking(makesAnother)
          begin()
          const found = makesAnother && (await find?.(values).catch(() => undefined))
          setLooking(false)
          if (isLeft()) return
          if (found) {
            setDone(true)
            onDone(found, values, form.getValues())
          } else if (!makesAnother || (await askAgain((doubt ?? failure)?.title))) send(values)
        }}
        pending={write.isPending || isLooking || done}
        error={stillRefused ?? error}
        submitLabel={submit}
        onCancel={onCancel}
        note={note}
        secondary={secondary || isUnread || makesAnother}
        bar={bar}
        actions={
          operation && (
            <ShowRequest
              operation={operation}
              typed
              request={() => toRequest(form.getValues() as unknown as Out) as CurlRequest}
            />
          )
        }
      >
        {draft?.restored ? (
          <Notice
            tone={restoredDoubt ? 'warn' : 'info'}
            title={restoredDoubt?.title ?? restored}
            message={restoredDoubt && lines(restored, restoredDoubt.text)}
            action={
              <Button onClick={({ currentTarget }) => startOver(draft, currentTarget.form)}>
                Start over
              </Button>
            }
          />
        ) : (
          notice
        )}
        {children}
        {isLong && !asking && <Waiting />}
      </FormShell>
      {asking !== null &&
        confirm?.(asking, {
          pending: write.isPending,
          waiting: isLong && <Waiting closable />,
          onConfirm: () => send(asking),
          onClose: () => setAsking(null),
        })}
    </>
  )
}

/** Shows toasts that go with the form: an Undo of a form that is no longer there would do nothing. */
export function useFormToast(): typeof toast {
  const shown = useRef<number[]>([])
  useEffect(() => {
    const ids = shown
    return () => {
      for (const id of ids.current.splice(0)) dismissToast(id)
    }
  }, [])
  return useCallback((news) => {
    const id = toast(news)
    shown.current.push(id)
    return id
  }, [])
}

/**
 * The same value, one turn later than a dialog that closes with it. A dialog gives the focus back a turn after it is gone; a form that
 * puts the focus on a wrong field must do so after that, or the focus ends on the button.
 */
function useAfterDialog<T>(value: T | null): T | null {
  const [later, setLater] = useState<T | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value))
    return () => clearTimeout(timer)
  }, [value])
  return value === null ? null : later
}
