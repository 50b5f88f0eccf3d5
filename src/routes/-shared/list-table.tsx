import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Columns3 } from 'lucide-react'
import { type ComponentProps, type ReactNode, useMemo, useRef, useState } from 'react'
import { ledgerQueries } from '../../queries/ledger'
import { IconButton } from '../../ui/button'
import { DataTable } from '../../ui/data-table'
import { EmptyState } from '../../ui/empty-state'
import { findRow } from '../../ui/find-row'
import { Notice } from '../../ui/notice'
import { finderOf, SearchBox } from '../../ui/search-box'
import type { Column } from '../../ui/table-columns'
import { type Sort, sortedBy } from '../../ui/table-sort'
import { readView, storeView } from '../../ui/table-view'
import { toast } from '../../ui/toast-store'
import { ReturnFocus } from '../../ui/use-return-focus'
import { FailedState, StaleNotice } from './failure'
import { late } from './late'
import { Filter, FilterRow } from './list-filter'
import { type Chosen, filterRows, type ListFilter, readSort, writeSort } from './list-state'
import { searchText } from './search-text'

const TableSettings = late(async () => (await import('../../ui/table-settings')).TableSettings)

type TableProps<Row> = ComponentProps<typeof DataTable<Row>>

/** What a list is, apart from its rows. Make it outside the component, or in useMemo: a new one filters and draws every row again. */
export interface List<Row> {
  /** Accessible name of the table, that of its screen. */
  readonly name: string
  readonly noun: readonly [one: string, many: string]
  readonly keyOf: (row: Row) => string
  readonly labelOf: (row: Row) => string
  readonly columns: readonly Column<Row>[]
  /** What is searched for in a row. */
  readonly textsOf: (row: Row) => readonly (string | null | undefined)[]
  /** Label of the search box, where it is not "Search" with the noun. */
  readonly searchLabel?: string
  readonly filters?: readonly ListFilter<Row>[]
  /** Whether a text may stand in the address; what may not is searched for all the same. */
  readonly mayShare?: (text: string) => boolean
  readonly defaultSort?: Sort
  /** The rows are what this browser recorded: why it records nothing is said above them. */
  readonly recorded?: boolean
  /** Shown where there is nothing yet. */
  readonly empty: { readonly title: string; readonly text?: ReactNode; readonly how?: string }
}

