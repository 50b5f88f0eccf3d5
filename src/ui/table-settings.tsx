import { Button } from './button'
import { Checkbox } from './checkbox'
import { Dialog } from './dialog'
import type { Column } from './table-columns'
import type { TableView } from './table-view'

/** Which columns a table shows and how high its rows are; what is changed shows at once. */
export function TableSettings<Row>({
  table,
  columns,
  view,
  onChange,
  onClose,
}: {
  table: string
  columns: readonly Column<Row>[]
  view: TableView
  onChange: (view: TableView) => void
  onClose: () => void
}) {
  const { hidden, dense } = view
  const show = (id: string, shown: boolean) =>
    onChange({ ...view, hidden: shown ? hidden.filter((each) => each !== id) : [...hidden, id] })
  return (
    <Dialog
      onClose={onClose}
      title={`Columns of ${table}`}
      description="Stored in this browser."
      footer={
        <>
          <Button onClick={() => onChange({ hidden: [], dense: false })}>Reset</Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="sr-only">Columns</legend>
        {columns.map(({ id, header }, at) => (
          <Checkbox
            key={id}
            label={header}
            // The first column names the row.
            disabled={at === 0}
            checked={at === 0 || !hidden.includes(id)}
            onChange={(shown) => show(id, shown)}
          />
        ))}
      </fieldset>
      <Checkbox label="Compact rows" checked={dense} onChange={(low) => onChange({ ...view, dense: low })} />
    </Dialog>
  )
}
