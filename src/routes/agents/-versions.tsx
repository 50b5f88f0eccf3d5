import { useMemo, useState } from 'react'
import { evidenceOfVersion } from '../../queries/evidence'
import type { NumberedVersion } from '../../queries/service-versions'
import { StatusBadge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { DataTable } from '../../ui/data-table'
import { EmptyState } from '../../ui/empty-state'
import { IdText } from '../../ui/id-text'
import { roomyScreen, useMedia } from '../../ui/media'
import type { Column } from '../../ui/table-columns'
import { TimeText } from '../../ui/time-text'
import { VerdictText } from './-agent-badges'
import type { AgentKnowledge } from './-agent-knowledge'
import { nameOf } from './-compare-versions'

/** The versions of an agent, newest first. Two of them can be compared. */
export function Versions({
  knowledge,
  shownId,
  isTight,
  onOpen,
  onCompare,
}: {
  knowledge: AgentKnowledge
  shownId: string | undefined
  /** Something beside the page takes of its width. */
  isTight: boolean
  onOpen: (versionId: string) => void
  onCompare: (before: string, after: string) => void
}) {
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  const columns = useMemo(() => columnsFor(knowledge), [knowledge])
  const { versions } = knowledge.agent
  const hasRoom = useMedia(roomyScreen) && !isTight
  return (
    <DataTable
      name="Versions"
      noun={['version', 'versions']}
      rows={versions}
      rowKey={keyOf}
      rowLabel={nameOf}
      columns={columns}
      maxHeight="22rem"
      stacked={!hasRoom}
      onOpen={({ versionId }) => onOpen(versionId)}
      openKey={shownId ?? null}
      selection={selection}
      onSelectionChange={versions.length > 1 ? setSelection : undefined}
      bulkActions={([newer, older, ...more]) => (
        <>
          <Button
            size="sm"
            aria-disabled={!newer || !older || more.length > 0 || undefined}
            // The list is newest first, and people read from old to new.
            onClick={() => newer && older && more.length === 0 && onCompare(older, newer)}
          >
            Compare the two
          </Button>
          {(!older || more.length > 0) && <span className="text-ink-muted">Choose two to compare them.</span>}
        </>
      )}
      empty={
        <EmptyState
          kind="nothing-yet"
          title="No version is known here."
          text="Add the version by its id to deploy it."
        />
      }
    />
  )
}

const keyOf = ({ versionId }: NumberedVersion) => versionId

const columnsFor = (knowledge: AgentKnowledge): readonly Column<NumberedVersion>[] => [
  {
    id: 'id',
    header: 'Version id',
    cell: ({ versionId, number }) => (
      <span className="inline-flex items-center gap-2">
        <IdText id={versionId} name="version id" />
        {number !== undefined && <span className="text-ink-muted">no. {number}</span>}
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    width: 280,
    cell: ({ versionId }) => <State knowledge={knowledge} versionId={versionId} />,
  },
  {
    id: 'tests',
    header: 'Last test run',
    width: 170,
    cell: ({ versionId }) => {
      const evidence = evidenceOfVersion(knowledge.evidence, versionId)
      return evidence && <VerdictText evidence={evidence} />
    },
  },
  {
    id: 'label',
    header: 'Label',
    width: 130,
    cell: ({ label }) => label,
    narrow: 'hide',
  },
  {
    id: 'created',
    header: 'Created',
    width: 110,
    cell: ({ createdAt }) => createdAt && <TimeText time={createdAt} />,
    narrow: 'hide',
  },
]

const HOW = {
  service: 'reported by the service',
  'deployed here': 'from this browser',
  'said by hand': 'as entered by hand',
  imported: 'imported',
}

function State({ knowledge, versionId }: { knowledge: AgentKnowledge; versionId: string }) {
  const { belief, unlisted } = knowledge
  if (versionId !== belief.versionId)
    return (
      <span className="text-ink-muted">
        {unlisted(versionId)
          ? 'Not listed by the service'
          : belief.from === 'service'
            ? 'Not deployed'
            : 'Not known to be deployed'}
      </span>
    )
  return (
    <span className="inline-flex items-center gap-2">
      <StatusBadge tone="good">Deployed</StatusBadge>
      {belief.from && <span className="text-ink-muted">{HOW[belief.from]}</span>}
    </span>
  )
}
