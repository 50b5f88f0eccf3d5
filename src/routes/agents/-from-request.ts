import { AGENT_TYPES } from '../../contract/agents'
import { isWire, type Wire } from '../../contract/reply'
import { type AgentFormValues, emptyAgent } from './-agent-form'

/** What the fields can take of a request or a version, and what they cannot. */
export interface ReadRequest {
  readonly values: AgentFormValues
  /** Fields that the form does not have, by path; they were left out. */
  readonly unknown: readonly string[]
  /** Fields that hold something else than the form can; they were left as they are in a new form. */
  readonly unfit: readonly string[]
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

/**
 * Reads a creation request, or a version as a service tells it, into the values of the form. Nothing is required; `null` and a field that is
 * missing are an empty field. `passedOver`: names that are no news, such as the id and the times of a version.
 */
export function fromRequest(request: Wire, passedOver: readonly string[] = []): ReadRequest {
  const unfit: string[] = []
  const take = <T>(wire: Wire, path: string, fits: (value: unknown) => value is T, otherwise: T): T => {
    const value = wire[path.slice(path.lastIndexOf('.') + 1)]
    if (value === undefined || value === null) return otherwise
    if (fits(value)) return value
    unfit.push(path)
    return otherwise
  }
  const text = (wire: Wire, path: string) => take(wire, path, (value) => typeof value === 'string', '')
  const texts = (wire: Wire, path: string) => take(wire, path, isTexts, [])
  const prompt = take(request, 'prompt', isWire, {})
  const variables = take(prompt, 'prompt.variables', (value) => Array.isArray(value), []) as unknown[]
  const unknownIn = (wire: Wire, known: object, path = '') =>
    Object.keys(wire)
      .filter((name) => !Object.hasOwn(known, name))
      .map((name) => path + name)
  const values: AgentFormValues = {
    name: text(request, 'name'),
    description: text(request, 'description'),
    agentType: take(
      request,
      'agentType',
      (value): value is AgentFormValues['agentType'] => AGENT_TYPES.some((type) => type === value),
      emptyAgent.agentType,
    ),
    useKnowledgeBase: take(request, 'useKnowledgeBase', (value) => typeof value === 'boolean', false),
    knowledgeBaseCollectionIds: texts(request, 'knowledgeBaseCollectionIds'),
    prompt: {
      system: text(prompt, 'prompt.system'),
      variables: variables.flatMap((variable, index) => {
        if (isWire(variable) && typeof variable.name === 'string')
          return [
            {
              name: variable.name,
              required: variable.required === true,
              defaultValue: typeof variable.defaultValue === 'string' ? variable.defaultValue : '',
            },
          ]
        unfit.push(`prompt.variables.${index}`)
        return []
      }),
      tools: texts(prompt, 'prompt.tools'),
      preBuiltTools: texts(prompt, 'prompt.preBuiltTools'),
    },
    voicemailMessage: text(request, 'voicemailMessage'),
    overrideSTTConfig:
      request.overrideSTTConfig === undefined || request.overrideSTTConfig === null
        ? ''
        : JSON.stringify(request.overrideSTTConfig, null, 2),
    sttConfigId: text(request, 'sttConfigId'),
    ttsConfigId: text(request, 'ttsConfigId'),
    llmConfigId: text(request, 'llmConfigId'),
    voiceId: text(request, 'voiceId'),
  }
  const unknown = [
    ...unknownIn(request, values).filter((name) => !passedOver.includes(name)),
    ...unknownIn(prompt, values.prompt, 'prompt.'),
  ]
  return { values, unknown, unfit }
}
