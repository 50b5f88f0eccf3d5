import { asc } from 'drizzle-orm'
import type { ConsoleInfo } from '../contract/console-info'
import type { Database } from './store/open-database'
import { builtInTools, type CATALOGUE_KINDS, catalogue, phoneNumbers, tools } from './store/schema'

export type Samples = NonNullable<ConsoleInfo['samples']>

/** The ids that exist here, for the page to offer: the interface lists none of them. */
export async function readSamples(db: Database): Promise<Samples> {
  const entries = await db.select().from(catalogue).orderBy(asc(catalogue.position))
  const numbers = await db.select().from(phoneNumbers).orderBy(asc(phoneNumbers.labId))
  const custom = await db.select({ slug: tools.slug }).from(tools).orderBy(tools.createdAt, tools.id)
  const builtIn = await db.select().from(builtInTools).orderBy(asc(builtInTools.position))
  const ids = (kind: (typeof CATALOGUE_KINDS)[number]) =>
    entries.filter((entry) => entry.kind === kind).map(({ id }) => id)
  return {
    sttConfigIds: ids('stt'),
    ttsConfigIds: ids('tts'),
    llmConfigIds: ids('llm'),
    voiceIds: ids('voice'),
    phoneNumbers: numbers.map(({ id, phoneNumber }) => ({ id, phoneNumber })),
    toolSlugs: custom.map(({ slug }) => slug),
    preBuiltToolSlugs: builtIn.map(({ slug }) => slug),
  }
}
