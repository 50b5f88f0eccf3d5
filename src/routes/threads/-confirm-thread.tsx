import type { VariableFinding } from '../../contract/variable-lint'
import type { StoredAgent } from '../../queries/agents'
import { recipientOf, type StartedThread } from '../../queries/threads'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Notice } from '../../ui/notice'
import { Facts } from '../../ui/page'
import { shortenId } from '../../ui/short-id'
import { TimeText } from '../../ui/time-text'
import { words } from './-new-thread-words'
import type { PreflightNote } from './-preflight'
import type { Question } from './-thread-form'

/** So long after a thread with the same recipient, another one may be a mistake (D187), in milliseconds. */
const RECENT_MS = 60 * 60 * 1000

/** The newest thread with the same recipient that was, or may have been, started in the last hour. `now`: milliseconds. */
export function recentThread(
  threads: readonly StartedThread[],
  to: string,
  now: number,
): StartedThread | undefined {
  return threads.find(
    (thread) =>
      thread.state !== 'refused' &&
      recipientOf(thread) === to &&
      now - Date.parse(thread.startedAt) < RECENT_MS,
  )
}

/** The last question before somebody gets a message. */
export function ConfirmThread({
  to,
  agent,
  versionId,
  message,
  threads,
  notes,
  findings = [],
  pending,
  onConfirm,
  onClose,
}: Question & {
  to: string
  agent: StoredAgent | undefined
  versionId: string
  message: string
  threads: readonly StartedThread[]
  notes: readonly PreflightNote[]
  /** What is not right with the variables of the message. */
  findings?: readonly VariableFinding[]
}) {
  // On a narrow screen they stand below the button that led here.
  const doubts = [
    ...notes.filter(({ state }) => state === 'doubtful').map(({ text }) => text),
    ...findings.map((each) => each.message),
  ]
  const recent = pending ? undefined : recentThread(threads, to, Date.now())
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !pending && onClose()}
      title={words.confirm.title(to)}
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
          [words.outcome.to, <span key="to">{to}</span>],
          [words.confirm.agent, agent?.name],
          [
            words.confirm.version,
            <code key="version" title={versionId}>
              {shortenId(versionId)}
            </code>,
          ],
          [
            words.confirm.message,
            <span key="message" className="line-clamp-6 whitespace-pre-wrap">
              {message}
            </span>,
          ],
        ]}
      />
      {doubts.length > 0 && <Notice tone="warn" title={words.confirm.doubts} message={doubts.join('\n')} />}
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
