import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionMutations } from '../../queries/session'
import { uploadCount } from '../../queries/upload-count'
import { Checkbox } from '../../ui/checkbox'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { ErrorNotice } from '../-shared/error-notice'
import { WorkStops } from '../-shared/work-stops'

/** Asks before all tabs of this browser are signed out. */
export function SignOutDialog({ onClose }: { onClose: () => void }) {
  const [forget, setForget] = useState(false)
  const { done = 0, total = 0 } = uploadCount() ?? {}
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
      <WorkStops uploads={total - done} />
      <Checkbox
        label="Forget what this browser stores: drafts, trials, notes of uploads, and its own records. What the server keeps stays."
        checked={forget}
        onChange={setForget}
      />
    </ConfirmDialog>
  )
}
