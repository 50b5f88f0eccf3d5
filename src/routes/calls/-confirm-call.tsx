import { type DeclaredVariable, lintValues } from '../../contract/variable-lint'
import type { StoredAgent } from '../../queries/agents'
import type { Launch } from '../../queries/calls'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Notice } from '../../ui/notice'
import { Facts } from '../../ui/page'
import { shortenId } from '../../ui/short-id'
import { TimeText } from '../../ui/time-text'
import { givenVariables } from '../-shared/variable-values'
import type { CallFormValues } from './-call-form'
import { words } from './-form-words'
import { recentCall } from './-recent-call'
import { VersionNote } from './-version-note'

/** The last question before somebody's telephone rings, with whatever speaks against it. `declared`: where the version is known here. */
export function ConfirmCall({
  values,
  agent,
  declared,
  calls,
  pending,
  onConfirm,
  onClose,
}: {
  values: CallFormValues
  agent: StoredAgent | undefined
  declared: readonly DeclaredVariable[] | undefined
  calls: readonly Launch[]
  pending: boolean
  onConfirm: () => void
  onClose: () => void
}) {
  const recent = pending ? undefined : recentCall(calls, values.toPhoneNumber, Date.now())
  const findings = declared ? lintValues(declared, givenVariables(values, declared) ?? {}) : []
  const missing = findings.filter(({ kind }) => kind === 'missing').map(({ name }) => name)
  const unknown = findings.filter(({ kind }) => kind === 'unknown').map(({ message }) => message)
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
          [
            words.summary.from,
            <code key="from" className="wrap-anywhere">
              {values.outboundPhoneNumberId}
            </code>,
          ],
        ]}
      />
      <VersionNote agent={agent} versionId={values.versionId} />
      {missing.length > 0 && (
        <Notice
          tone="warn"
          title={words.summary.missing(missing.join(', '))}
          message={words.summary.missingText}
        />
      )}
      {unknown.length > 0 && <Notice tone="warn" title={unknown.join(' ')} />}
      {recent && (
        <Notice
          tone="warn"
          title={
            <>
              {words.confirm.recent[recent.state]} <TimeText time={recent.startedAt} />{' '}
              {words.confirm.byConsole}
            </>
          }
        />
      )}
    </Dialog>
  )
}
