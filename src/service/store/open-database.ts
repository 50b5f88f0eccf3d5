import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool, type PoolConfig } from 'pg'
import type { Log } from '../log'
import { markVersion } from './check-embedded'
import { ensureTrigrams } from './ensure-trigrams'
import { migrate } from './migrate'
import { startPglite } from './pglite-server'
import * as schema from './schema'
import { boundSession, reachServer, type ServerBounds } from './server-link'
import { givingBack } from './transactions'

/** What handlers query with: the database, or a transaction in it. */
export type Queries = Pick<
  NodePgDatabase<typeof schema>,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | '$count'
>

/** The opened and migrated store. */
export interface Database extends NodePgDatabase<typeof schema> {
  readonly $client: Pool
}

export interface OpenedDatabase {
  readonly db: Database
  /** `embedded`: in this process, one connection. `server`: a PostgreSQL server. */
  readonly kind: 'embedded' | 'server'
  /** Whether the store answers, told within some two seconds. */
  isAnswering(): Promise<boolean>
  /** Lets what runs end for a while, then breaks it off. */
  close(): Promise<void>
}

/** How long the store may keep somebody waiting, in milliseconds (D222). */
export interface StoreBounds extends ServerBounds {
  /** For a connection. */
  readonly connection: number
  /** For what runs, when the store is closed. */
  readonly close: number
}

const STORE_BOUNDS: StoreBounds = {
  connection: 10_000,
  statement: 20_000,
  lock: 10_000,
  close: 3_000,
}

export interface DatabaseOptions {
  /** Where the embedded database lives; not used with `databaseUrl`. */
  readonly dataDir: string
  /** `postgres://...` of a server to use instead of the embedded database. */
  readonly databaseUrl?: string
  /** Directory of the bundled programs. */
  readonly programs: string
  readonly log?: Log
  readonly bounds?: Partial<StoreBounds>
  /** Leaves the tables as they are, which a backup must. */
  readonly asItIs?: boolean
}

/** Whoever asks whether the store answers waits this long at most, in milliseconds. */
const ANSWER_WAIT = 2_000

/**
 * Opens the store and brings it up to date. Both kinds go through the same driver and the same SQL (D20). The embedded one has exactly one
 * connection: inside a transaction only the transaction may be queried, or the query waits for itself.
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
    // A server that goes away ends idle connections; the next query opens a new one or says that it cannot.
    pool.on('error', () => {})
    // So does the client of a transaction, with an event that ends the process where nobody listens; whoever uses it learns it from the query.
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }
  try {
    if (!asItIs) {
      // Bringing a large store up to date may take as long as it takes.
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
