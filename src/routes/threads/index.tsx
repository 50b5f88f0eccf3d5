import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { agentQueries, type StoredAgent } from '../../queries/agents'
import { ledgerQueries } from '../../queries/ledger'
import { prefetch } from '../../queries/prefetch'
import { type Channel, recipientOf, type StartedThread, sentText, threadQueries } from '../../queries/threads'
import { buttonClass } from '../../ui/button'
import { Choice } from '../../ui/choice'
import { DataTable } from '../../ui/data-table'
import { EmptyState } from '../../ui/empty-state'
import { FilterChips } from '../../ui/filter-chips'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'
import { matchesSearch, SearchBox } from '../../ui/search-box'
import type { Column } from '../../ui/table-columns'
import { TimeText } from '../../ui/time-text'
import { FailedState } from '../-shared/failure'
import { OutcomeBadge } from '../-shared/outcome-badge'
import { searchText } from '../-shared/search-text'
import { readSort, writeSort } from '../-shared/sort-text'
import { StaleNotice } from '../-shared/stale-notice'
import { words as calls } from '../calls/-calls-words'
import { agentOf } from './-agent-of'
import { CHANNELS } from './-channels'
import { words } from './-thread-words'

const OUTCOMES = ['accepted', 'refused', 'unknown', 'sending'] as const
type Outcome = (typeof OUTCOMES)[number]

interface ThreadsSearch {
  /** The one channel that is shown. */
  readonly channel?: Channel
  /** The one outcome that is shown. */
  readonly outcome?: Outcome
  /** Id of the agent whose threads are shown. */
  readonly agent?: string
  /** Column, with `-` in front when it falls. */
  readonly sort?: string
}

export const Route = createFileRoute('/threads/')({
  validateSearch: (search: Record<string, unknown>): ThreadsSearch => ({
    channel: CHANNELS.find((channel) => channel === search.channel),
    outcome: OUTCOMES.find((outcome) => outcome === search.outcome),
    agent: searchText(search.agent),
    sort: searchText(search.sort),
  }),
  loader: ({ context }) => {
    prefetch(context.queryClient, threadQueries.started())
    prefetch(context.queryClient, agentQueries.list())
  },
  head: () => ({ meta: [{ title: 'Threads · Switchboard' }] }),
  component: Threads,
})

const none = <span className="text-ink-muted">–</span>

/** The columns; agents are named where they are known. */
const columnsFor = (agents: readonly StoredAgent[]): readonly Column<StartedThread>[] => [
  {
    id: 'to',
    header: words.columns.to,
    cell: (thread) => (
      <Link
        to="/threads/$startedId"
        params={{ startedId: thread.id }}
        tabIndex={-1}
        className="hover:underline"
      >
        {recipientOf(thread) ?? words.visitor}
      </Link>
    ),
    sortValue: recipientOf,
  },
  {
    id: 'channel',
    header: words.columns.channel,
    width: 112,
    cell: ({ channel }) => words.channels[channel],
    sortValue: ({ channel }) => words.channels[channel],
  },
  {
    id: 'agent',
    header: words.columns.agent,
    cell: (thread) => agentOf(thread, agents)?.name ?? none,
    sortValue: (thread) => agentOf(thread, agents)?.name,
    narrow: 'hide',
  },
  {
    id: 'outcome',
    header: words.columns.outcome,
    width: 130,
    cell: ({ state }) => <OutcomeBadge state={state} />,
    sortValue: ({ state }) => state,
    narrow: 'keep',
  },
  {
    id: 'state',
    header: words.columns.state,
    width: 170,
    cell: ({ thread }) =>
      thread?.isActive === undefined ? none : thread.isActive ? words.active : words.closed,
    sortValue: ({ thread }) => (thread?.isActive === undefined ? undefined : Number(!thread.isActive)),
    narrow: 'hide',
  },
  {
    id: 'time',
    header: words.columns.time,
    width: 130,
    cell: ({ startedAt }) => <TimeText time={startedAt} />,
    sortValue: ({ startedAt }) => startedAt,
    sortFirst: 'desc',
  },
]

