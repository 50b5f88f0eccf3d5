import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { jobEngineOf } from '../../queries/job-engine'
import { sessionMutations } from '../../queries/session'
import { uploadCount } from '../../queries/upload-count'
import { Checkbox } from '../../ui/checkbox'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { Notice } from '../../ui/notice'
import { countOf } from '../../ui/numbers'
import { ErrorNotice } from '../-shared/error-notice'

/** What this page is at, in words; `undefined`: nothing. */
function useRunning(): string | undefined {
  const client = useQueryClient()
  const { done = 0, total = 0 } = uploadCount() ?? {}
  const jobs = jobEngineOf(client).getSnapshot().size
  const running = [
    total > done && countOf(total - done, 'upload'),
    jobs > 0 && countOf(jobs, 'batch or other job', 'batches or other jobs'),
  ].filter(Boolean)
  return running.length > 0 ? running.join(' and ') : undefined
}

/** Asks before all tabs of this browser are signed out. */
export function SignOutDialog({ onClose }: { onClose: () => void }) {
  const [forget, setForget] = useState(false)
  const running = useRunning()
  const signOut = useMutation(sessionMutations.signOut())
  return (
    <ConfirmDialog
      anybody
      onClose={onClose}
      title="Sign out?"
      consequence="All tabs of this browser are signed out."
      action="Sign out"
      onConfirm={() => signOut.mutate({ forget })}
      pending={signOut.isPending}
      error={<ErrorNotice error={signOut.error} />}
    >
      {running && <Notice tone="warn" title="Work stops" message={`This page still has ${running} to do.`} />}
      <Checkbox
        label="Forget what this browser stores: drafts, trials, notes of uploads, and its own records. What the server keeps stays."
        checked={forget}
        onChange={setForget}
      />
    </ConfirmDialog>
  )
}
