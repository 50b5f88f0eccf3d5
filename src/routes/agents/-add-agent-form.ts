import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'
import { text } from '../../contract/formats'
import type { EnteredAgent } from '../../queries/stored-agent'
import { addressId } from './-known-id'

/** What the fields of "Add agent by id" hold. Nothing of it is sent. */
export interface AddAgentValues {
  agentId: string
  name: string
  versionId: string
  deployed: boolean
  testingLabId: number | null
}

export const noAgent: AddAgentValues = {
  agentId: '',
  name: '',
  versionId: '',
  deployed: false,
  testingLabId: null,
}

const addAgentForm = z.object({
  agentId: addressId('Agent id'),
  name: text({ label: 'Name', max: 200 }),
  versionId: z.union([z.literal(''), addressId('Version id')]),
  deployed: z.boolean(),
  testingLabId: z.nullable(
    z
      .int('Testing lab agent id must be a whole number')
      .check(
        z.gte(1, 'Testing lab agent id must be at least 1'),
        z.lte(2 ** 31 - 1, 'Testing lab agent id is too large'),
      ),
  ),
})

export const addAgentResolver = standardSchemaResolver<AddAgentValues, unknown, AddAgentValues>(addAgentForm)

/** What the ledger is told. */
export function toTold({ agentId, name, versionId, deployed, testingLabId }: AddAgentValues): EnteredAgent {
  const version = versionId.trim()
  return {
    agentId: agentId.trim(),
    name: name.trim() || undefined,
    versionId: version || undefined,
    deployed: version !== '' && deployed,
    testingLabId: testingLabId ?? undefined,
  }
}
