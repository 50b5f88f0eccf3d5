import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { fieldOf } from '../../contract/version-content'
import { collectionQueries } from '../../queries/collections'
import { evidenceOfVersion } from '../../queries/evidence'
import type { NumberedVersion } from '../../queries/service-versions'
import { StatusBadge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { DataTable } from '../../ui/data-table'
import { EmptyState } from '../../ui/empty-state'
import { IdText } from '../../ui/id-text'
import { Notice } from '../../ui/notice'
import { here } from '../../ui/role'
import type { Column } from '../../ui/table-columns'
import { TimeText } from '../../ui/time-text'
import { StaleNotice } from '../-shared/failure'
import { useKept } from '../-shared/kept'
import { lateWithin } from '../-shared/late'
import { nameOf } from '../-shared/version-name'
import { type ScenariosOf, testResult, useScenariosOf } from './-agent-badges'
import type { AgentKnowledge } from './-agent-knowledge'
import { contentOf } from './-compare-versions'
import { VersionDetail } from './-version-detail'

const Comparison = lateWithin(async () => (await import('./-compare')).Comparison)

/** The versions of an agent, what the shown one holds, and how two of them differ. */
export function VersionsTab({
  knowledge,
  shown,
  pair,
  onOpen,
  onCompare,
  onConfigure,
  onAdd,
}: {
  knowledge: AgentKnowledge
  shown: NumberedVersion | undefined
  pair: readonly [before: string, after: string] | undefined
  onOpen: (versionId: string) => void
  onCompare: (pair: readonly [before: string, after: string] | undefined) => void
  onConfigure: () => void
  onAdd: () => void
}) {
  const { isUnknown, cutShort, answers, isReading } = knowledge
  // That there is no such agent, the head of the page says.
  const error = isUnknown ? null : knowledge.error
  const names = useQuery({
    ...collectionQueries.list(),
    enabled: [shown?.versionId, ...(pair ?? [])].some((id) => {
      const wire = contentOf(knowledge, id)?.wire
      return fieldOf(wire, 'knowledgeBaseCollectionIds').length > 0
    }),
  })
  // Names of collections take less room than their ids, so what stands below would move when they come.
  const waits = (isReading && !shown) || (names.isLoading && names.failureCount === 0)
  const isShown = useKept(!waits)
  if (!isShown) return null
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-ink-muted">
          {!answers &&
            (error || isUnknown
              ? `Stored in ${here()}.`
              : `Stored in ${here()}; this service does not list versions.`)}
        </p>
        {!isUnknown && (
          <Button writes size="sm" onClick={onAdd}>
            Add version by id
          </Button>
        )}
      </div>
      {error && (
        <StaleNotice
          error={error}
          title={`The versions could not be loaded from the service. These are stored in ${here()}.`}
        />
      )}
      {cutShort && <Notice tone="warn" title="The service has more versions than could be loaded." />}
      <Versions
        knowledge={knowledge}
        shownId={shown?.versionId}
        onOpen={onOpen}
        onCompare={(before, after) => onCompare([before, after])}
      />
      {pair && (
        <Comparison
          knowledge={knowledge}
          versionIds={pair}
          onSwap={() => onCompare([pair[1], pair[0]])}
          onClose={() => onCompare(undefined)}
        />
      )}
      {shown && (
        <VersionDetail
          key={shown.versionId}
          knowledge={knowledge}
          version={shown}
          onCompare={(before, after) => onCompare([before, after])}
          onConfigure={onConfigure}
        />
      )}
    </>
  )
}

/** What stands instead of the configuration of an agent without a version. */
export const NoVersion = ({ isUnknown, onAdd }: { isUnknown: boolean; onAdd: () => void }) => (
  <EmptyState
    kind="nothing-yet"
    title="No version is known here."
    how={
      isUnknown
        ? 'There is nothing to configure. Add the agent under another id, or remove it from the list.'
        : 'Add the version by its id to deploy it.'
    }
    action={
      !isUnknown && (
        <Button writes onClick={onAdd}>
          Add version by id
        </Button>
      )
    }
  />
)

/** The versions, newest first. Two of them can be compared. */
function Versions({
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
  const scenariosOf = useScenariosOf()
  const columns = useMemo(() => columnsFor(knowledge, scenariosOf), [knowledge, scenariosOf])
  const { versions } = knowledge.agent
  return (
    <DataTable
      name="Versions"
      noun={['version', 'versions']}
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
            aria-disabled={!newer || !older || more.length > 0}
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
          how={knowledge.isUnknown ? undefined : 'Add the version by its id to deploy it.'}
        />
      }
    />
  )
}

const keyOf = ({ versionId }: NumberedVersion) => versionId

const columnsFor = (
  knowledge: AgentKnowledge,
  scenariosOf: ScenariosOf,
): readonly Column<NumberedVersion>[] => [
  {
    id: 'version',
    header: 'Version',
    cell: (version) => <span className="font-semibold">{nameOf(version)}</span>,
  },
  {
    id: 'state',
    header: 'State',
    width: 276,
    cell: ({ versionId }) => <State knowledge={knowledge} versionId={versionId} />,
  },
  {
    id: 'tests',
    header: 'Tests',
    // Room for "10 of 16 passed, 44 min ago", which comes once the widths are measured; the others get what they need of the rest.
    width: 240,
    named: true,
    late: true,
    cell: ({ versionId }) =>
      testResult(evidenceOfVersion(knowledge.evidence, versionId), scenariosOf(knowledge.agent.testingLabId)),
  },
  {
    id: 'created',
    header: 'Created',
    named: true,
    width: 84,
    cell: ({ createdAt }) => createdAt && <TimeText time={createdAt} />,
    narrow: 'hide',
  },
  {
    id: 'id',
    header: 'Version id',
    width: 144,
    cell: ({ versionId }) => <IdText id={versionId} name="version id" />,
    narrow: 'hide',
  },
]

/** Who says so, where it is not the service. */
const HOW = {
  service: '',
  'deployed here': `from ${here()}`,
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
      {belief.from && HOW[belief.from] && (
        <span className="text-ink-muted max-sm:hidden">{HOW[belief.from]}</span>
      )}
    </span>
  )
}
