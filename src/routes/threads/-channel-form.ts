import { useMemo } from 'react'
import type { StoredAgent } from '../../queries/agents'
import type { StartedThread } from '../../queries/threads'
import { useReportedAgent } from '../-shared/reported-agents'
import type { StartedHere } from './-thread-form'

/** What the form of each channel is given. */
export interface ChannelFormProps {
  readonly agents: readonly StoredAgent[]
  readonly threads: readonly StartedThread[]
  /** The thread to begin from, if one is started again. */
  readonly again: StartedThread | undefined
  /** The agent and version to begin with. */
  readonly agentId: string | undefined
  readonly versionId: string | undefined
  readonly onStarted: (started: StartedHere) => void
}

/** A version of a known agent, by its id. */
export function findVersion(agents: readonly StoredAgent[], versionId: string) {
  for (const agent of agents) {
    const version = agent.versions.find((each) => each.versionId === versionId)
    if (version) return { agent, version }
  }
  return undefined
}

/** The same with what the service tells of the agent, where it does. */
export function useFoundVersion(agents: readonly StoredAgent[], versionId: string) {
  const found = useMemo(() => findVersion(agents, versionId), [agents, versionId])
  const agent = useReportedAgent(found?.agent)
  return useMemo(() => (agent && findVersion([agent], versionId)) ?? found, [agent, found, versionId])
}

/** The version a form begins with: the one that is named, or the deployed one of the agent. */
export function firstVersion({ agents, agentId, versionId }: ChannelFormProps): string {
  if (versionId) return versionId
  const agent = agents.find((each) => each.agentId === agentId)
  return agent?.deployedVersionId ?? agent?.versions[0]?.versionId ?? ''
}
