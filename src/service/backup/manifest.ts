import type { Pool, PoolClient } from 'pg'
import * as z from 'zod/mini'

/** Tables to count. They are small, so counting does not delay the store. */
const COUNTED = [
  'files',
  'collections',
  'agents',
  'versions',
  'calls',
  'threads',
  'scenarios',
  'runs',
  'team_rows',
] as const

/** The layout: `manifest.json`, `database/`, `blobs/`, and files of secrets. */
const FORMAT = 1

const manifest = z.object({
  format: z.literal(FORMAT),
  program: z.string(),
  madeAt: z.string(),
  /** The store's id; `null` in older stores. */
  store: z.nullable(z.string()),
  schema: z.int(),
  records: z.record(z.string(), z.int()),
  blobs: z.object({ count: z.int(), bytes: z.int() }),
})

export type Manifest = z.infer<typeof manifest>

export const MANIFEST_FILE = 'manifest.json'

/** `undefined` for a manifest that this program cannot read. */
export function parseManifest(text: string): Manifest | undefined {
  try {
    return manifest.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

type Facts = Pick<Manifest, 'store' | 'schema' | 'records'>

export async function readFacts(client: Pool | PoolClient): Promise<Facts> {
  const tables = await client.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_name = any($1)",
    [['migrations', 'store', ...COUNTED]],
  )
  const there = new Set(tables.rows.map(({ name }) => name))
  /** The value of a table that older stores may lack. */
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
