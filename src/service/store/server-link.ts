import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Client, type ClientBase } from 'pg'
import { sqlState } from '../log'

export interface StoreLink {
  /** A new connection, as a socket for `pg`. `patient`: without time limits, for migrations. */
  connect(options?: { readonly patient: boolean }): Duplex
  /** Whether the database answers in time, however busy it is. */
  isAnswering(milliseconds: number): Promise<boolean>
  /** Ends connections in order until `late`, then breaks them. */
  close(late: Promise<void>): Promise<void>
}

/** Milliseconds. */
export interface ServerBounds {
  readonly statement: number
  /** To wait for a row or table. */
  readonly lock: number
}

/** A connection silent for this much longer than a statement may take is dead, in milliseconds. */
const SILENCE = 10_000

/** How often a server checks that its client is still there, in milliseconds. */
const CHECK_CLIENT = 2_000

export function reachServer(databaseUrl: string, { statement }: ServerBounds): StoreLink {
  const sockets = new Set<Socket>()

  function open(silence: number): Socket {
    const socket = new Socket()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // A server may vanish without closing its connections.
    if (silence > 0) socket.setTimeout(silence, () => socket.destroy(new Error('timeout expired')))
    return socket
  }

  return {
    connect: ({ patient } = { patient: false }) => open(patient ? 0 : statement + SILENCE),
    /** On its own connection, which need not wait for others. */
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

/** Limits a session's statements, lock waits and idle transactions. */
export async function boundSession(client: ClientBase, { statement, lock }: ServerBounds): Promise<void> {
  await client.query(
    `select set_config('statement_timeout', $1, false), set_config('idle_in_transaction_session_timeout', $1, false),
      set_config('lock_timeout', $2, false)`,
    [String(statement), String(lock)],
  )
  try {
    // From PostgreSQL 14 on, a statement ends soon after its client.
    await client.query(
      "select set_config(name, $1, false) from pg_settings where name = 'client_connection_check_interval'",
      [String(CHECK_CLIENT)],
    )
  } catch (error) {
    // Not every operating system supports it.
    if (sqlState(error) === undefined) throw error
  }
}
