import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { listCalls } from '../../contract/call-records'
import { agentQueries, type StoredAgent } from '../../queries/agents'
import { callQueries, type Launch } from '../../queries/calls'
import { infoQueries } from '../../queries/info'
import { buttonClass } from '../../ui/button'
import { IdText } from '../../ui/id-text'
import { Facts, Page } from '../../ui/page'
import { BackLink } from '../-shared/back-link'
import { CallFate } from '../-shared/call-fate'
import { Details } from '../-shared/details'
import { NumberName } from '../-shared/number-name'
import { OtherFields } from '../-shared/other-fields'
import { onlyDeployed, useReportedAgents } from '../-shared/reported-agents'
import { SentOutcome } from '../-shared/sent-outcome'
import { LATE_AGENT_MS, useHasWaited } from '../-shared/use-has-waited'
import { useOffered } from '../-shared/use-offered'
import { declaredIn } from '../-shared/variable-values'
import { findVersion, usualVersion, versionWords } from '../-shared/version-choice'
import { type CallFormValues, type CallStart, emptyCall, fromRequest } from './-call-form'
import { type Accepted, DispatchForm } from './-dispatch-form'

/**
 * What the form begins with, as the address says: a call to repeat, a version, or an agent with its deployed version. Else with the agent of the
 * last call, or the only one (D942). `last`: that of the agent, which also tells the number to call from.
 */
function startOf(
  { again, agent, version }: CallStart,
  agents: readonly StoredAgent[],
  calls: readonly Launch[],
  last: Launch | undefined,
): CallFormValues {
  const repeated = calls.find(({ id }) => id === again)
  if (repeated?.request) {
    const { agentId = '', request } = repeated
    return fromRequest(agentId, request, declaredIn(findVersion(agents, request.versionId)?.version.request))
  }
  const asked = agent ?? findVersion(agents, version ?? '')?.agent.agentId ?? last?.agentId
  const known =
    asked || version ? agents.find(({ agentId }) => agentId === asked) : onlyDeployed(agents, 'TEXT')
  return {
    ...emptyCall,
    agentId: asked ?? known?.agentId ?? '',
    versionId: version ?? (usualVersion(known) || (last?.request?.versionId ?? '')),
    outboundPhoneNumberId: last?.request?.outboundPhoneNumberId ?? '',
  }
}

const noAgents: readonly StoredAgent[] = []
const noCalls: readonly Launch[] = []

/** The form of a call, and in its place what came of it. */
export function PlaceCall({ search }: { search: CallStart }) {
  const { data: stored = noAgents, isPending: isReading } = useQuery(agentQueries.list())
  const { data: calls = noCalls, isPending } = useQuery(callQueries.launched())
  const { data: info } = useQuery(infoQueries.connection())
  const { again, agent, version } = search
  const asked = agent ?? findVersion(stored, version ?? '')?.agent.agentId
  // What the address names is all that the form begins with, so it waits longer for that.
  const hasWaited = useHasWaited(asked === undefined ? undefined : LATE_AGENT_MS)
  // What this person sent last is begun like (D723).
  const last = calls.find(({ request, agentId, state, who }) => {
    const isMeant = asked ? agentId === asked : !version && stored.some((each) => each.agentId === agentId)
    return isMeant && request && state !== 'refused' && who === info?.person?.name
  })
  const begun = again === undefined ? last : calls.find(({ id }) => id === again)
  const about =
    asked ?? begun?.agentId ?? (version || again ? undefined : onlyDeployed(stored, 'TEXT')?.agentId)
  const { agents = noAgents, pending } = useReportedAgents(about)
  // It begins with what is known of these, so it waits for that. A failed read leaves it empty.
  if (isReading || isPending || (pending && !hasWaited)) return <Page title="Place call" />
  return <CallOrForm search={search} agents={agents} calls={calls} last={last} />
}

function CallOrForm({
  search,
  agents,
  calls,
  last,
}: {
  search: CallStart
  agents: readonly StoredAgent[]
  calls: readonly Launch[]
  last: Launch | undefined
}) {
  const [start, setStart] = useState<CallFormValues>(() => startOf(search, agents, calls, last))
  const [accepted, setAccepted] = useState<Accepted | null>(null)
  if (accepted) {
    const another = () => {
      const { agentId, versionId, outboundPhoneNumberId } = accepted.values
      setStart({ ...emptyCall, agentId, versionId, outboundPhoneNumberId })
      setAccepted(null)
    }
    return <AcceptedCall accepted={accepted} agents={agents} onAnother={another} />
  }
  return <DispatchForm start={start} search={search} agents={agents} calls={calls} onAccepted={setAccepted} />
}

function AcceptedCall({
  accepted,
  agents,
  onAnother,
}: {
  accepted: Accepted
  agents: readonly StoredAgent[]
  onAnother: () => void
}) {
  const { values, reply, error } = accepted
  const agent = agents.find(({ agentId }) => agentId === values.agentId)
  const result = reply?.record
  // Without an id in the reply its result is where the service lists it, if it does.
  const isListed = useOffered(listCalls)
  const noResult = (result?.id !== undefined || isListed !== undefined) && (
    <p className="text-ink-muted">
      {isListed && !result?.id ? 'Its result is in Calls.' : 'Its result is not available from this service.'}
    </p>
  )
  return (
    <Page title="Call placed" back={<BackLink to="/calls">Calls</BackLink>} width="form">
      <SentOutcome
        title="The call was accepted"
        error={error}
        show={
          <Link to="/calls" className={buttonClass('primary')}>
            Show in Calls
          </Link>
        }
        another="Place another call"
        onAnother={onAnother}
      >
        <Facts
          facts={{
            'To phone number': <span className="font-mono">{values.toPhoneNumber}</span>,
            Agent: agent?.name,
            Version: agent && versionWords(agent, values.versionId),
            'Outbound phone number id': <NumberName id={values.outboundPhoneNumberId} />,
          }}
        />
        {result?.id ? <CallFate callId={result.id} unreported={noResult} /> : noResult}
        {reply && (
          <Details>
            <Facts
              facts={{
                'Call id': result?.id && <IdText id={result.id} name="call id" whole />,
                'Status returned': result?.status,
              }}
            />
            {result && <OtherFields fields={result.other} />}
            <OtherFields fields={reply.beside} title="Other fields beside the call" />
          </Details>
        )}
      </SentOutcome>
    </Page>
  )
}
