import * as z from 'zod/mini'
import { AGENT_TYPES } from '../agents'
import { id, text } from '../formats'
import { VARIABLE_NAME } from '../placeholders'
import type { Wire } from '../reply'
import { namedOnce, versionSettings } from './version-settings'

/** A variable of a prompt (§2). Names are what stands between the braces of `{{name}}`. */
const promptVariable = z.strictObject({
  name: text({ label: 'Variable name', min: 1, max: 100 }).check(
    z.regex(VARIABLE_NAME, 'Variable name must start with a letter or _ and have no spaces'),
  ),
  /** Absent: `false`. */
  required: z.optional(z.boolean('Required must be true or false')),
  /** Absent: none, which is empty text. */
  defaultValue: z.optional(text({ label: 'Default value', max: 2_000 })),
})

/** Tools of either kind, by slug (D11). */
const slugs = (label: string) =>
  z.optional(z.array(text({ label, min: 1, max: 200 }), `${label}s must be a list`).check(z.maxLength(100)))

/** The prompt of a version with every field of §2. Lists that are absent are empty (D242). */
const agentPrompt = z.strictObject({
  system: text({ label: 'System prompt', min: 1, max: 100_000 }),
  variables: z.optional(
    z
      .array(promptVariable, 'Variables must be a list')
      .check(z.maxLength(100, 'An agent can have at most 100 variables'), namedOnce('name')),
  ),
  tools: slugs('Tool'),
  preBuiltTools: slugs('Built-in tool'),
})

const description = z.optional(text({ label: 'Description', max: 2_000 }))

/** What a version is made of: fields of §2, and those that real services have beyond it (D130, D240). */
const versionFields = {
  /** Absent: whether collections are attached (D242). */
  useKnowledgeBase: z.optional(z.boolean('Use knowledge base must be true or false')),
  prompt: agentPrompt,
  voicemailMessage: z.optional(z.nullable(text({ label: 'Voicemail message', max: 2_000 }))),
  overrideSTTConfig: z.optional(z.unknown()),
  sttConfigId: id('Speech-to-text config id'),
  ttsConfigId: id('Text-to-speech config id'),
  llmConfigId: id('Language-model config id'),
  voiceId: id('Voice id'),
  /** Collections are attached at the version (§9); the field is one that real services take (D12). */
  knowledgeBaseCollectionIds: z.optional(z.array(id('Collection id')).check(z.maxLength(50))),
  overrideTTSConfig: z.optional(z.unknown()),
  overrideLLMConfig: z.optional(z.unknown()),
  /** What the agent says when the other side has answered; without it the agent finds its own words. */
  firstMessage: z.optional(z.nullable(text({ label: 'First message', max: 2_000 }))),
  ...versionSettings.shape,
}

/** The agent creation request: its first version, and what belongs to the agent itself. */
export const agentRequest = z.strictObject({
  name: text({ label: 'Name', min: 1, max: 200 }),
  description,
  agentType: z.enum(AGENT_TYPES, 'Agent type must be CALL or TEXT'),
  ...versionFields,
})

/** What names an agent; its versions hold the rest. */
export const agentUpdate = z
  .strictObject({ name: z.optional(agentRequest.shape.name), description })
  .check(
    z.refine(
      ({ name, description }) => name !== undefined || description !== undefined,
      'Give a name or a description',
    ),
  )

/** What only the service sets. It counts for nothing in a request, so that a version can be sent back as it was read (D240). */
const readBack = {
  id: z.optional(z.unknown()),
  agentId: z.optional(z.unknown()),
  version: z.optional(z.unknown()),
  deployed: z.optional(z.unknown()),
  createdAt: z.optional(z.unknown()),
  updatedAt: z.optional(z.unknown()),
}

/** A version of an agent that is there: the creation request without what belongs to the agent itself. */
export const versionRequest = z.strictObject({ ...versionFields, ...readBack })

/** Some fields of a version. Each is replaced whole, but for the prompt: what that does not name stays (D242). */
export const versionChanges = z
  .partial(versionRequest)
  .check(z.refine((changes) => Object.keys(changes).length > 0, 'Name at least one field to change'))

export type AgentRequest = z.infer<typeof agentRequest>
export type AgentUpdate = z.infer<typeof agentUpdate>
/** With further fields of another service's version, which are sent on as they were read there (D130). */
export type VersionRequest = z.infer<typeof versionRequest> & Wire
export type VersionChanges = z.infer<typeof versionChanges> & Wire
