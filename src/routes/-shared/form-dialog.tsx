import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { Dialog } from '../../ui/dialog'
import { FormShell, formDefaults } from '../../ui/fields/form'
import { toast } from '../../ui/toast-store'
import { useFormError } from './failure'

/**
 * A dialog that is one form. It cannot be closed while its work is under way; then it says `done` and closes.
 * - `values`: to begin with; `toInput(values)`: what the mutation gets; `onDone(output)`: instead of closing
 */
export function FormDialog<Values extends FieldValues, Input, Output>({
  title,
  text,
  submit,
  values,
  resolver,
  mutation,
  toInput,
  done,
  onClose,
  onDone = onClose,
  children,
}: {
  title: string
  text: string
  submit: string
  values: Values
  resolver: Resolver<Values, unknown, Values>
  mutation: UseMutationOptions<Output, Error, Input>
  toInput: (values: Values) => Input
  done: string | ((output: Output) => string)
  onClose: () => void
  onDone?: (output: Output) => unknown
  children: (form: UseFormReturn<Values, unknown, Values>) => ReactNode
}) {
  const form = useForm<Values, unknown, Values>({
    ...formDefaults,
    defaultValues: values as DefaultValues<Values>,
    resolver,
  })
  const write = useMutation({
    ...mutation,
    onSuccess: (output) => {
      toast({ title: typeof done === 'string' ? done : done(output) })
      onDone(output)
    },
  })
  return (
    <Dialog onClose={() => !write.isPending && onClose()} title={title} description={text}>
      <FormShell
        form={form}
        label={title}
        // A second click sends nothing before this settles; a failure is the form's error.
        onSubmit={(sent) => write.mutateAsync(toInput(sent)).catch(() => undefined)}
        pending={write.isPending}
        error={useFormError(write.error)}
        submitLabel={submit}
        onCancel={onClose}
      >
        {children(form)}
      </FormShell>
    </Dialog>
  )
}
