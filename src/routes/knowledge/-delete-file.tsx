import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { KnowledgeFile } from '../../contract/files'
import { deleteSteps, FilePlan } from '../../queries/file-plans'
import { fileMutations } from '../../queries/files'
import type { KnowledgeNow } from '../../queries/membership'
import { Button } from '../../ui/button'
import { ConfirmDialog, TypeToConfirm } from '../../ui/confirm-dialog'
import { Dialog } from '../../ui/dialog'
import { countOf } from '../../ui/numbers'
import { toast } from '../../ui/toast-store'
import { ErrorNotice } from '../-shared/error-notice'
import { CollectionLink } from './-collection-link'
import { nameOf } from './-file-status'
import { PlanDialog } from './-plan-dialog'
import { aboutOf } from './-plan-done'
import { useKnowledgeNow } from './-plan-question'

interface Asked {
  file: KnowledgeFile
  /** The name of a file that is uploaded after that. */
  thenUpload?: string
  onClose: () => void
  onDeleted: () => void
}

/**
 * Asks before a file is deleted. Which collections hold it is read when this opens. A file that one holds is not deleted (§4 rule 3): then a
 * plan is offered that takes it out of each first. Where nobody knows, the name has to be typed (D76).
 */
export function DeleteFile({ file, ...asked }: Asked) {
  // As it was when asked: the list may lose the file while the answer is on its way.
  const [props] = useState({ file })
  const { now, unread } = useKnowledgeNow()
  if (now) {
    const isHeld = now.holdersOf(props.file.fileId).collections.length > 0
    const Question = isHeld ? HeldFile : FreeFile
    return <Question {...props} {...asked} now={now} />
  }
  return (
    <Dialog
      open
      onOpenChange={asked.onClose}
      title={<span className="wrap-anywhere">{`Delete ${nameOf(props.file)}?`}</span>}
      footer={<Button onClick={asked.onClose}>Cancel</Button>}
    >
      {unread}
    </Dialog>
  )
}

function FreeFile({ file, thenUpload, now, onClose, onDeleted }: Asked & { now: KnowledgeNow }) {
  const name = nameOf(file)
  const isReported = now.holdersOf(file.fileId).source === 'service'
  const remove = useMutation({
    ...fileMutations.remove(),
    onSuccess: () => {
      toast({ title: `${name} was deleted` })
      onDeleted()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${name}?`}
      consequence={[
        'Agents can no longer answer from this file. This cannot be undone.',
        !isReported &&
          'It is unknown whether a collection contains this file. Agents that use such a collection lose it.',
        thenUpload !== undefined && `Then ${thenUpload} is uploaded.`,
      ]
        .filter(Boolean)
        .join(' ')}
      action="Delete file"
      typeToConfirm={isReported ? undefined : name}
      onConfirm={() => remove.mutate({ params: { fileId: file.fileId } })}
      pending={remove.isPending}
      error={remove.error && <ErrorNotice error={remove.error} />}
    />
  )
}

/** The plan of a file that is held: out of each collection, then away. */
function HeldFile({ file, thenUpload, now, onClose, onDeleted }: Asked & { now: KnowledgeNow }) {
  const client = useQueryClient()
  const membership = now.holdersOf(file.fileId)
  const { collections, source } = membership
  const [typed, setTyped] = useState('')
  // What only this browser knows of may be less than all.
  const mustType = source !== 'service'
  const [plan] = useState(
    () =>
      new FilePlan(client, {
        about: aboutOf('delete', [file], now.collections),
        steps: deleteSteps(file.fileId, membership),
      }),
  )
  return (
    <PlanDialog
      title={`${nameOf(file)} cannot be deleted yet`}
      description={
        collections.length === 1
          ? 'This file is in a collection. Remove it there first.'
          : `${countOf(collections.length, 'collection')} contain this file. Remove it from each first.`
      }
      plan={plan}
      stepwise
      locked={mustType && typed.trim() !== nameOf(file)}
      onClose={onClose}
      onDone={onDeleted}
    >
      <ul className="flex flex-col gap-1">
        {collections.map((each) => (
          <li key={each.id}>
            <CollectionLink {...each} />
          </li>
        ))}
      </ul>
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
