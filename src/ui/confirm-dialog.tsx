import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'
import { LookOnly } from './notice'
import { mayWrite } from './role'

/**
 * Asks before something that cannot be undone. What can be undone should offer "Undo" in a toast instead.
 * - `title`: names the thing, "Delete pricing.pdf?"; `consequence`: what stops working; `children`: what speaks for and against it; `typeToConfirm`: has to be typed first
 * - `locked`: something has to come first, and what, where that is to be done here; `sends`: Ctrl/Cmd+Enter confirms, as it sends a form; else it does nothing, whichever button has the focus
 * - `variant`: of the button, `danger` where something is deleted or ends for good; `pending`, `error`: of the work; the dialog stays until the caller closes it
 * - `anybody`: it is no write of the console, so that a viewer is asked, too; of others a viewer reads that they are for operators
 * - `actions`: more buttons beside
 * - `onDismiss`: instead of `onClose`, where it is not "Cancel" that asks for closing
 * - `waiting`: said while work takes long that goes on without the dialog, which then can be closed
 */
export function ConfirmDialog({
  onClose,
  onDismiss,
  consequence,
  action,
  variant = 'primary',
  onConfirm,
  pending = false,
  waiting,
  error,
  typeToConfirm,
  locked,
  sends = false,
  anybody = false,
  actions,
  children,
  ...dialog
}: Omit<ComponentProps<typeof Dialog>, 'footer'> & {
  onDismiss?: () => void
  consequence?: ReactNode
  action: string
  variant?: 'danger' | 'primary' | 'secondary'
  onConfirm: () => void
  pending?: boolean
  waiting?: ReactNode
  error?: ReactNode
  typeToConfirm?: string
  locked?: boolean | string
  sends?: boolean
  anybody?: boolean
  actions?: ReactNode
}) {
  const [typed, setTyped] = useState('')
  const id = useId()
  const may = !locked && (typeToConfirm === undefined || typed.trim() === typeToConfirm)
  // What the button waits for, where something here says it.
  const isExplained = !may && (typeof locked === 'string' || typeToConfirm !== undefined)
  const isHeld = pending && !waiting
  const close = () => !isHeld && onClose()
  // Pressed twice, the keys that send a form would press the button of its question that has the focus.
  const answer = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (sends && !event.repeat && may && !pending) onConfirm()
  }
  if (!anybody && !mayWrite())
    return (
      <Dialog {...dialog} onClose={onClose}>
        <LookOnly />
      </Dialog>
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that come up from the dialog
    <div className="contents" onKeyDown={answer}>
      <Dialog
        {...dialog}
        onClose={onDismiss ?? close}
        footer={
          <>
            {typeof locked === 'string' && (
              <p id={id} className="mr-auto text-sm text-ink-muted">
                {locked}
              </p>
            )}
            {actions}
            <Button onClick={close} aria-disabled={isHeld}>
              {waiting ? 'Close' : 'Cancel'}
            </Button>
            <Button
              variant={variant}
              pending={pending}
              aria-disabled={!may}
              aria-describedby={isExplained ? id : undefined}
              aria-keyshortcuts={sends ? 'Control+Enter Meta+Enter' : undefined}
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
            labelId={typeof locked === 'string' ? undefined : id}
            value={typed}
            onChange={setTyped}
          />
        )}
        {error}
        {waiting}
      </Dialog>
    </div>
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
