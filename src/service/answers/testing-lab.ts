import * as z from 'zod/mini'
import { RUN_STATUSES, VERDICTS } from '../store/schema'
import { dateTime } from './shapes'

const status = z.enum(RUN_STATUSES)

/** Bare (the shape real services answer with). */
export const scenario = z.strictObject({
  id: z.int(),
  name: z.string(),
  agent: z.int(),
  personality_name: z.string(),
  tags: z.array(z.string()),
  tool_ids: z.array(z.string()),
  /** Ids of the runs that it was part of. */
  runs: z.array(z.int()),
  first_message: z.string(),
  inbound_phone_number: z.nullable(z.int()),
  instructions: z.string(),
  /** Empty when no expected outcomes were asked for. */
  expected_outcome_prompt: z.string(),
  scenario_language: z.literal('en'),
  /** What made it, in words: rules, a language model, or a person. */
  generated_by: z.string(),
  created_at: dateTime,
  updated_at: dateTime,
})

/** In an array (the shape real services answer generation with). */
export const scenarioList = z.array(scenario)

const pagination = z.strictObject({ limit: z.int(), nextCursor: z.nullable(z.string()) })

export const scenarioPage = z.strictObject({ scenarios: z.array(scenario), pagination })

const conversation = z.strictObject({
  id: z.int(),
  status,
  scenario: z.int(),
  scenario_name: z.string(),
  /** Which repetition of the scenario, from 1. */
  number: z.int(),
  /** Absent until it is judged. */
  verdict: z.optional(z.enum(VERDICTS)),
  /** Why the verdict is what it is, or why the conversation failed. */
  reason: z.nullable(z.string()),
  judged_by: z.nullable(z.string()),
  expected_outcome_prompt: z.string(),
  transcript: z.array(
    z.strictObject({
      role: z.enum(['customer', 'agent']),
      content: z.string(),
      /** What the agent was given to say it. */
      passages: z.optional(
        z.array(
          z.strictObject({
            file_id: z.string(),
            file_name: z.string(),
            page: z.nullable(z.int()),
            text: z.string(),
          }),
        ),
      ),
    }),
  ),
  started_at: z.nullable(dateTime),
  ended_at: z.nullable(dateTime),
})

const run = {
  id: z.int(),
  agent: z.int(),
  agent_version_id: z.string(),
  /** Running number of the version within its agent. */
  agent_version: z.int(),
  name: z.string(),
  status,
  /** Why it failed. */
  reason: z.nullable(z.string()),
  frequency: z.int(),
  outbound_phone_number: z.nullable(z.string()),
  tags: z.array(z.string()),
  /** `broken`: conversations that failed, so that there was nothing to judge. */
  counts: z.strictObject({
    total: z.int(),
    passed: z.int(),
    failed: z.int(),
    unclear: z.int(),
    broken: z.int(),
  }),
  created_at: dateTime,
  updated_at: dateTime,
  ended_at: z.nullable(dateTime),
}

export const runWithConversations = z.strictObject({ ...run, runs: z.array(conversation) })

export const runPage = z.strictObject({ runs: z.array(z.strictObject(run)), pagination })
