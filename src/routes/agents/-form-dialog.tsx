import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Dialog } from '../../ui/dialog'
import { FormShell } from '../../ui/fields/form'
import { useFormError } from '../-shared/failure'

/** A dialog that is one form. While it is `pending` with `stays`, it cannot be closed. */
export function FormDialog<Values extends FieldValues>({
  form,
  title,
  text,
  submit,
  onSubmit,
  pending,
  stays = false,
  error,
  onClose,
  children,
}: {
  form: UseFormReturn<Values, unknown, Values>
  title: string
  text: string
  submit: string
  onSubmit: (values: Values) => unknown
  pending: boolean
  stays?: boolean
  error: Error | null
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !(stays && pending) && onClose()}
      title={title}
      description={text}
    >
      <FormShell
        form={form}
        label={title}
        onSubmit={onSubmit}
        pending={pending}
        error={useFormError(error)}
        submitLabel={submit}
        onCancel={onClose}
      >
        {children}
      </FormShell>
    </Dialog>
  )
}
