import { Socket } from 'node:net'
import { Client, type ClientBase } from 'pg'
import { sqlState } from '../log'
import type { StoreLink } from './store-link'

/** How long things may take on a server, in milliseconds. */
export interface ServerBounds {
  readonly statement: number
  /** To wait for a row or table that somebody else has. */
  readonly lock: number
}

/** A connection on which nothing moves for this much longer than a statement may take is dead, in milliseconds. */
const SILENCE = 10_000

/** How often a server looks whether who asked is still there, in milliseconds. */
const CHECK_CLIENT = 2_000

/** The way to a PostgreSQL server. */
export function reachServer(databaseUrl: string, { statement }: ServerBounds): StoreLink {
  const sockets = new Set<Socket>()

  function open(silence: number): Socket {
    const socket = new Socket()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // Also a server that vanishes without a word must not hold anybody.
    if (silence > 0) socket.setTimeout(silence, () => socket.destroy(new Error('timeout expired')))
    return socket
  }

  return {
    connect: ({ patient } = { patient: false }) => open(patient ? 0 : statement + SILENCE),
    /** By a connection of its own, which waits behind nobody. */
    async isAnswering(milliseconds) {
      const client = new Client({ connectionString: databaseUrl, stream: () => open(milliseconds) })
      client.on('error', () => {})
      const late = setTimeout(() => client.connection.stream.destroy(), milliseconds)
      try {
        await client.connect()
        await client.query('select 1')
        return true
      } catch {
        return false
      } finally {
        clearTimeout(late)
        void client.end()
      }
    },
    async close(late) {
      const ended = Promise.all(
        [...sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve))),
      )
      await Promise.race([ended, late])
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Bounds a session: each statement, each wait for a lock, and each transaction that nobody goes on with. */
export async function boundSession(client: ClientBase, { statement, lock }: ServerBounds): Promise<void> {
  await client.query(
    `select set_config('statement_timeout', $1, false), set_config('idle_in_transaction_session_timeout', $1, false),
      set_config('lock_timeout', $2, false)`,
    [String(statement), String(lock)],
  )
  try {
    // From PostgreSQL 14 on: a statement ends soon after the process that asked for it.
    await client.query(
      "select set_config(name, $1, false) from pg_settings where name = 'client_connection_check_interval'",
      [String(CHECK_CLIENT)],
    )
  } catch (error) {
    // Not every system that a server runs on can tell.
    if (sqlState(error) === undefined) throw error
  }
}
