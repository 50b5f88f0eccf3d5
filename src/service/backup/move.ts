import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { is } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import type { Pool, PoolClient } from 'pg'
import { StartRefused } from '../../net/start-refused'
import type { Blobs } from '../blobs/blobs'
import { openDatabaseBlobs } from '../blobs/database-blobs'
import { openBlobs } from '../blobs/open-blobs'
import { openSecrets } from '../credentials'
import { explainStart } from '../explain'
import { lockDirectory } from '../store/lock'
import { type OpenedDatabase, openDatabase } from '../store/open-database'
import * as schema from '../store/schema'
import { type Command, contents, count, runCommand, seconds } from './command'
import { readFacts } from './manifest'

const BATCH = 500

/** Not copied as rows: bytes are copied separately, how many requests are allowed is no record, and people sign in again. */
const NOT_COPIED: readonly PgTable[] = [
  schema.blobs,
  schema.blobChunks,
  schema.requestAllowance,
  schema.teamSessions,
]

/** The tables of a store, each after those it refers to. */
const TABLES = Object.values<unknown>(schema)
  .filter((value) => is(value, PgTable))
  .filter((table) => !NOT_COPIED.includes(table))
  .map(getTableConfig)

const quote = (name: string) => `"${name}"`

/** Copies a table's rows as texts, which are exact for every type; ids and their sequences stay. */
async function copyTable(from: PoolClient, to: PoolClient, table: (typeof TABLES)[number]): Promise<void> {
  const columns = table.columns.filter(({ generated }) => !generated)
  const name = quote(table.name)
  const names = columns.map((column) => quote(column.name))
  await from.query(
    `declare moved no scroll cursor for select ${names.map((column) => `${column}::text`).join(', ')} from ${name}`,
  )
  const given = columns.map((_, index) => `c${index}`)
  const insert = `insert into ${name} (${names.join(', ')}) overriding system value
    select ${columns.map((column, index) => `c${index}::${column.getSQLType()}`).join(', ')}
    from unnest(${given.map((_, index) => `$${index + 1}::text[]`).join(', ')}) as given(${given.join(', ')})`
  let moved = 0
  for (;;) {
    const { rows } = await from.query<(string | null)[]>({
      text: `fetch ${BATCH} from moved`,
      rowMode: 'array',
    })
    if (rows.length === 0) break
    await to.query(
      insert,
      columns.map((_, index) => rows.map((row) => row[index])),
    )
    moved += rows.length
  }
  await from.query('close moved')
  for (const column of columns) if (column.generatedIdentity) await copySequence(from, to, name, column.name)
  const { rows } = await to.query<{ count: number }>(`select count(*)::int as count from ${name}`)
  if (rows[0]?.count !== moved) throw new Error(`Not all rows of ${table.name} arrived`)
}

async function copySequence(from: PoolClient, to: PoolClient, table: string, column: string): Promise<void> {
  const sequence = `pg_get_serial_sequence('${table}', '${column}')`
  const nameOf = await from.query<{ name: string }>(`select ${sequence} as name`)
  const { rows } = await from.query<{ last: string; called: boolean }>(
    `select last_value as last, is_called as called from ${nameOf.rows[0]?.name}`,
  )
  await to.query(`select setval(${sequence}, $1, $2)`, [rows[0]?.last, rows[0]?.called])
}

// `npm run move -- postgres://...`: copies the embedded store to a PostgreSQL server.

