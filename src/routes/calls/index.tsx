import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { PhoneOutgoing } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { agentQueries } from '../../queries/agents'
import { callQueries, type Launch } from '../../queries/calls'
import { ledgerQueries } from '../../queries/ledger'
import { prefetch } from '../../queries/prefetch'
import { buttonClass } from '../../ui/button'
import { DataTable } from '../../ui/data-table'
import { EmptyState } from '../../ui/empty-state'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'
import { matchesSearch } from '../../ui/search-box'
import { FailedState } from '../-shared/failure'
import { readSort, writeSort } from '../-shared/sort-text'
import { StaleNotice } from '../-shared/stale-notice'
import { columnsFor } from './-call-columns'
import { type CallsSearch, readCallsSearch } from './-calls-search'
import { words } from './-calls-words'

const PlaceCall = lazy(async () => ({ default: (await import('./-place-call')).PlaceCall }))
const CallFilters = lazy(async () => ({ default: (await import('./-call-filters')).CallFilters }))
const CallPanel = lazy(async () => ({ default: (await import('./-call-panel')).CallPanel }))

export const Route = createFileRoute('/calls/')({
  validateSearch: readCallsSearch,
  loader: ({ context }) => {
    prefetch(context.queryClient, callQueries.launched())
    prefetch(context.queryClient, agentQueries.list())
  },
  head: () => ({ meta: [{ title: 'Calls · Switchboard' }] }),
  component: Calls,
})

function Calls() {
  const search = Route.useSearch()
  const { data: agents, isPending } = useQuery(agentQueries.list())
  const { data: calls, isPending: callsPending } = useQuery(callQueries.launched())
  if (!search.place) return <CallList search={search} />
  // The form begins with what is known, so it waits for the ledger; a failed read leaves it empty.
  if ((isPending || callsPending) && !(agents && calls)) return <Page title={words.place} />
  return (
    <Suspense fallback={<Page title={words.place} />}>
      <PlaceCall
        key={`${search.again} ${search.agent} ${search.version}`}
        search={search}
        agents={agents ?? []}
        calls={calls ?? []}
      />
    </Suspense>
  )
}

function CallList({ search }: { search: CallsSearch }) {
  const { state, sort, call, of, batch } = search
  const navigate = Route.useNavigate()
  const [text, setText] = useState('')
  const calls = useQuery(callQueries.launched())
  const { data: agents = [] } = useQuery(agentQueries.list())
  const { data: problem } = useQuery(ledgerQueries.problem())
  const columns = useMemo(() => columnsFor(agents), [agents])
  const found = useMemo(() => {
    const names = new Map(agents.map(({ agentId, name }) => [agentId, name]))
    return (calls.data ?? []).filter(
      ({ agentId = '', request, result, batch: own }) =>
        (!of || of === agentId) &&
        (!batch || batch === own?.id) &&
        (!text ||
          matchesSearch(text, [
            request?.toPhoneNumber,
            request?.leadId,
            request?.firstName,
            request?.versionId,
            agentId,
            names.get(agentId),
            result?.id,
            result?.status,
          ])),
    )
  }, [calls.data, agents, text, of, batch])
  const shown = useMemo(() => found.filter((each) => !state || each.state === state), [found, state])
  const change = (next: CallsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true })
  return (
    <Page
      title={words.title}
      context={words.context}
      fill
      action={
        <>
          <Link to="/calls/batch/new" className={buttonClass()}>
            {words.batch}
          </Link>
          <Link to="/calls" search={{ place: true }} className={buttonClass('primary')}>
            <PhoneOutgoing size={16} aria-hidden />
            {words.place}
          </Link>
        </>
      }
    >
      {problem && <Notice tone="warn" title={problem.message} />}
      {calls.data && <StaleNotice error={calls.error} title={words.stale} />}
      {(calls.data?.length ?? 0) > 0 && (
        <Suspense fallback={<div className="h-8" />}>
          <CallFilters
            calls={calls.data ?? []}
            found={found}
            agents={agents}
            search={search}
            text={text}
            onText={setText}
            onChange={change}
          />
        </Suspense>
      )}
      <DataTable
        name={words.title}
        noun={words.noun}
        rows={shown}
        total={calls.data?.length}
        rowKey={keyOf}
        rowLabel={labelOf}
        columns={columns}
        sort={readSort(sort, SORTABLE)}
        onSort={(next) => change({ sort: writeSort(next) })}
        onOpen={({ id }) => void navigate({ search: (before) => ({ ...before, call: id }) })}
        openKey={call}
        loading={calls.isPending}
        empty={
          calls.error ? (
            <FailedState
              error={calls.error}
              onRetry={() => void calls.refetch()}
              retrying={calls.isFetching}
            />
          ) : text || state || of || batch ? (
            <EmptyState
              kind="no-match"
              onClear={() => {
                setText('')
                change({ state: undefined, of: undefined, batch: undefined })
              }}
            />
          ) : (
            <EmptyState
              kind="nothing-yet"
              title={words.empty.title}
              text={words.empty.text}
              action={
                <Link to="/calls" search={{ place: true }} className={buttonClass('secondary')}>
                  {words.empty.action}
                </Link>
              }
            />
          )
        }
      />
      {call && calls.data && (
        <Suspense>
          <CallPanel
            id={call}
            call={calls.data.find(({ id }) => id === call)}
            agents={agents}
            onClose={() => change({ call: undefined })}
          />
        </Suspense>
      )}
    </Page>
  )
}

const SORTABLE = ['to', 'outcome', 'status', 'agent', 'time']
const keyOf = ({ id }: Launch) => id
const labelOf = ({ request, id }: Launch) => request?.toPhoneNumber ?? id
