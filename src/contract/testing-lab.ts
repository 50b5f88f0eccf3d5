import { type Formats, operation, type RequestBody, type SentWrite, type Subject } from './operation'
import { anyReply, findObject, idOf, isWire, type ListReply, listReply, readerOf, textOf } from './reply'
import { readTestRun } from './run'
import { labQuery } from './runs'
import { readScenario, type Scenario } from './scenario'

/** What a generation answered: the scenarios that could be read, and the reply as it came, whatever its shape. */
export interface GeneratedReply extends ListReply<Scenario> {
  readonly raw: unknown
}

/** A generated scenario, or its id alone. */
const readGenerated = (value: unknown) =>
  readScenario(typeof value === 'number' || typeof value === 'string' ? { id: value } : value)

/** One scenario that is not in a list has to look like one: `{id, status}` may be the id of a task. */
const readSingle = (value: unknown) => {
  const scenario = readScenario(value)
  return (scenario?.instructions ?? scenario?.name) === undefined ? undefined : scenario
}

const generatedList = listReply(['scenarios', 'scenario_ids', 'scenarioIds'], readGenerated)

/** The document says "generated scenarios" and no more (§4), so nothing that comes back is refused. */
const generatedReply = readerOf((raw): GeneratedReply => {
  const list = generatedList.safeParse(raw).data
  if (list) return { ...list, raw }
  const single = isWire(raw) ? findObject(raw, ['scenario'], readSingle) : undefined
  return { items: single ? [single] : [], unreadable: [], raw }
}, '')

const labSubject = ({ params, body, note }: SentWrite): Subject => ({
  agentId: textOf(note.agentId),
  labAgentId: idOf(body.agent_id),
  versionId: textOf(body.agent_version_id),
  scenarioId: params.id,
  name: textOf(body.name),
})

const scenarioFields = ({ text, tags, z, labNumber }: Formats) => ({
  name: text({ label: 'Name', min: 1, max: 200 }),
  instructions: text({ label: 'Instructions', many: true, min: 1, max: 20_000 }),
  first_message: z.optional(text({ label: 'First message', max: 5_000 })),
  expected_outcome_prompt: z.optional(text({ label: 'Expected outcome', max: 10_000 })),
  tags,
  inbound_phone_number: z.optional(z.nullable(labNumber('Inbound phone number id'))),
})

export const generateScenarios = operation({
  name: 'generateScenarios',
  method: 'POST',
  path: '/api/v1/testing-lab/scenarios/generate',
  summary: 'Generates test scenarios for an agent.',
  to: 'generate scenarios',
  done: 'scenarios were generated',
  changes: ['lab', 'agents'],
  // A language model takes its time over many scenarios.
  timeoutMs: 120_000,
  about: (sent) => ({ ...labSubject(sent), kind: 'scenarios' }),
  /** With every field of §2. Ids here are integers. Which are required: D14. */
  sendsBody: ({ z, text, wholeNumber, labNumber, tags }) =>
    z.strictObject({
      agent_id: labNumber('Testing lab agent id'),
      num_scenarios: wholeNumber('Number of scenarios', 1, 50),
      inbound_phone_number: z.optional(labNumber('Inbound phone number id')),
      first_message: z.optional(text({ label: 'First message', max: 2_000 })),
      extra_instructions: z.optional(text({ label: 'Extra instructions', max: 10_000 })),
      generate_expected_outcomes: z.optional(z.boolean('Generate expected outcomes must be true or false')),
      tags,
    }),
  reply: generatedReply,
})

const runReply = anyReply(['run'], readTestRun)

export const runScenarios = operation({
  name: 'runScenarios',
  method: 'POST',
  path: '/api/v1/testing-lab/scenarios/run',
  summary: 'Runs scenarios against an agent.',
  to: 'run the scenarios',
  done: 'the run was started',
  changes: ['lab', 'agents'],
  about: (sent) => ({
    ...labSubject(sent),
    kind: 'run',
    runId: idOf(runReply.parse(sent.reply).record?.id),
  }),
  /** With every field of §2, and the version to test, which is ours (D172). */
  sendsBody: ({ z, id, text, phoneNumber, wholeNumber, labNumber, tags }) =>
    z.strictObject({
      agent_id: labNumber('Testing lab agent id'),
      scenarios: z
        .array(labNumber('Scenario id'), 'Scenarios must be a list of ids')
        .check(z.minLength(1, 'Choose at least one scenario'), z.maxLength(500, 'At most 500 scenarios')),
      frequency: z.optional(wholeNumber('Frequency', 1, 50)),
      name: z.optional(text({ label: 'Name', max: 200 })),
      outbound_phone_number: z.optional(phoneNumber('Outbound phone number')),
      tags,
      /** Absent: the deployed version, else the newest. */
      agent_version_id: z.optional(id('Agent version id')),
    }),
  reply: runReply,
})

/** Ours alone (D171): no public page shows a list of scenarios. */
export const listScenarios = operation({
  name: 'listScenarios',
  method: 'GET',
  path: '/api/v1/testing-lab/scenarios',
  source: 'extension',
  summary: 'Lists scenarios, the newest first, a page at a time.',
  to: 'load the scenarios',
  sendsQuery: labQuery,
  reply: listReply(['scenarios'], readScenario),
})

/** Ours alone (D171). */
export const createScenario = operation({
  name: 'createScenario',
  method: 'POST',
  path: '/api/v1/testing-lab/scenarios',
  source: 'extension',
  summary: 'Creates a scenario that a person wrote.',
  to: 'create the scenario',
  done: 'the scenario was created',
  changes: ['lab', 'agents'],
  about: (sent) => ({
    ...labSubject(sent),
    kind: 'scenario',
    scenarioId: findObject(sent.reply, ['scenario'], (scenario) => idOf(scenario.id)),
  }),
  sendsBody: (formats) =>
    formats.z.strictObject({
      ...scenarioFields(formats),
      agent_id: formats.labNumber('Testing lab agent id'),
    }),
  reply: anyReply(['scenario'], readScenario),
})

/** The one extension of the testing lab that real services have, too. */
export const updateScenario = operation({
  name: 'updateScenario',
  method: 'PATCH',
  path: '/api/v1/testing-lab/scenarios/{id}',
  source: 'extension',
  summary: 'Changes some fields of a scenario.',
  to: 'change the scenario',
  done: 'the scenario was changed',
  changes: ['lab', 'agents'],
  about: (sent) => ({ ...labSubject(sent), kind: 'scenario' }),
  /** What is not named stays as it is. */
  sendsBody: (formats) => {
    const { z } = formats
    return z
      .partial(z.strictObject(scenarioFields(formats)))
      .check(z.refine((changes) => Object.keys(changes).length > 0, 'Name at least one field to change'))
  },
  reply: anyReply(['scenario'], readScenario),
})

export type GenerateRequest = RequestBody<typeof generateScenarios>
export type RunRequest = RequestBody<typeof runScenarios>
export type CreateScenarioRequest = RequestBody<typeof createScenario>
export type UpdateScenarioRequest = RequestBody<typeof updateScenario>
