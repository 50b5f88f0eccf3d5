import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { agentQueries, type StoredAgent } from '../../queries/agents'
import { prefetch } from '../../queries/prefetch'
import { agentOf, recipientOf, type StartedThread, sentText, threadQueries } from '../../queries/threads'
import { buttonClass } from '../../ui/button'
import { Page } from '../../ui/page'
import { outcomeColumn, outcomeFilter, timeColumn } from '../-shared/columns'
import { type List, ListTable } from '../-shared/list-table'
import { readOutcome } from '../-shared/outcome-badge'
import { searchOneOf, searchParams, searchText } from '../-shared/search-text'
import { CHANNEL_NAMES, CHANNELS, stateOf } from './-channels'

export const Route = createFileRoute('/threads/')({
  validateSearch: searchParams({
    channel: searchOneOf(CHANNELS),
    outcome: readOutcome,
    agent: searchText,
    sort: searchText,
  }),
  loader: ({ context }) => {
    prefetch(context.queryClient, threadQueries.started())
    prefetch(context.queryClient, agentQueries.list())
  },
  head: () => ({ meta: [{ title: 'Threads · Switchboard' }] }),
  component: Threads,
})

const noAgents: readonly StoredAgent[] = []

/** Agents are named where they are stored here. */
const listOf = (agents: readonly StoredAgent[]): List<StartedThread> => ({
  name: 'Threads',
  noun: ['thread', 'threads'],
  keyOf: ({ id }) => id,
  labelOf: (thread) => recipientOf(thread) ?? 'A visitor of a page',
  textsOf: (thread) => [
    recipientOf(thread),
    sentText(thread, 'leadId'),
    sentText(thread, 'subject'),
    thread.thread?.id,
    agentOf(thread, agents)?.name,
  ],
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
    outcomeFilter({ param: 'outcome', all: 'All outcomes', look: 'choice' }),
    {
      param: 'agent',
      label: 'Agent',
      all: 'All agents',
      look: 'choice',
      of: (thread) => agentOf(thread, agents)?.agentId,
      nameOf: (id) => agents.find(({ agentId }) => agentId === id)?.name ?? id,
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
          {recipientOf(thread) ?? 'A visitor of a page'}
        </Link>
      ),
      sortValue: recipientOf,
    },
    {
      id: 'channel',
      header: 'Channel',
      width: 112,
      sortValue: ({ channel }) => CHANNEL_NAMES[channel],
    },
    {
      id: 'agent',
      header: 'Agent',
      sortValue: (thread) => agentOf(thread, agents)?.name,
      narrow: 'hide',
    },
    outcomeColumn(),
    {
      id: 'state',
      header: 'State',
      width: 170,
      sortValue: ({ thread }) => stateOf(thread),
      narrow: 'hide',
    },
    timeColumn(({ startedAt }) => startedAt),
  ],
})

function Threads() {
  const { channel } = Route.useSearch()
  const navigate = Route.useNavigate()
  const threads = useQuery(threadQueries.started())
  const { data: agents = noAgents } = useQuery(agentQueries.list())
  const list = useMemo(() => listOf(agents), [agents])
  return (
    <Page
      title={list.name}
      context="Threads started from this browser."
      fill
      action={
        <Link to="/threads/new" search={{ channel }} className={buttonClass('primary')}>
          <Plus size={16} aria-hidden />
          New thread
        </Link>
      }
    >
      <ListTable
        list={list}
        query={threads}
        rows={threads.data}
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
