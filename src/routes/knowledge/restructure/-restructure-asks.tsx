import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { collectionQueries } from '../../../queries/collections'
import type { Moved, Restructure } from '../../../queries/restructures'
import { Button } from '../../../ui/button'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { FieldFrame } from '../../../ui/fields/field-frame'
import { IdText } from '../../../ui/id-text'
import { countOf } from '../../../ui/numbers'
import { Section } from '../../../ui/page'
import { here } from '../../../ui/role'
import { CollectionSelect } from '../-collection-select'
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
      <div className="max-w-[44rem]">
        <CollectionSelect
          label="Collection"
          none="Choose the new collection"
          choices={choices.map(({ id, name }) => ({ id, label: name?.trim() ? `${name} (${id})` : id }))}
          value={chosen}
          onChange={setChosen}
        />
      </div>
      <div className="flex max-w-[44rem] flex-wrap justify-end gap-2">
        <Button writes onClick={() => onChosen(undefined)}>
          None was created
        </Button>
        <Button
          writes
          variant="primary"
          aria-disabled={chosen === '' || undefined}
          onClick={() => chosen !== '' && onChosen(chosen)}
        >
          Use this collection
        </Button>
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
  const [typed, setTyped] = useState('')
  const note = useMutation({ mutationFn: () => onMoved(typed.trim() || undefined) })
  return (
    <Section title={`Move ${version.agentName} by hand`} hint={version.byHand}>
      <ol className="flex list-decimal flex-col gap-2 pl-5">
        <li>
          In the service, create a version of this agent that is a copy of this version:{' '}
          <IdText id={version.versionId} name="version id" whole />
        </li>
        <li>
          Among its collections, put <IdText id={job.fresh.id ?? ''} name="new collection id" whole />{' '}
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
          if (!note.isPending) note.mutate()
        }}
      >
        <FieldFrame
          label="Id of the new version"
          hint={`As the service shows it. Without it, ${here()} cannot offer to call or deploy it.`}
        >
          {(field) => (
            <input
              {...field}
              className="control font-mono"
              value={typed}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </FieldFrame>
        <div className="flex justify-end">
          <Button writes type="submit" variant="primary" pending={note.isPending}>
            Note as moved
          </Button>
        </div>
      </form>
    </Section>
  )
}

export const oldNameOf = ({ old }: Restructure) => old?.name?.trim() || old?.id || ''

type Named = Pick<Restructure['files'][number], 'fileId' | 'fileName'>

/** So many files that the new collection lacks are named. */
const NAMED_MAX = 5

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
  // Where the service does not say, it holds at least what was chosen from it.
  const isReported = held?.source === 'service'
  const named = (isReported ? [] : job.files).map(({ fileId, fileName }): Named => ({ fileId, fileName }))
  for (const file of held?.files ?? []) named.push({ fileId: file.fileId, fileName: nameOf(file) })
  const files = [...new Map(named.map((each) => [each.fileId, each])).values()]
  const isTaken = ({ fileId }: Named) => job.files.some((each) => each.fileId === fileId)
  const left = files.filter((each) => !isTaken(each)).map(({ fileId, fileName }) => fileName ?? fileId)
  const more = left.length > NAMED_MAX ? ` and ${left.length - NAMED_MAX} more` : ''
  const name = oldNameOf(job)
  return (
    <Section
      title={`Retire ${name}`}
      hint="Its files are removed from it, one by one. The files themselves stay. The interface has no operation that deletes a collection, so the empty collection stays."
    >
      <div className="flex flex-wrap gap-2">
        <Button
          writes
          variant="danger"
          pending={collections.isFetching}
          onClick={() => {
            void collections.refetch()
            setAsked(true)
          }}
        >
          Retire {name}
        </Button>
        <Button writes onClick={onKeep}>
          Keep the old collection
        </Button>
      </div>
      {asked && (
        <ConfirmDialog
          onClose={() => setAsked(false)}
          title={`Retire ${name}?`}
          consequence={[
            files.length === 0
              ? 'It holds no files.'
              : `It loses ${countOf(files.length, 'file')}. Agent versions that still use it can no longer answer from ${files.length === 1 ? 'it' : 'them'}.`,
            left.length > 0 && `Not in the new collection: ${left.slice(0, NAMED_MAX).join(', ')}${more}.`,
            !isReported &&
              'The service does not say what it holds, so look there first. The files known here are tried.',
            'The empty collection stays. Until all is removed, this can be rolled back.',
          ]
            .filter(Boolean)
            .join(' ')}
          action="Remove its files"
          pending={collections.isFetching}
          onConfirm={() => {
            setAsked(false)
            onRetire(files)
          }}
        />
      )}
    </Section>
  )
}
