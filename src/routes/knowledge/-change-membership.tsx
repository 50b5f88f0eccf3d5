import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { type KnowledgeFile, progressOf } from '../../contract/files'
import { addStep, FilePlan, membershipQueries, removeStep } from '../../queries/file-plans'
import type { KnowledgeNow } from '../../queries/membership'
import { Button, buttonClass } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Notice } from '../../ui/notice'
import { FailedState } from '../-shared/failure'
import { words } from './-bulk-words'
import { PlanDialog } from './-plan-dialog'
import { aboutOf, carryOut, tellDone } from './-plan-done'

/** Adds several files to a collection that is there, or takes them out of one. */
export function ChangeMembership({
  kind,
  files,
  onClose,
  onDone,
}: {
  kind: 'add' | 'remove'
  files: readonly KnowledgeFile[]
  onClose: () => void
  onDone: () => void
}) {
  const id = useId()
  const client = useQueryClient()
  const { data: now, error, isFetching, refetch } = useQuery(membershipQueries.now())
  const [collectionId, setCollectionId] = useState('')
  const [plan, setPlan] = useState<FilePlan>()
  const say = words[kind]

  const choices = now ? choicesOf(kind, files, now) : []
  const choice = choices.find((each) => each.id === collectionId)
  const finish = (done: FilePlan) => {
    tellDone(client, done)
    onDone()
  }
  const start = () => {
    if (!choice || choice.concerned.length === 0 || plan) return
    const stepOf = kind === 'add' ? addStep : removeStep
    const started = new FilePlan(client, {
      about: aboutOf(kind, choice.concerned, now?.collections),
      steps: choice.concerned.map(({ fileId }) => stepOf(fileId, choice.id)),
    })
    setPlan(started)
    void carryOut(started, () => finish(started))
  }

  if (plan)
    return (
      <PlanDialog
        title={
          <span className="wrap-anywhere">
            {say.running(plan.about.collections[collectionId] ?? collectionId)}
          </span>
        }
        kept={plan}
        onClose={onClose}
        onDone={() => finish(plan)}
      />
    )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={say.title(files.length)}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button variant="primary" aria-disabled={!choice?.concerned.length || undefined} onClick={start}>
            {say.submit(choice?.concerned.length ?? files.length)}
          </Button>
        </>
      }
    >
      {error && !isFetching ? (
        <FailedState error={error} onRetry={() => refetch()} retrying={isFetching} />
      ) : !now ? (
        <p role="status">{words.reading}</p>
      ) : choices.length === 0 ? (
        <p>
          {say.none}{' '}
          {kind === 'add' && (
            <Link to="/knowledge/collections" search={{ new: true }} className={buttonClass('link')}>
              {words.add.toCollections}
            </Link>
          )}
        </p>
      ) : (
        <>
          <div className="flex flex-col gap-1">
            <label htmlFor={id} className="font-semibold">
              {words.add.collection}
            </label>
            <select
              id={id}
              className="control"
              value={collectionId}
              onChange={({ target }) => setCollectionId(target.value)}
            >
              <option value="">{words.add.choose}</option>
              {choices.map((each) => (
                <option key={each.id} value={each.id}>
                  {each.label}
                </option>
              ))}
            </select>
          </div>
          {choice && kind === 'add' && choice.concerned.length < files.length && (
            <p>{words.add.inAlready(files.length - choice.concerned.length)}</p>
          )}
          {kind === 'add' && files.some(({ status }) => progressOf(status) !== 'ready') && (
            <Notice tone="warn" title={words.add.notReady} />
          )}
          {choice && kind === 'remove' && (
            <p>
              {choice.certain
                ? words.remove.holds(choice.concerned.length, files.length)
                : words.remove.unknown}{' '}
              {words.remove.consequence}
            </p>
          )}
        </>
      )}
    </Dialog>
  )
}

/** Collections by name, with the files that the change concerns: those not inside yet, or those inside as far as anybody knows. */
function choicesOf(kind: 'add' | 'remove', files: readonly KnowledgeFile[], now: KnowledgeNow) {
  const known = files.map((file) => ({ file, membership: now.holdersOf(file.fileId) }))
  const count = new Map<string, number>()
  for (const { name } of now.collections) count.set(name ?? '', (count.get(name ?? '') ?? 0) + 1)
  return now.collections
    .map(({ id, name }) => {
      const isIn = ({ membership }: (typeof known)[number]) =>
        membership.collections.some((each) => each.id === id)
      const concerned = known.filter((each) =>
        each.membership.source === 'service' ? isIn(each) === (kind === 'remove') : true,
      )
      return {
        id,
        // Names may repeat (D25); then the id tells them apart.
        label: name?.trim() ? ((count.get(name) ?? 0) > 1 ? `${name} (${id})` : name) : id,
        concerned: concerned.map(({ file }) => file),
        certain: known.every(({ membership }) => membership.source === 'service'),
      }
    })
    .filter(({ concerned }) => kind === 'add' || concerned.length > 0)
    .sort((a, b) => a.label.localeCompare(b.label))
}
