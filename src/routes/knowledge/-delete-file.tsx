import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { KnowledgeFile } from '../../contract/files'
import { deleteSteps, FilePlan, membershipQueries } from '../../queries/file-plans'
import { fileMutations } from '../../queries/files'
import type { KnowledgeNow } from '../../queries/membership'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { Dialog } from '../../ui/dialog'
import { countOf } from '../../ui/numbers'
import { toast } from '../../ui/toast-store'
import { ErrorNotice } from '../-shared/error-notice'
import { FailedState } from '../-shared/failure'
import { words as bulkWords } from './-bulk-words'
import { CollectionLink } from './-collection-link'
import { nameOf } from './-file-status'
import { PlanDialog } from './-plan-dialog'
import { aboutOf } from './-plan-done'
import { TypeToConfirm } from './-type-to-confirm'

/**
 * Asks before a file is deleted. Which collections hold it is read when this opens. A file that one holds is not deleted (§4 rule 3): then a
 * plan is offered that takes it out of each first. Where nobody knows, the name has to be typed (D76).
 */
export function DeleteFile({
  file,
  thenUpload,
  onClose,
  onDeleted,
}: {
  file: KnowledgeFile
  /** The name of a file that is uploaded after that. */
  thenUpload?: string
  onClose: () => void
  onDeleted: () => void
}) {
  // As it was when asked: the list may lose the file while the answer is on its way.
  const [asked] = useState(file)
  const { data: now, error, isFetching, refetch } = useQuery(membershipQueries.now())
  const [read, setRead] = useState<KnowledgeNow>()
  if (!read && now && !isFetching) setRead(now)
  const deleted = () => {
    toast({ title: `${nameOf(asked)} was deleted` })
    onDeleted()
  }
  if (!read)
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={<span className="wrap-anywhere">{`Delete ${nameOf(asked)}?`}</span>}
        footer={<Button onClick={onClose}>{bulkWords.cancel}</Button>}
      >
        {error && !isFetching ? (
          <FailedState error={error} onRetry={() => refetch()} retrying={isFetching} />
        ) : (
          <p role="status">{bulkWords.reading}</p>
        )}
      </Dialog>
    )
  const props = { file: asked, thenUpload, now: read, onClose, onDeleted: deleted }
  return read.holdersOf(asked.fileId).collections.length > 0 ? (
    <HeldFile {...props} />
  ) : (
    <FreeFile {...props} />
  )
}

interface Asked {
  file: KnowledgeFile
  thenUpload: string | undefined
  now: KnowledgeNow
  onClose: () => void
  onDeleted: () => void
}

function FreeFile({ file, thenUpload, now, onClose, onDeleted }: Asked) {
  const name = nameOf(file)
  const isKnown = now.holdersOf(file.fileId).source === 'service'
  const remove = useMutation({ ...fileMutations.remove(), onSuccess: onDeleted })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${name}?`}
      consequence={[
        'Agents can no longer answer from this file. This cannot be undone.',
        !isKnown &&
          'It is unknown whether a collection contains this file. Agents that use such a collection lose it.',
        thenUpload !== undefined && `Then ${thenUpload} is uploaded.`,
      ]
        .filter(Boolean)
        .join(' ')}
      action="Delete file"
      typeToConfirm={isKnown ? undefined : name}
      onConfirm={() => remove.mutate({ params: { fileId: file.fileId } })}
      pending={remove.isPending}
      error={remove.error && <ErrorNotice error={remove.error} />}
    />
  )
}

/** The plan of a file that is held: out of each collection, then away. */
function HeldFile({ file, thenUpload, now, onClose, onDeleted }: Asked) {
  const client = useQueryClient()
  const { collections, source } = now.holdersOf(file.fileId)
  const [typed, setTyped] = useState('')
  // What only this browser knows of may be less than all.
  const mustType = source !== 'service'
  const [plan] = useState(
    () =>
      new FilePlan(client, {
        about: aboutOf('delete', [file], now.collections),
        steps: deleteSteps(file.fileId, now.holdersOf(file.fileId)),
      }),
  )
  return (
    <PlanDialog
      title={<span className="wrap-anywhere">{`${nameOf(file)} cannot be deleted yet`}</span>}
      description={
        collections.length === 1
          ? 'This file is in a collection. Remove it there first.'
          : `${countOf(collections.length, 'collection')} contain this file. Remove it from each first.`
      }
      kept={plan}
      stepwise
      locked={mustType && typed.trim() !== nameOf(file)}
      onClose={onClose}
      onDone={onDeleted}
    >
      <div>
        <ul className="flex flex-col gap-1">
          {collections.map((each) => (
            <li key={each.id}>
              <CollectionLink {...each} />
            </li>
          ))}
        </ul>
      </div>
      <p>
        These steps do so in order. After the last one agents can no longer answer from this file, and it
        cannot be undone.{' '}
        {mustType &&
          'Only what was added in this browser is known; other collections may hold it too, and agents that use them lose it.'}{' '}
        {thenUpload !== undefined && `Then ${thenUpload} is uploaded.`}
      </p>
      {mustType && <TypeToConfirm word={nameOf(file)} value={typed} onChange={setTyped} />}
    </PlanDialog>
  )
}
