import type { Wire } from '../../contract/reply'
import type { VersionRequest } from '../../contract/requests/agents'
import { type AgentFormValues, toAgentRequest } from './-agent-form'

/**
 * The request of a further version: the creation request without what belongs to the agent. `further`: fields of the version it starts
 * from that the form does not have (D130).
 */
export function toVersionRequest(values: AgentFormValues, further: Wire = {}): VersionRequest {
  const { name: _name, description: _description, agentType: _type, ...version } = toAgentRequest(values)
  return { ...further, ...version }
}
