import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { PhoneOutgoing } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { agentQueries, type StoredAgent } from '../../queries/agents'
import { callQueries, type Launch } from '../../queries/calls'
import { prefetch } from '../../queries/prefetch'
import { buttonClass } from '../../ui/button'
import { Page } from '../../ui/page'
import { shortenId } from '../../ui/short-id'
import { outcomeColumn, outcomeFilter, timeColumn } from '../-shared/columns'
import { type List, ListTable } from '../-shared/list-table'
import { readOutcome } from '../-shared/outcome-badge'
import { searchFlag, searchParams, searchText } from '../-shared/search-text'

const PlaceCall = lazy(async () => ({ default: (await import('./-place-call')).PlaceCall }))
const CallPanel = lazy(async () => ({ default: (await import('./-call-panel')).CallPanel }))

export const Route = createFileRoute('/calls/')({
  validateSearch: searchParams({
    sort: searchText,
    state: readOutcome,
    of: searchText,
    batch: searchText,
    call: searchText,
    // The form of a new call, and what it begins with: an agent, one of its versions, or a call to repeat.
    place: searchFlag,
    agent: searchText,
    version: searchText,
    again: searchText,
  }),
  loader: ({ context }) => {
    prefetch(context.queryClient, callQueries.launched())
    prefetch(context.queryClient, agentQueries.list())
  },
  head: () => ({ meta: [{ title: 'Calls · Switchboard' }] }),
  component: Calls,
})

const short = (id: string | undefined) => id && <code title={id}>{shortenId(id)}</code>

/** Agents and batches are named where they are stored here; `batchNames`: by id. */
function listOf(
  agents: readonly StoredAgent[],
  batchNames: ReadonlyMap<string, string> | undefined,
): List<Launch> {
  const names = new Map(agents.map(({ agentId, name }) => [agentId, name]))
  const nameOf = ({ agentId }: Launch) => (agentId === undefined ? undefined : names.get(agentId))
  return {
    name: 'Calls',
    noun: ['call', 'calls'],
    keyOf: ({ id }) => id,
    labelOf: ({ request, id }) => request?.toPhoneNumber ?? id,
    textsOf: ({ agentId, request, result }) => [
      request?.toPhoneNumber,
      request?.leadId,
      request?.firstName,
      request?.versionId,
      agentId,
      names.get(agentId ?? ''),
      result?.id,
      result?.status,
    ],
    // People search for phone numbers, so no search stands in the address (D79).
    mayShare: () => false,
    recorded: true,
    empty: {
      title: 'No calls yet',
      text: 'A call needs a deployed version of an agent, the id of an outbound phone number, and a number to call.',
    },
    filters: [
      outcomeFilter(),
      {
        param: 'of',
        label: 'Agent',
        all: 'All agents',
        look: 'choice',
        of: ({ agentId }) => agentId,
        nameOf: (id) => names.get(id) ?? shortenId(id),
      },
      {
        param: 'batch',
        label: 'Batch',
        all: 'All calls',
        look: 'choice',
        of: ({ batch }) => batch?.id,
        nameOf: (id) => batchNames?.get(id) ?? shortenId(id),
      },
    ],
    columns: [
      {
        id: 'to',
        header: 'To phone number',
        cell: ({ request }) => request && <span className="font-mono">{request.toPhoneNumber}</span>,
        sortValue: ({ request }) => request?.toPhoneNumber,
        opens: true,
      },
      outcomeColumn(),
      {
        id: 'status',
        header: 'Status returned',
        width: 152,
        cell: ({ result, error }) => result?.status ?? error?.status,
        sortValue: ({ result }) => result?.status,
        narrow: 'hide',
      },
      {
        id: 'agent',
        header: 'Agent',
        cell: (launch) => nameOf(launch) ?? short(launch.agentId),
        sortValue: nameOf,
      },
      {
        id: 'version',
        header: 'Version',
        width: 150,
        cell: ({ request }) => short(request?.versionId),
        narrow: 'hide',
      },
      timeColumn(({ startedAt }) => startedAt),
    ],
  }
}

function Calls() {
  const search = Route.useSearch()
  const { data: agents, isPending } = useQuery(agentQueries.list())
  const { data: calls, isPending: callsPending } = useQuery(callQueries.launched())
  if (!search.place) return <CallList />
  // The form begins with what is stored here, so it waits for that; a failed read leaves it empty.
  if ((isPending || callsPending) && !(agents && calls)) return <Page title="Place call" />
  return (
    <Suspense fallback={<Page title="Place call" />}>
      <PlaceCall
        key={`${search.again} ${search.agent} ${search.version}`}
        search={search}
        agents={agents ?? noAgents}
        calls={calls ?? []}
      />
    </Suspense>
  )
}

const noAgents: readonly StoredAgent[] = []

function CallList() {
  const { batch } = Route.useSearch()
  const calls = useQuery(callQueries.launched())
  const { data: agents = noAgents } = useQuery(agentQueries.list())
  const hasBatches = batch !== undefined || calls.data?.some((each) => each.batch) === true
  const { data: batchNames } = useQuery({ ...callQueries.batchNames(), enabled: hasBatches })
  const list = useMemo(() => listOf(agents, batchNames), [agents, batchNames])
  return (
    <Page
      title={list.name}
      context="Calls placed from this browser."
      fill
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
      <ListTable
        list={list}
        query={calls}
        rows={calls.data}
        panel={{
          param: 'call',
          show: ({ row, close, ...panel }) => (
            <CallPanel {...panel} call={row} agents={agents} onClose={close} />
          ),
        }}
        beside={
          batch && (
            <Link
              to="/calls/batch/$jobId"
              params={{ jobId: batch }}
              className="text-accent underline underline-offset-2"
            >
              Open this batch
            </Link>
          )
        }
        firstAction={
          <Link to="/calls" search={{ place: true }} className={buttonClass('secondary')}>
            Place the first one
          </Link>
        }
      />
    </Page>
  )
}
