import type { StoredAgent } from '../../../queries/agents'
import type { BatchView } from '../../../queries/batches'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { Notice } from '../../../ui/notice'
import { formatCount } from '../../../ui/numbers'
import { Facts } from '../../../ui/page'
import { formatDuration } from '../../../ui/time-words'
import { words } from './-batch-words'

const say = words.job.confirm

/** The last question before many telephones ring: how many, with what, from where, and for how long. */
export function ConfirmBatch({
  view,
  agent,
  agentName,
  onConfirm,
  onClose,
}: {
  view: BatchView
  agent: StoredAgent | undefined
  agentName: string
  onConfirm: () => void
  onClose: () => void
}) {
  const { batch, counts, leftMs, test } = view
  const isUntested = test === undefined && counts.waiting === batch.toSend
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={say.title(counts.waiting, agentName)}
      description={say.text}
      footer={
        <>
          <Button onClick={onClose}>{words.edit.cancel}</Button>
          <Button variant="primary" onClick={onConfirm}>
            {say.submit(counts.waiting)}
          </Button>
        </>
      }
    >
      <Facts
        facts={[
          [say.calls, formatCount(counts.waiting)],
          [say.agent, agentName],
          [
            say.version,
            <code key="version" className="wrap-anywhere">
              {batch.versionId}
            </code>,
          ],
          [
            say.from,
            <code key="from" className="wrap-anywhere">
              {batch.outboundPhoneNumberId}
            </code>,
          ],
          [say.lasts, formatDuration(leftMs)],
        ]}
      />
      {agent?.deployedVersionId !== batch.versionId && <Notice tone="warn" title={say.notDeployed} />}
      {isUntested && <Notice tone="warn" title={say.untested} />}
    </Dialog>
  )
}
