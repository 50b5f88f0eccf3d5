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
import { exactTime, readTime } from '../../ui/time-words'
import { CHANNEL_NAMES, nameOfPerson, recordState } from '../-shared/channels'
import { NEWEST_FIRST, timeColumn } from '../-shared/columns'
import { StaleNotice } from '../-shared/failure'
import { useJoinedList } from '../-shared/joined-list'
import { late } from '../-shared/late'
import { type List, ListTable } from '../-shared/list-table'
import { OUTCOMES, OutcomeBadge } from '../-shared/outcome-badge'
import { searchOneOf, searchParams, searchText } from '../-shared/search-text'
import { ThreadState } from '../-shared/thread-state'
import { useUnlisted } from '../-shared/use-offered'

const SettleThreads = late(async () => (await import('./-settle-threads')).SettleThreads)

export const Route = createFileRoute('/threads/')({
  validateSearch: searchParams({
    channel: searchOneOf(CHANNELS),
    agent: searchText,
    active: searchText,
    sort: searchText,
  }),
  loader: ({ context }) => prefetch(context, [threadQueries.started(), agentQueries.list()]),
  head: () => ({ meta: [{ title: 'Threads · Switchboard' }] }),
  component: Threads,
})

const noAgents: readonly StoredAgent[] = []

const ACTIVE = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Closed' },
] as const

/** Active as the service says it, so it is asked for those; the last message did not arrive (D839). */
const UNDELIVERED = { value: 'undelivered', label: 'Undelivered' }

const messageOf = ({ record }: ThreadRow) => record?.lastMessageText
const activityOf = ({ record }: ThreadRow) => record?.lastActivityAt ?? record?.updatedAt

const arrivalOf = ({ record }: ThreadRow) => record?.lastMessageStatus

/** "Undelivered" and "Active" apart, as the column says it; of a thread that the service does not list, what became of its start. */
const stateValue = ({ record, state }: ThreadRow) =>
  !record
    ? state
    : recordState(record) === UNDELIVERED.label
      ? UNDELIVERED.value
      : record.isActive?.toString()

/** When it began, to the second. */
const startOf = ({ startedAt }: ThreadRow) => {
  const at = readTime(startedAt)
  return at === null ? undefined : exactTime(at)
}

/** What a service tells: a list of its threads, when something last happened in them, whether what was said last arrived, and what it was. */
type Told = Readonly<Record<'offered' | 'activity' | 'arrival' | 'message', boolean | undefined>>

/** Agents are named where they are known. */
function listOf(agents: readonly StoredAgent[], told: Told): List<ThreadRow> {
  const names = new Map(agents.map(({ agentId, name }) => [agentId, name]))
  const nameOf = (id: string, reported?: string) => names.get(id) ?? reported ?? shortenId(id)
  const agentName = ({ agentId, record }: ThreadRow) => agentId && nameOf(agentId, record?.agentName)
  return {
    name: 'Threads',
    noun: ['thread', 'threads'],
    keyOf: ({ id }) => id,
    labelOf: nameOfPerson,
    textsOf: (thread) => [
      thread.to,
      thread.leadId,
      thread.subject,
      thread.id,
      agentName(thread),
      messageOf(thread),
    ],
    // People search for phone numbers and e-mail addresses, so no search stands in the address (D79).
    mayShare: () => false,
    recorded: true,
    empty: {
      title: 'No threads yet',
      text: 'Each needs a deployed version of a text agent.',
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
      {
        param: 'active',
        label: 'State',
        all: 'All states',
        look: 'choice',
        of: stateValue,
        choices: told.offered ? (told.arrival ? [...ACTIVE, UNDELIVERED] : ACTIVE) : [],
        nameOf: (state) => [...OUTCOMES, UNDELIVERED].find(({ value }) => value === state)?.label ?? state,
      },
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
    defaultSort: NEWEST_FIRST,
    columns: [
      {
        id: 'to',
        header: 'To',
        cell: (thread) => (
          <Link
            to="/threads/$startedId"
            params={{ startedId: thread.id }}
            tabIndex={-1}
            // A visitor's name has the time of day alone (D866).
            title={thread.to === undefined ? startOf(thread) : undefined}
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
        narrow: told.message ? 'hide' : 'line',
      },
      {
        id: 'state',
        header: 'State',
        // "Closed: opted out" fits, also where the first rows need less.
        width: 172,
        cell: (thread) =>
          thread.record ? (
            <ThreadState thread={thread} />
          ) : (
            thread.state && <OutcomeBadge state={thread.state} />
          ),
        sortValue: ({ record, state }) => (record ? recordState(record) : state),
        narrow: 'keep',
      },
      {
        ...timeColumn((thread: ThreadRow) => (told.activity && activityOf(thread)) || thread.startedAt),
        header: told.activity ? 'Last activity' : 'Time',
      },
      ...(told.message
        ? [{ id: 'message', header: 'Last message', width: 220, cell: messageOf, late: true }]
        : []),
    ],
  }
}

function Threads() {
  const { channel, agent, active } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: agents = noAgents, isPending: awaitsNames } = useQuery(agentQueries.list())
  const joined = useMemo(() => joinedThreads(agents), [agents])
  const isActive = ACTIVE.find(({ value }) => value === active)
  const { rows, isListed, unread, isSearching, readOn, table } = useJoinedList(
    joined,
    { agentId: agent, isActive: active === UNDELIVERED.value ? 'true' : isActive?.value },
    awaitsNames,
  )
  const unlisted = useUnlisted(joined.operation, 'threads', 'started from', isListed)
  // While there are no rows all of it stands, so that no header moves when the service turns out not to list.
  const tells = (of: (row: ThreadRow) => unknown) =>
    !rows?.some(({ record }) => record || !isListed) || rows.some(of)
  const [activity, arrival, message] = [activityOf, arrivalOf, messageOf].map(tells)
  const list = useMemo(
    () => listOf(agents, { offered: isListed, activity, arrival, message }),
    [agents, isListed, activity, arrival, message],
  )
  // What the service cannot narrow must not load page after page.
  const isNarrowedHere = channel || (active && !isActive) || isSearching
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
      <StaleNotice
        error={unread}
        title={`Could not load the service's threads. These were started from ${here()}.`}
      />
      {rows?.some((row) => !row.record) && <SettleThreads rows={rows} agentId={agent} />}
      <ListTable
        list={list}
        {...table}
        unlisted={unlisted}
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
