import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { agentQueries, type KnownAgent } from '../../queries/agents'
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
import { FailedState } from '../-failure'
import { searchFlag, searchText } from '../-search-text'
import { readSort, writeSort } from '../-sort-text'
import { StaleNotice } from '../-stale-notice'
import { words } from './-agent-words'
import { DeployedVersion } from './-deployed'

const AddAgentDialog = lazy(async () => ({ default: (await import('./-add-agent')).AddAgentDialog }))

interface AgentsSearch {
  /** What is searched for. */
  readonly q?: string
  /** Column, with `-` in front when it falls. */
  readonly sort?: string
  /** Whether "Add agent by id" is open. */
  readonly add?: true
}

export const Route = createFileRoute('/agents/')({
  validateSearch: (search: Record<string, unknown>): AgentsSearch => ({
    q: searchText(search.q),
    sort: searchText(search.sort),
    add: searchFlag(search.add),
  }),
  loader: ({ context }) => prefetch(context.queryClient, agentQueries.known()),
  head: () => ({ meta: [{ title: 'Agents · Switchboard' }] }),
  component: Agents,
})

const columns: readonly Column<KnownAgent>[] = [
  {
    id: 'name',
    header: words.columns.name,
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
    width: 180,
    cell: ({ agentId }) => <IdText id={agentId} name="agent id" />,
    narrow: 'hide',
  },
  {
    id: 'type',
    header: words.columns.type,
    width: 116,
    cell: ({ agentType }) => agentType ?? <span className="text-ink-muted">–</span>,
    sortValue: ({ agentType }) => agentType,
    narrow: 'hide',
  },
  {
    id: 'deployed',
    header: words.columns.deployed,
    width: 270,
    cell: (agent) => <DeployedVersion agent={agent} />,
    sortValue: ({ deployedVersionId }) => deployedVersionId !== undefined,
    sortFirst: 'desc',
  },
  {
    id: 'added',
    header: words.columns.added,
    width: 168,
    cell: ({ addedAt }) => <TimeText time={addedAt} />,
    sortValue: ({ addedAt }) => addedAt,
    sortFirst: 'desc',
    narrow: 'hide',
  },
]

const SORTABLE = columns.filter(({ sortValue }) => sortValue).map(({ id }) => id)

function Agents() {
  const { q = '', sort, add } = Route.useSearch()
  const navigate = Route.useNavigate()
  const agents = useQuery(agentQueries.known())
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
      {(agents.data?.length ?? 0) > 0 && (
        <div className="flex">
          <SearchBox label={words.search} value={q} onChange={(text) => change({ q: text || undefined })} />
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
      {add && (
        <Suspense>
          <AddAgentDialog onClose={() => change({ add: undefined })} />
        </Suspense>
      )}
    </Page>
  )
}

const keyOf = ({ agentId }: KnownAgent) => agentId
const nameOf = ({ name }: KnownAgent) => name
