import * as z from 'zod/mini'
import { versionContent } from '../../contract/requests/agents'
import { dateTime, pagination } from './shapes'

const reference = z.strictObject({ id: z.string() })

const prompt = z.required(
  z.extend(versionContent.shape.prompt, {
    variables: z.array(z.strictObject({ name: z.string(), required: z.boolean(), defaultValue: z.string() })),
  }),
)

const version = z.strictObject({
  id: z.string(),
  agentId: z.string(),
  /** Running number within the agent, from 1. */
  version: z.int(),
  deployed: z.boolean(),
  /** `null` where the version does not set a field (D240). */
  ...z.required(versionContent).shape,
  prompt,
  createdAt: dateTime,
  updatedAt: dateTime,
})

export type VersionAnswer = z.infer<typeof version>

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
