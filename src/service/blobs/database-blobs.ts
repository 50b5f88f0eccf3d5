import { Readable } from 'node:stream'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Queries } from '../store/open-database'
import { blobChunks, blobs } from '../store/schema'
import type { Blobs } from './blobs'

/** Bytes of a row, and so the memory that an upload or a reader needs (D226). */
const CHUNK = 256 * 1024

/** Bytes in the database itself, for a PostgreSQL server with many processes. */
export function openDatabaseBlobs(db: Queries): Blobs {
  async function* chunksOf(key: number, size: number) {
    let left = size
    for (let ordinal = 0; left > 0; ordinal++) {
      const [chunk] = await db
        .select({ bytes: blobChunks.bytes })
        .from(blobChunks)
        .where(and(eq(blobChunks.blob, key), eq(blobChunks.ordinal, ordinal)))
      if (!chunk) throw new Error('Bytes were removed while they were read')
      left -= chunk.bytes.length
      yield chunk.bytes
    }
  }

  return {
    async write(id, stream, check) {
      const [staged] = await db.insert(blobs).values({}).returning({ key: blobs.key })
      if (!staged) throw new Error('The database gave no key')
      const { key } = staged
      // Not after `keep`: the commit may have succeeded although its answer was lost.
      const discard = async () => {
        await db.delete(blobs).where(and(eq(blobs.key, key), isNull(blobs.id)))
      }
      let size = 0
      let filled = 0
      let ordinal = 0
      const buffer = Buffer.allocUnsafe(CHUNK)
      const flush = async () => {
        await db
          .insert(blobChunks)
          .values({ blob: key, ordinal: ordinal++, bytes: buffer.subarray(0, filled) })
        filled = 0
      }
      try {
        for await (const chunk of stream) {
          check(chunk)
          size += chunk.length
          for (let rest = chunk; rest.length > 0; ) {
            const taken = rest.subarray(0, CHUNK - filled)
            buffer.set(taken, filled)
            filled += taken.length
            rest = rest.subarray(taken.length)
            if (filled === CHUNK) await flush()
          }
        }
        if (filled > 0) await flush()
      } catch (error) {
        // If the database is away, the sweep removes them.
        await discard().catch(() => {})
        throw error
      }
      return {
        size,
        discard,
        async keep(tx) {
          const taken = tx.select({ key: blobs.key }).from(blobs).where(eq(blobs.id, id))
          const moved = await tx
            .update(blobs)
            .set({ id, size, keptAt: sql`now()` })
            .where(and(eq(blobs.key, key), sql`not exists ${taken}`))
            .returning({ key: blobs.key })
          return moved.length > 0
        },
      }
    },
    async read(id) {
      const [blob] = await db.select({ key: blobs.key, size: blobs.size }).from(blobs).where(eq(blobs.id, id))
      return (
        blob && {
          size: blob.size,
          stream: Readable.from(chunksOf(blob.key, blob.size), { objectMode: false }),
        }
      )
    },
    async remove(ids) {
      // One by one, because a hundred large ones exceed the statement's time limit.
      for (const id of ids) await db.delete(blobs).where(eq(blobs.id, id))
    },
  }
}

export async function removeStaged(db: Queries, before: Date): Promise<void> {
  const old = and(isNull(blobs.id), lt(blobs.stagedAt, before))
  for (const { key } of await db.select({ key: blobs.key }).from(blobs).where(old))
    await db.delete(blobs).where(eq(blobs.key, key))
}
