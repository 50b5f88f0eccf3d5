import * as z from 'zod/mini'
import { versionSettings } from '../../contract/requests/version-settings'
import { dateTime, pagination } from './shapes'

const reference = z.strictObject({ id: z.string() })

const prompt = z.strictObject({
  system: z.string(),
  variables: z.array(z.strictObject({ name: z.string(), required: z.boolean(), defaultValue: z.string() })),
  tools: z.array(z.string()),
  preBuiltTools: z.array(z.string()),
})

const version = z.strictObject({
  id: z.string(),
  agentId: z.string(),
  /** Running number within the agent, from 1. */
  version: z.int(),
  deployed: z.boolean(),
  prompt,
  useKnowledgeBase: z.boolean(),
  knowledgeBaseCollectionIds: z.array(z.string()),
  voicemailMessage: z.nullable(z.string()),
  firstMessage: z.nullable(z.string()),
  overrideSTTConfig: z.unknown(),
  overrideTTSConfig: z.unknown(),
  overrideLLMConfig: z.unknown(),
  sttConfigId: z.string(),
  ttsConfigId: z.string(),
  llmConfigId: z.string(),
  voiceId: z.string(),
  /** `null` where the version says nothing (D240). */
  ...z.required(versionSettings).shape,
  createdAt: dateTime,
  updatedAt: dateTime,
})

const agent = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  agentType: z.enum(['CALL', 'TEXT']),
  inboundPhoneNumbers: z.array(reference),
  outboundPhoneNumbers: z.array(reference),
  /** The integer id of the agent in the testing lab (D13). */
  cekuraAgentId: z.int(),
  callObservabilityEnabled: z.boolean(),
  createdAt: dateTime,
  updatedAt: dateTime,
})

export const createdAgent = z.strictObject({ agent: z.extend(agent, { version }) })

/** What creating, changing and deploying a version answer. */
export const versionRecord = z.strictObject({ version })

export const agentRecord = z.strictObject({ agent })

/** Newest first. */
export const versionPage = z.strictObject({
  agent: z.extend(agent, { versions: z.array(version) }),
  pagination,
})
