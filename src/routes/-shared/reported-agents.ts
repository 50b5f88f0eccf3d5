import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { agentVersionQueries } from '../../queries/agent-versions'
import { agentQueries, areToCome, type StoredAgent } from '../../queries/agents'
import { isNotFound } from '../../queries/extension'
import { asReported } from '../../queries/reported-agents'
import { withService } from '../../queries/service-versions'
import { LATE_AGENT_MS } from './use-has-waited'

/** The agent that a form begins with where nothing names one: the only one that is known to be deployed, but for those of type `without` (D942). */
export function onlyDeployed(
  agents: readonly StoredAgent[],
  without: StoredAgent['agentType'],
): StoredAgent | undefined {
  const [only, ...others] = agents.filter(
    ({ agentType, deployedVersionId }) => deployedVersionId !== undefined && agentType !== without,
  )
  return others.length === 0 ? only : undefined
}

/** A known agent with what the service reports of it, where it does: a colleague may have deployed another version (D216). */
export function useReportedAgent(agent: StoredAgent | undefined): StoredAgent | undefined {
  const { data: reported } = useQuery({
    ...agentVersionQueries.list(agent?.agentId ?? ''),
    enabled: agent !== undefined,
  })
  return useMemo(() => agent && withService(agent, reported), [agent, reported])
}

/** The known agents, the one that a screen is about with what the service reports of it (D216). `agentId`: that one, if any. */
export function useReportedAgents(agentId: string | undefined) {
  const list = useQuery(agentQueries.list())
  const stored = list.data?.find((each) => each.agentId === agentId)
  const asked = useQuery({ ...agentVersionQueries.list(agentId ?? ''), enabled: stored !== undefined })
  // The list does not wait for a service that is late (D290), but one of its agents is not there before.
  const late = useQuery(agentQueries.reported())
  const isAwaited =
    !stored && Boolean(agentId && (late.isPending || late.data?.some(({ id }) => id === agentId)))
  const [shown, setShown] = useState<string | null>()
  const about = agentId ?? null
  // A service that is silent is not waited for beyond its first failure.
  const isAsked = stored !== undefined && asked.isPending && asked.failureCount === 0
  if (shown !== about && !list.isPending && !isAsked && !isAwaited) setShown(about)
  useEffect(() => {
    if (!isAwaited) return
    const timer = setTimeout(setShown, LATE_AGENT_MS, about)
    return () => clearTimeout(timer)
  }, [isAwaited, about])
  const agent = useReportedAgent(stored)
  const agents = useMemo(
    () => list.data?.map((each) => (agent && each.agentId === agent.agentId ? agent : each)),
    [list.data, agent],
  )
  return {
    agents,
    agent,
    reported: asked.data,
    awaitsNames: areToCome(list, late),
    /** Whether this agent is waited for. What was shown with it stays, whatever is read of it later (D964). */
    pending: list.isPending || shown !== about,
  }
}

/**
 * An agent of an address: as stored here or listed by the service, else as the service reports it with its versions; `null` where nobody knows it.
 * `isTold`: the service said that there is none.
 */
export function useAgent(agentId: string) {
  const stored = useQuery(agentQueries.one(agentId))
  const isAsked = stored.data === null
  const versions = useQuery({ ...agentVersionQueries.list(agentId), enabled: isAsked })
  const { data: reported, error } = versions
  const agent = useMemo(() => {
    if (reported) return asReported(reported.agent ?? { id: agentId }, '')
    return reported === null || isNotFound(error) ? null : undefined
  }, [reported, error, agentId])
  const isTold = isNotFound(error)
  if (!isAsked) return { agent: stored.data, query: stored, isPending: stored.isPending, isTold }
  // A service that is silent is not waited for beyond its first failure.
  return { agent, query: versions, isPending: versions.isPending && versions.failureCount === 0, isTold }
}
