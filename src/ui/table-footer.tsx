import type { ReactNode } from 'react'
import { Button } from './button'
import { classNames } from './class-names'
import { countOf, formatCount } from './numbers'
import { useLong } from './use-long'

/** The line below a table: how many rows there are, or, with a selection, the bulk bar. It keeps its height, so that selecting moves nothing. */
export function TableFooter({
  shown,
  total,
  noun,
  selected,
  hidden,
  onSelectAll,
  onClear,
  bulkActions,
  note,
  settings,
}: {
  shown: number | null
  total: number
  noun: readonly [one: string, many: string]
  /** How many of the rows that are shown are selected, and how many of those that are not. */
  selected: number
  hidden: number
  onSelectAll: () => void
  onClear: () => void
  bulkActions: ReactNode
  note?: ReactNode
  settings?: ReactNode
}) {
  const isLate = useLong(shown === null)
  const words =
    shown === null
      ? isLate && 'Waiting for the answer.'
      : shown === total
        ? countOf(shown, ...noun)
        : `${formatCount(shown)} of ${countOf(total, ...noun)}`
  const text = typeof note === 'string' ? note : undefined
  const anySelected = selected + hidden > 0
  return (
    <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-3 py-1 text-sm">
      <span role="status" className={anySelected ? 'font-semibold' : 'text-ink-muted'}>
        {anySelected ? selectionWords(selected, hidden) : words}
      </span>
      {anySelected && (
        <>
          {shown !== null && selected < shown && (
            <Button variant="link" onClick={onSelectAll}>
              Select all {formatCount(shown)} matching
            </Button>
          )}
          <Button variant="link" onClick={onClear}>
            Clear
          </Button>
          {/* On a phone below everything else, which else took a line more. */}
          <div className="order-last flex flex-wrap items-center gap-2 sm:order-none sm:ml-auto">
            {bulkActions}
          </div>
        </>
      )}
      {!anySelected && (
        // A text that comes late has the room of two low lines from the beginning (D878), and none before the count, beside which it would move.
        <span
          title={text}
          className={classNames('flex-1 text-right text-ink-muted', text && 'line-clamp-2 leading-4')}
        >
          {shown !== null && note}
        </span>
      )}
      {settings}
    </div>
  )
}

/** What is hidden is said, as nobody would look for it; the buttons leave it alone. */
function selectionWords(selected: number, hidden: number): string {
  if (hidden === 0) return `${formatCount(selected)} selected`
  return selected === 0
    ? `None selected here, ${formatCount(hidden)} hidden by the filters`
    : `${formatCount(selected)} selected, ${formatCount(hidden)} more hidden by the filters`
}
