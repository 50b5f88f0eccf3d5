import { Pencil } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { MESSAGE_MAX } from '../../queries/trial-state'
import { Button, IconButton } from '../../ui/button'
import { formatCount } from '../../ui/numbers'

/** What the customer said. `onEdit`: says it in other words. */
export function CustomerTurn({ said, onEdit }: { said: string; onEdit: () => void }) {
  return (
    <div className="flex flex-col items-end gap-1">
      <p className="flex items-center gap-1 text-sm text-ink-muted">
        <span className="font-semibold">Customer</span>
        <IconButton icon={Pencil} iconSize={14} label="Edit message" onClick={onEdit} className="size-6" />
      </p>
      <p
        dir="auto"
        className="max-w-[85%] rounded-md border border-line bg-accent-soft p-2 whitespace-pre-wrap wrap-anywhere"
      >
        {said}
      </p>
    </div>
  )
}

/** Why this cannot be sent; nothing where it can. */
const faultOf = (text: string) =>
  text.length > MESSAGE_MAX
    ? `${formatCount(text.length)} of ${formatCount(MESSAGE_MAX)} characters. Shorten it.`
    : undefined

/**
 * Where a message is written: Enter sends, Shift+Enter is a new line. `busy`, `isHeld`: nothing is sent now; `actions`: stand beside the button
 * that sends; `full`: why no more can be sent.
 */
export function MessageField({
  label,
  submit,
  text,
  busy = false,
  isHeld = false,
  full,
  field,
  autoFocus = false,
  actions,
  onType,
  onSend,
}: {
  label: string
  submit: string
  text: string
  busy?: boolean
  isHeld?: boolean
  full?: string
  field?: RefObject<HTMLTextAreaElement | null>
  autoFocus?: boolean
  actions?: ReactNode
  onType: (text: string) => void
  onSend: (text: string) => void
}) {
  const id = useId()
  const own = useRef<HTMLTextAreaElement>(null)
  const target = field ?? own
  useEffect(() => {
    if (autoFocus) target.current?.focus()
  }, [autoFocus, target])
  const fault = full ?? faultOf(text)
  const canSend = !busy && !isHeld && !fault && text.trim() !== ''
  const send = () => canSend && onSend(text)
  const onKeyDown = (event: KeyboardEvent) => {
    // While a word is being composed, Enter takes the word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <div className="flex w-full flex-col gap-1">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <textarea
        ref={target}
        id={id}
        rows={2}
        dir="auto"
        value={text}
        aria-describedby={`${id}h`}
        aria-invalid={fault ? true : undefined}
        onKeyDown={onKeyDown}
        onChange={(event) => onType(event.target.value)}
        className="control field-sizing-content max-h-[30dvh] min-h-13"
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p id={`${id}h`} className={`min-w-0 grow basis-40 text-sm ${fault ? 'text-bad' : 'text-ink-muted'}`}>
          {fault ?? 'Enter sends, Shift+Enter starts a new line.'}
        </p>
        <div className="flex gap-2">
          {actions}
          {!busy && (
            <Button variant="primary" aria-disabled={!canSend} onClick={send}>
              {submit}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
