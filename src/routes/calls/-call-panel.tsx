import { Link } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { dispatchCall } from '../../contract/calls'
import { toCurl } from '../../contract/curl'
import type { StoredAgent } from '../../queries/agents'
import type { Launch } from '../../queries/calls'
import { buttonClass } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { IdText } from '../../ui/id-text'
import { OtherFields } from '../../ui/other-fields'
import { Facts } from '../../ui/page'
import { SidePanel } from '../../ui/side-panel'
import { TimeText } from '../../ui/time-text'
import { OutcomeBadge } from '../-shared/outcome-badge'
import { OutcomeNotice } from '../-shared/outcome-notice'
import { CallFate } from './-call-fate'

/** One remembered call: what was sent, what came back, and how to do it again. */
export function CallPanel({
  call,
  agents,
  onClose,
  returnFocus,
}: {
  call: Launch | undefined
  agents: readonly StoredAgent[]
  onClose: () => void
  returnFocus: () => HTMLElement | null
}) {
  const request = call?.request
  return (
    <SidePanel
      open
      onOpenChange={(open) => !open && onClose()}
      title={
        call
          ? request
            ? `Call to ${request.toPhoneNumber}`
            : 'Call'
          : 'This browser does not know this call'
      }
      returnFocus={returnFocus}
      footer={
        call && (
          <>
            <Link to="/calls" search={{ place: true, again: call.id }} className={buttonClass('secondary')}>
              <RotateCcw size={16} aria-hidden />
              Call again
            </Link>
            <CopyButton text={toCurl(dispatchCall, { params: { agentId: call.agentId }, body: request })}>
              Copy as cURL
            </CopyButton>
          </>
        )
      }
    >
      {call ? (
        <CallFacts call={call} agents={agents} />
      ) : (
        <p>It may have been dispatched from another browser, or the record here was emptied.</p>
      )}
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
        facts={{
          Outcome: <OutcomeBadge state={call.state} />,
          'Call id': id(result?.id, 'call id'),
          'Status returned': result?.status,
          Answer: error && [error.status, error.code].filter(Boolean).join(', '),
          Sent: <TimeText time={call.startedAt} />,
          Answered: call.finishedAt && <TimeText time={call.finishedAt} />,
          Agent: agent && (
            <Link
              to="/agents/$agentId"
              params={{ agentId: agent.agentId }}
              className="text-accent underline underline-offset-2"
            >
              {agent.name}
            </Link>
          ),
          'Agent id': id(call.agentId, 'agent id'),
          'Version id': id(request?.versionId, 'version id'),
          'Outbound phone number id': id(request?.outboundPhoneNumberId, 'phone number id'),
          'To phone number': request && <span className="font-mono">{request.toPhoneNumber}</span>,
          Batch: call.batch && (
            <Link
              to="/calls/batch/$jobId"
              params={{ jobId: call.batch.id }}
              className="text-accent underline underline-offset-2"
            >
              {call.batch.row < 0 ? 'Test row of a batch' : `Row ${call.batch.row + 1} of a batch`}
            </Link>
          ),
          'Lead id': request?.leadId,
          'First name': request?.firstName,
        }}
      />
      {result?.id && <CallFate callId={result.id} />}
      {request?.variables && <OtherFields fields={request.variables} title="Variables" />}
      {request?.metadata && <OtherFields fields={request.metadata} title="Metadata" />}
      {result && <OtherFields fields={result.other} title="Other fields of the reply" />}
      {call.beside && <OtherFields fields={call.beside} title="Beside the call in the reply" />}
    </>
  )
}

function Outcome({ call }: { call: Launch }) {
  if (call.state === 'accepted') return <p>{call.error?.message ?? 'Call accepted.'}</p>
  if (call.state === 'sending') return <p>The call is on its way to the service.</p>
  return (
    <OutcomeNotice
      of={call}
      refused="The call was not placed"
      unknown="The call may have been placed"
      next="Check in the service before you call again. It is never retried automatically."
    />
  )
}
