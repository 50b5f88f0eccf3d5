import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { addFileToCollection, removeFileFromCollection } from '../../contract/collection-files'
import { deleteFile } from '../../contract/file-changes'
import { FilePlan, type FileStep, membershipQueries, type PlanAbout } from '../../queries/file-plans'
import type { KnowledgeNow } from '../../queries/membership'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { formatCount } from '../../ui/numbers'
import { FailedState } from '../-shared/failure'
import { FirstRequest } from '../-shared/first-request'
import { PlanDialog } from './-plan-dialog'
import { carryOut } from './-plan-done'

/** What the service says when this opens, and that stays so; until then `unread` stands in its place. */
export function useKnowledgeNow(): { now?: KnowledgeNow; unread?: ReactNode } {
  const query = useQuery(membershipQueries.now())
  const [now, setNow] = useState<KnowledgeNow>()
  if (now) return { now }
  const { data, error, isFetching } = query
  if (data && !isFetching) setNow(data)
  const failed = error && !isFetching
  const unread = failed ? (
    <FailedState query={query} />
  ) : (
    <p role="status">Reading which collections hold what</p>
  )
  return { unread }
}

const OPERATIONS = { add: addFileToCollection, remove: removeFileFromCollection, delete: deleteFile }

/**
 * A question, then the plan that carries out the answer. What keeps the plan from beginning, its dialog says.
 * - `wanted`: what the plan is made of; `undefined` while there is nothing to do, and `locked` says what has to come first
 */
export function PlanQuestion({
  running,
  wanted,
  locked,
  onStart,
  onDone,
  onLeft,
  children,
  ...question
}: Omit<ComponentProps<typeof ConfirmDialog>, 'onConfirm'> & {
  /** Title while it is carried out. */
  running: string
  wanted: { about: PlanAbout; steps: readonly FileStep[] } | undefined
  onStart?: () => void
  onDone: () => void
  onLeft?: (() => void) | undefined
}) {
  const client = useQueryClient()
  const [plan, setPlan] = useState<FilePlan>()
  const start = () => {
    if (!wanted) return
    const started = new FilePlan(client, wanted)
    setPlan(started)
    onStart?.()
    // Its dialog says what went wrong.
    void carryOut(client, started, { onDone, onLeft }).catch(() => undefined)
  }
  if (plan)
    return (
      <PlanDialog title={running} plan={plan} onClose={question.onClose} onDone={onDone} onLeft={onLeft} />
    )
  const [first, ...others] = wanted?.steps ?? []
  return (
    <ConfirmDialog
      {...question}
      locked={!wanted && (locked || true)}
      onConfirm={start}
      actions={
        first && (
          <FirstRequest
            operation={OPERATIONS[first.action]}
            request={() => ({ params: { ...first } })}
            then={
              others.length > 0
                ? `The first of ${formatCount(others.length + 1)}; the others name other files or collections.`
                : undefined
            }
          />
        )
      }
    >
      {children}
    </ConfirmDialog>
  )
}
