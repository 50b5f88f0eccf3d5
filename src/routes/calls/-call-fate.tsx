import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type CallRecord, isCallOpen } from '../../contract/call-records'
import { callRecordQueries } from '../../queries/call-records'
import { StatusBadge, type Tone } from '../../ui/badge'
import { OtherFields } from '../../ui/other-fields'
import { Facts, Section } from '../../ui/page'
import { TimeText } from '../../ui/time-text'
import { formatDuration } from '../../ui/time-words'
import { ErrorNotice } from '../-shared/error-notice'

const toneOf = (call: CallRecord): Tone =>
  isCallOpen(call)
    ? 'busy'
    : call.status === 'COMPLETED'
      ? 'good'
      : call.status === 'FAILED'
        ? 'bad'
        : 'unknown'

/** Without a value they are no news among the other fields. */
const KNOWN = [
  'leadId',
  'callDuration',
  'transcript',
  'summary',
  'recordingUrl',
  'metadata',
  'variables',
  'forwardingNumber',
  'zipcode',
  'roomName',
]

/** The result of a call where the service reports it, read again while the call goes on. `unreported`: stands here where it does not. */
export function CallFate({ callId, unreported }: { callId: string; unreported?: ReactNode }) {
  const { data: call, error } = useQuery(callRecordQueries.one(callId))
  if (error && !call) return <ErrorNotice error={error} />
  if (call === null) return unreported
  if (!call) return null
  const other = Object.entries(call.other).filter(([name, value]) => value !== null || !KNOWN.includes(name))
  return (
    <Section
      title="Result"
      hint={isCallOpen(call) ? 'The call is in progress. This updates automatically.' : undefined}
    >
      <div role="status">
        <StatusBadge tone={toneOf(call)}>{call.status ?? 'no status'}</StatusBadge>
      </div>
      <Facts
        facts={{
          'Ended reason': call.callEndedReason,
          'Ended by': call.callEndedBy,
          Duration: call.callDuration !== undefined && formatDuration(call.callDuration * 1000),
          'From phone number': call.fromPhoneNumber && (
            <span className="font-mono">{call.fromPhoneNumber}</span>
          ),
          Started: call.callStartedAt && <TimeText time={call.callStartedAt} />,
          Ended: call.callEndedAt && <TimeText time={call.callEndedAt} />,
          Summary: call.summary,
        }}
      />
      {call.transcript && (
        <Section title="Transcript">
          <p className="rounded-md border border-line p-2 text-sm whitespace-pre-wrap wrap-anywhere">
            {call.transcript}
          </p>
        </Section>
      )}
      <OtherFields fields={Object.fromEntries(other)} title="Other fields of the record" />
    </Section>
  )
}
