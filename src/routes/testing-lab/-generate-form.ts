import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'
import { schemaOf } from '../../contract/schema'
import { type GenerateRequest, generateScenarios } from '../../contract/testing-lab'

/** What the fields hold. Paths are those of the wire, but for `agent`, which is this browser's own. */
export interface GenerateValues {
  agent: string
  agent_id: number | null
  num_scenarios: number | null
  inbound_phone_number: number | null
  first_message: string
  extra_instructions: string
  generate_expected_outcomes: boolean
  tags: string[]
}

export const emptyGeneration: GenerateValues = {
  agent: '',
  agent_id: null,
  num_scenarios: 10,
  inbound_phone_number: null,
  first_message: '',
  extra_instructions: '',
  generate_expected_outcomes: true,
  tags: [],
}

const { shape } = schemaOf(generateScenarios.sendsBody)

export const generateResolver = standardSchemaResolver<GenerateValues, unknown, GenerateValues>(
  z.object({
    ...shape,
    agent: z.string(),
    inbound_phone_number: z.nullable(shape.inbound_phone_number),
  }) as never,
)

/** The request that the values stand for. Empty optional fields are not sent (D14). */
export const toGenerateRequest = (values: GenerateValues): GenerateRequest => ({
  agent_id: values.agent_id ?? 0,
  num_scenarios: values.num_scenarios ?? 0,
  ...(values.inbound_phone_number !== null && { inbound_phone_number: values.inbound_phone_number }),
  ...(values.first_message.trim() && { first_message: values.first_message }),
  ...(values.extra_instructions.trim() && { extra_instructions: values.extra_instructions }),
  generate_expected_outcomes: values.generate_expected_outcomes,
  ...(values.tags.length > 0 && { tags: values.tags }),
})
