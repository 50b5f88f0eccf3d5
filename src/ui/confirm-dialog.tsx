import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'

/**
 * Asks before something that cannot be undone. What can be undone should offer "Undo" in a toast instead.
 * - `title`: names the thing, "Delete pricing.pdf?"; `consequence`: what stops working; `children`: what speaks for and against it; `typeToConfirm`: has to be typed first
 * - `locked`: something has to come first, and what, where that is to be done here
 * - `variant`: of the button, `danger` unless nothing is lost; `pending`, `error`: of the work; the dialog stays until the caller closes it
 */
export function ConfirmDialog({
  onClose,
  consequence,
  action,
  variant = 'danger',
  onConfirm,
  pending = false,
  error,
  typeToConfirm,
  locked,
  children,
  ...dialog
}: Omit<ComponentProps<typeof Dialog>, 'footer'> & {
  consequence?: ReactNode
  action: string
  variant?: 'danger' | 'primary'
  onConfirm: () => void
  pending?: boolean
  error?: ReactNode
  typeToConfirm?: string
  locked?: boolean | string
}) {
  const [typed, setTyped] = useState('')
  const id = useId()
  const may = !locked && (typeToConfirm === undefined || typed.trim() === typeToConfirm)
  const close = () => !pending && onClose()
  return (
    <Dialog
      {...dialog}
      onClose={close}
      footer={
        <>
          {typeof locked === 'string' && (
            <p id={id} className="mr-auto text-sm text-ink-muted">
              {locked}
            </p>
          )}
          <Button onClick={close} aria-disabled={pending || undefined}>
            Cancel
          </Button>
          <Button
            variant={variant}
            pending={pending}
            aria-disabled={!may || undefined}
            aria-describedby={may ? undefined : id}
            onClick={() => may && onConfirm()}
          >
            {action}
          </Button>
        </>
      }
    >
      {consequence && <div>{consequence}</div>}
      {children}
      {typeToConfirm !== undefined && (
        <TypeToConfirm
          word={typeToConfirm}
          labelId={locked ? undefined : id}
          value={typed}
          onChange={setTyped}
        />
      )}
      {error}
    </Dialog>
  )
}

/** A word to be typed before something that nobody can vouch for. */
export function TypeToConfirm({
  word,
  labelId,
  value,
  onChange,
}: {
  word: string
  /** For the button that waits for it. */
  labelId?: string
  value: string
  onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label id={labelId} htmlFor={id}>
        Type <span className="font-mono font-semibold wrap-anywhere">{word}</span> to confirm
      </label>
      <input
        id={id}
        className="control"
        value={value}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}
