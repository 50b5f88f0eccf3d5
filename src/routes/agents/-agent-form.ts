import type { Resolver } from 'react-hook-form'
import { AGENT_TYPES } from '../../contract/agents'
import type { FieldError } from '../../contract/errors'
import type { AgentRequest } from '../../contract/requests/agents'
import type { VariableRow } from '../../ui/fields/variables-field'

/**
 * What the fields hold. Paths are those of the wire, so that the service's field errors land where they belong; only the
 * values that are `null` or absent on the wire are empty text here.
 */
export interface AgentFormValues {
  name: string
  description: string
  agentType: AgentRequest['agentType']
  useKnowledgeBase: boolean
  /** Empty: not sent (D12). */
  knowledgeBaseCollectionIds: string[]
  prompt: { system: string; variables: VariableRow[]; tools: string[]; preBuiltTools: string[] }
  /** Empty: `null`. */
  voicemailMessage: string
  /** JSON as it is typed; empty: `null`. */
  overrideSTTConfig: string
  sttConfigId: string
  ttsConfigId: string
  llmConfigId: string
  voiceId: string
}

export const emptyAgent: AgentFormValues = {
  name: '',
  description: '',
  agentType: AGENT_TYPES[0],
  useKnowledgeBase: false,
  knowledgeBaseCollectionIds: [],
  prompt: { system: '', variables: [], tools: [], preBuiltTools: [] },
  voicemailMessage: '',
  overrideSTTConfig: '',
  sttConfigId: '',
  ttsConfigId: '',
  llmConfigId: '',
  voiceId: '',
}

/** Text of the STT field as a value of the wire. What is no JSON stays text: the field itself holds the form back (D73). */
function readConfig(text: string): unknown {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The request that the values stand for, checked by nobody yet. Ids are trimmed: they are often pasted. */
export function toAgentRequest(values: AgentFormValues): AgentRequest {
  const { knowledgeBaseCollectionIds: collectionIds, prompt } = values
  return {
    name: values.name.trim(),
    description: values.description,
    agentType: values.agentType,
    useKnowledgeBase: values.useKnowledgeBase,
    prompt: {
      system: prompt.system,
      variables: prompt.variables.map(({ name, required, defaultValue }) => ({
        name: name.trim(),
        required,
        defaultValue,
      })),
      tools: prompt.tools,
      preBuiltTools: prompt.preBuiltTools,
    },
    voicemailMessage: values.voicemailMessage.trim() === '' ? null : values.voicemailMessage,
    overrideSTTConfig: readConfig(values.overrideSTTConfig),
    sttConfigId: values.sttConfigId.trim(),
    ttsConfigId: values.ttsConfigId.trim(),
    llmConfigId: values.llmConfigId.trim(),
    voiceId: values.voiceId.trim(),
    knowledgeBaseCollectionIds: collectionIds.length > 0 ? collectionIds : undefined,
  }
}

export const loadJudge = () => import('./-judge-agent')

/**
 * Judges what would be sent, by the request schema of the contract. The schema comes when it is first needed; where it cannot be loaded
 * the service is the judge.
 */
export const agentResolver: Resolver<AgentFormValues> = async (values, context, options) => {
  const judge = await loadJudge().catch(() => undefined)
  const errors = judge ? await judge.judgeAgent(toAgentRequest(values), context, options as never) : {}
  return Object.keys(errors).length > 0 ? { values: {}, errors: errors as never } : { values, errors: {} }
}

/** A complaint about one of several ids stands at the field that holds them all, and says which is meant. */
export function placeErrors(errors: readonly FieldError[], values: AgentFormValues): FieldError[] {
  const lists: Readonly<Record<string, readonly string[]>> = {
    'prompt.tools': values.prompt.tools,
    'prompt.preBuiltTools': values.prompt.preBuiltTools,
    knowledgeBaseCollectionIds: values.knowledgeBaseCollectionIds,
  }
  return errors.map((error) => {
    const [, path = '', index = ''] = /^(.+?)[.[](\d+)\]?$/.exec(error.path) ?? []
    const meant = Object.hasOwn(lists, path) ? lists[path]?.[Number(index)] : undefined
    return meant === undefined ? error : { path, message: `${meant}: ${error.message}` }
  })
}
