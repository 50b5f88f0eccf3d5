import type { RunRequest } from '../../contract/testing-lab'
import type { StoredAgent } from '../../queries/agents'
import type { KnownRun } from '../../queries/lab-runs'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Notice } from '../../ui/notice'
import { Facts } from '../../ui/page'
import { shortenId } from '../../ui/short-id'
import { TimeText } from '../../ui/time-text'
import type { RunValues } from './-run-form'
import { conversationsOf } from './-run-numbers'
import { words as all } from './-run-words'

const words = all.confirm

/** So long after the same scenarios were run, running them again may be a mistake, in milliseconds. */
const RECENT_MS = 2 * 60_000

/** The newest run of the same scenarios that was, or may have been, started just now. `now`: milliseconds. */
export function recentRun(runs: readonly KnownRun[], request: RunRequest, now: number): KnownRun | undefined {
  const wanted = JSON.stringify([request.agent_id, request.scenarios.toSorted()])
  return runs.find(({ sent }) => {
    if (!sent || sent.state === 'refused' || now - Date.parse(sent.startedAt) > RECENT_MS) return false
    const { agent_id, scenarios } = sent.request
    return Array.isArray(scenarios) && JSON.stringify([agent_id, scenarios.toSorted()]) === wanted
  })
}

/** The last question before conversations are held. */
export function ConfirmRun({
  values,
  count,
  request,
  agent,
  runs,
  pending,
  onConfirm,
  onClose,
}: {
  values: RunValues
  count: number
  request: RunRequest
  agent: StoredAgent | undefined
  runs: readonly KnownRun[]
  pending: boolean
  onConfirm: () => void
  onClose: () => void
}) {
  const recent = pending ? undefined : recentRun(runs, request, Date.now())
  const version = values.version.trim()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !pending && onClose()}
      title={words.title}
      description={words.text}
      footer={
        <>
          <Button onClick={() => !pending && onClose()} aria-disabled={pending || undefined}>
            {words.cancel}
          </Button>
          <Button variant="primary" pending={pending} onClick={onConfirm}>
            {words.submit}
          </Button>
        </>
      }
    >
      <Facts
        facts={[
          [
            words.what,
            all.sum(count, conversationsOf(1, values.frequency), conversationsOf(count, values.frequency)),
          ],
          [words.agent, agent?.name ?? request.agent_id],
          [
            words.version,
            version ? (
              <code key="version" title={version}>
                {shortenId(version)}
              </code>
            ) : (
              words.anyVersion
            ),
          ],
          [words.phone, request.outbound_phone_number],
        ]}
      />
      {recent?.sent && (
        <Notice tone="warn" title={words.recent} message={<TimeText time={recent.sent.startedAt} />} />
      )}
    </Dialog>
  )
}
