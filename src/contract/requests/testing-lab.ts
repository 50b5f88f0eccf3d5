import * as z from 'zod/mini'
import { id, phoneNumber, text } from '../formats'

const wholeNumber = (label: string, min: number, max: number) =>
  z
    .int({
      error: ({ input }) =>
        input === null || input === undefined ? `${label} is needed` : `${label} must be a whole number`,
    })
    .check(z.gte(min, `${label} must be at least ${min}`), z.lte(max, `${label} can be at most ${max}`))

const tags = z
  .array(text({ label: 'Tag', min: 1, max: 100 }), 'Tags must be a list')
  .check(z.maxLength(50, 'At most 50 tags'))

/** The scenario generation request with every field of §2. Ids here are integers. Which are required: D14. */
export const generateRequest = z.strictObject({
  agent_id: wholeNumber('Agent id', 1, 2 ** 31 - 1),
  num_scenarios: wholeNumber('Number of scenarios', 1, 50),
  inbound_phone_number: z.optional(wholeNumber('Inbound phone number id', 1, 2 ** 31 - 1)),
  first_message: z.optional(text({ label: 'First message', max: 2_000 })),
  extra_instructions: z.optional(text({ label: 'Extra instructions', max: 10_000 })),
  generate_expected_outcomes: z.optional(z.boolean('Generate expected outcomes must be true or false')),
  tags: z.optional(tags),
})

/** The run request with every field of §2, and the version to test, which is ours (D172). */
export const runRequest = z.strictObject({
  agent_id: wholeNumber('Agent id', 1, 2 ** 31 - 1),
  scenarios: z
    .array(wholeNumber('Scenario id', 1, 2 ** 31 - 1), 'Scenarios must be a list of ids')
    .check(z.minLength(1, 'Choose at least one scenario'), z.maxLength(500, 'At most 500 scenarios')),
  frequency: z.optional(wholeNumber('Frequency', 1, 50)),
  name: z.optional(text({ label: 'Name', max: 200 })),
  outbound_phone_number: z.optional(phoneNumber('Outbound phone number')),
  tags: z.optional(tags),
  /** Absent: the deployed version, else the newest. */
  agent_version_id: z.optional(id('Agent version id')),
})

const scenarioFields = {
  name: text({ label: 'Name', min: 1, max: 200 }),
  instructions: text({ label: 'Instructions', many: true, min: 1, max: 20_000 }),
  first_message: text({ label: 'First message', max: 5_000 }),
  expected_outcome_prompt: text({ label: 'Expected outcome', max: 10_000 }),
  tags,
  inbound_phone_number: z.nullable(wholeNumber('Inbound phone number id', 1, 2 ** 31 - 1)),
}

/** A scenario that a person wrote (D171). */
export const createScenarioRequest = z.strictObject({
  ...scenarioFields,
  agent_id: wholeNumber('Agent id', 1, 2 ** 31 - 1),
  first_message: z.optional(scenarioFields.first_message),
  expected_outcome_prompt: z.optional(scenarioFields.expected_outcome_prompt),
  tags: z.optional(tags),
  inbound_phone_number: z.optional(scenarioFields.inbound_phone_number),
})

/** Some fields of a scenario; what is not named stays as it is. */
export const updateScenarioRequest = z
  .partial(z.strictObject(scenarioFields))
  .check(z.refine((changes) => Object.keys(changes).length > 0, 'Name at least one field to change'))

/** Which scenarios or runs, where a page of them starts, and how long it is: texts on the wire, as for the tool list (§4). */
export const labQuery = z.strictObject({
  agent_id: z.optional(z.string().check(z.regex(/^[1-9]\d{0,9}$/, 'agent_id must be a whole number from 1'))),
  cursor: z.optional(z.string().check(z.maxLength(500, 'cursor is too long'))),
  limit: z.optional(z.string().check(z.regex(/^[1-9]\d{0,3}$/, 'limit must be a whole number from 1'))),
})

export type LabQuery = z.infer<typeof labQuery>
export type CreateScenarioRequest = z.infer<typeof createScenarioRequest>
export type UpdateScenarioRequest = z.infer<typeof updateScenarioRequest>
export type GenerateRequest = z.infer<typeof generateRequest>
export type RunRequest = z.infer<typeof runRequest>
