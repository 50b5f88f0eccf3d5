import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { type KnowledgeFile, progressOf } from '../../contract/files'
import { FilePlan } from '../../queries/file-plans'
import { promptOf } from '../../queries/typed-prompt'
import { TypeToConfirm } from '../../ui/confirm-dialog'
import { here, mayWrite } from '../../ui/role'
import { CollectionLink } from './-collection-link'
import { nameOf } from './-file-status'
import { PlanDialog } from './-plan-dialog'
import { deletionOf } from './-plan-done'
import { PlanQuestion, useKnowledgeNow } from './-plan-question'
import type { useUploads } from './-use-uploads'

/**
 * Asks before a file is deleted. Which collections hold it is read when this opens. A file that one holds is not deleted (§4 rule 3): then a
 * plan is offered that takes it out of each first. Where nobody knows, the name has to be typed (D76).
 */
export function DeleteFile({
  file,
  again,
  onUpload,
  onClose,
  onDeleted,
}: {
  file: KnowledgeFile
  /** Uploaded after that, in its place; the same where the deletion is not finished, to be retried later. */
  again: readonly File[]
  onUpload: ReturnType<typeof useUploads>['add']
  onClose: () => void
  /** `isShown`: the file is still open in the list, which nobody left meanwhile. */
  onDeleted: (isShown: boolean) => void
}) {
  const client = useQueryClient()
  const router = useRouter()
  const [opened] = useState(router.latestLocation)
  const { now, unread } = useKnowledgeNow()
  const [typed, setTyped] = useState('')
  const name = nameOf(file)
  const held = now?.holdersOf(file.fileId)
  const [plan, setPlan] = useState<FilePlan>()
  const { collections = [] } = held ?? {}
  if (now && collections.length > 0 && !plan && mayWrite())
    setPlan(new FilePlan(client, deletionOf([file], now)))

  // What only this browser knows of may be less than all.
  const mustType = held?.source !== 'service'
  const isFailed = progressOf(file.status) === 'failed'
  const answers = !isFailed && mustType
  const kept = [
    file.prompt && 'keeps the retrieval prompt',
    collections.length > 0 && `goes into the same ${collections.length === 1 ? 'collection' : 'collections'}`,
  ].filter(Boolean)
  const then = again[0] && (
    <p>{`Then ${again[0].name} is uploaded.${kept.length > 0 ? ` It ${kept.join(' and ')}.` : ''}`}</p>
  )
  // In the place of the deleted one (D958).
  const upload = (undeleted?: string) => {
    if (again.length === 0) return
    const prompt = file.prompt || promptOf(client)
    const holders = collections.map(({ id, name }) => ({ id, name: name?.trim() || id }))
    onUpload(again, { prompt, collections: holders.length > 0 ? holders : undefined, undeleted })
  }
  const ended = {
    onClose,
    onDone: () => {
      const { pathname, search } = router.latestLocation
      onDeleted(pathname === opened.pathname && search.file === opened.search.file)
      upload()
    },
    onLeft: () => upload(name),
  }
  if (!plan)
    return (
      <PlanQuestion
        {...ended}
        title={<span className="wrap-anywhere">{`Delete ${name}?`}</span>}
        action="Delete file"
        variant="danger"
        typeToConfirm={held && mustType ? name : undefined}
        running={`Deleting ${name}`}
        wanted={now && deletionOf([file], now)}
      >
        {unread ?? (
          <>
            <p>
              {answers
                ? 'Agents can no longer answer from this file.'
                : `No agent answers from this file: it ${isFailed ? 'could not be read' : 'is in no collection'}.`}{' '}
              This cannot be undone.{' '}
              {mustType &&
                `It is unknown whether a collection contains this file. ${answers ? 'Agents that use such a collection lose it.' : ''}`}
            </p>
            {then}
          </>
        )}
      </PlanQuestion>
    )
  return (
    <PlanDialog
      {...ended}
      title={`Delete ${name}?`}
      action="Delete file"
      plan={plan}
      stepwise
      locked={mustType && typed.trim() !== name}
    >
      <p>
        It is first removed from{' '}
        {collections.map((each, at) => (
          <Fragment key={each.id}>
            {at > 0 && (at < collections.length - 1 ? ', ' : ' and ')}
            <CollectionLink {...each} />
          </Fragment>
        ))}
        . {!isFailed && 'Agents can no longer answer from it. '}This cannot be undone.{' '}
        {mustType &&
          `Only what was added in ${here()} is known; other collections may hold it too${isFailed ? '' : ', and agents that use them lose it'}.`}
      </p>
      {then}
      {mustType && <TypeToConfirm word={name} value={typed} onChange={setTyped} />}
    </PlanDialog>
  )
}
