import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { textOf } from '../../contract/reply'
import type { StoredAgent } from '../../queries/agents'
import { labMutations } from '../../queries/lab-changes'
import { type LabRun, labAgentOfRun, versionOfRun } from '../../queries/lab-records'
import type { NumberedVersion } from '../../queries/service-versions'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { Facts } from '../../ui/page'
import { ErrorNotice } from '../-shared/error-notice'
import { askAgain, sentWords } from '../-shared/leave-guard'
import { versionTitle } from '../-shared/version-name'
import { titleOfRun } from './-lab-data'
import { RecentRun, sumText } from './-recent-run'

/** Asks once, and starts a run of these scenarios with the version; its result is shown here. */
export function RunAgain({
  labRun,
  agent,
  target,
  ids,
  runs,
  onStarted,
  returnFocus,
  onClose,
}: {
  labRun: LabRun
  agent: StoredAgent
  target: NumberedVersion
  ids: readonly string[]
  /** Of which one may have just started. */
  runs: readonly LabRun[]
  onStarted: () => void
  /** Where the focus goes if the button that asked is gone. */
  returnFocus: () => HTMLElement | null
  onClose: () => void
}) {
  // `isPending` comes a render later; a second click may come before.
  const sending = useRef(false)
  const run = useMutation({
    ...labMutations.run(),
    onError: () => {
      sending.current = false
    },
    onSuccess: () => {
      onStarted()
      onClose()
    },
  })
  const labAgentId = labAgentOfRun(labRun) ?? agent.testingLabId
  const scenarios = ids.map(Number)
  // Without an answer it may go on already (D962).
  const doubt = sentWords(run.error)
  const frequency = labRun.run?.frequency ?? 1
  const outbound_phone_number = textOf(labRun.sent?.request.outbound_phone_number)
  return (
    <ConfirmDialog
      title="Start this run?"
      description="It cannot be stopped from here, and a service may charge for it."
      action="Run now"
      variant={doubt ? 'secondary' : 'primary'}
      locked={
        labAgentId === undefined &&
        'The testing lab agent id is not known here. “Run the failed ones” at the top of the run asks for it.'
      }
      pending={run.isPending}
      error={<ErrorNotice error={run.error} />}
      returnFocus={returnFocus}
      onConfirm={async () => {
        if (labAgentId === undefined || sending.current) return
        if (doubt && !(await askAgain(doubt))) return
        sending.current = true
        run.mutate({
          body: {
            agent_id: labAgentId,
            scenarios,
            frequency,
            name: `${titleOfRun(labRun).replace(/, again$/, '')}, again`.slice(0, 200),
            agent_version_id: target.versionId,
            ...(outbound_phone_number && { outbound_phone_number }),
          },
          note: { agentId: agent.agentId, versionId: target.versionId },
        })
      }}
      onClose={onClose}
    >
      <Facts
        facts={{
          What: sumText(ids.length, frequency),
          Agent: agent.name,
          Version: versionTitle(target),
          'Outbound phone number': outbound_phone_number,
        }}
      />
      {labAgentId !== undefined && (
        <RecentRun
          // The usual way on is the same with the next version.
          runs={runs.filter((each) => versionOfRun(each) === target.versionId)}
          request={{ agent_id: labAgentId, scenarios }}
        />
      )}
    </ConfirmDialog>
  )
}
