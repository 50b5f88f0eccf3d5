import { Fields, isWire, type OtherFields } from './reply'

/** An id of the testing lab: an integer on the wire (§2). A service that uses texts is read all the same (D5). */
export type LabId = number | string

/** A scenario, as far as a reply tells; its fields are not documented. */
export interface Scenario {
  readonly id: LabId
  readonly name?: string
  /** What the simulated customer is told. */
  readonly instructions?: string
  /** What the simulated customer says first. */
  readonly firstMessage?: string
  /** The condition that the agent must satisfy. */
  readonly expectedOutcome?: string
  readonly tags?: readonly string[]
  /** The agent that it was made for, by its id in the testing lab. */
  readonly agentId?: LabId
  /** The runs that it was part of, by id, oldest first. */
  readonly runIds?: readonly number[]
  /** Who the customer is like, such as `Friendly`. */
  readonly personality?: string
  readonly language?: string
  /** What made it: a person, rules, or a language model. */
  readonly generatedBy?: string
  readonly createdAt?: string
  readonly updatedAt?: string
  readonly other: OtherFields
}

const readText = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** An integer where it is one, else the text as it came. */
export const labId = (fields: Fields, ...names: string[]): LabId | undefined =>
  fields.number(...names) ?? fields.id(...names)

/** The id of what is named by id, or stands there whole. The whole one stays among the other fields. */
export function labIdOf(wire: Readonly<Record<string, unknown>>, fields: Fields, ...names: string[]) {
  const given = labId(fields, ...names)
  if (given !== undefined) return given
  const whole = names.map((name) => wire[name]).find(isWire)
  return whole && labId(new Fields(whole), 'id')
}

/** Tags as a list of texts, a list of `{name}`, or one text with commas. */
const readTags = (value: unknown): string[] | undefined => {
  if (typeof value === 'string')
    return value
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean)
  if (!Array.isArray(value)) return undefined
  const tags = value.map((tag) => (isWire(tag) ? readText(tag.name) : readText(tag)))
  return tags.every((tag) => tag !== undefined) ? tags : undefined
}

/** The tags of a scenario or a run, in any of the forms that are seen. */
export const tagsIn = (fields: Fields) => fields.object(readTags, 'tags', 'labels')

/** Integers; a list of anything else stays as it came. */
const readIntegers = (value: unknown): number[] | undefined =>
  Array.isArray(value) && value.every((each) => Number.isInteger(each)) ? value : undefined

/** Reads a scenario, bare or wrapped in its own name. */
export function readScenario(value: unknown): Scenario | undefined {
  if (!isWire(value)) return undefined
  if (isWire(value.scenario) && value.id === undefined) return readScenario(value.scenario)
  const fields = new Fields(value)
  const id = labId(fields, 'id', 'scenario_id', 'scenarioId')
  if (id === undefined) return undefined
  return {
    id,
    name: fields.text('name', 'title', 'scenario_name'),
    instructions: fields.text('instructions', 'description'),
    firstMessage: fields.text('first_message', 'firstMessage'),
    expectedOutcome: fields.text('expected_outcome_prompt', 'expected_outcome', 'expectedOutcome'),
    tags: tagsIn(fields),
    agentId: labIdOf(value, fields, 'agent', 'agent_id', 'agentId'),
    runIds: fields.object(readIntegers, 'runs', 'run_ids'),
    personality: fields.text('personality_name', 'personality'),
    language: fields.text('scenario_language', 'language'),
    generatedBy: fields.text('generated_by', 'generatedBy'),
    createdAt: fields.text('created_at', 'createdAt'),
    updatedAt: fields.text('updated_at', 'updatedAt'),
    other: fields.others(),
  }
}
