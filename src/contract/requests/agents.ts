import * as z from 'zod/mini'
import { AGENT_TYPES } from '../agents'
import { id, text } from '../formats'
import { VARIABLE_NAME } from '../placeholders'

/** A variable of a prompt (§2). Names are what stands between the braces of `{{name}}`. */
export const promptVariable = z.object({
  name: text({ label: 'Variable name', min: 1, max: 100 }).check(
    z.regex(VARIABLE_NAME, 'Variable name must start with a letter or _ and have no spaces'),
  ),
  required: z.boolean('Required must be true or false'),
  defaultValue: text({ label: 'Default value', max: 2_000 }),
})

/** The prompt of a version with every field of §2. */
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

/** What names an agent; its versions hold the rest. */
export const agentUpdate = z
  .partial(z.pick(agentRequest, { name: true, description: true }))
  .check(
    z.refine(
      ({ name, description }) => name !== undefined || description !== undefined,
      'Give a name or a description',
    ),
  )

/**
 * A version of an agent that is there: the creation request without what belongs to the agent itself, and fields that real services
 * have (D130). Further fields pass, so that a version read from a service can be sent back whole.
 */
export const versionRequest = z.catchall(
  z.extend(z.omit(agentRequest, { name: true, description: true, agentType: true }), {
    overrideTTSConfig: z.optional(z.nullable(z.unknown())),
    overrideLLMConfig: z.optional(z.nullable(z.unknown())),
    /** What the agent says when the other side has answered; without it the agent finds its own words. */
    firstMessage: z.optional(z.nullable(text({ label: 'First message', max: 2_000 }))),
  }),
  z.unknown(),
)

/** Some fields of a version, each replaced whole. */
export const versionChanges = z
  .partial(versionRequest)
  .check(z.refine((changes) => Object.keys(changes).length > 0, 'Name at least one field to change'))

export type AgentRequest = z.infer<typeof agentRequest>
export type AgentUpdate = z.infer<typeof agentUpdate>
export type VersionRequest = z.infer<typeof versionRequest>
export type VersionChanges = z.infer<typeof versionChanges>
