import { useMemo, useState } from 'react'
import { latestEvidence } from '../../queries/evidence'
import type { NumberedVersion } from '../../queries/service-versions'
import { StatusBadge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { DataTable } from '../../ui/data-table'
import { EmptyState } from '../../ui/empty-state'
import { IdText } from '../../ui/id-text'
import type { Column } from '../../ui/table-columns'
import { TimeText } from '../../ui/time-text'
import type { AgentKnowledge } from './-agent-knowledge'
import { words } from './-agent-page-words'
import { words as list } from './-agent-words'
import { nameOf } from './-compare-versions'
import { VerdictText } from './-verdict'

/** The versions of an agent that are known, newest first. Two of them can be compared. */
export function Versions({
  knowledge,
  shownId,
  onOpen,
  onCompare,
}: {
  knowledge: AgentKnowledge
  shownId: string | undefined
  onOpen: (versionId: string) => void
  onCompare: (before: string, after: string) => void
}) {
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  const columns = useMemo(() => columnsFor(knowledge), [knowledge])
  const { versions } = knowledge.agent
  return (
    <DataTable
      name={words.page.versions}
      noun={words.page.versionNoun}
      rows={versions}
      rowKey={keyOf}
      rowLabel={nameOf}
      columns={columns}
      maxHeight="22rem"
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
            {words.page.compare}
          </Button>
          {(!older || more.length > 0) && <span className="text-ink-muted">{words.page.compareTwo}</span>}
        </>
      )}
      empty={<EmptyState kind="nothing-yet" title={words.page.noVersions} text={words.page.noVersionsText} />}
    />
  )
}

const keyOf = ({ versionId }: NumberedVersion) => versionId

const none = <span className="text-ink-muted">–</span>

const columnsFor = (knowledge: AgentKnowledge): readonly Column<NumberedVersion>[] => [
  {
    id: 'id',
    header: words.page.versionColumns.id,
    cell: ({ versionId }) => (
      <span className="inline-flex items-center gap-2">
        <IdText id={versionId} name="version id" />
        <VersionNumber number={knowledge.reported(versionId)?.version} />
      </span>
    ),
  },
  {
    id: 'state',
    header: words.page.versionColumns.state,
    width: 250,
    cell: ({ versionId }) => <State knowledge={knowledge} versionId={versionId} />,
  },
  {
    id: 'tests',
    header: words.page.versionColumns.tests,
    width: 170,
    cell: ({ versionId }) => {
      const evidence = latestEvidence(knowledge.evidence, versionId)
      return evidence ? <VerdictText evidence={evidence} /> : none
    },
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
    width: 110,
    cell: ({ createdAt }) => (createdAt ? <TimeText time={createdAt} /> : none),
    narrow: 'hide',
  },
]

function VersionNumber({ number }: { number: number | undefined }) {
  if (number === undefined) return null
  return <span className="text-ink-muted">{words.page.versionNumber(number)}</span>
}

function State({ knowledge, versionId }: { knowledge: AgentKnowledge; versionId: string }) {
  const { belief, unlisted } = knowledge
  if (versionId !== belief.versionId)
    return (
      <span className="text-ink-muted">
        {unlisted(versionId)
          ? words.page.unlisted
          : belief.from === 'service'
            ? words.page.notDeployed
            : list.notDeployed}
      </span>
    )
  return (
    <span className="inline-flex items-center gap-2">
      <StatusBadge tone="good">{list.deployed}</StatusBadge>
      {belief.from && <span className="text-ink-muted">{words.page.deployedHow[belief.from]}</span>}
    </span>
  )
}
