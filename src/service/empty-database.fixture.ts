import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { inject } from 'vitest'
import { dropTemplates } from './drop-templates.fixture'
import { openDatabase } from './store/open-database'

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const CACHE = source('../../node_modules/.cache')

/** Changes when the migrations, their names (they are kept in the database) or the embedded database change. */
function fingerprint(): string {
  const hash = createHash('sha256')
  const migrations = source('./store/migrations')
  for (const name of readdirSync(migrations).sort())
    hash.update(name).update(readFileSync(join(migrations, name)))
  hash.update(readFileSync(source('../../node_modules/@electric-sql/pglite/package.json')))
  return hash.digest('hex').slice(0, 16)
}

/**
 * Where a migrated, empty embedded database lies. Making one from nothing takes seconds, so it is made once, by the setup of the first run; the
 * tests of the program itself make theirs from nothing.
 */
export async function keepEmptyDatabase(programs: string): Promise<string> {
  const kept = join(CACHE, `empty-store-${fingerprint()}`)
  if (existsSync(kept)) return kept
  mkdirSync(CACHE, { recursive: true })
  const making = mkdtempSync(`${kept}-`)
  const made = await openDatabase({ dataDir: making, programs })
  await dropTemplates((sql) => made.db.$client.query(sql))
  await made.close()
  // Another run may have been faster.
  if (!existsSync(kept)) renameSync(join(making, 'database'), kept)
  rmSync(making, { recursive: true, force: true })
  return kept
}

/** Puts a copy of it into a data directory. */
export const placeEmptyDatabase = (dataDir: string) =>
  cp(inject('emptyStore'), join(dataDir, 'database'), { recursive: true })

/** Makes a migrated, empty database on a server; gives its name, and what removes it. */
export async function migrateOnce(serverUrl: string, programs: string) {
  const onServer = async (statement: string) => {
    const client = new Client({ connectionString: serverUrl })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  const name = `migrated_${randomBytes(8).toString('hex')}`
  await onServer(`create database ${name}`)
  const databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  await (await openDatabase({ dataDir: programs, databaseUrl, programs })).close()
  return { name, drop: () => onServer(`drop database ${name} with (force)`) }
}