/** Copies everything or nothing, in one transaction of the server. The embedded store stays as it is. */
export async function move({ argument, dataDir, programs, signal }: Command): Promise<string> {
  if (!argument || !/^postgres(ql)?:\/\//.test(argument) || !URL.canParse(argument))
    throw new StartRefused(
      'Name the server to move to: npm run move -- postgres://user:password@127.0.0.1:5432/name',
    )
  if (!existsSync(join(dataDir, 'database'))) throw new StartRefused(`There is no store in ${dataDir}.`)
  const started = performance.now()
  const opened: (() => unknown)[] = []
  try {
    const lock = lockDirectory(dataDir)
    opened.push(() => lock.release())
    const target = await openTarget(argument, programs)
    opened.push(() => target.close())
    const source = await openDatabase({ dataDir, programs })
    opened.push(() => source.close())
    // Imports the secrets that older versions stored beside the database.
    await openSecrets(source.db, dataDir)
    const blobs = await openBlobs(source, join(dataDir, 'blobs'))
    const { records, bytes, missing } = await inTransactions(source, target, (from, to) =>
      copyStore(from, to, blobs, signal),
    )
    // Helps the first queries; the server does it later by itself.
    await target.db.$client.query('analyze').catch(() => {})
    const lost = missing ? ` The bytes of ${count(missing, 'file')} were missing before.` : ''
    return `Moved ${contents(records, bytes)} in ${seconds(started)}.${lost}
Start with DATABASE_URL set to this address from now on. ${dataDir} was not changed; delete it when you no longer need it.`
  } finally {
    for (let close = opened.pop(); close; close = opened.pop()) await close()
  }
}

/** In milliseconds. Building an index takes minutes without an answer, and nobody waits for it. */
const PATIENCE = 24 * 60 * 60 * 1000

/** Checks that the database is empty before it makes tables. */
async function openTarget(databaseUrl: string, programs: string): Promise<OpenedDatabase> {
  const options = { dataDir: '', databaseUrl, programs, bounds: { statement: PATIENCE, lock: PATIENCE } }
  try {
    const there = await openDatabase({ ...options, asItIs: true })
    await refuseUnlessEmpty(there.db.$client).finally(there.close)
    return await openDatabase(options)
  } catch (error) {
    throw new StartRefused(explainStart(error).replaceAll('DATABASE_URL', 'this address'))
  }
}

async function refuseUnlessEmpty(pool: Pool): Promise<void> {
  const { records } = await readFacts(pool)
  if (Object.values(records).some((rows) => rows > 0) || (await holdsAudit(pool)))
    throw new StartRefused(
      'The database at this address already holds a store, which was not touched; name an empty database.',
    )
}

/** Who signed in there may have left nothing else. It counts as no record of a store, and would be emptied with its tables. */
async function holdsAudit(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query("select 1 where to_regclass('public.team_audit') is not null")
  return rows.length > 0 && (await pool.query('select 1 from team_audit limit 1')).rows.length > 0
}

async function inTransactions<Result>(
  source: OpenedDatabase,
  target: OpenedDatabase,
  work: (from: PoolClient, to: PoolClient) => Promise<Result>,
): Promise<Result> {
  const clients = [await source.db.$client.connect(), await target.db.$client.connect()] as const
  const [from, to] = clients
  try {
    await from.query('begin isolation level repeatable read read only')
    await to.query('begin')
    const result = await work(from, to)
    await to.query('commit')
    return result
  } finally {
    // Closing the connections rolls back.
    for (const client of clients) client.release(true)
  }
}

async function copyStore(from: PoolClient, to: PoolClient, blobs: Blobs, signal: AbortSignal) {
  // An earlier service start may have left samples and keys there, which are replaced.
  await to.query(`truncate ${TABLES.map(({ name }) => quote(name)).join(', ')}, blobs, blob_chunks`)
  const makeIndexes = await dropWordIndexes(to)
  for (const table of TABLES) {
    signal.throwIfAborted()
    await copyTable(from, to, table)
  }
  await makeIndexes()
  return { ...(await readFacts(to)), ...(await copyBlobs(from, to, blobs, signal)) }
}

/** Drops the indexes of words, which are built much faster after all rows. Returns a function that builds them. */
async function dropWordIndexes(client: PoolClient): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and indexdef like '% USING gin %'`,
  )
  for (const { name } of rows) await client.query(`drop index ${quote(name)}`)
  return async () => {
    for (const { definition } of rows) await client.query(definition)
  }
}

async function copyBlobs(from: PoolClient, to: PoolClient, blobs: Blobs, signal: AbortSignal) {
  const db = drizzle({ client: to, schema })
  const moved = openDatabaseBlobs(db)
  const { rows } = await from.query<{ id: string }>('select id from files where uploaded_at is not null')
  let bytes = 0
  let missing = 0
  for (const { id } of rows) {
    signal.throwIfAborted()
    const blob = await blobs.read(id)
    const staged = blob && (await moved.write(id, blob.stream, () => {}))
    if (staged && (staged.size !== blob.size || !(await staged.keep(db))))
      throw new Error('Not all bytes arrived')
    bytes += staged?.size ?? 0
    missing += staged ? 0 : 1
  }
  return { bytes, missing }
}

await runCommand(import.meta.url, move)
