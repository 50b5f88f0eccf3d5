import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { collectionQueries } from '../../../queries/collections'
import type { Moved, Restructure } from '../../../queries/restructures'
import { Button, buttonClass } from '../../../ui/button'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { IdText } from '../../../ui/id-text'
import { countOf } from '../../../ui/numbers'
import { Section } from '../../../ui/page'
import { nameOf } from '../-file-status'
import { useMembers } from '../collections/-members'

/** Where the creation's end is in doubt and the list does not settle it, a person says which collection it made, if any. */
export function TargetChoice({
  job,
  onChosen,
}: {
  job: Restructure
  onChosen: (collectionId: string | undefined) => void
}) {
  const id = useId()
  const listed = useQuery(collectionQueries.list()).data?.items ?? []
  const [chosen, setChosen] = useState('')
  // What was there before is not it; the wanted name comes first.
  const isNamed = (name: string | undefined) => name?.trim() === job.fresh.name
  const choices = listed
    .filter((each) => !job.before?.includes(each.id))
    .toSorted((one, other) => Number(isNamed(other.name)) - Number(isNamed(one.name)))
  return (
    <Section
      title="Which collection was created?"
      hint="The service did not say, and the list of collections does not show it."
    >
      <div className="flex max-w-[44rem] flex-col gap-1">
        <label htmlFor={id} className="font-semibold">
          Collection
        </label>
        <select id={id} className="control" value={chosen} onChange={({ target }) => setChosen(target.value)}>
          <option value="">Choose the new collection</option>
          {choices.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name?.trim() ? `${each.name} (${each.id})` : each.id}
            </option>
          ))}
        </select>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          aria-disabled={chosen === '' || undefined}
          onClick={() => chosen !== '' && onChosen(chosen)}
        >
          Use this collection
        </Button>
        <Button onClick={() => onChosen(undefined)}>None was created</Button>
      </div>
    </Section>
  )
}

/** What a person has to do in the service where the console cannot, and where they note that it is done. */
export function MoveByHand({
  job,
  version,
  onMoved,
}: {
  job: Restructure
  version: Moved
  onMoved: (newVersionId: string | undefined) => Promise<void>
}) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [pending, setPending] = useState(false)
  const note = () => {
    if (pending) return
    setPending(true)
    void onMoved(typed.trim() || undefined).finally(() => setPending(false))
  }
  return (
    <Section title={`Move ${version.agentName} by hand`} hint={version.byHand}>
      <ol className="flex list-decimal flex-col gap-2 pl-5">
        <li>
          In the service, create a version of this agent that is a copy of this version:{' '}
          <IdText id={version.versionId} name="version id" whole />
        </li>
        <li>
          In its knowledgeBaseCollectionIds, put{' '}
          <IdText id={job.fresh.id ?? ''} name="new collection id" whole />{' '}
          {job.old ? (
            <>
              in the place of <IdText id={job.old.id} name="old collection id" whole />
            </>
          ) : (
            'beside what is there'
          )}
        </li>
        <li>Do not deploy it yet. Then note it here.</li>
      </ol>
      <form
        className="flex max-w-[44rem] flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          note()
        }}
      >
        <div className="flex flex-col gap-1">
          <label htmlFor={id} className="font-semibold">
            Id of the new version
          </label>
          <input
            id={id}
            className="control font-mono"
            value={typed}
            autoComplete="off"
            spellCheck={false}
            aria-describedby={`${id}h`}
            onChange={({ target }) => setTyped(target.value)}
          />
          <p id={`${id}h`} className="text-sm text-ink-muted">
            As the service shows it. Without it, this browser cannot offer to call or deploy it.
          </p>
        </div>
        <div className="flex">
          <Button type="submit" variant="primary" pending={pending}>
            Note as moved
          </Button>
        </div>
      </form>
    </Section>
  )
}

/** On the way back: the former versions have to serve before the new collection is emptied. */
export function FormerVersions({ job, onDone }: { job: Restructure; onDone: () => void }) {
  return (
    <Section
      title="Former versions"
      hint="Live traffic may be answered by a moved version, which would lose its files."
    >
      <ul className="flex flex-col gap-1">
        {job.versions.map(({ agentId, agentName, versionId }) => (
          <li key={versionId}>
            <Link
              to="/agents/$agentId"
              params={{ agentId }}
              search={{ deploy: versionId }}
              className={buttonClass('link')}
            >
              {`Deploy version of ${agentName}`}
            </Link>
          </li>
        ))}
      </ul>
      <div className="flex">
        <Button variant="primary" onClick={onDone}>
          The former versions serve again
        </Button>
      </div>
    </Section>
  )
}

export const oldNameOf = ({ old }: Restructure) => old?.name?.trim() || old?.id || ''

type Named = { readonly fileId: string; readonly fileName?: string }

/** Asks whether the old collection shall lose its files, with what it holds now; or keeps it. */
export function Retirement({
  job,
  onKeep,
  onRetire,
}: {
  job: Restructure
  onKeep: () => void
  onRetire: (files: readonly Named[]) => void
}) {
  const [asked, setAsked] = useState(false)
  const collections = useQuery(collectionQueries.list())
  const members = useMembers()
  const old = collections.data?.items.find(({ id }) => id === job.old?.id)
  const held = old && members(old)
  const taken = new Set(job.files.map(({ fileId }) => fileId))
  const known: readonly Named[] =
    held?.files.map((file) => ({ fileId: file.fileId, fileName: nameOf(file) })) ?? []
  // Where the service does not say, what was chosen from it is what is known of it.
  const isTold = held?.source === 'service'
  const further = isTold
    ? []
    : job.files.filter(({ fileId }) => !known.some((each) => each.fileId === fileId))
  const files = [...known, ...further.map(({ fileId, fileName }) => ({ fileId, fileName }))]
  const notTaken = files.filter(({ fileId }) => !taken.has(fileId))
  return (
    <Section
      title={`Retire ${oldNameOf(job)}`}
      hint="Its files are removed from it, one by one. The files themselves stay. The interface has no operation that deletes a collection, so the empty collection stays."
    >
      <div className="flex flex-wrap gap-2">
        <Button
          variant="danger"
          pending={collections.isFetching}
          onClick={() => {
            void collections.refetch()
            setAsked(true)
          }}
        >
          Retire {oldNameOf(job)}
        </Button>
        <Button onClick={onKeep}>Keep the old collection</Button>
      </div>
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(false)}
          title={`Retire ${oldNameOf(job)}?`}
          consequence={[
            files.length === 0
              ? 'It holds no files.'
              : `It loses ${countOf(files.length, 'file')}. Agent versions that still use it can no longer answer from ${files.length === 1 ? 'it' : 'them'}.`,
            notTaken.length > 0 &&
              `Not in the new collection: ${notTaken
                .slice(0, 5)
                .map(({ fileId, fileName }) => fileName ?? fileId)
                .join(', ')}${notTaken.length > 5 ? ` and ${notTaken.length - 5} more` : ''}.`,
            !isTold &&
              'The service does not say what it holds, so look there first. The files known here are tried.',
            'The empty collection stays. Until all is removed, this can be rolled back.',
          ]
            .filter(Boolean)
            .join(' ')}
          action="Remove its files"
          pending={collections.isFetching}
          error={null}
          onConfirm={() => {
            setAsked(false)
            onRetire(files)
          }}
        />
      )}
    </Section>
  )
}
