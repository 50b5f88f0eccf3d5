import { and, eq, inArray } from 'drizzle-orm'
import type { FieldError } from '../../contract/errors'
import type { AgentRequest } from '../../contract/requests/agents'
import type { Handler } from '../context'
import { notFound, Refused } from '../errors'
import type { Queries } from '../store/open-database'
import {
  agents,
  builtInTools,
  catalogue,
  collections,
  phoneNumbers,
  tools,
  versionCollections,
  versions,
} from '../store/schema'

const toVersion = (row: typeof versions.$inferSelect, collectionIds: readonly string[]) => ({
  id: row.id,
  agentId: row.agentId,
  version: row.version,
  deployed: row.deployed,
  mode: 'PROMPT' as const,
  prompt: row.prompt,
  useKnowledgeBase: row.useKnowledgeBase,
  knowledgeBaseCollectionIds: [...collectionIds],
  voicemailMessage: row.voicemailMessage,
  overrideSTTConfig: row.overrideSTTConfig,
  sttConfigId: row.sttConfigId,
  ttsConfigId: row.ttsConfigId,
  llmConfigId: row.llmConfigId,
  voiceId: row.voiceId,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

const CONFIGS = [
  ['sttConfigId', 'stt', 'speech-to-text config'],
  ['ttsConfigId', 'tts', 'text-to-speech config'],
  ['llmConfigId', 'llm', 'language-model config'],
  ['voiceId', 'voice', 'voice'],
] as const

/** Everything an agent refers to must exist (§2 "id of an existing ..."); all complaints at once. */
async function checkReferences(db: Queries, body: AgentRequest): Promise<void> {
  const errors: FieldError[] = []
  const complain = (path: string, what: string) => errors.push({ path, message: `There is no ${what}` })
  const known = await db.select({ id: catalogue.id, kind: catalogue.kind }).from(catalogue)
  for (const [field, kind, words] of CONFIGS)
    if (!known.some((entry) => entry.kind === kind && entry.id === body[field]))
      complain(field, `${words} with this id`)

  const custom = await db.select({ slug: tools.slug }).from(tools)
  for (const [index, slug] of body.prompt.tools.entries())
    if (!custom.some((tool) => tool.slug === slug)) complain(`prompt.tools.${index}`, 'tool with this slug')
  const builtIn = await db.select({ slug: builtInTools.slug }).from(builtInTools)
  for (const [index, slug] of body.prompt.preBuiltTools.entries())
    if (!builtIn.some((tool) => tool.slug === slug))
      complain(`prompt.preBuiltTools.${index}`, 'built-in tool with this slug')

  const wanted = body.knowledgeBaseCollectionIds ?? []
  const existing = wanted.length
    ? await db.select({ id: collections.id }).from(collections).where(inArray(collections.id, wanted))
    : []
  for (const [index, id] of wanted.entries())
    if (!existing.some((collection) => collection.id === id))
      complain(`knowledgeBaseCollectionIds.${index}`, 'collection with this id')

  const [first] = errors
  if (first) throw new Refused(400, `${first.message}.`, errors)
}

/** An agent comes with version 1, which is not deployed (§3). */
export const createAgent: Handler<'createAgent'> = async ({ db, clock, ids }, { body }) => {
  const now = clock.now()
  const times = { createdAt: now, updatedAt: now }
  const { name, description, agentType, prompt } = body
  const collectionIds = [...new Set(body.knowledgeBaseCollectionIds ?? [])]
  return db.transaction(async (tx) => {
    await checkReferences(tx, body)
    const [agent] = await tx
      .insert(agents)
      .values({ id: ids.id(), name, description, agentType, ...times })
      .returning()
    if (!agent) throw new TypeError('The store took an agent and gave nothing back.')
    const [version] = await tx
      .insert(versions)
      .values({
        id: ids.id(),
        agentId: agent.id,
        version: 1,
        prompt,
        useKnowledgeBase: body.useKnowledgeBase,
        voicemailMessage: body.voicemailMessage,
        overrideSTTConfig: body.overrideSTTConfig,
        sttConfigId: body.sttConfigId,
        ttsConfigId: body.ttsConfigId,
        llmConfigId: body.llmConfigId,
        voiceId: body.voiceId,
        ...times,
      })
      .returning()
    if (!version) throw new TypeError('The store took a version and gave nothing back.')
    if (collectionIds.length)
      await tx
        .insert(versionCollections)
        .values(
          collectionIds.map((collectionId, position) => ({ versionId: version.id, collectionId, position })),
        )
    const numbers = await tx.select({ id: phoneNumbers.id }).from(phoneNumbers).orderBy(phoneNumbers.labId)
    return {
      agent: {
        id: agent.id,
        name,
        description,
        agentType,
        inboundPhoneNumbers: [],
        outboundPhoneNumbers: numbers,
        cekuraAgentId: agent.labId,
        callObservabilityEnabled: false,
        createdAt: now.toISOString(),
        updatedAt: now.toISOString(),
        version: toVersion(version, collectionIds),
      },
    }
  })
}

/** Deploying replaces what was deployed; deploying the deployed version again changes nothing (D26). */
export const deployVersion: Handler<'deployVersion'> = async ({ db, clock }, { params }) => {
  const now = clock.now()
  return db.transaction(async (tx) => {
    // The lock on the agent lets one deployment after the other through.
    const [agent] = await tx.select().from(agents).where(eq(agents.id, params.agentId)).for('update')
    if (!agent) throw notFound('agent')
    const mine = and(eq(versions.id, params.versionId), eq(versions.agentId, agent.id))
    const [found] = await tx.select().from(versions).where(mine)
    if (!found) throw new Refused(404, 'This agent has no version with this id.')
    if (!found.deployed) {
      await tx
        .update(versions)
        .set({ deployed: false, updatedAt: now })
        .where(and(eq(versions.agentId, agent.id), eq(versions.deployed, true)))
      await tx.update(versions).set({ deployed: true, updatedAt: now }).where(mine)
    }
    const version = found.deployed ? found : { ...found, deployed: true, updatedAt: now }
    const attached = await tx
      .select({ id: versionCollections.collectionId })
      .from(versionCollections)
      .where(eq(versionCollections.versionId, found.id))
      .orderBy(versionCollections.position)
    return {
      version: toVersion(
        version,
        attached.map(({ id }) => id),
      ),
    }
  })
}
