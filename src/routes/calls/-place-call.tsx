import { useState } from 'react'
import type { StoredAgent } from '../../queries/agents'
import type { Launch } from '../../queries/calls'
import { declaredIn } from '../-shared/variable-values'
import { AcceptedCall } from './-accepted-call'
import { type CallFormValues, emptyCall, fromRequest } from './-call-form'
import type { CallsSearch } from './-calls-search'
import { type Accepted, DispatchForm } from './-dispatch-form'

/** What the form begins with, as the address says: a call to repeat, a version, or an agent with its deployed version. */
function startOf(
  { again, agent, version }: CallsSearch,
  agents: readonly StoredAgent[],
  calls: readonly Launch[],
) {
  const repeated = calls.find(({ id }) => id === again)
  if (repeated?.request) {
    const { agentId = '', request } = repeated
    const known = agents
      .flatMap(({ versions }) => versions)
      .find(({ versionId }) => versionId === request.versionId)
    return fromRequest(agentId, request, declaredIn(known?.request))
  }
  const known = agents.find(({ agentId, versions }) =>
    agent ? agentId === agent : versions.some(({ versionId }) => versionId === version),
  )
  return {
    ...emptyCall,
    agentId: agent ?? known?.agentId ?? '',
    versionId: version ?? known?.deployedVersionId ?? known?.versions[0]?.versionId ?? '',
  }
}

/** The form of a call, and in its place what came of it. */
export function PlaceCall({
  search,
  agents,
  calls,
}: {
  search: CallsSearch
  agents: readonly StoredAgent[]
  calls: readonly Launch[]
}) {
  const [start, setStart] = useState<CallFormValues>(() => startOf(search, agents, calls))
  const [accepted, setAccepted] = useState<Accepted | null>(null)
  if (accepted) {
    const another = () => {
      const { agentId, versionId, outboundPhoneNumberId } = accepted.values
      setStart({ ...emptyCall, agentId, versionId, outboundPhoneNumberId })
      setAccepted(null)
    }
    return <AcceptedCall accepted={accepted} onAnother={another} />
  }
  return (
    <DispatchForm
      start={start}
      // A draft belongs to what was asked for: one of another call must not stand in for the one to repeat.
      draftName={['call', search.again, search.agent, search.version].filter(Boolean).join(' ')}
      isAgain={search.again !== undefined && start.toPhoneNumber !== ''}
      isGiven={search.version !== undefined || search.again !== undefined}
      agents={agents}
      calls={calls}
      onAccepted={setAccepted}
    />
  )
}
