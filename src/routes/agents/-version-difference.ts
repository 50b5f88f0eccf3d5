import { type AgentFormValues, toAgentRequest } from './-agent-form'

type VersionField =
  | Exclude<keyof ReturnType<typeof toAgentRequest>, 'name' | 'description' | 'agentType' | 'prompt'>
  | keyof AgentFormValues['prompt']

/** One field that is not as it was, both as text. */
export interface FieldChange {
  readonly field: VersionField
  readonly before: string
  readonly after: string
}

const asText = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'string'
      ? value
      : Array.isArray(value)
        ? value.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n')
        : JSON.stringify(value, null, 2)

/** The fields of a version by their names on the wire; those of the prompt beside the others. */
function fieldsOf(values: AgentFormValues): Record<VersionField, unknown> {
  const { name: _name, description: _description, agentType: _type, prompt, ...rest } = toAgentRequest(values)
  return { ...prompt, knowledgeBaseCollectionIds: undefined, ...rest }
}

/** What would be sent otherwise than the version it starts from, field by field. */
export function changedFields(before: AgentFormValues, after: AgentFormValues): FieldChange[] {
  const was = fieldsOf(before)
  const is = fieldsOf(after)
  return (Object.keys(was) as VersionField[]).flatMap((field) => {
    const change = { field, before: asText(was[field]), after: asText(is[field]) }
    return change.before === change.after ? [] : [change]
  })
}

/** The lines between the common beginning and the common end of two texts, and how many there are of those. */
export function changedLines(
  before: string,
  after: string,
): { head: number; removed: string[]; added: string[]; tail: number } {
  const was = before === '' ? [] : before.split('\n')
  const is = after === '' ? [] : after.split('\n')
  const shorter = Math.min(was.length, is.length)
  let head = 0
  while (head < shorter && was[head] === is[head]) head++
  let tail = 0
  while (tail < shorter - head && was.at(-1 - tail) === is.at(-1 - tail)) tail++
  return { head, removed: was.slice(head, was.length - tail), added: is.slice(head, is.length - tail), tail }
}
