import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { listAgents } from '../../contract/agent-list'
import { agentActivity, laterOf } from '../../queries/agent-activity'
import { agentQueries, type ListedAgent } from '../../queries/agents'
import type { VersionEvidence } from '../../queries/evidence'
import { prefetch } from '../../queries/prefetch'
import { reportedEvidence } from '../../queries/reported-evidence'
import { StatusBadge } from '../../ui/badge'
import { Button, buttonClass } from '../../ui/button'
import { IdText } from '../../ui/id-text'
import { Page } from '../../ui/page'
import { mayWrite } from '../../ui/role'
import { timeColumn } from '../-shared/columns'
import { late } from '../-shared/late'
import { type List, ListTable } from '../-shared/list-table'
import { searchFlag, searchParams, searchText } from '../-shared/search-text'
import { useOffered, useUnlisted } from '../-shared/use-offered'
import { versionTitle } from '../-shared/version-name'
import { type ScenariosOf, testResult, useScenariosOf } from './-agent-badges'

const TransferDialog = late(async () => (await import('./-transfer')).TransferDialog)
const AddByIdDialog = late(async () => (await import('./-agent-dialogs')).AddByIdDialog)

export const Route = createFileRoute('/agents/')({
  // `add` and `transfer`: which dialog is open.
  validateSearch: searchParams({ q: searchText, sort: searchText, add: searchFlag, transfer: searchFlag }),
  loader: ({ context }) =>
    prefetch(context, [agentQueries.list(), agentActivity.placed(), agentActivity.tested()]),
  head: () => ({ meta: [{ title: 'Agents · Switchboard' }] }),
  component: Agents,
})

/** So many agents are read of a list. */
const CUT = 5_000

const listOf = (
  lastCalls: ReadonlyMap<string, string>,
  lastTests: ReadonlyMap<string, VersionEvidence> | undefined,
  scenariosOf: ScenariosOf,
  /** What the service knows of tests was read. */
  isRead: boolean | undefined,
  isUnlisted: (agent: ListedAgent) => boolean | undefined,
  isCut: boolean | undefined,
): List<ListedAgent> => ({
  name: 'Agents',
  noun: ['agent', 'agents'],
  keyOf: ({ agentId }) => agentId,
  labelOf: ({ name }) => name,
  textsOf: ({ name, agentId, agentType }) => [name, agentId, agentType],
  recorded: true,
  empty: {
    title: 'No agents yet',
    text: 'An agent answers calls or messages with a prompt, a voice and the collections it may use.',
    how: 'Create one, or add one that was made elsewhere by its id.',
  },
  columns: [
    {
      id: 'name',
      header: 'Name',
      width: 200,
      cell: ({ agentId, name }) => (
        <Link to="/agents/$agentId" params={{ agentId }} tabIndex={-1} className="hover:underline">
          {name}
        </Link>
      ),
      sortValue: ({ name }) => name,
    },
    {
      id: 'deployed',
      header: 'Deployed version',
      width: 184,
      cell: (agent) => {
        const { deployedVersionId: id, deployedNumber, versions, versionCount } = agent
        if (isUnlisted(agent)) return 'Not known to this service'
        if (id === undefined)
          return (
            <span className="text-ink-muted">
              {versionCount === undefined ? 'Not known to be deployed' : 'Not deployed'}
            </span>
          )
        const { label, number = deployedNumber } = versions.find((each) => each.versionId === id) ?? {}
        return (
          <span className="inline-flex items-center gap-2">
            <StatusBadge tone="good">Deployed</StatusBadge>
            {number === undefined && !label ? (
              <IdText id={id} name="version id" />
            ) : (
              <span title={id} className="truncate">
                {number === undefined ? label : `Version ${number}`}
              </span>
            )}
          </span>
        )
      },
      sortValue: (agent) => agent.deployedVersionId !== undefined && !isUnlisted(agent),
      sortFirst: 'desc',
    },
    {
      id: 'versions',
      header: 'Versions',
      width: 100,
      align: 'end',
      sortValue: ({ source, versions, versionCount }) =>
        versionCount ?? (source === 'reported' ? undefined : versions.length),
      sortFirst: 'desc',
      narrow: 'hide',
    },
    {
      // Before what is read late, which would move it in the second line.
      id: 'id',
      header: 'Agent id',
      width: 150,
      cell: ({ agentId }) => <IdText id={agentId} name="agent id" />,
      narrow: 'hide',
    },
    {
      ...timeColumn(({ agentId }) => lastCalls.get(agentId)),
      id: 'call',
      header: 'Last call',
      named: true,
      note: isCut ? 'Last calls are looked for among the newest.' : undefined,
      width: 108,
      narrow: 'hide',
    },
    {
      id: 'test',
      header: 'Tests',
      // Room for "10 of 16 passed, 44 min ago", which comes once the widths are measured.
      width: 240,
      named: true,
      cell: ({ agentId, testingLabId, deployedVersionId, versions }) => {
        const known = lastTests?.get(agentId)
        if (!known) return isRead && deployedVersionId && <span className="text-ink-muted">Not tested</span>
        const result = testResult(known, scenariosOf(testingLabId))
        const { versionId } = known.latest
        if (versionId === deployedVersionId || !result) return result
        return (
          <span className="inline-flex items-center gap-2">
            {versionTitle(versions.find((each) => each.versionId === versionId) ?? { versionId })}
            {result}
          </span>
        )
      },
      sortValue: ({ agentId }) => lastTests?.get(agentId)?.run.at,
      sortFirst: 'desc',
    },
  ],
})

