import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, Suspense, useMemo, useState } from 'react'
import { ledgerQueries } from '../../queries/ledger'
import { DataTable, findRow } from '../../ui/data-table'
import { EmptyState } from '../../ui/empty-state'
import { Choice, FilterChips } from '../../ui/filters'
import { Notice } from '../../ui/notice'
import { formatCount } from '../../ui/numbers'
import { matchesSearch, SearchBox } from '../../ui/search-box'
import type { Column } from '../../ui/table-columns'
import type { Sort } from '../../ui/table-sort'
import { ReturnFocus } from '../../ui/use-return-focus'
import { FailedState, StaleNotice } from './failure'
import { type Chosen, choicesOf, filterRows, type ListFilter, readSort, writeSort } from './list-state'
import { searchText } from './search-text'

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
  readonly empty: { readonly title: string; readonly text: ReactNode }
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
  /** `row`: `undefined` where the list has none of that key. */
  readonly show: (open: { id: string; row: Row | undefined; close: () => void }) => ReactNode
}

const noFilters: readonly never[] = []

/**
 * A list with its search, filters and sort, which stand in the address, and with why it is empty: loading, could not be read, nothing yet,
 * or nothing matches. Rows that were read stay when a later reading fails, under a notice.
 *
 * - `rows`: all that there are; `undefined` where none could be read
 * - `panel`: what opens beside the list, and the name in the address of the key of its row; or `onOpen`, for rows that have a page
 * - `beside`: what stands at the end of the search box and filters, by the rows that match where it wants them; `firstAction`: the button where there is nothing yet
 * - `failed`: instead of the error, where a screen has more to say; `noMatch`: a line for where nothing matches
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
  narrowed?: boolean
} & Pick<
  TableProps<Row>,
  'selection' | 'onSelectionChange' | 'bulkActions' | 'note' | 'onReachEnd' | 'maxHeight'
>) {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (next: Record<string, string | undefined>, replace = true) =>
    void navigate({ to: '.', search: (now: object) => ({ ...now, ...next }), replace, resetScroll: false })
  const { data: problem } = useQuery({ ...ledgerQueries.problem(), enabled: list.recorded === true })

  const { filters = noFilters, mayShare = () => true, columns } = list
  const [unshared, setUnshared] = useState('')
  const shared = searchText(search.q) ?? ''
  const text = unshared || (mayShare(shared) ? shared : '')
  const onText = (typed: string) => {
    setUnshared(mayShare(typed) ? '' : typed)
    change({ q: (mayShare(typed) && typed) || undefined })
    onSearch?.(typed)
  }
  const chosenText = JSON.stringify(
    Object.fromEntries(filters.map(({ param }) => [param, searchText(search[param])])),
  )
  const chosen = useMemo((): Chosen => JSON.parse(chosenText), [chosenText])
  const found = useMemo(
    () => (text ? rows?.filter((row) => matchesSearch(text, list.textsOf(row))) : rows),
    [rows, list, text],
  )
  const shown = useMemo(() => filterRows(found ?? [], filters, chosen), [found, filters, chosen])
  const isNarrowed = text !== '' || filters.some(({ param }) => chosen[param] !== undefined)
  const hasRows = rows?.length !== 0 || (narrowed && isNarrowed)
  const clear = () => {
    setUnshared('')
    onSearch?.('')
    change(Object.fromEntries(['q', ...filters.map(({ param }) => param)].map((name) => [name, undefined])))
  }
  const openKey = panel && searchText(search[panel.param])
  const openPanel = panel && ((row: Row) => change({ [panel.param]: list.keyOf(row) }, openKey !== undefined))

  return (
    <>
      {problem && <Notice tone="warn" title={problem.message} />}
      {rows && <StaleNotice error={query.error} />}
      {(hasRows || beside) && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {hasRows && (
            <>
              <SearchBox
                label={list.searchLabel ?? `Search ${list.noun[1]}`}
                value={text}
                onChange={onText}
              />
              {filters.map((filter) => (
                <Filter
                  key={filter.param}
                  filter={filter}
                  filters={filters}
                  rows={rows}
                  found={found}
                  chosen={chosen}
                  onChange={(value) => change({ [filter.param]: value })}
                />
              ))}
            </>
          )}
          {typeof beside === 'function' ? beside(shown) : beside}
        </div>
      )}
      <div className={table.maxHeight ? 'contents' : 'flex min-h-64 grow flex-col'}>
        <DataTable
          {...table}
          name={list.name}
          noun={list.noun}
          rows={shown}
          total={rows?.length}
          rowKey={list.keyOf}
          rowLabel={list.labelOf}
          columns={columns}
          sort={readSort(searchText(search.sort), sortable(columns)) ?? list.defaultSort}
          onSort={(sort) => change({ sort: writeSort(sort) })}
          onOpen={onOpen ?? openPanel}
          openKey={openKey}
          loading={query.isPending}
          empty={
            !rows ? (
              (failed ?? <FailedState query={query} />)
            ) : hasRows && isNarrowed ? (
              <EmptyState kind="no-match" text={noMatch} onClear={clear} />
            ) : (
              <EmptyState kind="nothing-yet" {...list.empty} action={firstAction} />
            )
          }
        />
      </div>
      {panel && openKey !== undefined && !query.isPending && (
        <ReturnFocus value={() => findRow(list.name, openKey)}>
          <Suspense>
            {panel.show({
              id: openKey,
              row: rows?.find((row) => list.keyOf(row) === openKey),
              close: () => change({ [panel.param]: undefined }),
            })}
          </Suspense>
        </ReturnFocus>
      )}
    </>
  )
}

const sortable = <Row,>(columns: readonly Column<Row>[]) =>
  columns.filter(({ sortValue }) => sortValue).map(({ id }) => id)

/** One filter with its counts: of the rows that fit everything else for chips, of all rows for a choice, so that its list stays as it is. */
function Filter<Row>({
  filter,
  filters,
  rows,
  found,
  chosen,
  onChange,
}: {
  filter: ListFilter<Row>
  filters: readonly ListFilter<Row>[]
  rows: readonly Row[] | undefined
  found: readonly Row[] | undefined
  chosen: Chosen
  onChange: (value: string | undefined) => void
}) {
  const { label, all, look, param } = filter
  const value = chosen[param]
  const counted = useMemo(
    () => (look === 'chips' ? found && filterRows(found, filters, chosen, filter) : rows),
    [look, found, filters, chosen, filter, rows],
  )
  const choices = useMemo(() => choicesOf(filter, counted ?? [], value), [filter, counted, value])
  if (look === 'choice')
    return rows && choices.length === 0 ? null : (
      <Choice
        tight
        label={label}
        all={all}
        choices={
          filter.choices
            ? choices
            : choices.map((choice) => ({
                ...choice,
                label: `${choice.label} (${formatCount(choice.count)})`,
              }))
        }
        value={value}
        onChange={onChange}
      />
    )
  return (
    <FilterChips
      label={label}
      choices={[
        { value: '', label: all, count: counted?.length },
        ...choices.map((choice) => ({ ...choice, count: counted && choice.count })),
      ]}
      value={value ?? ''}
      onChange={(next) => onChange(next || undefined)}
    />
  )
}
