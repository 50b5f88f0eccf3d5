import type { Pool, PoolClient } from 'pg'
import * as z from 'zod/mini'

/** What is counted: few rows each, so that the store is not held up. */
const COUNTED = [
  'files',
  'collections',
  'agents',
  'versions',
  'calls',
  'threads',
  'scenarios',
  'runs',
] as const

/** The number of this layout: `manifest.json`, `database/`, `blobs/`, and files of secrets. */
const FORMAT = 1

const manifest = z.object({
  format: z.literal(FORMAT),
  /** Of the program that made the backup. */
  program: z.string(),
  madeAt: z.string(),
  /** Which store it is of; older ones do not say. */
  store: z.nullable(z.string()),
  /** The last migration that the database has. */
  schema: z.int(),
  records: z.record(z.string(), z.int()),
  blobs: z.object({ count: z.int(), bytes: z.int() }),
})

/** What is in a backup. */
export type Manifest = z.infer<typeof manifest>

export const MANIFEST_FILE = 'manifest.json'

/** `undefined` when it is none that this program understands. */
export function parseManifest(text: string): Manifest | undefined {
  try {
    return manifest.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** What a database says of itself. */
type Facts = Pick<Manifest, 'store' | 'schema' | 'records'>

export async function readFacts(client: Pool | PoolClient): Promise<Facts> {
  const tables = await client.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_name = any($1)",
    [['store', ...COUNTED]],
  )
  const there = new Set(tables.rows.map(({ name }) => name))
  const records: Record<string, number> = {}
  for (const name of COUNTED) {
    if (!there.has(name)) continue
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${name}`)
    records[name] = rows[0]?.count ?? 0
  }
  const { rows } = await client.query<{ schema: number }>('select max(number) as schema from migrations')
  const ids = there.has('store') ? await client.query<{ id: string }>('select id from store') : undefined
  return { store: ids?.rows[0]?.id ?? null, schema: rows[0]?.schema ?? 0, records }
}

export const describeManifest = (facts: Facts, blobs: Manifest['blobs'], now: Date): Manifest => ({
  format: FORMAT,
  program: String(import.meta.env.CONSOLE_VERSION ?? 'unknown'),
  madeAt: now.toISOString(),
  ...facts,
  blobs,
})
