import { StartRefused } from '../net/start-refused'
import { sqlState } from './log'
import { isDiskFull, isStoreAway, isUnreachable } from './store/store-away'

/** What PostgreSQL's refusals mean, by SQLSTATE or its class. */
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

/** What a failed file operation means to the person who chose the directory. */
const FILE_ANSWERS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not use it',
  EPERM: 'this user may not use it',
  EROFS: 'the disk is read-only',
  ENOTDIR: 'a file is in the way',
  EEXIST: 'a file is in the way',
  ENOENT: 'it cannot be made there',
}

// One sentence each. Never an error's own text: it may hold an address with a password, or stored content.

/** Why the service could not start. */
export function explainStart(error: unknown): string {
  if (error instanceof StartRefused) return error.message
  const { code, syscall, path, port } = (error ?? {}) as Readonly<Record<string, unknown>>
  if (code === 'EADDRINUSE') return `Port ${port} is in use; stop what uses it, or set SERVICE_PORT.`
  if (code === 'EACCES' && port) return `Port ${port} may not be used; set SERVICE_PORT to another one.`
  const state = sqlState(error) ?? ''
  const answer = SERVER_ANSWERS[state] ?? SERVER_ANSWERS[state.slice(0, 2)]
  if (answer) return answer
  if (isUnreachable(code))
    return `The database at DATABASE_URL cannot be reached (${code}); start it, or correct the address.`
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return 'There is no room left on the disk of DATA_DIR; make some, or set DATA_DIR to another disk.'
  if (typeof code === 'string' && typeof syscall === 'string') {
    const where = typeof path === 'string' ? `, ${path}` : ''
    return `DATA_DIR cannot be used: ${FILE_ANSWERS[code] ?? `${syscall} failed`} (${code}${where}); set it to a directory that this user may write.`
  }
  return `The service could not start (${nameOf(error)}).`
}

/** Why a backup, restore or move failed. */
export function explainCommand(error: unknown): string {
  if (error instanceof StartRefused) return error.message
  const { code, syscall, path } = (error ?? {}) as NodeJS.ErrnoException
  if (isDiskFull(error)) return 'The disk is full; nothing was kept.'
  if (isStoreAway(error)) return 'The database does not answer any more; nothing was kept.'
  if (code && syscall) return `${path ?? 'The data directory'} cannot be used (${syscall}: ${code}).`
  return `It could not be done (${nameOf(error)}); nothing was kept.`
}

const nameOf = (error: unknown) =>
  error instanceof Error ? [error.name, sqlState(error)].filter(Boolean).join(' ') : 'unknown reason'
