import { randomBytes } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Uploaded bytes on disk, under our ids; names that people chose never come near the disk (safety 10). */
export interface Blobs {
  /**
   * Writes a stream to disk; afterwards the bytes are there in full, or not at all. `check` sees every chunk before it is written and may throw.
   * Gives the size in bytes.
   */
  write(
    id: string,
    stream: AsyncIterable<Uint8Array>,
    check: (chunk: Uint8Array) => void,
  ): Promise<StagedBlob>
  /** Path of a stored file, for the reader of documents. */
  path(id: string): string
  /** `undefined` when there is no such file. */
  read(id: string): Promise<{ size: number; stream: ReadStream } | undefined>
  remove(id: string): Promise<void>
  /** Removes every file whose id is not to be kept. */
  removeOthers(keep: ReadonlySet<string>): Promise<void>
}

/** Bytes that are on disk but not yet under their name. */
interface StagedBlob {
  readonly size: number
  keep(): Promise<void>
  discard(): Promise<void>
}

const BLOB_ID = /^[A-Za-z0-9-]{1,64}$/
const UNFINISHED = '.part'

/** Opens the directory; what broken uploads left behind is removed. */
export async function openBlobs(directory: string): Promise<Blobs> {
  await mkdir(directory, { recursive: true })
  for (const name of await readdir(directory))
    if (name.endsWith(UNFINISHED)) await rm(join(directory, name), { force: true })

  const path = (id: string) => {
    if (!BLOB_ID.test(id)) throw new RangeError('Not an id of a stored file.')
    return join(directory, id)
  }

  return {
    path,
    async write(id, stream, check) {
      const unfinished = `${path(id)}.${randomBytes(6).toString('hex')}${UNFINISHED}`
      const discard = () => rm(unfinished, { force: true })
      const file = await open(unfinished, 'wx', 0o600)
      let size = 0
      try {
        for await (const chunk of stream) {
          check(chunk)
          await file.writeFile(chunk)
          size += chunk.length
        }
        await file.sync()
      } catch (error) {
        await file.close()
        await discard()
        throw error
      }
      await file.close()
      return {
        size,
        discard,
        async keep() {
          await rename(unfinished, path(id))
          await syncDirectory(directory)
        },
      }
    },
    async read(id) {
      const found = await stat(path(id)).catch(() => undefined)
      return found && { size: found.size, stream: createReadStream(path(id)) }
    },
    remove: (id) => rm(path(id), { force: true }),
    async removeOthers(keep) {
      for (const name of await readdir(directory))
        if (BLOB_ID.test(name) && !keep.has(name)) await rm(join(directory, name), { force: true })
    },
  }
}

/** Makes a rename survive a power cut. Some systems cannot open directories; there it is up to them. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