/** How reading the rows goes; a query of React Query is one. */
export interface ListQuery {
  readonly error: unknown
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/** Of rows that nobody has to wait for. */
export const allRead: ListQuery = {
  error: null,
  isPending: false,
  isFetching: false,
  refetch: () => undefined,
}

interface ListPanel<Row> {
  readonly param: string
  /** What else of the address is about the row that is open, and goes with it. */
  readonly within?: readonly string[]
  /** What is open is a wide panel. */
  readonly wide?: boolean
  /** `row`: `undefined` where the list has none of that key. */
  readonly show: (open: { id: string; row: Row | undefined; close: () => void }) => ReactNode
}

const noFilters: readonly never[] = []

/**
 * A list with its search, filters and sort, which stand in the address, and with why it is empty: loading, could not be read, nothing yet,
 * or nothing matches. Rows that were read stay when a later reading fails, under a notice; that there were none says nothing then (D887).
 *
 * - `rows`: all that there are; `undefined` where none could be read
 * - `panel`: what opens beside the list, and the name in the address of the key of its row; or `onOpen`, for rows that have a page
 * - `beside`: what stands at the end of the search box and filters, by the rows that match where it wants them, and hidden with these in an empty list
 *   unless its class is `visible`; `firstAction`: the button where there is nothing yet
 * - `unlisted`: the service does not list, and which rows these are; it stands below them or where there are none, so that nothing moves when it comes (D878)
 * - `failed`: instead of the error, where a screen has more to say; `noMatch`: a line for where nothing matches, where the service has more
 *   than `rows`, so that what is found is found among those
 * - `onSearch`: told what is searched for, where the service is asked for it, too; `narrowed`: the filters narrow what is read, too, so `rows` may be empty by them
 */
export function ListTable<Row>({
  list,
  query,
  rows,
  panel,
  onOpen,
  beside,
  firstAction,
  onSearch,
  failed,
  noMatch,
  unlisted,
  narrowed = false,
  ...table
}: {
  list: List<Row>
  query: ListQuery
  rows: readonly Row[] | undefined
  panel?: ListPanel<Row>
  onOpen?: (row: Row) => void
  beside?: ReactNode | ((shown: readonly Row[]) => ReactNode)
  firstAction?: ReactNode
  onSearch?: (text: string) => void
  failed?: ReactNode
  noMatch?: ReactNode
  unlisted?: string | undefined
  narrowed?: boolean
} & Pick<
  TableProps<Row>,
  'selection' | 'onSelectionChange' | 'bulkActions' | 'note' | 'onReachEnd' | 'growing' | 'maxHeight'
>) {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (next: Record<string, string | undefined>, replace = true) =>
    void navigate({ to: '.', search: (now: object) => ({ ...now, ...next }), replace, resetScroll: false })
  const { data: problem } = useQuery({ ...ledgerQueries.problem(), enabled: list.recorded === true })

  const { filters = noFilters, mayShare = () => true, columns } = list
  const [unshared, setUnshared] = useState('')
  const [view, setView] = useState(() => readView(list.name))
  const [isSetting, setSetting] = useState(false)
  const shared = searchText(search.q) ?? ''
  const text = unshared || (mayShare(shared) ? shared : '')
  const onText = (typed: string, filtered?: Readonly<Record<string, string | undefined>>) => {
    setUnshared(mayShare(typed) ? '' : typed)
    change({ ...filtered, q: (mayShare(typed) && typed) || undefined })
    onSearch?.(typed)
  }
  const chosenText = JSON.stringify(
    Object.fromEntries(filters.map(({ param }) => [param, searchText(search[param])])),
  )
  const chosen = useMemo((): Chosen => JSON.parse(chosenText), [chosenText])
  const sortable = columns.flatMap(({ id, sortValue }) => (sortValue ? id : []))
  const sort = readSort(searchText(search.sort), sortable) ?? list.defaultSort
  const sorted = rows && sortedBy(rows, columns, sort)
  const find = useMemo(() => finderOf(sorted ?? [], list.textsOf), [sorted, list])
  const found = useMemo(() => (text && sorted ? find(text) : sorted), [find, sorted, text])
  const shown = useMemo(() => filterRows(found ?? [], filters, chosen), [found, filters, chosen])
  const isNarrowed = text !== '' || filters.some(({ param }) => chosen[param] !== undefined)
  const hasRows = rows?.length !== 0 || (narrowed && isNarrowed)
  const isRead = rows && (hasRows || !query.error)
  const head = useRef<HTMLDivElement>(null)
  const clear = () => {
    // The button that was pressed goes.
    head.current?.querySelector('input')?.focus()
    onText('', Object.fromEntries(filters.map(({ param }) => [param, undefined])))
    toast({
      tone: 'info',
      title: 'Filters cleared',
      action: { label: 'Undo', onSelect: () => onText(text, chosen) },
    })
  }
  const openKey = panel && searchText(search[panel.param])
  const withoutRow = Object.fromEntries(
    [panel?.param ?? [], panel?.within ?? []].flat().map((name) => [name, undefined]),
  )
  // Nothing where the list could not be read.
  const opened =
    panel &&
    openKey !== undefined &&
    !query.isPending &&
    panel.show({
      id: openKey,
      row: rows?.find((row) => list.keyOf(row) === openKey),
      close: () => change(withoutRow),
    })
  const openPanel =
    panel && ((row: Row) => change({ ...withoutRow, [panel.param]: list.keyOf(row) }, openKey !== undefined))

  const chips = filters.filter(({ look }) => look === 'chips')
  const choices = filters.filter(({ look }) => look === 'choice')
  const filterOf = (filter: ListFilter<Row>) => (
    <Filter
      key={filter.param}
      filter={filter}
      filters={filters}
      rows={rows}
      found={found}
      chosen={chosen}
      onChange={(value) => change({ [filter.param]: value })}
    />
  )

  return (
    <>
      <div ref={head} className="@container flex flex-wrap gap-2">
        <SearchBox
          label={list.searchLabel ?? `Search ${list.noun[1]}`}
          value={text}
          onChange={onText}
          onDown={() => findRow(list.name)?.focus()}
        />
        {/* Chips and choices are apart, so that the choices go to the next line together. */}
        {chips.length > 0 && (
          <FilterRow look="chips" count={chips.length}>
            {!query.isPending && chips.map(filterOf)}
          </FilterRow>
        )}
        {(beside || choices.length > 0) && (
          <FilterRow
            look="choice"
            count={choices.length}
            beside={beside !== undefined}
            isUnread={!rows && !query.isPending}
          >
            {!query.isPending && (
              <>
                {choices.map(filterOf)}
                {/* After the filters, whose number is not known before. */}
                {typeof beside === 'function' ? beside(shown) : beside}
              </>
            )}
          </FilterRow>
        )}
      </div>
      {problem && <Notice tone="warn" title={problem.message} />}
      {isRead && <StaleNotice error={query.error} />}
      <div className={table.maxHeight ? 'contents' : 'flex min-h-64 grow flex-col'}>
        <DataTable
          {...table}
          name={list.name}
          noun={
            noMatch && isNarrowed ? (list.noun.map((one) => `loaded ${one}`) as [string, string]) : list.noun
          }
          rows={shown}
          total={rows?.length}
          rowKey={list.keyOf}
          rowLabel={list.labelOf}
          columns={columns}
          sort={sort}
          onSort={(sort) => change({ sort: writeSort(sort) })}
          onOpen={onOpen ?? openPanel}
          openKey={openKey}
          loading={query.isPending}
          view={view}
          note={unlisted ?? table.note}
          settings={
            <IconButton
              icon={Columns3}
              label="Columns"
              aria-haspopup="dialog"
              onClick={() => setSetting(true)}
              className="size-7 text-ink-muted"
            />
          }
          empty={
            !isRead ? (
              (failed ?? <FailedState query={query} />)
            ) : hasRows && isNarrowed ? (
              <EmptyState kind="no-match" text={noMatch ?? unlisted} onClear={clear} />
            ) : (
              <EmptyState
                kind="nothing-yet"
                {...list.empty}
                text={
                  <>
                    {list.empty.text} {unlisted ?? table.note}
                  </>
                }
                action={firstAction}
              />
            )
          }
        />
      </div>
      {isSetting && (
        <TableSettings
          table={list.name}
          columns={columns as readonly Column<unknown>[]}
          view={view}
          onChange={(next) => {
            setView(next)
            storeView(list.name, next)
          }}
          onClose={() => setSetting(false)}
        />
      )}
      {panel && openKey !== undefined && (
        <ReturnFocus value={() => findRow(list.name, openKey)}>
          {/* The panel has its room before it is there, so that the list does not move when it comes. */}
          {(query.isPending || opened) && <span hidden data-beside={panel.wide ? 'wide' : 'usual'} />}
          {opened}
        </ReturnFocus>
      )}
    </>
  )
}
