import { and, asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { FieldError } from '../../contract/errors'
import { type AgentRequest, type VersionChanges, versionContent } from '../../contract/requests/agents'
import { type FieldPath, fieldAt } from '../../contract/version-fields'
import { found, Refused, returned } from '../errors'
import type { Queries } from '../store/open-database'
import {
  agents,
  builtInTools,
  catalogue,
  collections,
  type Prompt,
  tools,
  versionCollections,
  versions,
} from '../store/schema'
import { listNumbers } from './choose-number'
import { dateTime, named, show } from './shapes'

const reference = z.strictObject({ id: z.string() })

const prompt = z.required(
  z.extend(versionContent.shape.prompt, {
    variables: z.array(z.strictObject({ name: z.string(), required: z.boolean(), defaultValue: z.string() })),
  }),
)

export const versionShape = named(
  'Version',
  z.strictObject({
    id: z.string(),
    agentId: z.string(),
    version: z.int(),
    deployed: z.boolean(),
    /** `null` where the version does not set a field (D240). */
    ...z.required(versionContent).shape,
    prompt,
    createdAt: dateTime,
    updatedAt: dateTime,
  }),
)

type VersionAnswer = z.infer<typeof versionShape>

export const versionRecord = z.strictObject({ version: versionShape })

export const agentShape = named(
  'Agent',
  z.strictObject({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    agentType: z.enum(['CALL', 'TEXT']),
    /** With the number, because it is none of those that the console offers to call from. */
    inboundPhoneNumbers: z.array(z.extend(reference, { phoneNumber: z.string() })),
    outboundPhoneNumbers: z.array(reference),
    /** The integer id of the agent in the testing lab (D13). */
    cekuraAgentId: z.int(),
    callObservabilityEnabled: z.boolean(),
    createdAt: dateTime,
    updatedAt: dateTime,
  }),
)

type AgentRow = typeof agents.$inferSelect
type VersionRow = typeof versions.$inferSelect

/** An agent, locked with its versions until the transaction ends. */
export async function lockAgent(tx: Queries, agentId: string): Promise<AgentRow> {
  return found(await tx.select().from(agents).where(eq(agents.id, agentId)).for('update'), 'agent')
}

/** A version of this agent; another agent's counts as missing. */
export async function findVersionOf(tx: Queries, agentId: string, versionId: string): Promise<VersionRow> {
  const mine = and(eq(versions.id, versionId), eq(versions.agentId, agentId))
  const [version] = await tx.select().from(versions).where(mine)
  if (!version) throw new Refused(404, 'This agent has no version with this id.')
  return version
}

const CONFIGS = [
  ['sttConfigId', 'stt', 'speech-to-text config'],
  ['ttsConfigId', 'tts', 'text-to-speech config'],
  ['llmConfigId', 'llm', 'language-model config'],
  ['voiceId', 'voice', 'voice'],
] as const

/** Everything that a version refers to must exist (§2). Complains about all at once, by paths that begin `at`. */
export async function checkReferences(db: Queries, given: Partial<VersionChanges>, at = ''): Promise<void> {
  const offered = await db.select({ id: catalogue.id, kind: catalogue.kind }).from(catalogue)
  const called = given.prompt?.tools ?? []
  // Until the version is stored, none of them may get another slug.
  const custom = called.length
    ? await db.select({ id: tools.slug }).from(tools).where(inArray(tools.slug, called)).for('share')
    : []
  const builtIn = await db.select({ id: builtInTools.slug }).from(builtInTools)
  const wanted = given.knowledgeBaseCollectionIds ?? []
  const existing = wanted.length
    ? await db.select({ id: collections.id }).from(collections).where(inArray(collections.id, wanted))
    : []
  const complain = (path: string, what: string): FieldError => ({
    path: `${at}${path}`,
    message: `There is no ${what}`,
  })
  const missing = (
    path: string,
    ids: readonly string[] = [],
    there: readonly { id: string }[],
    what: string,
  ) => ids.flatMap((id, at) => (there.some((each) => each.id === id) ? [] : complain(`${path}.${at}`, what)))
  const errors = [
    ...CONFIGS.flatMap(([field, kind, words]) =>
      given[field] === undefined || offered.some((each) => each.kind === kind && each.id === given[field])
        ? []
        : complain(field, `${words} with this id`),
    ),
    ...missing('prompt.tools', called, custom, 'tool with this slug'),
    ...missing('prompt.preBuiltTools', given.prompt?.preBuiltTools, builtIn, 'built-in tool with this slug'),
    ...missing('knowledgeBaseCollectionIds', wanted, existing, 'collection with this id'),
  ]
  const [first] = errors
  if (first) throw new Refused(400, `${first.message}.`, errors)
}

/** A prompt with every field: what a request leaves out is as it was before, else empty (D242). */
const fillPrompt = ({ variables, ...given }: AgentRequest['prompt'], before: Prompt | undefined): Prompt => ({
  tools: [],
  preBuiltTools: [],
  ...before,
  ...(given as Pick<Prompt, 'system'>),
  variables:
    variables?.map(({ name, required = false, defaultValue = '' }) => ({ name, required, defaultValue })) ??
    before?.variables ??
    [],
})

/** The table's fields. Those without a column share one, so that a further field needs no migration. */
const FIELDS = Object.keys(versionContent.shape).filter(
  (name) => name !== 'prompt' && name !== 'knowledgeBaseCollectionIds',
)
const hasColumn = (name: string) => Object.hasOwn(getTableColumns(versions), name)

/** The columns that a request changes. */
export function columnsOf(given: Partial<VersionChanges>, before?: Pick<VersionRow, 'prompt' | 'settings'>) {
  const pick = (names: readonly string[]) =>
    Object.fromEntries(names.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]))
  return {
    ...(pick(FIELDS.filter(hasColumn)) as Partial<VersionRow>),
    prompt: given.prompt && fillPrompt(given.prompt, before?.prompt),
    settings: { ...before?.settings, ...pick(FIELDS.filter((name) => !hasColumn(name))) },
  }
}

