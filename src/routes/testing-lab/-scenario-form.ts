import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'
import type { Scenario } from '../../contract/scenario'
import { schemaOf } from '../../contract/schema'
import {
  type CreateScenarioRequest,
  createScenario,
  type UpdateScenarioRequest,
} from '../../contract/testing-lab'

/** What the fields of a scenario hold. Paths are those of the wire. */
export interface ScenarioValues {
  agent_id: number | null
  name: string
  instructions: string
  first_message: string
  expected_outcome_prompt: string
  tags: string[]
}

/** The values to begin with: those of a scenario that is changed, or of a new one. */
export const scenarioValues = (
  told: Scenario | undefined,
  labAgentId: number | undefined,
): ScenarioValues => ({
  agent_id: labAgentId ?? null,
  name: told?.name ?? '',
  instructions: told?.instructions ?? '',
  first_message: told?.firstMessage ?? '',
  expected_outcome_prompt: told?.expectedOutcome ?? '',
  tags: [...(told?.tags ?? [])],
})

const { agent_id, name, instructions, first_message, expected_outcome_prompt, tags } = schemaOf(
  createScenario.sendsBody,
).shape
const fields = { name, instructions, first_message, expected_outcome_prompt, tags }

export const newScenarioResolver = standardSchemaResolver<ScenarioValues, unknown, ScenarioValues>(
  z.object({ agent_id, ...fields }) as never,
)

/** Of a scenario that is changed the agent stays what it is. */
export const changedScenarioResolver = standardSchemaResolver<ScenarioValues, unknown, ScenarioValues>(
  z.object({ agent_id: z.any(), ...fields }) as never,
)

/** The request for a new scenario. Empty optional fields are not sent (D14). */
export const toCreateRequest = (values: ScenarioValues): CreateScenarioRequest => ({
  agent_id: values.agent_id ?? 0,
  name: values.name.trim(),
  instructions: values.instructions,
  ...(values.first_message !== '' && { first_message: values.first_message }),
  ...(values.expected_outcome_prompt !== '' && { expected_outcome_prompt: values.expected_outcome_prompt }),
  ...(values.tags.length > 0 && { tags: values.tags }),
})

/** Only what differs is sent; `undefined`: nothing does. */
export function toUpdateRequest(
  values: ScenarioValues,
  before: ScenarioValues,
): UpdateScenarioRequest | undefined {
  const names = ['name', 'instructions', 'first_message', 'expected_outcome_prompt', 'tags'] as const
  const changed = names.filter((each) => JSON.stringify(values[each]) !== JSON.stringify(before[each]))
  if (changed.length === 0) return undefined
  return Object.fromEntries(changed.map((each) => [each, values[each]]))
}