function Agents() {
  const { add, transfer } = Route.useSearch()
  const navigate = Route.useNavigate()
  const agents = useQuery(agentQueries.list())
  const reported = useQuery(agentQueries.reported())
  const hasNone = agents.data?.length === 0
  // Of no agent there is nothing to read.
  const enabled = !hasNone && agents.data !== undefined
  const { data: placed } = useQuery(agentActivity.placed())
  const { data: listed } = useQuery({ ...agentActivity.listed(), enabled })
  const { data: tests } = useQuery(agentActivity.tested())
  // Runs that are read become such tests.
  const { data: listsRuns } = useQuery({ ...reportedEvidence(), enabled })
  const scenariosOf = useScenariosOf(enabled)
  const isList = useOffered(listAgents)
  const unlisted = useUnlisted(listAgents, 'agents', 'named by calls and threads, or added from', isList)
  const { data: there, dataUpdatedAt: readAt } = reported
  const list = useMemo(() => {
    const ids = new Set(there?.map(({ id }) => id))
    return listOf(
      laterOf(placed, listed?.last),
      tests,
      scenariosOf,
      tests && listsRuns,
      // It was stored before the list was read, which may have been cut short (D831).
      ({ agentId, addedAt }) => isList && ids.size < CUT && !ids.has(agentId) && Date.parse(addedAt) < readAt,
      listed?.more,
    )
  }, [placed, listed, tests, scenariosOf, listsRuns, isList, there, readAt])
  const onlyHere = [listed === null && 'calls', listsRuns === false && 'tests'].filter(Boolean)
  const show = (dialog?: 'add' | 'transfer') =>
    void navigate({
      search: (now) => ({ ...now, add: undefined, transfer: undefined, ...(dialog && { [dialog]: true }) }),
      replace: dialog === undefined,
    })
  return (
    <Page
      fill
      title="Agents"
      context="Agents of the service and agents added here."
      action={
        <>
          <Button writes onClick={() => show('add')}>
            Add agent by id
          </Button>
          <Link to="/agents/new" className={buttonClass('primary')}>
            <Plus size={16} aria-hidden />
            New agent
          </Link>
        </>
      }
    >
      <ListTable
        list={list}
        unlisted={unlisted}
        query={{
          error: agents.error ?? reported.error,
          isPending: agents.isPending || (hasNone && reported.isPending),
          isFetching: agents.isFetching || reported.isFetching,
          refetch: () => Promise.all([reported.refetch(), agents.refetch()]),
        }}
        // Short, so that it comes late without making the footer higher on a phone.
        note={onlyHere.length > 0 && `Recorded here: ${onlyHere.join(' and ')}.`}
        rows={hasNone && reported.error ? undefined : agents.data}
        onOpen={({ agentId }) => void navigate({ to: '/agents/$agentId', params: { agentId } })}
        beside={
          <Button onClick={() => show('transfer')} className="ml-auto">
            {mayWrite() ? 'Export or import' : 'Export'}
          </Button>
        }
        firstAction={
          <Link to="/agents/new" className={buttonClass('secondary')}>
            Create the first one
          </Link>
        }
      />
      {add && <AddByIdDialog onClose={() => show()} />}
      {transfer && <TransferDialog onClose={() => show()} />}
    </Page>
  )
}
