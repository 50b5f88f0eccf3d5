import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { agentQueries, type StoredAgent } from '../../queries/agents'
import { CHANNELS } from '../../queries/channel'
import { prefetch } from '../../queries/prefetch'
import { joinedThreads, type ThreadRow } from '../../queries/thread-rows'
import { threadQueries } from '../../queries/threads'
import { buttonClass } from '../../ui/button'
import { Page } from '../../ui/page'
import { here } from '../../ui/role'
import { shortenId } from '../../ui/short-id'
import { CHANNEL_NAMES, nameOfPerson, recordOutcome, recordState, stateOf } from '../-shared/channels'
import { outcomeColumn, outcomeFilter, timeColumn } from '../-shared/columns'
import { StaleNotice } from '../-shared/failure'
import { useJoinedList } from '../-shared/joined-list'
import { type List, ListTable } from '../-shared/list-table'
import { readOutcome } from '../-shared/outcome-badge'
import { searchOneOf, searchParams, searchText } from '../-shared/search-text'
import { ThreadState } from '../-shared/thread-state'

export const Route = createFileRoute('/threads/')({
  validateSearch: searchParams({
    channel: searchOneOf(CHANNELS),
    outcome: readOutcome,
    agent: searchText,
    active: searchOneOf(['true', 'false'] as const),
    sort: searchText,
  }),
  loader: ({ context }) => prefetch(context, [threadQueries.started(), agentQueries.list()]),
  head: () => ({ meta: [{ title: 'Threads · Switchboard' }] }),
  component: Threads,
})

const noAgents: readonly StoredAgent[] = []

const outcome = outcomeColumn<ThreadRow>()

/** Agents are named where they are known. `offered`: the service lists its threads. */
function listOf(agents: readonly StoredAgent[], offered: boolean): List<ThreadRow> {
  const names = new Map(agents.map(({ agentId, name }) => [agentId, name]))
  const nameOf = (id: string) => names.get(id) ?? shortenId(id)
  const agentName = ({ agentId, record }: ThreadRow) =>
    agentId && (names.get(agentId) ?? record?.agentName ?? nameOf(agentId))
  return {
    name: 'Threads',
    noun: ['thread', 'threads'],
    keyOf: ({ id }) => id,
    labelOf: nameOfPerson,
    textsOf: (thread) => [thread.to, thread.leadId, thread.subject, thread.id, agentName(thread)],
    // People search for phone numbers and e-mail addresses, so no search stands in the address (D79).
    mayShare: () => false,
    recorded: true,
    empty: {
      title: 'No threads yet',
      text: 'A thread is a conversation by SMS, e-mail or web chat. It needs a deployed version of a text agent.',
    },
    filters: [
      {
        param: 'channel',
        label: 'Channel',
        all: 'All',
        look: 'chips',
        of: ({ channel }) => channel,
        choices: CHANNELS.map((value) => ({ value, label: CHANNEL_NAMES[value] })),
      },
      ...(offered
        ? [
            {
              param: 'active',
              label: 'State',
              all: 'All states',
              look: 'choice' as const,
              of: ({ record }: ThreadRow) => record?.isActive?.toString(),
              choices: [
                { value: 'true', label: 'Active' },
                { value: 'false', label: 'Closed' },
              ],
            },
          ]
        : []),
      outcomeFilter({ param: 'outcome', all: 'All outcomes', look: 'choice' }),
      {
        param: 'agent',
        label: 'Agent',
        all: 'All agents',
        look: 'choice',
        of: ({ agentId }) => agentId,
        nameOf,
        choices: agents.map(({ agentId, name }) => ({ value: agentId, label: name })),
      },
    ],
    columns: [
      {
        id: 'to',
        header: 'To',
        cell: (thread) => (
          <Link
            to="/threads/$startedId"
            params={{ startedId: thread.id }}
            tabIndex={-1}
            className="hover:underline"
          >
            {nameOfPerson(thread)}
          </Link>
        ),
        sortValue: ({ to }) => to,
      },
      {
        id: 'channel',
        header: 'Channel',
        width: 112,
        sortValue: ({ channel }) => channel && CHANNEL_NAMES[channel],
      },
      {
        id: 'agent',
        header: 'Agent',
        sortValue: agentName,
        narrow: offered ? 'line' : 'hide',
      },
      {
        ...outcome,
        cell: (thread) =>
          thread.state ? outcome.cell?.(thread) : thread.record && recordOutcome(thread.record),
        sortValue: ({ state, record }) => state ?? (record && recordOutcome(record)),
        narrow: offered ? 'line' : 'keep',
      },
      {
        id: 'state',
        header: 'State',
        width: 112,
        cell: (thread) => <ThreadState thread={thread} />,
        sortValue: ({ record, started }) => (record ? recordState(record) : stateOf(started?.thread)),
        narrow: offered ? 'keep' : 'hide',
      },
      timeColumn(({ startedAt }) => startedAt),
    ],
  }
}

function Threads() {
  const { channel, agent, active, outcome } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: agents = noAgents, isPending: awaitsNames } = useQuery(agentQueries.list())
  const joined = useMemo(() => joinedThreads(agents), [agents])
  const { rows, isListed, unread, isSearching, readOn, table } = useJoinedList(
    joined,
    { agentId: agent, isActive: active },
    awaitsNames,
  )
  const list = useMemo(() => listOf(agents, isListed), [agents, isListed])
  // What the service cannot narrow must not load page after page.
  const isNarrowedHere = channel !== undefined || outcome !== undefined || isSearching
  return (
    <Page
      fill
      title="Threads"
      context="Conversations by SMS, e-mail and web chat."
      action={
        <Link to="/threads/new" search={{ channel }} className={buttonClass('primary')}>
          <Plus size={16} aria-hidden />
          New thread
        </Link>
      }
    >
      {!isListed && (
        <p className="text-ink-muted">
          This service does not list its threads. Shown are those started from {here()}.
        </p>
      )}
      <StaleNotice
        error={unread}
        title={`Could not load the service's threads. Shown are those started from ${here()}.`}
      />
      <ListTable
        list={list}
        {...table}
        rows={rows}
        onReachEnd={isNarrowedHere ? undefined : readOn}
        onOpen={({ id }) => void navigate({ to: '/threads/$startedId', params: { startedId: id } })}
        firstAction={
          <Link to="/threads/new" search={{ channel }} className={buttonClass('secondary')}>
            Start the first one
          </Link>
        }
      />
    </Page>
  )
}
