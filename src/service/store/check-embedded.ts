import { accessSync, constants, existsSync, lstatSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefused } from './lock'
import { LATEST, refuseLater } from './migrate'

/** The major version of the embedded PostgreSQL, which opens only what it made itself. */
const MAJOR = '18'

/** PostgreSQL writes its control file in one block of this size, in bytes. */
const CONTROL_SIZE = 8192

/** The last migration that was applied. It lies in the database's own directory, so that it goes wherever that goes. */
const versionFile = (database: string) => join(database, 'switchboard-version')

/** Notes which version of this program the database needs, for starts of an earlier one. */
export const markVersion = (database: string) => writeFileSync(versionFile(database), String(LATEST))

/** The files are there and still the database does not open. `reason`: a few words, no text of an error. */
export const cannotOpen = (database: string, reason: string) =>
  damaged(database, `it could not be opened: ${reason}`)

export const cannotMake = (database: string, reason: string) =>
  new StartRefused(
    `A new database could not be made in ${database} (${reason}); look whether its disk is full.`,
  )

const damaged = (database: string, what: string) =>
  new StartRefused(
    `The database in ${database} is damaged (${what}); restore a backup into another directory and set DATA_DIR to it.`,
  )

/**
 * Looks at the files of an embedded database without opening it, which takes its time. Where there is nothing, there is nothing to say. Throws
 * `StartRefused`, or the error of a file that this user may not use. A directory without its version would be taken for a new one, and
 * written over (D249).
 */
export function checkEmbedded(database: string): void {
  if (!lstatSync(database, { throwIfNoEntry: false })) return
  if (!statSync(database, { throwIfNoEntry: false })?.isDirectory()) throw damaged(database, 'no directory')
  const control = join(database, 'global', 'pg_control')
  accessSync(database, constants.R_OK | constants.W_OK | constants.X_OK)
  const version = join(database, 'PG_VERSION')
  if (!existsSync(version)) throw damaged(database, 'PG_VERSION is missing')
  const major = readFileSync(version, 'utf8').trim()
  if (major !== MAJOR)
    throw new StartRefused(
      `The database in ${database} was made by another version of PostgreSQL (${/^\d{1,3}$/.test(major) ? major : 'unknown'}; this one is ${MAJOR}); start the version of this program that made it, or set DATA_DIR to another directory.`,
    )
  if (statSync(control, { throwIfNoEntry: false })?.size !== CONTROL_SIZE)
    throw damaged(database, 'pg_control is missing or cut off')
  accessSync(control, constants.R_OK | constants.W_OK)
  if (existsSync(versionFile(database))) refuseLater([Number(readFileSync(versionFile(database), 'utf8'))])
}
