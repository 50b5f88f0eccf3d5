import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { collectionQueries } from '../../../queries/collections'
import type { Restructure } from '../../../queries/restructures'
import { Button } from '../../../ui/button'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { Section } from '../../../ui/page'
import { nameOf } from '../-file-status'
import { useMembers } from '../collections/-members'
import { words } from './-restructure-words'

const say = words.retirement

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
    <Section title={say.title(job)} hint={say.text}>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="danger"
          pending={collections.isFetching}
          onClick={() => {
            void collections.refetch()
            setAsked(true)
          }}
        >
          {say.action(job)}
        </Button>
        <Button onClick={onKeep}>{say.keep}</Button>
      </div>
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(false)}
          title={say.question(job)}
          consequence={[
            say.holds(files.length),
            notTaken.length > 0 && say.notTaken(notTaken.map(({ fileId, fileName }) => fileName ?? fileId)),
            !isTold && say.unseen,
            say.stays,
          ]
            .filter(Boolean)
            .join(' ')}
          action={say.confirm}
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
