import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, inArray, isNotNull, notExists } from 'drizzle-orm'
import type { Database } from '../store/open-database'
import { blobs as blobRows, files } from '../store/schema'
import type { Blobs } from './blobs'

/** Names that are looked for at a time. */
const BATCH = 1000

/**
 * Copies bytes of uploaded files into a store that has none of them: older versions kept them in a directory, also where the records were on a server.
 * Nothing is removed there.
 */
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
  const kept = await db.transaction(async (tx) => {
    // Deleted meanwhile, it has no bytes to be removed; another process may do the same as this one.
    const [file] = await tx.select({ id: files.id }).from(files).where(eq(files.id, id)).for('update')
    return file !== undefined && (await staged.keep(tx))
  })
  if (!kept) await staged.discard()
}