function Threads() {
  const { channel, outcome, agent: agentId, sort } = Route.useSearch()
  const navigate = Route.useNavigate()
  // Not in the address, because people search for phone numbers and e-mail addresses (D79).
  const [text, setText] = useState('')
  const threads = useQuery(threadQueries.started())
  const { data: agents = [] } = useQuery(agentQueries.list())
  const { data: problem } = useQuery(ledgerQueries.problem())
  const columns = useMemo(() => columnsFor(agents), [agents])
  const talking = useMemo(
    () => agents.filter((agent) => threads.data?.some((thread) => agentOf(thread, agents) === agent)),
    [agents, threads.data],
  )
  const found = useMemo(
    () =>
      (threads.data ?? []).filter(
        (thread) =>
          (!outcome || thread.state === outcome) &&
          (!agentId || agentOf(thread, agents)?.agentId === agentId) &&
          matchesSearch(text, [
            recipientOf(thread),
            sentText(thread, 'leadId'),
            sentText(thread, 'subject'),
            thread.thread?.id,
            agentOf(thread, agents)?.name,
          ]),
      ),
    [threads.data, agents, text, outcome, agentId],
  )
  const shown = useMemo(() => found.filter((each) => !channel || each.channel === channel), [found, channel])
  const change = (next: ThreadsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true })
  const start = (look: 'primary' | 'secondary', label: string) => (
    <Link to="/threads/new" search={{ channel }} className={buttonClass(look)}>
      {look === 'primary' && <Plus size={16} aria-hidden />}
      {label}
    </Link>
  )
  return (
    <Page title={words.title} context={words.context} fill action={start('primary', words.new)}>
      {problem && <Notice tone="warn" title={problem.message} />}
      {threads.data && <StaleNotice error={threads.error} title={words.stale} />}
      {(threads.data?.length ?? 0) > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <SearchBox label={words.search} value={text} onChange={setText} />
          <FilterChips
            label={words.filter}
            choices={[
              { value: 'all' as const, label: words.all, count: found.length },
              ...CHANNELS.map((value) => ({
                value,
                label: words.channels[value],
                count: found.filter((each) => each.channel === value).length,
              })),
            ]}
            value={channel ?? 'all'}
            onChange={(value) => change({ channel: value === 'all' ? undefined : value })}
          />
          <Choice
            label={words.columns.outcome}
            all={words.allOutcomes}
            value={outcome}
            choices={OUTCOMES.map((value) => ({ value, label: calls.states[value] }))}
            onChange={(value) => change({ outcome: value })}
          />
          {(talking.length > 1 || agentId) && (
            <Choice
              label={words.columns.agent}
              all={words.allAgents}
              value={agentId}
              choices={talking.map((agent) => ({ value: agent.agentId, label: agent.name }))}
              onChange={(value) => change({ agent: value })}
            />
          )}
        </div>
      )}
      <DataTable
        name={words.title}
        noun={words.noun}
        rows={shown}
        total={threads.data?.length}
        rowKey={keyOf}
        rowLabel={labelOf}
        columns={columns}
        sort={readSort(sort, SORTABLE)}
        onSort={(next) => change({ sort: writeSort(next) })}
        onOpen={({ id }) => void navigate({ to: '/threads/$startedId', params: { startedId: id } })}
        loading={threads.isPending}
        empty={
          threads.error ? (
            <FailedState
              error={threads.error}
              onRetry={() => void threads.refetch()}
              retrying={threads.isFetching}
            />
          ) : text || channel || outcome || agentId ? (
            <EmptyState
              kind="no-match"
              onClear={() => {
                setText('')
                change({ channel: undefined, outcome: undefined, agent: undefined })
              }}
            />
          ) : (
            <EmptyState
              kind="nothing-yet"
              title={words.empty.title}
              text={words.empty.text}
              action={start('secondary', words.empty.action)}
            />
          )
        }
      />
    </Page>
  )
}

const SORTABLE = ['to', 'channel', 'agent', 'outcome', 'state', 'time']
const keyOf = ({ id }: StartedThread) => id
const labelOf = (thread: StartedThread) => recipientOf(thread) ?? words.visitor
