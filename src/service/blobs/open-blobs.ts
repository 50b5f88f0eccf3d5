import { randomUUID } from 'node:crypto'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, inArray, isNotNull, notExists } from 'drizzle-orm'
import type { Database, OpenedDatabase } from '../store/open-database'
import { blobs as blobRows, files, store } from '../store/schema'
import type { Blobs } from './blobs'
import { openDatabaseBlobs } from './database-blobs'
import { openDiskBlobs } from './disk-blobs'

/** The bytes of a store. A server's database imports those that an older version stored in `directory`. */
export async function openBlobs(
  { db, kind }: Pick<OpenedDatabase, 'db' | 'kind'>,
  directory: string,
): Promise<Blobs> {
  if (kind === 'embedded') return openDiskBlobs(directory, await identify(db))
  const blobs = openDatabaseBlobs(db)
  await importBlobs(db, blobs, directory)
  return blobs
}

async function identify(db: Database): Promise<string> {
  const id = randomUUID()
  await db.insert(store).values({ id }).onConflictDoNothing()
  const [stored] = await db.select({ id: store.id }).from(store)
  return stored?.id ?? id
}

const BATCH = 1000

/** Copies missing bytes of uploaded files from a directory, where older versions stored them. Removes nothing there. */
export async function importBlobs(db: Database, blobs: Blobs, directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => [])
  for (let start = 0; start < names.length; start += BATCH) {
    const stored = db.select({ key: blobRows.key }).from(blobRows).where(eq(blobRows.id, files.id))
    const missing = await db
      .select({ id: files.id })
      .from(files)
      .where(
        and(
          inArray(files.id, names.slice(start, start + BATCH)),
          isNotNull(files.uploadedAt),
          notExists(stored),
        ),
      )
    for (const { id } of missing) await importOne(db, blobs, id, join(directory, id))
  }
}

async function importOne(db: Database, blobs: Blobs, id: string, path: string): Promise<void> {
  const file = await open(path)
  const staged = await blobs.write(id, file.createReadStream(), () => {})
  const isStored = await db.transaction(async (tx) => {
    // The file may be deleted meanwhile, or another process may do the same.
    const [file] = await tx.select({ id: files.id }).from(files).where(eq(files.id, id)).for('update')
    return file !== undefined && (await staged.keep(tx))
  })
  if (!isStored) await staged.discard()
}
