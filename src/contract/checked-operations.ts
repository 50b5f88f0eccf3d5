import type * as z from 'zod/mini'
import type { Operation, SchemaOf } from './operation'
import { type OperationName, operations } from './operations'
import { agentRequest, agentUpdate, tryRequest, versionChanges, versionRequest } from './requests/agents'
import { schemaOf } from './schema'

/** An operation with the schemas of what it sends: what proxy and service work by. */
export interface CheckedOperation extends Operation {
  readonly request: z.ZodMiniType | undefined
  readonly query: z.ZodMiniObject | undefined
}

/** Those that are made from the fields of a version. */
const fromFields: Readonly<Partial<Record<OperationName, z.ZodMiniType>>> = {
  createAgent: agentRequest,
  updateAgent: agentUpdate,
  createAgentVersion: versionRequest,
  updateAgentVersion: versionChanges,
  tryVersion: tryRequest,
}

const checked = ([name, operation]: [string, Operation]): [string, CheckedOperation] => {
  const { sendsBody: body, sendsQuery: query } = operation
  const own = fromFields[name as OperationName]
  const request = own ?? (typeof body === 'function' ? schemaOf(body as SchemaOf) : undefined)
  return [
    name,
    {
      ...operation,
      request,
      query: typeof query === 'function' ? schemaOf(query as SchemaOf<z.ZodMiniObject>) : undefined,
    },
  ]
}

/** The table of all operations with their schemas. */
export const checkedOperations = Object.fromEntries(
  Object.entries<Operation>(operations).map(checked),
) as Readonly<Record<OperationName, CheckedOperation>>
