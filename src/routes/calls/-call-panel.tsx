import { Link } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { dispatchCall } from '../../contract/calls'
import { toCurl } from '../../contract/curl'
import type { StoredAgent } from '../../queries/agents'
import type { Launch } from '../../queries/calls'
import { buttonClass } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { findRow } from '../../ui/data-table'
import { IdText } from '../../ui/id-text'
import { Notice } from '../../ui/notice'
import { OtherFields } from '../../ui/other-fields'
import { Facts } from '../../ui/page'
import { SidePanel } from '../../ui/side-panel'
import { TimeText } from '../../ui/time-text'
import { OutcomeBadge } from '../-shared/outcome-badge'
import { CallFate } from './-call-fate'
import { words } from './-call-panel-words'
import { words as list } from './-calls-words'

/** One remembered call: what was sent, what came back, and how to do it again. */
export function CallPanel({
  id,
  call,
  agents,
  onClose,
}: {
  id: string
  call: Launch | undefined
  agents: readonly StoredAgent[]
  onClose: () => void
}) {
  const request = call?.request
  return (
    <SidePanel
      open
      onOpenChange={(open) => !open && onClose()}
      title={call ? (request ? words.title(request.toPhoneNumber) : words.fallback) : words.gone}
      returnFocus={() => findRow(list.title, id)}
      footer={
        call && (
          <>
            <Link to="/calls" search={{ place: true, again: call.id }} className={buttonClass('secondary')}>
              <RotateCcw size={16} aria-hidden />
              {words.again}
            </Link>
            <CopyButton text={toCurl(dispatchCall, { params: { agentId: call.agentId }, body: request })}>
              Copy as cURL
            </CopyButton>
          </>
        )
      }
    >
      {call ? <CallFacts call={call} agents={agents} /> : <p>{words.goneText}</p>}
    </SidePanel>
  )
}

function CallFacts({ call, agents }: { call: Launch; agents: readonly StoredAgent[] }) {
  const { request, result, error } = call
  const agent = agents.find(({ agentId }) => agentId === call.agentId)
  const id = (value: string | undefined, name: string) => value && <IdText id={value} name={name} />
  return (
    <>
      <Outcome call={call} />
      <Facts
        facts={[
          [words.outcome, <OutcomeBadge key="outcome" state={call.state} />],
          [words.callId, id(result?.id, 'call id')],
          [words.status, result?.status],
          [words.answer, error && [error.status, error.code].filter(Boolean).join(', ')],
          [words.sent, <TimeText key="sent" time={call.startedAt} />],
          [words.answered, call.finishedAt && <TimeText time={call.finishedAt} />],
          [
            words.agent,
            agent && (
              <Link
                to="/agents/$agentId"
                params={{ agentId: agent.agentId }}
                className="text-accent underline underline-offset-2"
              >
                {agent.name}
              </Link>
            ),
          ],
          [words.agentId, id(call.agentId, 'agent id')],
          [words.versionId, id(request?.versionId, 'version id')],
          [words.outboundPhoneNumberId, id(request?.outboundPhoneNumberId, 'phone number id')],
          [words.to, request && <span className="font-mono">{request.toPhoneNumber}</span>],
          [
            words.batch,
            call.batch && (
              <Link
                to="/calls/batch/$jobId"
                params={{ jobId: call.batch.id }}
                className="text-accent underline underline-offset-2"
              >
                {call.batch.row < 0 ? words.testRow : words.row(call.batch.row + 1)}
              </Link>
            ),
          ],
          [words.leadId, request?.leadId],
          [words.firstName, request?.firstName],
        ]}
      />
      {result?.id && <CallFate callId={result.id} />}
      {request?.variables && <OtherFields fields={request.variables} title={words.variables} />}
      {request?.metadata && <OtherFields fields={request.metadata} title={words.metadata} />}
      {result && <OtherFields fields={result.other} title={words.reply} />}
      {call.beside && <OtherFields fields={call.beside} title={words.beside} />}
    </>
  )
}

function Outcome({ call: { state, error } }: { call: Launch }) {
  if (state === 'accepted') return <p>{error?.message ?? words.accepted}</p>
  if (state === 'sending') return <p>{words.sending}</p>
  return state === 'refused' ? (
    <Notice tone="error" title={words.refused} message={error?.message} />
  ) : (
    <Notice
      tone="warn"
      title={words.unknown}
      message={[error?.message, words.unknownText].filter(Boolean).join('\n')}
    />
  )
}
