import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { affectedVersions } from '../../../queries/affected-versions'
import { agentQueries } from '../../../queries/agents'
import { agentsInDetail } from '../../../queries/agents-in-detail'
import { collectionQueries } from '../../../queries/collections'
import type { Replacement } from '../../../queries/replacements'
import { Button } from '../../../ui/button'
import { FileDrop } from '../../../ui/file-drop'
import { countOf, formatBytes, isolated } from '../../../ui/numbers'
import { Section } from '../../../ui/page'
import { here } from '../../../ui/role'
import { Choices, type Chosen } from '../-choices'
import { Task, Tick, VersionRows } from '../-procedure-checks'

/** Asks for the content again, which a reload lost. Name and size have to be those it began with. */
export function ChooseAgain({
  job,
  onChosen,
}: {
  job: Replacement
  /** Returns whether it is the same file. */
  onChosen: (content: File) => boolean
}) {
  const [other, setOther] = useState<File>()
  const { sourceName, size } = job.fresh
  return (
    <div className="flex flex-wrap items-center gap-3">
      <FileDrop
        label="Choose the file again"
        accept={['.pdf', '.md']}
        onFiles={([chosen]) => {
          if (chosen) setOther(onChosen(chosen) ? undefined : chosen)
        }}
      />
      <p className="wrap-anywhere text-ink-muted">{`It was ${sourceName}, ${formatBytes(size)}.`}</p>
      <p role="alert" className="wrap-anywhere text-bad empty:hidden">
        {other &&
          `This is another file: ${other.name}, ${formatBytes(other.size)}. Choose the same one, or roll back and start again.`}
      </p>
    </div>
  )
}

interface Named {
  readonly id: string
  readonly name?: string
}

/** Where the service does not say which collections hold the old file, a person does (D112). */
export function HoldersChoice({
  job,
  onConfirm,
}: {
  job: Replacement
  onConfirm: (chosen: readonly Named[]) => void
}) {
  const listed = useQuery(collectionQueries.list()).data?.items ?? []
  const [chosen, setChosen] = useState<Chosen<Named>>(new Map(job.holders.map((each) => [each.id, each])))
  const unlisted = job.holders.filter(({ id }) => !listed.some((each) => each.id === id))
  return (
    <fieldset className="flex max-w-[44rem] flex-col items-start gap-2">
      <legend className="font-semibold">Collections that hold the old file</legend>
      <p className="text-sm text-ink-muted">
        {`The service does not say which collections hold a file. Tick all that hold the old one; those that ${here()} knows of are ticked.`}
      </p>
      <Choices
        items={[...unlisted, ...listed]}
        idOf={({ id }) => id}
        nameOf={({ id, name }) => name || id}
        chosen={chosen}
        onChange={setChosen}
      />
      <Button
        writes
        variant="primary"
        className="self-end"
        onClick={() => onConfirm([...chosen.values()].map(({ id, name }) => ({ id, name })))}
      >
        {chosen.size === 0
          ? 'Continue without a collection'
          : `Continue with ${countOf(chosen.size, 'collection')}`}
      </Button>
    </fieldset>
  )
}

/** The agents to try, and the tick without which the old file is not touched (§4). */
export function Validation({
  job: { holders, source, validatedAt },
  onChange,
  children,
}: {
  job: Replacement
  /** What goes on, beside the tick. */
  children: ReactNode
  onChange: (isValid: boolean) => Promise<void>
}) {
  const { data: known = [] } = useQuery(agentQueries.list())
  const { data: { agents } = { agents: known }, isPending } = useQuery(agentsInDetail())
  const nameOf = (id: string) => holders.find((each) => each.id === id)?.name || id
  const affected = affectedVersions(
    agents,
    holders.map(({ id }) => id),
  )
  return (
    <Section
      title="Affected agents"
      hint={
        holders.length === 0
          ? source === 'service'
            ? 'None: agents answer only from files in collections. Look at the new file, and add it to a collection later.'
            : 'No collection was named, so it is not known which agents answer from the old file. Ask who uses it, and test there.'
          : affected.length > 0
            ? 'Of the agents known here; there may be more. The new file is in their collections now, beside the old one.'
            : isPending
              ? 'Reading which agents use these collections.'
              : 'No version of the agents known here uses these collections. Others may: ask who uses them, and test there.'
      }
    >
      <VersionRows
        agents={agents}
        rows={affected.map(({ collectionIds, ...version }) => ({
          ...version,
          key: version.versionId,
          note: `uses ${collectionIds.map(nameOf).map(isolated).join(', ')}`,
        }))}
      />
      <Task>
        <Tick
          label={
            holders.length === 0 && source === 'service'
              ? 'I checked the new file'
              : 'I validated the answers with the new file'
          }
          value={validatedAt !== undefined}
          onChange={onChange}
        />
        {children}
      </Task>
    </Section>
  )
}
