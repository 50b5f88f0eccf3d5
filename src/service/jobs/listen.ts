import { Client } from 'pg'
import type { Database } from '../store/open-database'
import { CHANNEL } from './enqueue'

/** Milliseconds. Meanwhile the poll sees what there is to do. */
const RECONNECT = 5_000
const CONNECT = 5_000

/**
 * Calls `wake` when any process on the same PostgreSQL server queued a job, over a connection of its own, which comes back by itself. The embedded database has one process; nobody is
 * to be told there.
 */
export function listenForJobs(db: Database, wake: (queue?: string) => void): { close(): Promise<void> } {
  const { connectionString } = db.$client.options
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  function connect() {
    const next = new Client({ connectionString, connectionTimeoutMillis: CONNECT, keepAlive: true })
    client = next
    let over = false
    const again = () => {
      if (over) return
      over = true
      next.end().catch(() => {})
      if (!closed) timer = setTimeout(connect, RECONNECT).unref()
    }
    next.on('notification', ({ payload }) => wake(payload))
    next.on('error', again)
    next.on('end', again)
    next
      .connect()
      .then(() => next.query(`listen ${CHANNEL}`))
      // What was queued meanwhile was told to nobody.
      .then(() => wake())
      .catch(again)
  }
  if (connectionString) connect()
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
