import type { ReactNode } from 'react'
import { Button } from './button'
import { countOf, formatCount } from './numbers'

/** The line below a table: how many rows there are, or, with a selection, the bulk bar. It keeps its height, so that selecting moves nothing. */
export function TableFooter({
  shown,
  total,
  noun,
  selected,
  onSelectAll,
  onClear,
  bulkActions,
  note,
}: {
  shown: number | null
  total: number
  noun: readonly [one: string, many: string]
  selected: number
  onSelectAll: () => void
  onClear: () => void
  bulkActions: ReactNode
  note?: ReactNode
}) {
  const words =
    shown === null
      ? ''
      : shown === total
        ? countOf(shown, ...noun)
        : `${formatCount(shown)} of ${countOf(total, ...noun)}`
  return (
    <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-3 py-1 text-sm">
      <span role="status" className={selected > 0 ? 'font-semibold' : 'text-ink-muted'}>
        {selected > 0 ? `${formatCount(selected)} selected` : words}
      </span>
      {selected > 0 && (
        <>
          {shown !== null && selected < shown && (
            <Button variant="link" onClick={onSelectAll}>
              Select all {formatCount(shown)} matching
            </Button>
          )}
          <Button variant="link" onClick={onClear}>
            Clear
          </Button>
          <div className="ml-auto flex flex-wrap items-center gap-2">{bulkActions}</div>
        </>
      )}
      {selected === 0 && note && <span className="ml-auto text-ink-muted">{note}</span>}
    </div>
  )
}
