import type { StoredAgent } from '../../queries/agents'
import type { Launch } from '../../queries/calls'
import { shortenId } from '../../ui/short-id'
import type { Column } from '../../ui/table-columns'
import { TimeText } from '../../ui/time-text'
import { OutcomeBadge } from '../-shared/outcome-badge'
import { words } from './-calls-words'

const none = <span className="text-ink-muted">–</span>

const short = (id: string | undefined) => (id ? <code title={id}>{shortenId(id)}</code> : none)

/** The columns of the table of calls; agents are named where they are known. */
export function columnsFor(agents: readonly StoredAgent[]): readonly Column<Launch>[] {
  const names = new Map(agents.map(({ agentId, name }) => [agentId, name]))
  const nameOf = ({ agentId }: Launch) => (agentId === undefined ? undefined : names.get(agentId))
  return [
    {
      id: 'to',
      header: words.columns.to,
      cell: ({ request }) => <span className="font-mono">{request?.toPhoneNumber ?? '–'}</span>,
      sortValue: ({ request }) => request?.toPhoneNumber,
      opens: true,
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
      id: 'status',
      header: words.columns.status,
      width: 152,
      cell: ({ result, error }) => result?.status ?? error?.status ?? none,
      sortValue: ({ result }) => result?.status,
      narrow: 'hide',
    },
    {
      id: 'agent',
      header: words.columns.agent,
      cell: (launch) => nameOf(launch) ?? short(launch.agentId),
      sortValue: nameOf,
    },
    {
      id: 'version',
      header: words.columns.version,
      width: 150,
      cell: ({ request }) => short(request?.versionId),
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
}
