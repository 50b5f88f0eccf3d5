import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { type AgentActivity, agentOverviewQueries } from '../../queries/agent-overview'
import { agentQueries, type StoredAgent } from '../../queries/agents'
import { ledgerQueries } from '../../queries/ledger'
import { prefetch } from '../../queries/prefetch'
import { Button, buttonClass } from '../../ui/button'
import { DataTable } from '../../ui/data-table'
import { EmptyState } from '../../ui/empty-state'
import { IdText } from '../../ui/id-text'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'
import { matchesSearch, SearchBox } from '../../ui/search-box'
import type { Column } from '../../ui/table-columns'
import { TimeText } from '../../ui/time-text'
import { FailedState } from '../-shared/failure'
import { searchFlag, searchText } from '../-shared/search-text'
import { readSort, writeSort } from '../-shared/sort-text'
import { StaleNotice } from '../-shared/stale-notice'
import { words } from './-agent-words'
import { DeployedVersion } from './-deployed'
import { VerdictText } from './-verdict'

const TransferDialog = lazy(async () => ({ default: (await import('./-transfer')).TransferDialog }))
const AddAgentDialog = lazy(async () => ({ default: (await import('./-add-agent')).AddAgentDialog }))

interface AgentsSearch {
  /** What is searched for. */
  readonly q?: string
  /** Column, with `-` in front when it falls. */
  readonly sort?: string
  /** Whether "Add agent by id" is open. */
  readonly add?: true
  /** Whether what is known is being exported or imported. */
  readonly transfer?: true
}

export const Route = createFileRoute('/agents/')({
  validateSearch: (search: Record<string, unknown>): AgentsSearch => ({
    q: searchText(search.q),
    sort: searchText(search.sort),
    add: searchFlag(search.add),
    transfer: searchFlag(search.transfer),
  }),
  loader: ({ context }) => {
    prefetch(context.queryClient, agentQueries.list())
    prefetch(context.queryClient, agentOverviewQueries.activity())
  },
  head: () => ({ meta: [{ title: 'Agents · Switchboard' }] }),
  component: Agents,
})

const columnsFor = (activity: AgentActivity | undefined): readonly Column<StoredAgent>[] => [
  {
    id: 'name',
    header: words.columns.name,
    // A table of fixed columns would leave nothing to the one without a width.
    width: 240,
    cell: ({ agentId, name }) => (
      <Link to="/agents/$agentId" params={{ agentId }} tabIndex={-1} className="hover:underline">
        {name}
      </Link>
    ),
    sortValue: ({ name }) => name,
  },
  {
    id: 'id',
    header: words.columns.id,
    width: 150,
    cell: ({ agentId }) => <IdText id={agentId} name="agent id" />,
    narrow: 'hide',
  },
  {
    id: 'deployed',
    header: words.columns.deployed,
    width: 260,
    cell: (agent) => <DeployedVersion agent={agent} />,
    sortValue: ({ deployedVersionId }) => deployedVersionId !== undefined,
    sortFirst: 'desc',
  },
  {
    id: 'versions',
    header: words.columns.versions,
    width: 110,
    align: 'end',
    cell: ({ versions }) => versions.length,
    sortValue: ({ versions }) => versions.length,
    sortFirst: 'desc',
    narrow: 'hide',
  },
  {
    id: 'call',
    header: words.columns.call,
    width: 108,
    cell: ({ agentId }) => {
      const time = activity?.lastCall.get(agentId)
      return time ? <TimeText time={time} /> : none
    },
    sortValue: ({ agentId }) => activity?.lastCall.get(agentId),
    sortFirst: 'desc',
    narrow: 'hide',
  },
  {
    id: 'test',
    header: words.columns.test,
    width: 170,
    cell: ({ agentId }) => {
      const evidence = activity?.lastTest.get(agentId)
      return evidence ? <VerdictText evidence={evidence} /> : none
    },
    sortValue: ({ agentId }) => activity?.lastTest.get(agentId)?.run.at,
    sortFirst: 'desc',
  },
]

const none = <span className="text-ink-muted">–</span>

const SORTABLE = columnsFor(undefined)
  .filter(({ sortValue }) => sortValue)
  .map(({ id }) => id)

function Agents() {
  const { q = '', sort, add, transfer } = Route.useSearch()
  const navigate = Route.useNavigate()
  const agents = useQuery(agentQueries.list())
  const { data: activity } = useQuery(agentOverviewQueries.activity())
  const columns = useMemo(() => columnsFor(activity), [activity])
  const { data: problem } = useQuery(ledgerQueries.problem())
  const change = (next: AgentsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true })
  const shown = useMemo(
    () =>
      (agents.data ?? []).filter((agent) => matchesSearch(q, [agent.name, agent.agentId, agent.agentType])),
    [agents.data, q],
  )
  const newAgent = (
    <Link to="/agents/new" className={buttonClass('primary')}>
      <Plus size={16} aria-hidden />
      {words.newAgent}
    </Link>
  )
  const openAdd = () => void navigate({ search: (before) => ({ ...before, add: true }) })
  return (
    <Page
      title={words.title}
      context={words.context}
      fill
      action={
        <>
          <Button onClick={openAdd}>{words.addById}</Button>
          {newAgent}
        </>
      }
    >
      {problem && <Notice tone="warn" title={problem.message} />}
      {agents.data && <StaleNotice error={agents.error} title={words.stale} />}
      {agents.data && (
        <div className="flex flex-wrap items-center gap-2">
          {agents.data.length > 0 && (
            <SearchBox label={words.search} value={q} onChange={(text) => change({ q: text || undefined })} />
          )}
          <Button onClick={() => change({ transfer: true })}>{words.transfer}</Button>
        </div>
      )}
      <DataTable
        name={words.title}
        noun={words.noun}
        rows={shown}
        total={agents.data?.length}
        rowKey={keyOf}
        rowLabel={nameOf}
        columns={columns}
        sort={readSort(sort, SORTABLE)}
        onSort={(next) => change({ sort: writeSort(next) })}
        onOpen={({ agentId }) => void navigate({ to: '/agents/$agentId', params: { agentId } })}
        loading={agents.isPending}
        empty={
          agents.error ? (
            <FailedState
              error={agents.error}
              onRetry={() => void agents.refetch()}
              retrying={agents.isFetching}
            />
          ) : q ? (
            <EmptyState kind="no-match" onClear={() => change({ q: undefined })} />
          ) : (
            <EmptyState
              kind="nothing-yet"
              {...words.empty}
              action={
                <Link to="/agents/new" className={buttonClass('secondary')}>
                  {words.first}
                </Link>
              }
            />
          )
        }
      />
      <Suspense>
        {add && <AddAgentDialog onClose={() => change({ add: undefined })} />}
        {transfer && (
          <TransferDialog count={agents.data?.length ?? 0} onClose={() => change({ transfer: undefined })} />
        )}
      </Suspense>
    </Page>
  )
}

const keyOf = ({ agentId }: StoredAgent) => agentId
const nameOf = ({ name }: StoredAgent) => name
