import { operation, sends } from './operation'
import {
  anyReply,
  Fields,
  findObject,
  isWire,
  type ListReply,
  listReply,
  type OtherFields,
  objectReply,
  readerOf,
  type Wire,
} from './reply'
import type { AgentUpdate, VersionChanges, VersionRequest } from './requests/agents'
import type { PageQuery } from './requests/pages'

/** An agent as real services tell it (D2); the document promises nothing but its id. */
export interface Agent {
  readonly id: string
  readonly name?: string
  readonly description?: string
  readonly agentType?: string
  /** The integer id that the testing lab wants (D13). */
  readonly testingLabId?: number
  readonly deployedVersionId?: string
  readonly createdAt?: string
  readonly updatedAt?: string
  readonly other: OtherFields
}

/** A variable as a version declares it; what the service says beyond §2 stays in `other`. */
export interface PromptVariable {
  readonly name: string
  readonly required?: boolean
  readonly defaultValue?: string
  readonly other: OtherFields
}

/** The prompt of a version, as far as a reply tells it. */
export interface Prompt {
  readonly system?: string
  readonly variables: readonly PromptVariable[]
  /** Slugs (D11). */
  readonly tools: readonly string[]
  readonly preBuiltTools: readonly string[]
  readonly other: OtherFields
}

/** A version of an agent. A field that the service does not say is absent; `null` is what it said. */
export interface AgentVersion {
  readonly id: string
  readonly agentId?: string
  /** Running number within the agent. */
  readonly version?: number
  readonly deployed?: boolean
  /** `PROMPT`, or `FLOW` where the service has drawn conversations. */
  readonly mode?: string
  readonly prompt?: Prompt
  readonly useKnowledgeBase?: boolean
  readonly knowledgeBaseCollectionIds?: readonly string[]
  readonly voicemailMessage?: string | null
  readonly firstMessage?: string | null
  readonly sttConfigId?: string
  readonly ttsConfigId?: string
  readonly llmConfigId?: string
  readonly voiceId?: string
  /** Any JSON: nothing is documented of it but `null` (§2). */
  readonly overrideSTTConfig?: unknown
  readonly overrideTTSConfig?: unknown
  readonly overrideLLMConfig?: unknown
  readonly createdAt?: string
  readonly updatedAt?: string
  readonly other: OtherFields
}

const textOrNull = (value: unknown) => (typeof value === 'string' || value === null ? value : undefined)

const asItIs = (value: unknown) => value

/** A slug or an id, bare or of an object that has one. */
function readReference(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  return isWire(value) ? new Fields(value).id('slug', 'id', 'name') : undefined
}

function readVariable(value: unknown): PromptVariable | undefined {
  if (!isWire(value)) return undefined
  const fields = new Fields(value)
  const name = fields.text('name')
  if (name === undefined) return undefined
  return {
    name,
    required: fields.flag('required'),
    defaultValue: fields.text('defaultValue', 'default'),
    other: fields.others(),
  }
}

function readPrompt(value: unknown): Prompt | undefined {
  if (typeof value === 'string')
    return { system: value, variables: [], tools: [], preBuiltTools: [], other: {} }
  if (!isWire(value)) return undefined
  const fields = new Fields(value)
  return {
    system: fields.text('system'),
    variables: fields.list(readVariable, 'variables') ?? [],
    tools: fields.list(readReference, 'tools') ?? [],
    preBuiltTools: fields.list(readReference, 'preBuiltTools') ?? [],
    other: fields.others(),
  }
}

/** Reads a version; without an id it is none. */
export function readAgentVersion(value: unknown): AgentVersion | undefined {
  if (!isWire(value)) return undefined
  const fields = new Fields(value)
  const versionId = fields.id('id', 'versionId', '_id')
  if (versionId === undefined) return undefined
  return {
    id: versionId,
    agentId: fields.id('agentId'),
    version: fields.number('version', 'versionNumber'),
    deployed: fields.flag('deployed', 'isDeployed', 'isActive'),
    mode: fields.text('mode'),
    prompt: fields.object(readPrompt, 'prompt'),
    useKnowledgeBase: fields.flag('useKnowledgeBase'),
    knowledgeBaseCollectionIds: fields.list(readReference, 'knowledgeBaseCollectionIds', 'collections'),
    voicemailMessage: fields.object(textOrNull, 'voicemailMessage'),
    firstMessage: fields.object(textOrNull, 'firstMessage'),
    sttConfigId: fields.id('sttConfigId'),
    ttsConfigId: fields.id('ttsConfigId'),
    llmConfigId: fields.id('llmConfigId'),
    voiceId: fields.id('voiceId'),
    overrideSTTConfig: fields.object(asItIs, 'overrideSTTConfig'),
    overrideTTSConfig: fields.object(asItIs, 'overrideTTSConfig'),
    overrideLLMConfig: fields.object(asItIs, 'overrideLLMConfig'),
    createdAt: fields.text('createdAt', 'created_at'),
    updatedAt: fields.text('updatedAt', 'updated_at'),
    other: fields.others(),
  }
}

