import { CircleMinus } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { CheckedRow, RowProblem, RowsChange, Target } from '../../../queries/batch-rows'
import { StatusBadge, type Tone } from '../../../ui/badge'
import { Button } from '../../../ui/button'
import type { Column } from '../../../ui/table-columns'
import { toggleShown } from '../../../ui/table-keys'
import { allRead, type List, ListTable } from '../../-shared/list-table'

const STATES: Readonly<Record<CheckedRow['state'], readonly [tone: Tone, label: string]>> = {
  ready: ['good', 'Ready'],
  held: ['busy', 'Held back'],
  wrong: ['bad', 'Wrong'],
  'left out': ['unknown', 'Left out'],
}
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

const listOf = (targets: readonly Target[]): List<CheckedRow> => ({
  name: 'Rows',
  noun: ['row', 'rows'],
  keyOf: ({ row }) => String(row),
  labelOf: ({ row }) => `row ${row + 1}`,
  textsOf: ({ cells, to }) => [...cells, to],
  // People search for phone numbers, so no search stands in the address (D79).
  mayShare: () => false,
  empty: { title: 'No rows', text: '' },
  filters: [
    {
      param: 'rows',
      label: 'Show rows',
      all: 'All',
      look: 'chips',
      // By state, and by what is wrong with rows that are not left out.
      of: ({ state, problems }) =>
        state === 'left out' ? state : [...new Set([state, ...problems.map(({ kind }) => kind)])],
      choices: [
        ...Object.entries(STATES).map(([value, [, label]]) => ({ value, label })),
        ...Object.entries(KINDS).map(([value, label]) => ({ value, label })),
      ],
    },
  ],
  columns: columnsFor(targets),
})

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
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  const list = useMemo(() => listOf(targets), [targets])
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
      <ListTable
        list={list}
        query={allRead}
        rows={rows}
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
      />
    </div>
  )
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
        <StatusBadge tone={STATES[state][0]} icon={state === 'left out' ? CircleMinus : undefined}>
          {STATES[state][1]}
        </StatusBadge>
      ),
      narrow: 'keep',
    },
    {
      id: 'problem',
      header: 'What is wrong',
      seldom: true,
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
