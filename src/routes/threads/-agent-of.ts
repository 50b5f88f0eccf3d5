import type { StoredAgent } from '../../queries/agents'
import { type StartedThread, sentText } from '../../queries/threads'

/** The agent that talks in a thread, where this browser knows it: by what was sent, or by what the service answered. */
export function agentOf(thread: StartedThread, agents: readonly StoredAgent[]): StoredAgent | undefined {
  const told = thread.thread?.other.agentId
  const agentId = sentText(thread, 'agentId') ?? (typeof told === 'string' ? told : undefined)
  const versionId = sentText(thread, 'agentVersionId')
  return (
    agents.find((agent) => agent.agentId === agentId) ??
    agents.find((agent) => agent.versions.some((version) => version.versionId === versionId))
  )
}
