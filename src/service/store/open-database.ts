import { join } from 'node:path'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import { ensureTrigrams } from './ensure-trigrams'
import { migrate } from './migrate'
import { startPglite } from './pglite-server'
import * as schema from './schema'

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
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Where the embedded database lives; not used with `databaseUrl`. */
  readonly dataDir: string
  /** `postgres://...` of a server to use instead of the embedded database. */
  readonly databaseUrl?: string
  /** Directory of the bundled programs. */
  readonly programs: string
  /** Leaves the tables as they are, which a backup must. */
  readonly asItIs?: boolean
}

/** A query waits this long for a connection before it gives up, in milliseconds. */
const CONNECTION_WAIT = 30_000

/**
 * Opens the store and brings it up to date. Both kinds go through the same driver and the same SQL (D20). The embedded one has exactly one
 * connection: inside a transaction only the transaction may be queried, or the query waits for itself.
 */
export async function openDatabase({
  dataDir,
  databaseUrl,
  programs,
  asItIs = false,
}: DatabaseOptions): Promise<OpenedDatabase> {
  const server = databaseUrl ? undefined : await startPglite(join(dataDir, 'database'), programs)
  const pool = server
    ? new Pool({
        stream: () => server.connect(),
        user: 'postgres',
        database: 'postgres',
        password: '',
        ssl: false,
        max: 1,
        idleTimeoutMillis: 0,
        connectionTimeoutMillis: CONNECTION_WAIT,
      })
    : new Pool({ connectionString: databaseUrl, max: 10, connectionTimeoutMillis: CONNECTION_WAIT })
  // A server that goes away ends idle connections; the next query opens a new one or says that it cannot.
  pool.on('error', () => {})
  const close = async () => {
    await pool.end()
    await server?.close()
  }
  try {
    if (!asItIs) {
      await migrate(pool)
      await ensureTrigrams(pool)
    }
  } catch (error) {
    await close()
    throw error
  }
  return { db: drizzle({ client: pool, schema }), kind: server ? 'embedded' : 'server', close }
}
