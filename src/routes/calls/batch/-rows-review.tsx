import { CircleMinus } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { CheckedRow, RowProblem, RowsChange, Target } from '../../../queries/batch-rows'
import { StatusBadge, type Tone } from '../../../ui/badge'
import { Button } from '../../../ui/button'
import { DataTable } from '../../../ui/data-table'
import { EmptyState } from '../../../ui/empty-state'
import { FilterChips } from '../../../ui/filters'
import { matchesSearch, SearchBox } from '../../../ui/search-box'
import type { Column } from '../../../ui/table-columns'
import { toggleShown } from '../../../ui/table-keys'

const TONES: Readonly<Record<CheckedRow['state'], Tone>> = {
  ready: 'good',
  held: 'busy',
  wrong: 'bad',
  'left out': 'unknown',
}
const LABELS = { ready: 'Ready', held: 'Held back', wrong: 'Wrong', 'left out': 'Left out' }
const KINDS: Readonly<Record<RowProblem['kind'], string>> = {
  'no-number': 'No number',
  number: 'Not a number',
  plus: 'No + or country',
  damage: 'Spreadsheet damage',
  duplicate: 'Twice in this file',
  called: 'Called before',
  missing: 'Missing value',
  cells: 'Too many cells',
  text: 'Not storable',
  doubt: 'Doubtful number',
}
const CHANGES: Readonly<Record<RowsChange, string>> = {
  'leave out': 'Leave out',
  'take back': 'Take back in',
  mend: 'Use suggestions',
  allow: 'Send anyway',
}
const STATES = ['ready', 'held', 'wrong', 'left out'] as const
type Filter = 'all' | CheckedRow['state'] | `problem:${RowProblem['kind']}`

/** Every row of the file with what is wrong with it, to be mended or left out. */
export function RowsReview({
  rows,
  targets,
  onOpen,
  onChange,
}: {
  rows: readonly CheckedRow[]
  targets: readonly Target[]
  onOpen: (row: CheckedRow) => void
  onChange: (change: RowsChange, rows: readonly number[]) => void
}) {
  const [filter, setFilter] = useState<Filter>('all')
  const [text, setText] = useState('')
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  const counts = useMemo(() => countRows(rows), [rows])
  const shown = useMemo(
    () =>
      rows.filter((row) => fits(row, filter) && (text === '' || matchesSearch(text, [...row.cells, row.to]))),
    [rows, filter, text],
  )
  const columns = useMemo(() => columnsFor(targets), [targets])
  const choices = [
    { value: 'all' as Filter, label: 'All', count: rows.length },
    ...STATES.map((state) => ({
      value: state as Filter,
      label: LABELS[state],
      count: counts.get(state) ?? 0,
    })),
    ...(Object.keys(KINDS) as RowProblem['kind'][]).map((kind) => ({
      value: `problem:${kind}` as Filter,
      label: KINDS[kind],
      count: counts.get(`problem:${kind}`) ?? 0,
    })),
  ].filter(({ value, count }) => count > 0 || value === filter || value === 'all')
  const act = (change: RowsChange, keys: readonly string[]) => {
    onChange(change, keys.map(Number))
    setSelection((now) => toggleShown(now, keys, false))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in the search must not send the form that the rows stand in
    <div
      className="flex flex-col gap-3"
      onKeyDown={(event) => {
        const isText = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox'
        if (event.key === 'Enter' && isText && !event.ctrlKey && !event.metaKey) event.preventDefault()
      }}
    >
      <div className="flex flex-wrap items-center gap-3">
        <SearchBox label="Search rows" value={text} onChange={setText} />
        <FilterChips label="Show rows" choices={choices} value={filter} onChange={setFilter} />
      </div>
      <DataTable
        name="Rows"
        noun={['row', 'rows']}
        rows={shown}
        total={rows.length}
        rowKey={keyOf}
        rowLabel={nameOf}
        columns={columns}
        onOpen={onOpen}
        selection={selection}
        onSelectionChange={setSelection}
        maxHeight="28rem"
        bulkActions={(keys) =>
          (Object.keys(CHANGES) as RowsChange[]).map((change) => (
            <Button key={change} size="sm" onClick={() => act(change, keys)}>
              {CHANGES[change]}
            </Button>
          ))
        }
        empty={
          <EmptyState
            kind="no-match"
            onClear={() => {
              setFilter('all')
              setText('')
            }}
          />
        }
      />
    </div>
  )
}

const keyOf = ({ row }: CheckedRow) => String(row)
const nameOf = ({ row }: CheckedRow) => `row ${row + 1}`

function fits(row: CheckedRow, filter: Filter): boolean {
  if (filter === 'all') return true
  if (!filter.startsWith('problem:')) return row.state === filter
  return row.state !== 'left out' && row.problems.some(({ kind }) => `problem:${kind}` === filter)
}

function countRows(rows: readonly CheckedRow[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const { state, problems } of rows) {
    add(state)
    if (state === 'left out' || problems.length === 0) continue
    for (const kind of new Set(problems.map((problem) => problem.kind))) add(`problem:${kind}`)
  }
  return counts
}

function columnsFor(targets: readonly Target[]): readonly Column<CheckedRow>[] {
  const number = targets.indexOf('toPhoneNumber')
  const others = targets.flatMap((target, column) =>
    target === 'skip' || target === 'toPhoneNumber' ? [] : [column],
  )
  return [
    {
      id: 'number',
      header: 'Phone number',
      width: 190,
      cell: ({ row, to, cells }) => (
        <>
          <span className="inline-block min-w-12 text-ink-muted">{row + 1}</span>
          <span className="font-mono">{to ?? cells[number] ?? '–'}</span>
        </>
      ),
      opens: true,
    },
    {
      id: 'state',
      header: 'State',
      width: 120,
      cell: ({ state }) => (
        <StatusBadge tone={TONES[state]} icon={state === 'left out' ? CircleMinus : undefined}>
          {LABELS[state]}
        </StatusBadge>
      ),
      narrow: 'keep',
    },
    {
      id: 'problem',
      header: 'What is wrong',
      cell: ({ problems }) => {
        const said = problems.map(({ message }) => message).join(' ')
        return said && <span title={said}>{said}</span>
      },
    },
    {
      id: 'values',
      header: 'Values',
      width: 200,
      cell: ({ cells }) =>
        others
          .map((column) => cells[column] ?? '')
          .filter(Boolean)
          .join(' · '),
      narrow: 'hide',
    },
  ]
}
