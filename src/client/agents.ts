import * as contract from '../contract/agents'
import type { WriteReply } from '../contract/reply'
import type { AgentRequest } from '../contract/requests/agents'
import { type Cancellable, call } from './call'

/** Creates an agent with its first version, which is not deployed (§3). */
export function createAgent({
  body,
  signal,
}: { body: AgentRequest } & Cancellable): Promise<contract.CreatedAgent> {
  return call(contract.createAgent, { body, signal })
}

/** Deploys a version, which then handles live traffic (§3). */
export function deployVersion({
  agentId,
  versionId,
  signal,
}: { agentId: string; versionId: string } & Cancellable): Promise<WriteReply<contract.DeployedVersion>> {
  return call(contract.deployVersion, { params: { agentId, versionId }, signal })
}
