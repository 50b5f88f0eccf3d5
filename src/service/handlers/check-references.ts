import { inArray } from 'drizzle-orm'
import type { FieldError } from '../../contract/errors'
import type { VersionChanges } from '../../contract/requests/agents'
import { Refused } from '../errors'
import type { Queries } from '../store/open-database'
import { builtInTools, catalogue, collections, tools } from '../store/schema'

const CONFIGS = [
  ['sttConfigId', 'stt', 'speech-to-text config'],
  ['ttsConfigId', 'tts', 'text-to-speech config'],
  ['llmConfigId', 'llm', 'language-model config'],
  ['voiceId', 'voice', 'voice'],
] as const

/** Everything that a version refers to, as far as it is given, must exist (§2 "id of an existing ..."); all complaints at once. */
export async function checkReferences(db: Queries, given: VersionChanges): Promise<void> {
  const errors: FieldError[] = []
  const complain = (path: string, what: string) => errors.push({ path, message: `There is no ${what}` })
  const known = await db.select({ id: catalogue.id, kind: catalogue.kind }).from(catalogue)
  for (const [field, kind, words] of CONFIGS)
    if (given[field] !== undefined)
      if (!known.some((entry) => entry.kind === kind && entry.id === given[field]))
        complain(field, `${words} with this id`)

  const custom = await db.select({ slug: tools.slug }).from(tools)
  for (const [index, slug] of (given.prompt?.tools ?? []).entries())
    if (!custom.some((tool) => tool.slug === slug)) complain(`prompt.tools.${index}`, 'tool with this slug')
  const builtIn = await db.select({ slug: builtInTools.slug }).from(builtInTools)
  for (const [index, slug] of (given.prompt?.preBuiltTools ?? []).entries())
    if (!builtIn.some((tool) => tool.slug === slug))
      complain(`prompt.preBuiltTools.${index}`, 'built-in tool with this slug')

  const wanted = given.knowledgeBaseCollectionIds ?? []
  const existing = wanted.length
    ? await db.select({ id: collections.id }).from(collections).where(inArray(collections.id, wanted))
    : []
  for (const [index, id] of wanted.entries())
    if (!existing.some((collection) => collection.id === id))
      complain(`knowledgeBaseCollectionIds.${index}`, 'collection with this id')

  const [first] = errors
  if (first) throw new Refused(400, `${first.message}.`, errors)
}
