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
    [['migrations', 'store', ...COUNTED]],
  )
  const there = new Set(tables.rows.map(({ name }) => name))
  /** The one value of a table that may not be there yet. */
  const ask = async <Value>(table: string, value: string): Promise<Value | undefined> => {
    if (!there.has(table)) return undefined
    return (await client.query<{ value: Value }>(`select ${value} as value from ${table}`)).rows[0]?.value
  }
  const records: Record<string, number> = {}
  for (const name of COUNTED) {
    const rows = await ask<number>(name, 'count(*)::int')
    if (rows !== undefined) records[name] = rows
  }
  return {
    store: (await ask<string>('store', 'id')) ?? null,
    schema: (await ask<number>('migrations', 'max(number)')) ?? 0,
    records,
  }
}

export const describeManifest = (facts: Facts, blobs: Manifest['blobs'], now: Date): Manifest => ({
  format: FORMAT,
  program: String(import.meta.env.CONSOLE_VERSION ?? 'unknown'),
  madeAt: now.toISOString(),
  ...facts,
  blobs,
})
