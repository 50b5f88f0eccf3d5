import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { PhoneOutgoing } from 'lucide-react'
import { useMemo } from 'react'
import { agentQueries, type StoredAgent } from '../../queries/agents'
import { callQueries } from '../../queries/calls'
import { lastAttempts } from '../../queries/last-attempts'
import { type CallRow, joinedCalls } from '../../queries/merge-calls'
import { prefetch } from '../../queries/prefetch'
import { Button, buttonClass } from '../../ui/button'
import { Page } from '../../ui/page'
import { here } from '../../ui/role'
import { summaryColumns } from '../-shared/call-columns'
import { StaleNotice } from '../-shared/failure'
import { useJoinedList } from '../-shared/joined-list'
import { late } from '../-shared/late'
import { ListTable } from '../-shared/list-table'
import { readOutcome } from '../-shared/outcome-badge'
import { searchFlag, searchParams, searchText } from '../-shared/search-text'
import { useUnlisted } from '../-shared/use-offered'
import { callFilter, callList } from './-calls-table'

const PlaceCall = late(async () => (await import('./-place-call')).PlaceCall, <Page title="Place call" />)
const CallPanel = late(async () => (await import('./-call-panel')).CallPanel)
const SettleUnknown = late(async () => (await import('./-settle-unknown')).SettleUnknown)
const TotalsPanel = late(async () => (await import('./-totals-panel')).TotalsPanel)

export const Route = createFileRoute('/calls/')({
  validateSearch: searchParams({
    sort: searchText,
    state: readOutcome,
    status: searchText,
    reason: searchText,
    since: searchText,
    of: searchText,
    batch: searchText,
    call: searchText,
    totals: searchFlag,
    // The form of a new call, and what it begins with: an agent, one of its versions, or a call to repeat.
    place: searchFlag,
    agent: searchText,
    version: searchText,
    again: searchText,
  }),
  loader: ({ context }) => prefetch(context, [callQueries.launched(), agentQueries.list()]),
  head: () => ({ meta: [{ title: 'Calls · Switchboard' }] }),
  component: Calls,
})

function Calls() {
  const search = Route.useSearch()
  if (!search.place) return <CallList />
  return <PlaceCall key={`${search.again} ${search.agent} ${search.version}`} search={search} />
}

const noAgents: readonly StoredAgent[] = []
const noCalls: readonly CallRow[] = []

function CallList() {
  const search = Route.useSearch()
  const { batch } = search
  const navigate = Route.useNavigate()
  const { data: agents = noAgents, isPending: awaitsNames } = useQuery(agentQueries.list())
  const filter = callFilter(search)
  const { rows: all, isListed, unread, hasMore, table } = useJoinedList(joinedCalls, filter, awaitsNames)
  const rows = useMemo(() => all && lastAttempts(all), [all])
  const unlisted = useUnlisted(joinedCalls.operation, 'calls', 'placed from', isListed)
  const hasBatches = batch !== undefined || rows?.some(({ launch }) => launch?.batch) === true
  const { data: batchNames } = useQuery({ ...callQueries.batchNames(), enabled: hasBatches })
  const summary = summaryColumns(rows)
  const list = useMemo(
    () => callList(agents, batchNames, isListed, summary),
    [agents, batchNames, isListed, summary],
  )
  const showsTotals = search.totals && search.call === undefined && (rows || table.query.isPending)
  const showTotals = (totals: true | undefined) =>
    void navigate({ search: (now) => ({ ...now, totals, call: undefined }), replace: true })
  return (
    <Page
      fill
      title="Calls"
      context="Calls that agents made and took, and how they went."
      action={
        <>
          <Link to="/calls/batch/new" className={buttonClass()}>
            New batch
          </Link>
          <Link to="/calls" search={{ place: true }} className={buttonClass('primary')}>
            <PhoneOutgoing size={16} aria-hidden />
            Place call
          </Link>
        </>
      }
    >
      <StaleNotice
        error={unread}
        title={`Could not load the service's calls. These were placed from ${here()}.`}
      />
      {rows?.some(({ launch, record }) => launch && !record && launch.state !== 'refused') && (
        <SettleUnknown rows={rows} filter={filter} />
      )}
      {/* They have their room before there is anything to count. */}
      {showsTotals && <span hidden data-beside="usual" />}
      <ListTable
        list={list}
        {...table}
        unlisted={unlisted}
        rows={rows}
        panel={{
          param: 'call',
          show: ({ close, ...panel }) => (
            <CallPanel {...panel} calls={all ?? noCalls} agents={agents} onClose={close} />
          ),
        }}
        beside={(shown) => (
          <>
            {batch && (
              <Link
                to="/calls/batch/$jobId"
                params={{ jobId: batch }}
                className="text-accent underline underline-offset-2"
              >
                Open this batch
              </Link>
            )}
            {shown.length > 0 && <Button onClick={() => showTotals(true)}>Totals</Button>}
            {rows && showsTotals && (
              <TotalsPanel
                rows={shown}
                agents={agents}
                more={hasMore}
                onClose={() => showTotals(undefined)}
              />
            )}
          </>
        )}
        firstAction={
          <Link to="/calls" search={{ place: true }} className={buttonClass('secondary')}>
            Place the first one
          </Link>
        }
      />
    </Page>
  )
}
