import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool, type PoolConfig } from 'pg'
import { queueInOrder } from '../../net/request-order'
import { markVersion } from '../check-store'
import { type Log, sqlState } from '../log'
import { migrate } from './migrate'
import { startPglite } from './pglite-server'
import * as schema from './schema'
import { boundSession, reachServer, type ServerBounds } from './server-link'

/** The database, or a transaction in it. */
export type Queries = Pick<
  NodePgDatabase<typeof schema>,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | '$count'
>

export interface Database extends NodePgDatabase<typeof schema> {
  readonly $client: Pool
}

export interface OpenedDatabase {
  readonly db: Database
  /** `embedded`: in this process, one connection. `server`: a PostgreSQL server. */
  readonly kind: 'embedded' | 'server'
  /** Answers within about two seconds. */
  isAnswering(): Promise<boolean>
  /** Waits a while for running work, then breaks it off. */
  close(): Promise<void>
}

/** Time limits of the store, in milliseconds (D222). */
interface StoreBounds extends ServerBounds {
  readonly connection: number
  /** For running work, when the store closes. */
  readonly close: number
}

const STORE_BOUNDS: StoreBounds = {
  connection: 10_000,
  statement: 20_000,
  lock: 10_000,
  close: 3_000,
}

export interface DatabaseOptions {
  readonly dataDir: string
  readonly databaseUrl?: string
  readonly programs: string
  readonly log?: Log
  readonly bounds?: Partial<StoreBounds>
  /** Does not change the tables, for backups. */
  readonly asItIs?: boolean
}

const ANSWER_WAIT = 2_000

/**
 * Opens and migrates the store. Both kinds use the same driver and SQL (D20). The embedded one has a single connection:
 * inside a transaction, query only the transaction, or the query waits for itself.
 */
export async function openDatabase({
  dataDir,
  databaseUrl,
  programs,
  log = () => {},
  asItIs = false,
  ...options
}: DatabaseOptions): Promise<OpenedDatabase> {
  const bounds = { ...STORE_BOUNDS, ...options.bounds }
  const link = databaseUrl
    ? reachServer(databaseUrl, bounds)
    : await startPglite({
        directory: join(dataDir, 'database'),
        programs,
        statement: bounds.statement,
        log,
      })
  const openPool = (config: PoolConfig) => {
    const pool = new Pool({
      stream: () => link.connect(),
      connectionTimeoutMillis: bounds.connection,
      ...(databaseUrl
        ? { connectionString: databaseUrl, max: 10, onConnect: (client) => boundSession(client, bounds) }
        : { user: 'postgres', database: 'postgres', password: '', ssl: false, max: 1, idleTimeoutMillis: 0 }),
      ...config,
    })
    // The pool has no other way to say who is next; without its queue this throws at once.
    queueInOrder((pool as unknown as { _pendingQueue: object[] })._pendingQueue)
    // A lost server ends idle connections; the next query opens a new one or fails.
    pool.on('error', () => {})
    // Without a listener, the same event on a transaction's client would end the process. Its query fails anyway.
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }
  try {
    if (!asItIs) {
      // Migrating a large store may take long.
      const patient = openPool({
        stream: () => link.connect({ patient: true }),
        max: 1,
        connectionTimeoutMillis: STORE_BOUNDS.connection,
        onConnect: () => {},
      })
      try {
        await migrate(patient)
        await ensureTrigrams(patient)
      } finally {
        await patient.end()
      }
      if (!databaseUrl) markVersion(join(dataDir, 'database'))
    }
  } catch (error) {
    await link.close(sleep(bounds.close))
    throw error
  }
  const pool = openPool({})
  const close = async () => {
    const late = sleep(bounds.close, undefined, { ref: false })
    await Promise.race([pool.end(), late])
    await link.close(late)
  }
  let asked: Promise<boolean> | undefined
  let closing: Promise<void> | undefined
  return {
    db: givingBack(drizzle({ client: pool, schema })),
    kind: databaseUrl ? 'server' : 'embedded',
    isAnswering() {
      asked ??= link.isAnswering(ANSWER_WAIT).finally(() => {
        asked = undefined
      })
      return asked
    },
    close() {
      closing ??= close()
      return closing
    },
  }
}

/** Releases a transaction's connection in any case. The library never releases it when "begin" fails, and the pool would run out. */
function givingBack(db: Database): Database {
  const pool = db.$client
  const transaction: Database['transaction'] = async (work, config) => {
    const client = await pool.connect()
    try {
      // Only the pool knows the tables by name, which nobody asks for in a transaction.
      return await (drizzle({ client }) as unknown as Database).transaction(work, config)
    } finally {
      client.release()
    }
  }
  return Object.assign(db, { transaction })
}

/** For searches with typos; they work without (D103). Tried at every start: a server may get the extension later. */
export async function ensureTrigrams(pool: Pool): Promise<void> {
  try {
    await pool.query('create extension if not exists pg_trgm')
    await pool.query('create index if not exists words_trigrams on words using gin (word gin_trgm_ops)')
  } catch (error) {
    // Ignores refusals of the database, not broken connections.
    if (sqlState(error) === undefined) throw error
  }
}
