import { randomUUID } from 'node:crypto'
import type { Database, OpenedDatabase } from '../store/open-database'
import { store } from '../store/schema'
import type { Blobs } from './blobs'
import { openDatabaseBlobs } from './database-blobs'
import { openDiskBlobs } from './disk-blobs'
import { importBlobs } from './import-blobs'

/**
 * The bytes of a store: in `directory` for the embedded database, in the database itself for a server, which then takes over what an older version
 * kept in `directory`. Throws `StartRefused` when the directory belongs to another store.
 */
export async function openBlobs(
  { db, kind }: Pick<OpenedDatabase, 'db' | 'kind'>,
  directory: string,
): Promise<Blobs> {
  if (kind === 'embedded') return openDiskBlobs(directory, await identify(db))
  const blobs = openDatabaseBlobs(db)
  await importBlobs(db, blobs, directory)
  return blobs
}

/** The id of a store, made when it is first asked for. */
async function identify(db: Database): Promise<string> {
  const id = randomUUID()
  await db.insert(store).values({ id }).onConflictDoNothing()
  const [kept] = await db.select({ id: store.id }).from(store)
  return kept?.id ?? id
}
