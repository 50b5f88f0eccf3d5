import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { CurlRequest } from '../../contract/curl'
import type { Operation } from '../../contract/operation'
import { Dialog } from '../../ui/dialog'
import { FormShell, formDefaults } from '../../ui/fields/form'
import { toast } from '../../ui/toast-store'
import { useLong } from '../../ui/use-long'
import { useFormError } from './failure'
import { askAgain, sentWords, useCloseGuard, useLeft } from './leave-guard'
import { ShowRequest } from './show-request'
import { tellElsewhere, Waiting } from './waiting'

/**
 * A dialog that is one form. When its work is done it says `done` in a toast and closes. It cannot be closed while that is under way, unless it waits for
 * long: then the answer is told where the person is by then (D884).
 * - `label`: of the form, where it is not the title; `values`: to begin with; `toInput(values)`: what the mutation gets
 * - `operation`: the input is its request, which is shown under "Show request"
 * - `onDone(output)`: instead of closing; `children(form, write)`: the fields
 */
export function FormDialog<Values extends FieldValues, Input, Output>({
  title,
  label = title,
  text,
  size,
  submit,
  values,
  resolver,
  mutation,
  toInput,
  operation,
  done,
  onClose,
  onDone = onClose,
  returnFocus,
  children,
}: {
  title: string
  label?: string
  text?: string
  submit: string
  values: Values
  resolver?: Resolver<Values, unknown, Values>
  mutation: UseMutationOptions<Output, Error, Input>
  toInput: (values: Values) => Input
  operation?: Operation
  done?: string | ((output: Output, input: Input) => Parameters<typeof toast>[0])
  onClose: () => void
  onDone?: (output: Output) => unknown
  children: (
    form: UseFormReturn<Values, unknown, Values>,
    write: UseMutationResult<Output, Error, Input>,
  ) => ReactNode
} & Pick<ComponentProps<typeof Dialog>, 'size' | 'returnFocus'>) {
  const form = useForm<Values, unknown, Values>({
    ...formDefaults,
    defaultValues: values as DefaultValues<Values>,
    resolver,
  })
  const { sending, leave, isLeft } = useLeft()
  const write = useMutation({
    ...mutation,
    onMutate: sending,
    onSuccess: (output, input) => {
      if (done) toast(typeof done === 'string' ? { title: done } : done(output, input))
      // Who left meanwhile is not led back.
      if (!isLeft()) onDone(output)
    },
    onError: (error) => {
      if (isLeft()) tellElsewhere(error)
    },
  })
  const isLong = useLong(write.isPending)
  const close = () => {
    if (write.isPending && !isLong) return
    if (write.isPending) leave()
    onClose()
  }
  const dismiss = useCloseGuard(form.formState.isDirty && !write.isPending && !write.isSuccess, close, {
    error: write.error,
  })
  return (
    <Dialog onClose={dismiss} title={title} description={text} size={size} returnFocus={returnFocus}>
      <FormShell
        form={form}
        label={label}
        // A second click sends nothing before this settles; a failure is the form's error.
        onSubmit={async (sent) => {
          // Sent again, a POST makes another one (D962).
          const doubt = operation?.method === 'POST' ? sentWords(write.error) : undefined
          if (!doubt || (await askAgain(doubt))) await write.mutateAsync(toInput(sent)).catch(() => undefined)
        }}
        pending={write.isPending}
        error={useFormError(write.error)}
        submitLabel={submit}
        onCancel={close}
        // What was sent is not taken back.
        cancel={isLong || write.isSuccess ? 'Close' : undefined}
        actions={
          operation && (
            <ShowRequest
              operation={operation}
              typed
              request={() => toInput(form.getValues()) as unknown as CurlRequest}
            />
          )
        }
      >
        {children(form, write)}
        {isLong && <Waiting closable />}
      </FormShell>
    </Dialog>
  )
}
