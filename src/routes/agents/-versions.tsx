import { useMemo } from 'react'
import type { KnownAgent } from '../../queries/agents'
import { StatusBadge } from '../../ui/badge'
import { DataTable } from '../../ui/data-table'
import { EmptyState } from '../../ui/empty-state'
import { IdText } from '../../ui/id-text'
import type { Column } from '../../ui/table-columns'
import { TimeText } from '../../ui/time-text'
import { words } from './-agent-page-words'
import { words as list } from './-agent-words'

export type KnownVersion = KnownAgent['versions'][number]

/** The versions of an agent that this browser knows, newest first. */
export function Versions({ agent }: { agent: KnownAgent }) {
  const columns = useMemo(() => columnsFor(agent), [agent])
  return (
    <DataTable
      name={words.page.versions}
      noun={words.page.versionNoun}
      rows={agent.versions}
      rowKey={keyOf}
      rowLabel={keyOf}
      columns={columns}
      maxHeight="22rem"
      empty={<EmptyState kind="nothing-yet" title={words.page.noVersions} text={words.page.noVersionsText} />}
    />
  )
}

const keyOf = ({ versionId }: KnownVersion) => versionId

const none = <span className="text-ink-muted">–</span>

const columnsFor = (agent: KnownAgent): readonly Column<KnownVersion>[] => [
  {
    id: 'id',
    header: words.page.versionColumns.id,
    cell: ({ versionId }) => <IdText id={versionId} name="version id" />,
  },
  {
    id: 'state',
    header: words.page.versionColumns.state,
    width: 310,
    cell: ({ versionId }) =>
      versionId === agent.deployedVersionId ? (
        <span className="inline-flex items-center gap-2">
          <StatusBadge tone="good">{list.deployed}</StatusBadge>
          <span className="text-ink-muted">
            <DeployedHow agent={agent} />
          </span>
        </span>
      ) : (
        <span className="text-ink-muted">{list.notDeployed}</span>
      ),
  },
  {
    id: 'label',
    header: words.page.versionColumns.label,
    width: 130,
    cell: ({ label }) => label ?? none,
    narrow: 'hide',
  },
  {
    id: 'created',
    header: words.page.versionColumns.created,
    width: 130,
    cell: ({ createdAt }) => (createdAt ? <TimeText time={createdAt} /> : none),
    narrow: 'hide',
  },
]

/** Behind the badge: "from this browser, 5 min ago". */
function DeployedHow({ agent }: { agent: KnownAgent }) {
  if (agent.deployedKnownFrom !== 'deployed here') return words.page.saidByHand
  return (
    <>
      {words.page.deployedHere} {agent.deployedAt && <TimeText time={agent.deployedAt} />}
    </>
  )
}
