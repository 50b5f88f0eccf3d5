import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { FieldErrors, ResolverOptions } from 'react-hook-form'
import { type AgentRequest, agentRequest } from '../../contract/requests/agents'

const judge = standardSchemaResolver<AgentRequest, unknown, AgentRequest>(agentRequest)

/** What the contract has against a request, by field. */
export async function judgeAgent(
  request: AgentRequest,
  context: unknown,
  options: ResolverOptions<AgentRequest>,
): Promise<FieldErrors<AgentRequest>> {
  return (await judge(request, context, options)).errors
}
