import { ArrowDown, ArrowUp, type LucideIcon, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { Button, IconButton } from '../button'
import { classNames } from '../class-names'
import { FieldMessage } from './field-frame'

/** Puts what has no name above it beside inputs that have one. */
export const HEADED = 'sm:mt-4.5'

/**
 * The frame of a field of several rows: legend, rows with Move up, Move down and Remove, and a button that adds one. By keyboard: the buttons, or
 * Alt+Arrow inside a row. Focus follows the row that moved, goes to the first input of an added one, and to a neighbour after removing.
 */
export function RowsFrame({
  label,
  hint,
  message,
  rows,
  headed,
  rowLabel,
  addLabel,
  onAdd,
  onRemove,
  onMove,
  children,
}: {
  label: string
  hint?: ReactNode
  message?: string
  rows: readonly { id: string }[]
  /** The inputs of the first row have their names above them. */
  headed?: boolean
  /** What a row is called in the names of its buttons: "Remove lead_name". */
  rowLabel: (index: number) => string
  addLabel: string
  onAdd: () => void
  onRemove: (index: number) => void
  /** Without it rows have no order. */
  onMove?: (from: number, to: number) => void
  children: (index: number) => ReactNode
}) {
  const id = useId()
  const list = useRef<HTMLOListElement>(null)
  const adder = useRef<HTMLButtonElement>(null)
  // After React has drawn the change; the form library draws it in the same task.
  const focusIn = (index: number, selector: string) =>
    requestAnimationFrame(() => {
      const row = list.current?.children[index]
      const target = row?.querySelector<HTMLElement>(selector) ?? adder.current
      target?.focus()
    })
  const move = (from: number, to: number, selector: string) => {
    if (to < 0 || to >= rows.length) return
    onMove?.(from, to)
    focusIn(to, selector)
  }
  return (
    <fieldset
      aria-describedby={hint || message ? `${id}h ${id}m` : undefined}
      className="flex min-w-0 flex-col gap-2"
    >
      <legend className="mb-1 font-semibold">{label}</legend>
      {hint && (
        <div id={`${id}h`} className="-mt-1.5 text-sm text-ink-muted">
          {hint}
        </div>
      )}
      {rows.length > 0 && (
        <ol ref={list} className="flex flex-col gap-2">
          {rows.map((row, index) => (
            <li
              key={row.id}
              className="flex flex-wrap items-start gap-2"
              onKeyDown={(event) => {
                if (!onMove || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
                event.preventDefault()
                move(index, event.key === 'ArrowUp' ? index - 1 : index + 1, 'input')
              }}
            >
              {children(index)}
              <div className={classNames('flex h-8 items-center', headed && index === 0 && HEADED)}>
                {onMove && (
                  <>
                    <IconButton
                      {...buttonOf('up', `Move ${rowLabel(index)} up`, ArrowUp)}
                      aria-disabled={index === 0}
                      onClick={() => move(index, index - 1, '[data-kind="up"]')}
                    />
                    <IconButton
                      {...buttonOf('down', `Move ${rowLabel(index)} down`, ArrowDown)}
                      aria-disabled={index === rows.length - 1}
                      onClick={() => move(index, index + 1, '[data-kind="down"]')}
                    />
                  </>
                )}
                <IconButton
                  {...buttonOf('remove', `Remove ${rowLabel(index)}`, Trash2)}
                  onClick={() => {
                    onRemove(index)
                    focusIn(Math.min(index, rows.length - 2), '[data-kind="remove"]')
                  }}
                />
              </div>
            </li>
          ))}
        </ol>
      )}
      <FieldMessage id={`${id}m`} message={message} />
      <div>
        <Button
          ref={adder}
          size="sm"
          icon={Plus}
          onClick={() => {
            onAdd()
            focusIn(rows.length, 'input')
          }}
        >
          {addLabel}
        </Button>
      </div>
    </fieldset>
  )
}

const buttonOf = (kind: string, label: string, icon: LucideIcon) => ({
  'data-kind': kind,
  label,
  icon,
  className: 'size-7 text-ink-muted hover:text-ink',
})