/** Reads an agent; without an id it is none. */
export function readAgent(value: unknown): Agent | undefined {
  if (!isWire(value)) return undefined
  const fields = new Fields(value)
  const agentId = fields.id('id', 'agentId', '_id')
  if (agentId === undefined) return undefined
  return {
    id: agentId,
    name: fields.text('name'),
    description: fields.text('description'),
    agentType: fields.text('agentType'),
    testingLabId: fields.number('cekuraAgentId', 'testingLabAgentId', 'testingLabId'),
    deployedVersionId:
      fields.id('deployedVersionId', 'activeVersionId', 'liveVersionId') ??
      fields.object((each) => (isWire(each) ? new Fields(each).id('id') : undefined), 'deployedVersion'),
    createdAt: fields.text('createdAt', 'created_at'),
    updatedAt: fields.text('updatedAt', 'updated_at'),
    other: fields.others(),
  }
}

/** The versions of an agent, in the order of the service, and the agent where it came with them. */
export interface AgentVersions extends ListReply<AgentVersion> {
  readonly agent?: Agent
}

const versionList = listReply(['versions', 'agentVersions', 'agent'], readAgentVersion)

/** The agent without its versions, which are told apart. */
function readAgentOf(value: unknown): Agent | undefined {
  return findObject(value, ['agent'], (wire) => {
    const { versions: _, ...agent } = wire
    return readAgent(agent)
  })
}

/** What was created must be found, because nothing else tells its id; `{agent: {version}}` is how creation answers (§2). */
function readCreatedVersion(wire: Wire): AgentVersion | undefined {
  return readAgentVersion(isWire(wire.agent) && isWire(wire.agent.version) ? wire.agent.version : wire)
}

export const updateAgent = operation({
  name: 'updateAgent',
  method: 'PATCH',
  path: '/api/v1/agents/{agentId}',
  source: 'extension',
  summary: 'Changes the name or the description of an agent; its versions stay as they are.',
  to: 'change the agent',
  done: 'the agent was changed',
  changes: ['agents'],
  sendsBody: sends<AgentUpdate>(),
  reply: anyReply(['agent'], readAgent),
})

export const listAgentVersions = operation({
  name: 'listAgentVersions',
  method: 'GET',
  path: '/api/v1/agents/{agentId}/versions',
  source: 'extension',
  summary: 'Lists the versions of an agent.',
  to: 'load the versions of the agent',
  sendsQuery: sends<PageQuery>(),
  reply: readerOf((value): AgentVersions | undefined => {
    const list = versionList.safeParse(value).data
    return list && { ...list, agent: readAgentOf(value) }
  }, 'no list of versions in the reply'),
})

export const createAgentVersion = operation({
  name: 'createAgentVersion',
  method: 'POST',
  path: '/api/v1/agents/{agentId}',
  source: 'extension',
  summary: 'Creates a further version of an agent, which is not deployed.',
  to: 'create the version',
  done: 'the version was created',
  changes: ['agents'],
  sendsBody: sends<VersionRequest>(),
  reply: objectReply(['version', 'agentVersion'], readCreatedVersion, 'no version with an id in the reply'),
})

export const updateAgentVersion = operation({
  name: 'updateAgentVersion',
  method: 'PATCH',
  path: '/api/v1/agents/{agentId}/versions/{versionId}',
  source: 'extension',
  summary: 'Changes fields of a version that is not deployed.',
  to: 'change the version',
  done: 'the version was changed',
  changes: ['agents'],
  sendsBody: sends<VersionChanges>(),
  reply: anyReply(['version', 'agentVersion'], readAgentVersion),
})
