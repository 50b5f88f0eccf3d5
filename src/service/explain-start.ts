import { sqlState } from './log'
import { StartRefused } from './store/lock'

/** Answers of PostgreSQL that are about who may come in, by SQLSTATE. */
const LOGIN_REFUSED = ['28000', '28P01', '3D000']

/** Why the service could not be opened, as one sentence. Never an error's own text: it may hold an address with a password, or what is stored. */
export function explainStart(error: unknown): string {
  if (error instanceof StartRefused) return error.message
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown }
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ETIMEDOUT')
    return 'The database at DATABASE_URL cannot be reached.'
  if (LOGIN_REFUSED.includes(sqlState(error) ?? ''))
    return 'The database at DATABASE_URL does not let this user in, or there is no such database.'
  if (typeof code === 'string' && typeof syscall === 'string')
    return `The data directory cannot be used (${syscall}: ${code}); set DATA_DIR to another one.`
  const what =
    error instanceof Error ? [error.name, sqlState(error)].filter(Boolean).join(' ') : 'unknown reason'
  return `The service could not start (${what}).`
}
