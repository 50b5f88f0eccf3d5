import { drizzle } from 'drizzle-orm/node-postgres'
import type { Database } from './open-database'

/**
 * Transactions that give their connection back whatever happens. The library keeps one for ever when not even "begin" is answered: after a few losses of the
 * server nobody would get a connection any more.
 */
export function givingBack(db: Database): Database {
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
