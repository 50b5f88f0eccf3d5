import type { KnownAgent } from '../../queries/agents'
import type { Launch } from '../../queries/calls'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Notice } from '../../ui/notice'
import { Facts } from '../../ui/page'
import { shortenId } from '../../ui/short-id'
import { TimeText } from '../../ui/time-text'
import type { CallFormValues } from './call-form'
import { words } from './form-words'
import { recentCall } from './recent-call'

/** The last question before somebody's telephone rings. */
export function ConfirmCall({
  values,
  agent,
  calls,
  pending,
  onConfirm,
  onClose,
}: {
  values: CallFormValues
  agent: KnownAgent | undefined
  calls: readonly Launch[]
  pending: boolean
  onConfirm: () => void
  onClose: () => void
}) {
  const recent = pending ? undefined : recentCall(calls, values.toPhoneNumber, Date.now())
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !pending && onClose()}
      title={words.confirm.title(values.toPhoneNumber)}
      description={words.confirm.text}
      footer={
        <>
          <Button onClick={() => !pending && onClose()} aria-disabled={pending || undefined}>
            {words.cancel}
          </Button>
          <Button variant="primary" pending={pending} onClick={onConfirm}>
            {words.confirm.submit}
          </Button>
        </>
      }
    >
      <Facts
        facts={[
          [
            words.form.toPhoneNumber,
            <span className="font-mono" key="to">
              {values.toPhoneNumber}
            </span>,
          ],
          [words.summary.agent, agent ? agent.name : <code key="agent">{shortenId(values.agentId)}</code>],
          [
            words.summary.version,
            <code key="version" title={values.versionId}>
              {shortenId(values.versionId)}
            </code>,
          ],
        ]}
      />
      {recent && (
        <Notice
          tone="warn"
          title={words.confirm.recent[recent.state]}
          message={<TimeText time={recent.startedAt} />}
        />
      )}
    </Dialog>
  )
}
