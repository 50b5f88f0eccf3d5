import { useMutation } from '@tanstack/react-query'
import { forgetEverything } from '../../queries/forget-everything'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { toast } from '../../ui/toast-store'
import { ErrorNotice } from '../-shared/error-notice'
import { useLeft } from '../-shared/leave-guard'
import { useIsTeam } from '../-shared/use-is-team'
import { tellElsewhere } from '../-shared/waiting'
import { WorkStops } from '../-shared/work-stops'

/** Asks before the ledger is emptied (safety rule 16). */
export function ForgetEverything({ onClose }: { onClose: () => void }) {
  const isTeam = useIsTeam()
  const left = useLeft()
  const empty = useMutation({
    ...forgetEverything(),
    onMutate: left.sending,
    onSuccess: () => {
      toast({
        title: isTeam
          ? 'Your team has nothing stored for this service'
          : 'This browser has nothing stored for this service',
      })
      // Who left meanwhile is not led back.
      if (!left.isLeft()) onClose()
    },
    onError: (error) => {
      if (left.isLeft()) tellElsewhere(error)
    },
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Forget everything that ${isTeam ? 'your team' : 'this browser'} remembers of this service?`}
      consequence={`What was sent can no longer be looked up${isTeam ? ' by anybody' : ''}, and agents, calls and threads that only ${isTeam ? 'your team' : 'this browser'} knows leave the lists; what the service lists stays. Nothing changes in the service: deployed versions stay deployed. It cannot be undone; export it first if you may need to look something up.`}
      action="Forget everything"
      variant="danger"
      onConfirm={() => empty.mutate()}
      pending={empty.isPending}
      error={<ErrorNotice error={empty.error} />}
    >
      <WorkStops />
    </ConfirmDialog>
  )
}
