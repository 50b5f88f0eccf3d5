import * as z from 'zod/mini'
import { id, text } from './formats'
import { operation } from './operation'
import { anyReply, Fields, isWire, type OtherFields, objectReply, type Wire } from './reply'

/** `CALL` is the value the document has seen (§2); `TEXT` serves SMS, e-mail and web chat on real services (D10). */
export const AGENT_TYPES = ['CALL', 'TEXT'] as const

/** A variable of a prompt (§2). Names are what stands between the braces of `{{name}}`. */
export const promptVariable = z.object({
  name: text({ label: 'Variable name', min: 1, max: 100 }).check(
    z.regex(/^[A-Za-z_][A-Za-z0-9_.-]*$/, 'Variable name must start with a letter or _ and have no spaces'),
  ),
  required: z.boolean('Required must be true or false'),
  defaultValue: text({ label: 'Default value', max: 2_000 }),
})

export const agentPrompt = z.object({
  system: text({ label: 'System prompt', min: 1, max: 100_000 }),
  variables: z.array(promptVariable, 'Variables must be a list').check(
    z.maxLength(100, 'An agent can have at most 100 variables'),
    z.superRefine((variables, context) => {
      for (const [index, { name }] of variables.entries()) {
        if (variables.findIndex((other) => other.name === name) === index) continue
        context.addIssue({
          code: 'custom',
          message: `Variable name ${name} is used twice`,
          path: [index, 'name'],
        })
      }
    }),
  ),
  /** Slugs of custom tools (D11). */
  tools: z.array(text({ label: 'Tool', min: 1, max: 200 })).check(z.maxLength(100)),
  /** Slugs of built-in tools (D11). */
  preBuiltTools: z.array(text({ label: 'Built-in tool', min: 1, max: 200 })).check(z.maxLength(100)),
})

/** The agent creation request with every field of §2. */
export const agentRequest = z.object({
  name: text({ label: 'Name', min: 1, max: 200 }),
  description: text({ label: 'Description', max: 2_000 }),
  agentType: z.enum(AGENT_TYPES, 'Agent type must be CALL or TEXT'),
  useKnowledgeBase: z.boolean('Use knowledge base must be true or false'),
  prompt: agentPrompt,
  voicemailMessage: z.nullable(text({ label: 'Voicemail message', max: 2_000 })),
  overrideSTTConfig: z.nullable(z.unknown()),
  sttConfigId: id('Speech-to-text config id'),
  ttsConfigId: id('Text-to-speech config id'),
  llmConfigId: id('Language-model config id'),
  voiceId: id('Voice id'),
  /** Collections are attached at the version (§9); the field is one that real services take (D12). */
  knowledgeBaseCollectionIds: z.optional(z.array(id('Collection id')).check(z.maxLength(50))),
})

export type AgentRequest = z.infer<typeof agentRequest>

/** What creating an agent is documented to return: two ids. The rest may be there or not. */
export interface CreatedAgent {
  readonly agentId: string
  readonly versionId: string
  /** The integer id that the testing lab wants, where the service tells it (D13). */
  readonly testingLabId?: number
  readonly raw: Wire
}

export function readCreatedAgent(value: unknown): CreatedAgent | undefined {
  const wire = isWire(value) && isWire(value.data) && !isWire(value.agent) ? value.data : value
  if (!isWire(wire)) return undefined
  const agent = isWire(wire.agent) ? wire.agent : wire
  const agentId = new Fields(agent).id('id', 'agentId', '_id')
  const listed = Array.isArray(agent.versions) ? agent.versions[0] : undefined
  const version = [agent.version, wire.version, listed].find(isWire)
  const versionId =
    (version && new Fields(version).id('id', 'versionId', '_id')) ??
    new Fields(agent).id('versionId', 'version') ??
    new Fields(wire).id('versionId')
  if (agentId === undefined || versionId === undefined) return undefined
  return {
    agentId,
    versionId,
    testingLabId: new Fields(agent).number('cekuraAgentId', 'testingLabAgentId', 'testingLabId'),
    raw: wire,
  }
}

/** An agent version, as far as a reply tells. */
export interface AgentVersion {
  readonly id: string
  /** Running number within the agent. */
  readonly version?: number
  readonly deployed?: boolean
  readonly createdAt?: string
  readonly updatedAt?: string
  readonly other: OtherFields
}

export function readAgentVersion(value: unknown): AgentVersion | undefined {
  if (!isWire(value)) return undefined
  const fields = new Fields(value)
  const versionId = fields.id('id', 'versionId', '_id')
  if (versionId === undefined) return undefined
  return {
    id: versionId,
    version: fields.number('version', 'versionNumber'),
    deployed: fields.flag('deployed', 'isDeployed', 'isActive'),
    createdAt: fields.text('createdAt', 'created_at'),
    updatedAt: fields.text('updatedAt', 'updated_at'),
    other: fields.others(),
  }
}

export const createAgent = operation({
  name: 'createAgent',
  method: 'POST',
  path: '/api/v1/agents',
  summary: 'Creates an agent with its first version, which is not deployed.',
  request: agentRequest,
  reply: objectReply([], readCreatedAgent, 'no agent.id and agent.version.id in the reply'),
})

export const deployVersion = operation({
  name: 'deployVersion',
  method: 'PATCH',
  path: '/api/v1/agents/{agentId}/versions/{versionId}/deploy',
  summary: 'Deploys a version, which then handles live traffic.',
  reply: anyReply(['version', 'agentVersion'], readAgentVersion),
})