interface NewVersion {
  readonly id: string
  readonly agentId: string
  readonly number: number
  readonly request: Omit<AgentRequest, 'name' | 'description' | 'agentType'>
  readonly now: Date
}

/** Stores a version, which is not deployed (§3), with its collections, and answers it. */
export async function addVersion(tx: Queries, { id, agentId, number, request, now }: NewVersion) {
  const { sttConfigId, ttsConfigId, llmConfigId, voiceId, knowledgeBaseCollectionIds = [] } = request
  const { useKnowledgeBase = knowledgeBaseCollectionIds.length > 0 } = request
  const prompt = fillPrompt(request.prompt, undefined)
  const required = { prompt, useKnowledgeBase, sttConfigId, ttsConfigId, llmConfigId, voiceId }
  const own = { id, agentId, version: number, createdAt: now, updatedAt: now }
  const values = { ...own, ...columnsOf(request), ...required }
  const row = returned(await tx.insert(versions).values(values).returning())
  await attachCollections(tx, id, knowledgeBaseCollectionIds)
  return toVersion(tx, row)
}

/** Attaches these collections to a version, in this order, in place of those that were (§9). */
export async function attachCollections(tx: Queries, versionId: string, wanted: readonly string[]) {
  await tx.delete(versionCollections).where(eq(versionCollections.versionId, versionId))
  const rows = [...new Set(wanted)].map((collectionId, position) => ({ versionId, collectionId, position }))
  if (rows.length > 0) await tx.insert(versionCollections).values(rows)
}

const answerOf = (row: VersionRow, collectionIds: string[]) => {
  const stored: Record<string, unknown> = { ...row.settings, ...row }
  return {
    ...Object.fromEntries(
      FIELDS.map((name) => [name, stored[name] ?? fieldAt(name as FieldPath).unset ?? null]),
    ),
    id: row.id,
    agentId: row.agentId,
    version: row.version,
    deployed: row.deployed,
    prompt: row.prompt,
    knowledgeBaseCollectionIds: collectionIds,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  } as VersionAnswer
}

export async function toVersions(db: Queries, rows: readonly VersionRow[]) {
  const ids = rows.map(({ id }) => id)
  const attached = await db
    .select()
    .from(versionCollections)
    .where(inArray(versionCollections.versionId, ids))
    .orderBy(asc(versionCollections.position))
  return rows.map((row) =>
    answerOf(
      row,
      attached.filter(({ versionId }) => versionId === row.id).map(({ collectionId }) => collectionId),
    ),
  )
}

export async function toVersion(db: Queries, row: VersionRow) {
  const [version] = await toVersions(db, [row])
  return version as NonNullable<typeof version>
}

/** An agent as it is answered. Every number of the organization can call out for every agent (D31). */
export const toAgent = async (db: Queries, row: AgentRow) => agentAnswer(row, await listNumbers(db, [row.id]))

export const agentAnswer = (row: AgentRow, numbers: Awaited<ReturnType<typeof listNumbers>>) =>
  show(agentShape, {
    ...row,
    inboundPhoneNumbers: numbers
      .filter(({ agentId }) => agentId === row.id)
      .map(({ id, phoneNumber }) => ({ id, phoneNumber })),
    outboundPhoneNumbers: numbers.filter(({ agentId }) => agentId === null).map(({ id }) => ({ id })),
    cekuraAgentId: row.labId,
    callObservabilityEnabled: false,
  })
