import * as z from 'zod/mini'
import { phoneNumber, text } from '../formats'

const wholeNumber = (label: string, min: number, max: number) =>
  z
    .int(`${label} must be a whole number`)
    .check(z.gte(min, `${label} must be at least ${min}`), z.lte(max, `${label} can be at most ${max}`))

const tags = z
  .array(text({ label: 'Tag', min: 1, max: 100 }), 'Tags must be a list')
  .check(z.maxLength(50, 'At most 50 tags'))

/** The scenario generation request with every field of §2. Ids here are integers. Which are required: D14. */
export const generateRequest = z.object({
  agent_id: wholeNumber('Agent id', 1, 2 ** 31 - 1),
  num_scenarios: wholeNumber('Number of scenarios', 1, 50),
  inbound_phone_number: z.optional(wholeNumber('Inbound phone number id', 1, 2 ** 31 - 1)),
  first_message: z.optional(text({ label: 'First message', max: 2_000 })),
  extra_instructions: z.optional(text({ label: 'Extra instructions', max: 10_000 })),
  generate_expected_outcomes: z.optional(z.boolean('Generate expected outcomes must be true or false')),
  tags: z.optional(tags),
})

/** The run request with every field of §2. */
export const runRequest = z.object({
  agent_id: wholeNumber('Agent id', 1, 2 ** 31 - 1),
  scenarios: z
    .array(wholeNumber('Scenario id', 1, 2 ** 31 - 1), 'Scenarios must be a list of ids')
    .check(z.minLength(1, 'Choose at least one scenario'), z.maxLength(500, 'At most 500 scenarios')),
  frequency: z.optional(wholeNumber('Frequency', 1, 50)),
  name: z.optional(text({ label: 'Name', max: 200 })),
  outbound_phone_number: z.optional(phoneNumber('Outbound phone number')),
  tags: z.optional(tags),
})

export type GenerateRequest = z.infer<typeof generateRequest>
export type RunRequest = z.infer<typeof runRequest>
