import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { KnowledgeFile } from '../../contract/files'
import { deleteSteps, FilePlan, membershipQueries } from '../../queries/file-plans'
import type { FileMembership } from '../../queries/membership'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { FailedState } from '../-shared/failure'
import { words } from './-bulk-words'
import { nameOf } from './-file-status'
import { PlanDialog } from './-plan-dialog'
import { aboutOf, carryOut, tellDone } from './-plan-done'
import { TypeToConfirm } from './-type-to-confirm'

const say = words.delete

/** So many plans are shown; the steps are all shown once they are carried out. */
const SHOWN_MAX = 50

/**
 * Deletes several files. Which collections hold them is read when this opens and again at each deletion. Held ones are not deleted, unless the
 * person has their plan carried out (§4 rule 3); where nobody knows, a word has to be typed (D76).
 */
export function DeleteFiles({
  files,
  onClose,
  onDone,
}: {
  files: readonly KnowledgeFile[]
  onClose: () => void
  onDone: () => void
}) {
  const client = useQueryClient()
  const { data: now, error, isFetching, refetch } = useQuery(membershipQueries.now())
  const [withHeld, setWithHeld] = useState(false)
  const [typed, setTyped] = useState('')
  const [plan, setPlan] = useState<FilePlan>()
  const fresh = isFetching ? undefined : now

  const known = (fresh ? files : []).map((file) => ({
    file,
    membership: fresh?.holdersOf(file.fileId) ?? UNREAD,
  }))
  const held = known.filter(({ membership }) => membership.collections.length > 0)
  const open = known.filter(({ membership }) => membership.collections.length === 0)
  const unknown = open.filter(({ membership }) => membership.source !== 'service')
  // Known only from this browser, a plan may leave a collection out; the word covers that as well.
  const mustType =
    unknown.length > 0 || (withHeld && held.some(({ membership }) => membership.source !== 'service'))
  const chosen = withHeld ? known : open
  const may = chosen.length > 0 && (!mustType || typed.trim().toLowerCase() === say.typed)
  const finish = (done: FilePlan) => {
    tellDone(client, done)
    onDone()
  }
  const start = () => {
    if (!may || plan) return
    const steps = chosen.flatMap(({ file, membership }) => deleteSteps(file.fileId, membership))
    const about = aboutOf(
      'delete',
      chosen.map(({ file }) => file),
      now?.collections,
    )
    const started = new FilePlan(client, { about, steps })
    setPlan(started)
    void carryOut(started, () => finish(started))
  }

  const nameOfCollection = (id: string) =>
    fresh?.collections.find((each) => each.id === id)?.name?.trim() || id
  if (plan)
    return <PlanDialog title={say.running} kept={plan} onClose={onClose} onDone={() => finish(plan)} />
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={say.title(files.length)}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button variant="danger" aria-disabled={!may || undefined} onClick={start}>
            {say.submit(chosen.length)}
          </Button>
        </>
      }
    >
      {error && !isFetching ? (
        <FailedState error={error} onRetry={() => refetch()} retrying={isFetching} />
      ) : !fresh ? (
        <p role="status">{words.reading}</p>
      ) : (
        <>
          <p>{say.consequence}</p>
          {open.length > unknown.length && <p>{say.free(open.length - unknown.length)}</p>}
          {unknown.length > 0 && <p className="text-busy">{say.unknown(unknown.length)}</p>}
          {held.length > 0 && (
            <div className="flex flex-col gap-2">
              <p>{say.held(held.length)}</p>
              <ul className="max-h-[30dvh] list-disc overflow-y-auto pl-5">
                {held.slice(0, SHOWN_MAX).map(({ file, membership: { collections } }) => (
                  <li key={file.fileId} className="wrap-anywhere">
                    {say.planOf(
                      nameOf(file),
                      collections.map((each) => nameOfCollection(each.id)),
                    )}
                  </li>
                ))}
                {held.length > SHOWN_MAX && <li>{words.plan.more(held.length - SHOWN_MAX)}</li>}
              </ul>
              <label className="flex items-center gap-2">
                <input
                  type="checkbox"
                  checked={withHeld}
                  onChange={({ target }) => setWithHeld(target.checked)}
                  className="size-4 shrink-0 accent-accent"
                />
                {say.withHeld(held.length)}
              </label>
            </div>
          )}
          {mustType && <TypeToConfirm word={say.typed} value={typed} onChange={setTyped} />}
        </>
      )}
    </Dialog>
  )
}

const UNREAD: FileMembership = { collections: [], source: 'unknown' }
