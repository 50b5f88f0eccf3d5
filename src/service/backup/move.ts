import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient } from 'pg'
import type { Blobs } from '../blobs/blobs'
import { openDatabaseBlobs } from '../blobs/database-blobs'
import { openBlobs } from '../blobs/open-blobs'
import { explainStart } from '../explain-start'
import { keepSecrets } from '../kept-secrets'
import { lockDirectory, StartRefused } from '../store/lock'
import { type OpenedDatabase, openDatabase } from '../store/open-database'
import * as schema from '../store/schema'
import { type Command, count, megabytes, runCommand, seconds } from './command'
import { copyTable, listTables } from './copy-tables'
import { readFacts } from './manifest'

// `npm run move -- postgres://...`: copies the embedded store to a PostgreSQL server.

/** Copies everything in one transaction of the server: all of it is there afterwards, or nothing. The embedded store stays as it is. */
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
    // What older versions kept beside the database belongs to the store, too.
    await keepSecrets(source.db, dataDir)
    const blobs = await openBlobs(source, join(dataDir, 'blobs'))
    const { records, bytes, missing } = await inTransactions(source, target, (from, to) =>
      copyStore(from, to, blobs, signal),
    )
    // For the plans of the first queries; the server does it by itself, later.
    await target.db.$client.query('analyze').catch(() => {})
    const lost = missing ? ` The bytes of ${count(missing, 'file')} were missing before.` : ''
    return `Moved ${count(records.files ?? 0, 'file')} (${megabytes(bytes)}), ${count(records.agents ?? 0, 'agent')} and everything else in ${seconds(started)}.${lost}
Start with DATABASE_URL set to this address from now on. ${dataDir} was not changed; delete it when you no longer need it.`
  } finally {
    for (let close = opened.pop(); close; close = opened.pop()) await close()
  }
}

/** In milliseconds. One large piece of work, that nobody waits for: making an index of words takes minutes without a word from the server. */
const PATIENCE = 24 * 60 * 60 * 1000

/** Looks before it makes the tables: what is there is left as it is. */
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
  if (Object.values(records).some((rows) => rows > 0))
    throw new StartRefused(
      'The database at this address holds a store already, and nothing of it was touched; name an empty database.',
    )
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
    // What was not committed goes with its connection.
    for (const client of clients) client.release(true)
  }
}

async function copyStore(from: PoolClient, to: PoolClient, blobs: Blobs, signal: AbortSignal) {
  const tables = await listTables(to)
  // A service that was started there once left its samples and keys, which give way; whoever uses them meanwhile waits.
  await to.query(`truncate ${tables.map(({ name }) => `"${name}"`).join(', ')}, blobs, blob_chunks`)
  const makeIndexes = await dropWordIndexes(to)
  for (const table of tables) {
    signal.throwIfAborted()
    const moved = await copyTable(from, to, table)
    const { rows } = await to.query<{ count: number }>(`select count(*)::int as count from "${table.name}"`)
    if (rows[0]?.count !== moved) throw new Error(`Not all rows of ${table.name} arrived`)
  }
  await makeIndexes()
  return { ...(await readFacts(to)), ...(await copyBlobs(from, to, blobs, signal)) }
}

/** Indexes of words are made in a fraction of the time once all rows are there. Gives the way to make them. */
async function dropWordIndexes(client: PoolClient): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and indexdef like '% USING gin %'`,
  )
  for (const { name } of rows) await client.query(`drop index "${name}"`)
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

// Loaded from source, this is a test's import; the bundle is the program.
if (import.meta.env.PROD) await runCommand(import.meta.url, move)
