import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { StoredAgent } from '../../queries/agents'
import { answerWords } from '../../queries/describe-error'
import { agentOf, type CallRow } from '../../queries/merge-calls'
import { IdText } from '../../ui/id-text'
import { Facts } from '../../ui/page'
import { shortenId } from '../../ui/short-id'
import { Details } from '../-shared/details'
import { OutcomeBadge } from '../-shared/outcome-badge'
import { timesOf } from '../-shared/outcome-notice'
import { useReportedAgent } from '../-shared/reported-agents'
import { versionWords } from '../-shared/version-choice'

const id = (value: string | undefined, name: string) => value && <IdText id={value} name={name} />
const number = (value: string | undefined) => value && <span className="font-mono">{value}</span>
const linkClass = 'text-accent underline underline-offset-2'

/** Who called whom: the agent by its version, and the customer. */
export function CallPeople({ call, agent }: { call: CallRow; agent: StoredAgent | undefined }) {
  const { launch, record } = call
  const { request, batch } = launch ?? {}
  const agentId = agentOf(call)
  const versionId = request?.versionId ?? record?.agentVersionId
  const reported = useReportedAgent(agent)
  return (
    <Facts
      facts={{
        Agent: agentId && (
          <Link to="/agents/$agentId" params={{ agentId }} className={linkClass}>
            {agent?.name ?? record?.agentName ?? shortenId(agentId)}
          </Link>
        ),
        Version: versionId && <span title={versionId}>{versionWords(reported, versionId)}</span>,
        'First name': request?.firstName ?? record?.firstName,
        'Last name': record?.lastName,
        'Lead id': request?.leadId ?? record?.leadId,
        Batch: batch && (
          <Link to="/calls/batch/$jobId" params={{ jobId: batch.id }} className={linkClass}>
            {batch.row < 0 ? 'Test row of a batch' : `Row ${batch.row + 1} of a batch`}
          </Link>
        ),
      }}
    />
  )
}

/** What was sent, folded, with the ids and `children`. */
export function CallDetails({ call, children }: { call: CallRow; children: ReactNode }) {
  const { launch, record } = call
  const { request, result, error } = launch ?? {}
  return (
    <Details>
      <Facts
        facts={{
          Outcome: launch && <OutcomeBadge {...launch} />,
          'Status returned': result?.status,
          Answer: error && answerWords(error),
          'Sent by': launch?.who,
          ...(launch && timesOf(launch)),
          'From phone number': number(record?.fromPhoneNumber),
          'To phone number': number(request?.toPhoneNumber ?? record?.toPhoneNumber),
          Mode: record?.mode,
          'Call id': id(record?.id ?? result?.id, 'call id'),
          'Agent id': id(agentOf(call), 'agent id'),
          'Version id': id(request?.versionId ?? record?.agentVersionId, 'version id'),
          'Outbound phone number id': id(
            request?.outboundPhoneNumberId ?? record?.outboundPhoneNumberId,
            'phone number id',
          ),
        }}
      />
      {children}
    </Details>
  )
}
