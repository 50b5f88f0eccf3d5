import { sqlState } from './log'
import { StartRefused } from './store/lock'

/** Answers of PostgreSQL that mean that there is no way in, by SQLSTATE or its class. */
const SERVER_ANSWERS: Readonly<Record<string, string>> = {
  '28': 'The database at DATABASE_URL does not let this user in; correct its name or password.',
  '3D000': 'At DATABASE_URL there is no such database; create it, or correct the name.',
  '25006': 'The database at DATABASE_URL can only be read; name one that can be written.',
  '42501': 'The user of DATABASE_URL may not do what is needed there; make it the owner of the database.',
  '53': 'The database has no connection, memory or disk left; try again when it has.',
  '57': 'The database is starting or stopping; try again in a moment.',
  '58': 'The database cannot use its files; restore a backup, or repair the disk.',
  XX: 'The database is damaged; restore a backup.',
}

const UNREACHABLE = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE)$/

/** What a failed file operation means for who chose the directory. */
const FILE_ANSWERS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not use it',
  EPERM: 'this user may not use it',
  EROFS: 'the disk is read-only',
  ENOTDIR: 'a file is in the way',
  EEXIST: 'a file is in the way',
  ENOENT: 'it cannot be made there',
}

/** Why the service could not be opened, as one sentence. Never an error's own text: it may hold an address with a password, or what is stored. */
export function explainStart(error: unknown): string {
  if (error instanceof StartRefused) return error.message
  const { code, syscall, path, port } = (error ?? {}) as Readonly<Record<string, unknown>>
  if (code === 'EADDRINUSE') return `Port ${port} is in use; stop what uses it, or set SERVICE_PORT.`
  if (code === 'EACCES' && port) return `Port ${port} may not be used; set SERVICE_PORT to another one.`
  const state = sqlState(error) ?? ''
  const answer = SERVER_ANSWERS[state] ?? SERVER_ANSWERS[state.slice(0, 2)]
  if (answer) return answer
  if (typeof code === 'string' && UNREACHABLE.test(code))
    return `The database at DATABASE_URL cannot be reached (${code}); start it, or correct the address.`
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return 'There is no room left on the disk of DATA_DIR; make some, or set DATA_DIR to another disk.'
  if (typeof code === 'string' && typeof syscall === 'string') {
    const where = typeof path === 'string' ? `, ${path}` : ''
    return `DATA_DIR cannot be used: ${FILE_ANSWERS[code] ?? `${syscall} failed`} (${code}${where}); set it to a directory that this user may write.`
  }
  const what =
    error instanceof Error ? [error.name, sqlState(error)].filter(Boolean).join(' ') : 'unknown reason'
  return `The service could not start (${what}).`
}
