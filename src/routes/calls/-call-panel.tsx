import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { useMemo } from 'react'
import { readCall } from '../../contract/call-record'
import { type CallRecord, listCalls } from '../../contract/call-records'
import { dispatchCall } from '../../contract/calls'
import { toCurl } from '../../contract/curl'
import type { StoredAgent } from '../../queries/agents'
import { callQuery, findCall } from '../../queries/call-record'
import type { Launch } from '../../queries/calls'
import { agentOf, type CallRow, otherParty } from '../../queries/merge-calls'
import { buttonClass } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { SidePanel } from '../../ui/side-panel'
import { CallResult, otherFields } from '../-shared/call-fate'
import { Checked } from '../-shared/checked'
import { FailedState } from '../-shared/failure'
import { notHere } from '../-shared/not-here'
import { OtherFields } from '../-shared/other-fields'
import { OutcomeNotice } from '../-shared/outcome-notice'
import { ShowRequest } from '../-shared/show-request'
import { useOffered } from '../-shared/use-offered'
import { AskService } from './-ask-service'
import { CallDetails, CallPeople } from './-call-details'
import { CallVariables } from './-call-variables'

/** One call: how it went, what was said, and how to do it again. `id`: of the ledger entry or of the call; `calls`: those of the list. */
export function CallPanel({
  id,
  row,
  calls,
  agents,
  onClose,
}: {
  id: string
  row: CallRow | undefined
  calls: readonly CallRow[]
  agents: readonly StoredAgent[]
  onClose: () => void
}) {
  const listed = useMemo(() => row ?? findCall(calls, id), [row, calls, id])
  // An id that nothing here has may be that of a call of the service.
  const callId = listed ? (listed.record?.id ?? listed.launch?.result?.id) : id
  const asked = useQuery({ ...callQuery(callId ?? ''), enabled: callId !== undefined })
  // A service that tells of its calls, and not of this one, has none such (D992).
  const [isRead, isList] = [useOffered(readCall), useOffered(listCalls)]
  const isTold = isRead ?? isList
  const record = asked.data ?? listed?.record
  const call = listed ? { ...listed, record } : record && { id: record.id, record }
  // The list tells less. A service that is silent is not waited for beyond its first failure.
  const isWhole = !asked.isLoading || asked.failureCount > 0
  const launch = call?.launch
  const number = call && otherParty(call)
  const isInbound = record?.outbound === false
  const missing = !call && asked.data === null && notHere('call', isTold ? undefined : 'here')
  return (
    <SidePanel
      onClose={onClose}
      title={number ? `Call ${isInbound ? 'from' : 'to'} ${number}` : missing ? missing.title : 'Call'}
      footer={
        launch && (
          <>
            <Link to="/calls" search={{ place: true, again: launch.id }} className={buttonClass('secondary')}>
              <RotateCcw size={16} aria-hidden />
              Call again
            </Link>
            <ShowRequest operation={dispatchCall} request={() => requestOf(launch)} />
            <CopyButton text={toCurl(dispatchCall, requestOf(launch))}>Copy as cURL</CopyButton>
          </>
        )
      }
    >
      {launch && isWhole && <Outcome launch={launch} calls={calls} reported={record} />}
      {!record && asked.error && <FailedState query={asked} />}
      {!call && asked.isLoading && <p className="text-ink-muted">Loading the call.</p>}
      {call && <CallFacts call={call} agents={agents} isWhole={isWhole} />}
      {missing && <p>{missing.context}</p>}
    </SidePanel>
  )
}

const requestOf = ({ agentId, request }: Launch) => ({ params: { agentId }, body: request })

function CallFacts({
  call,
  agents,
  isWhole,
}: {
  call: CallRow
  agents: readonly StoredAgent[]
  isWhole: boolean
}) {
  const { launch, record } = call
  const agent = agents.find(({ agentId }) => agentId === agentOf(call))
  if (!isWhole) return record && <CallResult call={record} isWhole={false} />
  const people = <CallPeople call={call} agent={agent} />
  return (
    <>
      {record ? <CallResult call={record} about={people} /> : people}
      <CallVariables asked={launch?.request?.variables} used={record?.variables} />
      <Metadata of={launch?.request?.metadata ?? record?.metadata} />
      <CallDetails call={call}>
        {launch?.result && <OtherFields fields={launch.result.other} title="Other fields of the reply" />}
        {launch?.beside && <OtherFields fields={launch.beside} title="Other fields beside the call" />}
        {record && <OtherFields fields={otherFields(record)} title="Other fields of the record" />}
      </CallDetails>
    </>
  )
}

const Metadata = ({ of }: { of: unknown }) =>
  typeof of === 'object' && of !== null ? <OtherFields fields={{ ...of }} title="Metadata" /> : null

function Outcome({
  launch,
  calls,
  reported,
}: {
  launch: Launch
  calls: readonly CallRow[]
  reported: CallRecord | undefined
}) {
  const { state, error } = launch
  const isListed = useOffered(listCalls)
  // A result says more than that the request was accepted.
  if (state === 'accepted') return reported && !error ? null : <p>{error?.message ?? 'Call accepted.'}</p>
  if (state === 'sending') return <p>The call is on its way to the service.</p>
  return (
    <>
      <OutcomeNotice
        of={launch}
        refused="The call was not placed"
        unknown="The call may have been placed"
        next={`${isListed === false ? 'Check in' : 'Ask'} the service before you call again. It is never retried automatically.`}
        action={<Checked id={launch.id} what="Place the call" />}
      />
      {state === 'unknown' && <AskService key={launch.id} launch={launch} calls={calls} />}
    </>
  )
}
