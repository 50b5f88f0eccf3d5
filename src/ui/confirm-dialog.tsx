import { type ReactNode, useId, useState } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'

/**
 * Asks before something that cannot be undone. What can be undone should offer "Undo" in a toast instead.
 * - `title`: names the thing, "Delete pricing.pdf?"; `consequence`: what stops working; `action`: the verb on the button, "Delete file"
 * - `description`: one line below the title, read out with it; `variant`: of the button, `danger` unless nothing is lost
 * - `typeToConfirm`: this text has to be typed first (for what hurts most)
 * - `pending`, `error`: of the work; the dialog stays until the caller closes it
 */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  consequence,
  action,
  variant = 'danger',
  onConfirm,
  pending = false,
  error,
  typeToConfirm,
  returnFocus,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  consequence: ReactNode
  action: string
  variant?: 'danger' | 'primary'
  onConfirm: () => void
  pending?: boolean
  error?: ReactNode
  typeToConfirm?: string
  returnFocus?: () => HTMLElement | null
}) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const matches = typeToConfirm === undefined || typed.trim() === typeToConfirm
  const close = () => {
    if (pending) return
    setTyped('')
    onOpenChange(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={title}
      description={description}
      returnFocus={returnFocus}
      footer={
        <>
          <Button onClick={close} aria-disabled={pending || undefined}>
            Cancel
          </Button>
          <Button
            variant={variant}
            pending={pending}
            aria-disabled={!matches || undefined}
            onClick={() => matches && onConfirm()}
          >
            {action}
          </Button>
        </>
      }
    >
      <div>{consequence}</div>
      {typeToConfirm !== undefined && (
        <div className="flex flex-col gap-1">
          <label htmlFor={id}>
            Type <span className="font-mono font-semibold">{typeToConfirm}</span> to confirm
          </label>
          <input
            id={id}
            className="control"
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      )}
      {error}
    </Dialog>
  )
}
