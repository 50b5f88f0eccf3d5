import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { FieldErrors, ResolverOptions } from 'react-hook-form'
import { type AgentRequest, agentRequest } from '../../contract/requests/agents'

/** It says nothing of unknown fields: the form sends them only as a service reported them (D130). */
const judge = standardSchemaResolver<AgentRequest, unknown, AgentRequest>({
  '~standard': {
    ...agentRequest['~standard'],
    validate: (value) => ({
      issues: (agentRequest.safeParse(value).error?.issues ?? []).filter(
        ({ code }) => code !== 'unrecognized_keys',
      ),
    }),
  },
})

/** What the contract has against a request, by field. */
export async function judgeAgent(
  request: AgentRequest,
  options: ResolverOptions<AgentRequest>,
): Promise<FieldErrors<AgentRequest>> {
  return (await judge(request, undefined, options)).errors
}
