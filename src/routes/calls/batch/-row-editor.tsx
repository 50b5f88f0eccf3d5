import { useState } from 'react'
import type { CheckedRow, Target } from '../../../queries/batch-rows'
import { Button } from '../../../ui/button'
import { findRow } from '../../../ui/data-table'
import { Dialog } from '../../../ui/dialog'
import { words } from './-batch-words'
import { labelOf } from './-column-choice'

/** One row, to be mended in place: only the cells that are sent. */
export function RowEditor({
  row,
  targets,
  onSave,
  onClose,
}: {
  row: CheckedRow
  targets: readonly Target[]
  onSave: (changes: ReadonlyMap<number, string>) => void
  onClose: () => void
}) {
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map())
  const sent = targets.flatMap((target, column) => (target === 'skip' ? [] : [{ target, column }]))
  const general = row.problems.filter(({ column }) => column === undefined)
  const type = (column: number, text: string) => setTyped(new Map(typed).set(column, text))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.edit.title(row.row + 1)}
      returnFocus={() => findRow(words.rows, String(row.row))}
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          // React passes it on through the portal to the form of the page.
          event.stopPropagation()
          onSave(typed)
        }}
      >
        {general.map(({ message }) => (
          <p key={message} className="text-bad">
            {message}
          </p>
        ))}
        {sent.map(({ target, column }) => {
          const id = `cell-${column}`
          const problem = row.problems.find((each) => each.column === column)
          const suggestion = problem?.suggestion
          const value = typed.get(column) ?? row.cells[column] ?? ''
          return (
            <div key={column} className="flex flex-col gap-1">
              <label htmlFor={id} className="font-semibold">
                {labelOf(target)}
              </label>
              <input
                id={id}
                className={target === 'toPhoneNumber' ? 'control font-mono' : 'control'}
                value={value}
                autoComplete="off"
                spellCheck={false}
                aria-invalid={problem && problem.severity !== 'note' ? true : undefined}
                aria-describedby={`${id}-said`}
                onChange={(event) => type(column, event.target.value)}
              />
              <p id={`${id}-said`} className="text-sm text-bad empty:hidden">
                {problem?.message}
              </p>
              {suggestion && value !== suggestion && (
                <div>
                  <Button size="sm" onClick={() => type(column, suggestion)}>
                    {words.edit.use(suggestion)}
                  </Button>
                </div>
              )}
            </div>
          )
        })}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{words.edit.cancel}</Button>
          <Button type="submit" variant="primary">
            {words.edit.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
