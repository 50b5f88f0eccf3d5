import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { affectedVersions } from '../../../queries/affected-versions'
import { agentQueries } from '../../../queries/agents'
import { collectionQueries } from '../../../queries/collections'
import type { Replacement } from '../../../queries/replacements'
import { StatusBadge } from '../../../ui/badge'
import { Button, buttonClass } from '../../../ui/button'
import { FileDrop } from '../../../ui/file-drop'
import { IdText } from '../../../ui/id-text'
import { countOf, formatBytes } from '../../../ui/numbers'
import { Section } from '../../../ui/page'
import { Tick, TryVersion } from '../-procedure-checks'

/** Asks for the content again, which a reload lost. Name and size have to be those it began with. */
export function ChooseAgain({
  job,
  onChosen,
}: {
  job: Replacement
  /** Tells whether it is the same file. */
  onChosen: (content: File) => boolean
}) {
  const [other, setOther] = useState<File>()
  const { sourceName, size } = job.fresh
  return (
    <div className="flex flex-wrap items-center gap-3">
      <FileDrop
        wholePage
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
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(job.holders.map(({ id }) => id)))
  const unlisted = job.holders.filter(({ id }) => !listed.some((each) => each.id === id))
  const all: readonly Named[] = [...unlisted, ...listed]
  const toggle = (id: string) => {
    const next = new Set(ticked)
    if (!next.delete(id)) next.add(id)
    setTicked(next)
  }
  return (
    <fieldset className="flex max-w-[44rem] flex-col items-start gap-2">
      <legend className="font-semibold">Collections that hold the old file</legend>
      <p className="text-sm text-ink-muted">
        The service does not say which collections hold a file. Tick all that hold the old one; those that
        this browser knows of are ticked.
      </p>
      {all.map(({ id, name }) => (
        <label key={id} className="flex min-h-6 items-center gap-2">
          <input
            type="checkbox"
            className="size-4 shrink-0 accent-accent"
            checked={ticked.has(id)}
            onChange={() => toggle(id)}
          />
          <span className="wrap-anywhere">{name || id}</span>
        </label>
      ))}
      <Button
        variant="primary"
        onClick={() =>
          onConfirm(all.filter(({ id }) => ticked.has(id)).map(({ id, name }) => ({ id, name })))
        }
      >
        {ticked.size === 0
          ? 'Go on without a collection'
          : `Go on with ${countOf(ticked.size, 'collection')}`}
      </Button>
    </fieldset>
  )
}

/** The agents to try, and the tick without which the old file is not touched (§4). */
export function Validation({
  job,
  onChange,
}: {
  job: Replacement
  onChange: (valid: boolean) => Promise<void>
}) {
  const { data: agents = [] } = useQuery(agentQueries.list())
  const affected = affectedVersions(
    agents,
    job.holders.map(({ id }) => id),
  )
  const namesOf = (ids: readonly string[]) =>
    ids.map((id) => job.holders.find((each) => each.id === id)?.name || id).join(', ')
  return (
    <Section
      title="Affected agents"
      hint={
        affected.length > 0
          ? 'Known from this browser; there may be more. The new file is in their collections now, beside the old one.'
          : 'No version that this browser knows of uses these collections. Others may: ask who uses them, and test there.'
      }
    >
      {affected.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
          {affected.map(({ agentId, agentName, versionId, deployed, collectionIds }) => (
            <li key={versionId} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
              <Link to="/agents/$agentId" params={{ agentId }} className={buttonClass('link')}>
                <span className="wrap-anywhere">{agentName}</span>
              </Link>
              <IdText id={versionId} name="version id" />
              {deployed && <StatusBadge tone="good">deployed</StatusBadge>}
              <span className="grow text-sm wrap-anywhere text-ink-muted">
                {`uses ${namesOf(collectionIds)}`}
              </span>
              <TryVersion agentId={agentId} agentName={agentName} versionId={versionId} />
            </li>
          ))}
        </ul>
      )}
      <Tick
        label="I validated the answers with the new file"
        value={job.validatedAt !== undefined}
        onChange={onChange}
      />
    </Section>
  )
}
