import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CallInFull } from '../../contract/call-record'
import { type CallRecord, isCallOpen } from '../../contract/call-records'
import { callQuery } from '../../queries/call-record'
import { Facts, Section } from '../../ui/page'
import { TimeText } from '../../ui/time-text'
import { formatDuration } from '../../ui/time-words'
import { CallState, reasonWords } from './call-state'
import { ErrorNotice } from './error-notice'
import { OtherFields } from './other-fields'
import { Recording } from './recording'
import { ToScenario } from './to-scenario'
import { Transcript } from './transcript'

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

/** The fields of a record that nothing else shows. */
export const otherFields = ({ other }: CallRecord) =>
  Object.fromEntries(Object.entries(other).filter(([name, value]) => value !== null || !KNOWN.includes(name)))

/** The result of a call where the service reports it, read again while the call goes on. `unreported`: stands here where it does not. */
export function CallFate({ callId, unreported }: { callId: string; unreported?: ReactNode }) {
  const { data: call, error } = useQuery(callQuery(callId))
  if (error && !call) return <ErrorNotice error={error} />
  if (call === null) return unreported
  if (!call) return null
  return (
    <>
      <CallResult call={call} />
      <OtherFields fields={otherFields(call)} title="Other fields of the record" />
    </>
  )
}

/** How a call stands or ended, and what was said. `isWhole`: there is no more to come, which would move what stands below; `about`: who spoke, before that. */
export function CallResult({
  call,
  isWhole = true,
  about,
}: {
  call: CallInFull
  isWhole?: boolean
  about?: ReactNode
}) {
  const { callEndedReason, callDuration, summary, transcript, turns, recordingUrl } = call
  return (
    <Section title="Result" hint={isCallOpen(call) ? 'This updates automatically.' : undefined}>
      <div role="status">
        <CallState call={call} />
      </div>
      <Facts
        facts={{
          // That it simply ended is said above.
          'Ended reason': callEndedReason && callEndedReason !== 'ENDED' && (
            <span title={callEndedReason}>{reasonWords(callEndedReason)}</span>
          ),
          'Ended by': call.callEndedBy && reasonWords(call.callEndedBy),
          Duration: callDuration !== undefined && formatDuration(callDuration * 1000),
          Summary: summary,
        }}
      />
      {about}
      {recordingUrl && <Recording url={recordingUrl} />}
      {isWhole && transcript && (
        <Transcript
          text={transcript}
          turns={turns}
          action={<ToScenario agentId={call.agentId} call={call.id} />}
        />
      )}
      {isWhole && (
        <Section title="Timing">
          <Facts
            facts={{
              Created: call.createdAt && <TimeText time={call.createdAt} whole />,
              Started: call.callStartedAt && <TimeText time={call.callStartedAt} whole />,
              Ended: call.callEndedAt && <TimeText time={call.callEndedAt} whole />,
            }}
          />
        </Section>
      )}
    </Section>
  )
}
