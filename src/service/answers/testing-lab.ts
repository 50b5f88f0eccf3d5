import * as z from 'zod/mini'
import { RUN_STATUSES } from '../store/schema'
import { dateTime } from './shapes'

const status = z.enum(RUN_STATUSES)

/** Bare, in an array (the shape real services answer generation with). */
export const scenarioList = z.array(
  z.strictObject({
    id: z.int(),
    name: z.string(),
    agent: z.int(),
    personality_name: z.string(),
    tags: z.array(z.string()),
    tool_ids: z.array(z.string()),
    runs: z.array(z.int()),
    first_message: z.string(),
    inbound_phone_number: z.nullable(z.int()),
    instructions: z.string(),
    /** Empty when no expected outcomes were asked for. */
    expected_outcome_prompt: z.string(),
    scenario_language: z.literal('en'),
    created_at: dateTime,
  }),
)

export const startedRun = z.strictObject({
  id: z.int(),
  agent: z.int(),
  name: z.string(),
  status,
  frequency: z.int(),
  outbound_phone_number: z.nullable(z.string()),
  tags: z.array(z.string()),
  runs: z.array(
    z.strictObject({
      id: z.int(),
      status,
      scenario: z.int(),
      scenario_name: z.string(),
      number: z.int(),
      success: z.nullable(z.boolean()),
    }),
  ),
  created_at: dateTime,
})
