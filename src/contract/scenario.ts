import { field, type RecordOf, recordReader } from './record'
import { Fields, isWire, type Wire } from './reply'

/** An id of the testing lab: an integer on the wire (§2). A service that uses texts is read all the same (D5). */
export type LabId = number | string

const readText = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** An integer where it is one, else the text as it came: `007` is another id than 7. */
export const labId =
  (...names: string[]) =>
  (fields: Fields): LabId | undefined => {
    const text = fields.id(...names)
    const number = Number(text)
    return Number.isSafeInteger(number) && String(number) === text ? number : text
  }

/** The id of what is named by id, or stands there whole. The whole one stays among the other fields. */
export const labIdOf =
  (...names: string[]) =>
  (fields: Fields, wire: Wire): LabId | undefined => {
    const whole = names.map((name) => wire[name]).find(isWire)
    return labId(...names)(fields) ?? (whole && labId('id')(new Fields(whole)))
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
export const tagsIn = field.object(readTags, 'tags', 'labels')

/** Integers; a list of anything else stays as it came. */
const readIntegers = (value: unknown): number[] | undefined =>
  Array.isArray(value) && value.every((each) => Number.isInteger(each)) ? value : undefined

/** A list of texts, of `{text}` or of `{name}`, a line each. */
const readLines = (value: unknown): string | undefined => {
  if (!Array.isArray(value)) return undefined
  const lines = value.map((each) => (isWire(each) ? readText(each.text ?? each.name) : readText(each)))
  return lines.every((line) => line !== undefined) ? lines.join('\n') : undefined
}

/** What the agent must reach, as one text or a list; empty where the reply says that there is none, absent where it says nothing (D977). */
export const expectedOutcomeIn = (fields: Fields): string | undefined => {
  const text = fields.text('expected_outcome_prompt', 'expected_outcome', 'expectedOutcome')
  return text || (fields.object(readLines, 'expected_outcomes', 'expectedOutcomes') ?? text)
}

const readBareScenario = recordReader(
  {
    id: labId('id', 'scenario_id', 'scenarioId'),
    name: field.text('name', 'title', 'scenario_name'),
    /** What the simulated customer is told. */
    instructions: field.text('instructions', 'description'),
    /** What the simulated customer says first. */
    firstMessage: field.text('first_message', 'firstMessage'),
    /** The condition that the agent must satisfy. */
    expectedOutcome: expectedOutcomeIn,
    tags: tagsIn,
    /** The agent that it was made for, by its id in the testing lab. */
    agentId: labIdOf('agent', 'agent_id', 'agentId'),
    /** The runs that it was part of, by id, oldest first. */
    runIds: field.object(readIntegers, 'runs', 'run_ids'),
    /** Who the customer is like, such as `Friendly`. */
    personality: field.text('personality_name', 'personality'),
    language: field.text('scenario_language', 'language'),
    /** What made it: a person, rules, or a language model. */
    generatedBy: field.text('generated_by', 'generatedBy'),
    createdAt: field.time('created_at', 'createdAt'),
    updatedAt: field.time('updated_at', 'updatedAt'),
  },
  'id',
)

/** A scenario, as far as a reply tells; its fields are not documented. */
export type Scenario = RecordOf<typeof readBareScenario>

/** Reads a scenario, bare or wrapped in its own name. */
export const readScenario = (value: unknown): Scenario | undefined =>
  isWire(value) && isWire(value.scenario) && value.id === undefined
    ? readScenario(value.scenario)
    : readBareScenario(value)
