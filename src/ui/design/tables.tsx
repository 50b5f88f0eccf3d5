import { useState } from 'react'
import { StatusBadge } from '../badge'
import { Button } from '../button'
import { DataTable } from '../data-table'
import { EmptyState } from '../empty-state'
import { Notice } from '../notice'
import { Section } from '../page'
import type { Column } from '../table-columns'
import { type Sort, sortedBy } from '../table-sort'

interface Row {
  readonly name: string
  readonly size: number
}

const rows: readonly Row[] = Array.from({ length: 40 }, (_, place) => ({
  name: `document-${place + 1}.md`,
  size: place * 7,
}))

const columns: readonly Column<Row>[] = [
  { id: 'name', header: 'Name', sortValue: ({ name }) => name, opens: true },
  {
    id: 'status',
    header: 'Status',
    width: 120,
    narrow: 'keep',
    cell: () => <StatusBadge tone="good">INGESTED</StatusBadge>,
  },
  { id: 'size', header: 'Size', width: 96, align: 'end', sortValue: ({ size }) => size, sortFirst: 'desc' },
]

const table = {
  noun: ['file', 'files'],
  rowKey: ({ name }: Row) => name,
  rowLabel: ({ name }: Row) => name,
  columns,
  maxHeight: '16rem',
} as const

/** A table with rows, loading, empty, and that could not load. */
export function Tables() {
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set(['document-2.md']))
  const [sort, setSort] = useState<Sort>(null)
  const [opened, setOpened] = useState<string | null>(null)
  return (
    <>
      <Section title="Table">
        <DataTable
          {...table}
          name="Rows"
          rows={sortedBy(rows, columns, sort)}
          total={4_212}
          sort={sort}
          onSort={setSort}
          onOpen={({ name }) => setOpened(name)}
          openKey={opened}
          selection={selection}
          onSelectionChange={setSelection}
          bulkActions={(keys) => <Button size="sm">{`Delete ${keys.length}`}</Button>}
          note="The service has more."
        />
      </Section>
      <Section title="Table, loading">
        <DataTable {...table} name="Loading" rows={[]} loading />
      </Section>
      <Section title="Table, compact">
        <DataTable
          {...table}
          name="Compact rows"
          rows={rows.slice(0, 5)}
          view={{ hidden: ['status'], dense: true }}
          settings={<Button size="sm">Columns</Button>}
        />
      </Section>
      <Section title="Table, nothing yet">
        <DataTable
          {...table}
          name="Nothing yet"
          rows={[]}
          empty={<EmptyState kind="nothing-yet" title="No files yet" how="Upload one." />}
        />
      </Section>
      <Section title="Table, empty">
        <DataTable
          {...table}
          name="Empty"
          rows={[]}
          empty={<EmptyState kind="no-match" onClear={() => undefined} />}
        />
      </Section>
      <Section title="Table, not loaded">
        <DataTable
          {...table}
          name="Not loaded"
          rows={[]}
          empty={
            <div className="failed">
              <Notice
                tone="error"
                title="Could not load the files"
                message="The service gave no answer in time."
                action={<Button>Try again</Button>}
              />
            </div>
          }
        />
      </Section>
    </>
  )
}
