import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { type ActivityRow, activityQueries } from '../../queries/activity'
import { agentQueries } from '../../queries/agents'
import { ledgerQueries } from '../../queries/ledger'
import { prefetch } from '../../queries/prefetch'
import { buttonClass } from '../../ui/button'
import { DataTable } from '../../ui/data-table'
import { EmptyState } from '../../ui/empty-state'
import { FilterChips } from '../../ui/filter-chips'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'
import { matchesSearch, SearchBox } from '../../ui/search-box'
import { FailedState } from '../-shared/failure'
import { targetWords } from '../-shared/record-target'
import { readSort, writeSort } from '../-shared/sort-text'
import { StaleNotice } from '../-shared/stale-notice'
import { useNames } from '../-shared/use-names'
import { columnsFor } from './-activity-columns'
import { type ActivitySearch, mayStandInAddress, OUTCOMES, readActivitySearch } from './-activity-search'
import { words } from './-activity-words'

const ActivityPanel = lazy(async () => ({
  default: (await import('./-activity-panel')).ActivityPanel,
}))

export const Route = createFileRoute('/activity/')({
  validateSearch: readActivitySearch,
  loader: ({ context }) => {
    prefetch(context.queryClient, activityQueries.rows())
    prefetch(context.queryClient, agentQueries.list())
  },
  head: () => ({ meta: [{ title: 'Activity · Switchboard' }] }),
  component: Activity,
})

function Activity() {
  const { q = '', state, sort, entry } = Route.useSearch()
  const navigate = Route.useNavigate()
  // What may be a phone number is searched for, but stays out of the address.
  const [secret, setSecret] = useState('')
  const text = secret || q
  const rows = useQuery(activityQueries.rows())
  const { data: problem } = useQuery(ledgerQueries.problem())
  const names = useNames(rows.data)
  const columns = useMemo(() => columnsFor(names), [names])
  const found = useMemo(
    () =>
      (rows.data ?? []).filter(
        (row) => text === '' || matchesSearch(text, [...textsOf(row), targetWords(row, names)]),
      ),
    [rows.data, names, text],
  )
  const shown = useMemo(() => found.filter((row) => !state || row.state === state), [found, state])
  const counts = useMemo(() => countStates(found), [found])
  const change = (next: ActivitySearch) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true })
  const search = (typed: string) => {
    const open = mayStandInAddress(typed)
    setSecret(open ? '' : typed)
    change({ q: (open && typed) || undefined })
  }
  const choices = [
    { value: 'all' as const, label: words.all, count: found.length },
    ...OUTCOMES.map((value) => ({ value, label: words.states[value], count: counts.get(value) ?? 0 })).filter(
      ({ value, count }) => count > 0 || value === state,
    ),
  ]
  return (
    <Page
      title={words.title}
      context={words.context}
      fill
      action={
        <Link to="/settings" hash="this-browser" className={buttonClass('secondary')}>
          {words.keep}
        </Link>
      }
    >
      {problem && <Notice tone="warn" title={problem.message} />}
      {rows.data && <StaleNotice error={rows.error} title={words.stale} />}
      {(rows.data?.length ?? 0) > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <SearchBox label={words.search} value={text} onChange={search} />
          <FilterChips
            label={words.filter}
            choices={choices}
            value={state ?? 'all'}
            onChange={(value) => change({ state: value === 'all' ? undefined : value })}
          />
        </div>
      )}
      <DataTable
        name={words.title}
        noun={words.noun}
        rows={shown}
        total={rows.data?.length}
        rowKey={keyOf}
        rowLabel={labelOf}
        columns={columns}
        sort={readSort(sort, SORTABLE)}
        onSort={(next) => change({ sort: writeSort(next) })}
        onOpen={({ id }) => void navigate({ search: (before) => ({ ...before, entry: id }) })}
        openKey={entry}
        loading={rows.isPending}
        empty={
          rows.error ? (
            <FailedState error={rows.error} onRetry={() => void rows.refetch()} retrying={rows.isFetching} />
          ) : text || state ? (
            <EmptyState
              kind="no-match"
              onClear={() => {
                setSecret('')
                change({ q: undefined, state: undefined })
              }}
            />
          ) : (
            <EmptyState
              kind="nothing-yet"
              title={words.empty.title}
              text={words.empty.text}
              action={
                <Link to="/" className={buttonClass('secondary')}>
                  {words.empty.action}
                </Link>
              }
            />
          )
        }
      />
      {entry && (
        <Suspense>
          <ActivityPanel id={entry} names={names} onClose={() => change({ entry: undefined })} />
        </Suspense>
      )}
    </Page>
  )
}

const SORTABLE = ['what', 'target', 'outcome', 'time']
const keyOf = ({ id }: ActivityRow) => id
const labelOf = ({ what }: ActivityRow) => what

/** What can be searched for beside the names. */
const textsOf = ({ what, operation, status, message, target }: ActivityRow) => [
  what,
  operation,
  status?.toString(),
  message,
  ...Object.values(target),
]

function countStates(rows: readonly ActivityRow[]): ReadonlyMap<ActivityRow['state'], number> {
  const counts = new Map<ActivityRow['state'], number>()
  for (const { state } of rows) counts.set(state, (counts.get(state) ?? 0) + 1)
  return counts
}
