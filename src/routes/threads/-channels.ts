import type { StoredAgent } from '../../queries/agents'
import { type Channel, type StartedThread, sentText } from '../../queries/threads'

/** The channels in the order of the screens. */
export const CHANNELS = ['sms', 'email', 'chat'] as const satisfies readonly Channel[]

export const CHANNEL_NAMES = { sms: 'SMS', email: 'E-mail', chat: 'Web chat' }

/** The agent that talks in a thread, where this browser knows it: by what was sent, or by what the service answered. */
export function agentOf(thread: StartedThread, agents: readonly StoredAgent[]): StoredAgent | undefined {
  const reported = thread.thread?.other.agentId
  const agentId = sentText(thread, 'agentId') ?? (typeof reported === 'string' ? reported : undefined)
  const versionId = sentText(thread, 'agentVersionId')
  return (
    agents.find((agent) => agent.agentId === agentId) ??
    agents.find((agent) => agent.versions.some((version) => version.versionId === versionId))
  )
}
