import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { collectionQueries } from '../../../queries/collections'
import type { Moved, Restructure } from '../../../queries/restructures'
import { Button } from '../../../ui/button'
import { FieldFrame } from '../../../ui/fields/field-frame'
import { IdText } from '../../../ui/id-text'
import { isolated } from '../../../ui/numbers'
import { Section } from '../../../ui/page'
import { here } from '../../../ui/role'
import { CollectionSelect } from '../-collection-select'

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
          choices={choices.map(({ id, name }) => ({
            id,
            label: name?.trim() ? `${isolated(name)} (${id})` : id,
          }))}
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
          aria-disabled={chosen === ''}
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
