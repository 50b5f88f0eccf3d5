import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
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
 * Puts a migrated, empty embedded database into a data directory. Making one from nothing takes seconds, so it is made once and copied; the
 * tests of the program itself make theirs from nothing.
 */
export async function placeEmptyDatabase(dataDir: string): Promise<void> {
  const kept = join(CACHE, `empty-store-${fingerprint()}`)
  if (!existsSync(kept)) {
    mkdirSync(CACHE, { recursive: true })
    const making = mkdtempSync(`${kept}-`)
    const made = await openDatabase({ dataDir: making, programs: inject('programs') })
    await dropTemplates((sql) => made.db.$client.query(sql))
    await made.close()
    // Another test file may have been faster.
    if (!existsSync(kept)) renameSync(join(making, 'database'), kept)
    rmSync(making, { recursive: true, force: true })
  }
  cpSync(kept, join(dataDir, 'database'), { recursive: true })
}
