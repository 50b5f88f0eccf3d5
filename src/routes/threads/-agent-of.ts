import type { KnownAgent } from '../../queries/agents'
import { type StartedThread, sentText } from '../../queries/threads'

/** The agent that talks in a thread, where this browser knows it. */
export function agentOf(thread: StartedThread, agents: readonly KnownAgent[]): KnownAgent | undefined {
  const agentId = sentText(thread, 'agentId')
  const versionId = sentText(thread, 'agentVersionId')
  return agents.find((agent) =>
    agentId !== undefined
      ? agent.agentId === agentId
      : agent.versions.some((version) => version.versionId === versionId),
  )
}
