import * as contract from '../contract/agent-versions'
import type { WriteReply } from '../contract/reply'
import type { AgentUpdate, VersionChanges, VersionRequest } from '../contract/requests/agents'
import { type Cancellable, call } from './call'

// What real services can do with agents and versions beyond the document (D2).

/** Changes the name or the description of an agent. */
export function updateAgent({
  agentId,
  body,
  signal,
}: { agentId: string; body: AgentUpdate } & Cancellable): Promise<WriteReply<contract.Agent>> {
  return call(contract.updateAgent, { params: { agentId }, body, signal })
}

/** Lists the versions of an agent; a page, where the service pages. */
export function listAgentVersions({
  agentId,
  cursor,
  signal,
}: { agentId: string; cursor?: string } & Cancellable): Promise<contract.AgentVersions> {
  return call(contract.listAgentVersions, { params: { agentId }, query: { cursor }, signal })
}

/** Creates a further version, which is not deployed. */
export function createAgentVersion({
  agentId,
  body,
  signal,
}: { agentId: string; body: VersionRequest } & Cancellable): Promise<contract.AgentVersion> {
  return call(contract.createAgentVersion, { params: { agentId }, body, signal })
}

/** Changes fields of a version in place. */
export function updateAgentVersion({
  agentId,
  versionId,
  body,
  signal,
}: { agentId: string; versionId: string; body: VersionChanges } & Cancellable): Promise<
  WriteReply<contract.AgentVersion>
> {
  return call(contract.updateAgentVersion, { params: { agentId, versionId }, body, signal })
}
