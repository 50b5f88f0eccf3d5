import { randomBytes } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { StartRefused } from '../net/start-refused'
import type { StoreConfig } from './config'
import { makeDirectory, refuseIfHeld } from './store/lock'
import { LATEST, refuseLater } from './store/migrate'

const FOR_A_START = 64 * 1024

const FOR_A_DATABASE = 64 * 1024 * 1024

/** Checks the store quickly, before it is opened and before `npm start` builds. Throws errors for `explainStart`. */
export async function checkStore({ dataDir, databaseUrl }: StoreConfig): Promise<void> {
  if (databaseUrl) return checkServer(databaseUrl)
  makeDirectory(dataDir)
  refuseIfHeld(dataDir)
  writeSomething(dataDir)
  const database = join(dataDir, 'database')
  checkEmbedded(database)
  if (!existsSync(database)) wantRoom(dataDir)
}

function writeSomething(directory: string): void {
  // Named like the lock's files, so that the lock removes what a killed process left.
  const path = join(directory, `lock-${process.pid}-${randomBytes(6).toString('hex')}`)
  try {
    writeFileSync(path, Buffer.alloc(FOR_A_START), { mode: 0o600 })
  } finally {
    rmSync(path, { force: true })
  }
}

function wantRoom(directory: string): void {
  const { bavail, bsize, blocks } = statfsSync(directory)
  // Some file systems report no blocks.
  if (blocks > 0 && bavail * bsize < FOR_A_DATABASE)
    throw Object.assign(new Error('no room'), { code: 'ENOSPC', syscall: 'write', path: directory })
}

/** The embedded PostgreSQL opens only databases of its own major version. */
const MAJOR = '18'

const CONTROL_SIZE = 8192

/** Holds the last applied migration, inside the database's directory so that it moves with it. */
const versionFile = (database: string) => join(database, 'switchboard-version')

/** Notes the database's version, for starts of an earlier program. */
export const markVersion = (database: string) => writeFileSync(versionFile(database), String(LATEST))

/** For a complete database that does not open. `reason`: a few words, never the text of an error. */
export const cannotOpen = (database: string, reason: string) =>
  damaged(database, `it could not be opened: ${reason}`)

export const cannotMake = (database: string, reason: string) =>
  new StartRefused(
    `A new database could not be made in ${database} (${reason}); check whether its disk is full.`,
  )

const damaged = (database: string, what: string) =>
  new StartRefused(
    `The database in ${database} is damaged (${what}); restore a backup into another directory and set DATA_DIR to it.`,
  )

/** Checks an embedded database without opening it: without its version file, PGlite would overwrite it (D249). */
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

/** How long a server may take to answer, in milliseconds. */
const PATIENCE = 3000

/** Checks that this version can use a server's database. Throws `StartRefused`, or the server's refusal. */
async function checkServer(connectionString: string): Promise<void> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: PATIENCE,
    query_timeout: PATIENCE,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ only_read: boolean; made: boolean; may_make: boolean | null }>(
      `select current_setting('transaction_read_only')::boolean as only_read, to_regclass('migrations') is not null as made,
        has_schema_privilege(current_schema(), 'create') as may_make`,
    )
    const [found] = rows
    if (found?.only_read)
      throw new StartRefused('The database at DATABASE_URL can only be read; name one that can be written.')
    if (!found?.made && !found?.may_make)
      throw new StartRefused(
        'The user of DATABASE_URL may not make tables there; grant it CREATE on the schema public, or make it the owner.',
      )
    if (!found.made) return
    const applied = await client.query<{ number: number }>('select number from migrations')
    refuseLater(applied.rows.map(({ number }) => number))
  } catch (error) {
    throw explainSilence(error)
  } finally {
    // Not awaited: a server that does not answer does not end the connection either.
    client.end().catch(() => {})
  }
}

/** Errors of `pg` itself have no code, only a message. */
function explainSilence(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StartRefused || 'code' in error) return error
  if (/client password/.test(error.message))
    return new StartRefused('The database at DATABASE_URL wants a password; add it to the address.')
  return new StartRefused(
    /timeout/i.test(error.message)
      ? 'The database at DATABASE_URL does not answer; start it, or correct the address.'
      : 'DATABASE_URL does not lead to a PostgreSQL server that this program can use; correct the address, or its sslmode.',
  )
}
