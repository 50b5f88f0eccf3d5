import type { ReactNode } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog'

/** What a form that asks first gives to its question. */
export interface Asking {
  readonly pending: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** The last question before something is sent. `children`: what speaks for and against it; `submit`: the verb on the button. */
export function SendQuestion({
  pending,
  onConfirm,
  onClose,
  title,
  text,
  submit,
  children,
}: Asking & { title: string; text: string; submit: string; children: ReactNode }) {
  return (
    <ConfirmDialog
      onClose={onClose}
      title={title}
      description={text}
      consequence={<div className="flex flex-col gap-4">{children}</div>}
      action={submit}
      variant="primary"
      onConfirm={onConfirm}
      pending={pending}
    />
  )
}
