import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StartRefused } from '../../net/start-refused'
import type { Blobs } from './blobs'

const BLOB_ID = /^[A-Za-z0-9-]{1,64}$/
const UNFINISHED = '.part'
/** A file beside the bytes: the id of their store. */
export const OWNER = 'store-id'

/** Bytes of the embedded database, whose lock the caller holds. Throws `StartRefused` for those of another store. */
export async function openDiskBlobs(directory: string, storeId: string): Promise<Blobs> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await chmod(directory, 0o700)
  await claim(directory, storeId)
  for (const name of await readdir(directory))
    if (name.endsWith(UNFINISHED)) await rm(join(directory, name), { force: true })

  const path = (id: string) => {
    if (!BLOB_ID.test(id) || id === OWNER) throw new RangeError('Not an id of a stored file.')
    return join(directory, id)
  }

  return {
    async write(id, stream, check) {
      const unfinished = `${path(id)}.${randomBytes(6).toString('hex')}${UNFINISHED}`
      const discard = () => rm(unfinished, { force: true })
      try {
        const size = await writeThrough(unfinished, stream, check)
        return {
          size,
          discard,
          // Existing bytes are of an upload whose record was never written, so they are replaced.
          async keep() {
            await rename(unfinished, path(id))
            await syncDirectory(directory)
            return true
          },
        }
      } catch (error) {
        await discard()
        throw error
      }
    },
    async read(id) {
      const file = await ifThere(open(path(id)))
      return file && { size: (await file.stat()).size, stream: file.createReadStream() }
    },
    async remove(ids) {
      for (const id of ids) await rm(path(id), { force: true })
    },
  }
}

export const ifThere = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

/** Marks the directory as this store's. One of an older version has no mark and is taken over. */
async function claim(directory: string, storeId: string): Promise<void> {
  const owner = join(directory, OWNER)
  const found = await ifThere(readFile(owner, 'utf8'))
  if (found === storeId) return
  if (found !== undefined)
    throw new StartRefused(
      `The files in ${directory} belong to another database; bring that one back, or set DATA_DIR to another directory.`,
    )
  const unfinished = `${owner}${UNFINISHED}`
  await rm(unfinished, { force: true })
  await writeThrough(unfinished, [Buffer.from(storeId)])
  await rename(unfinished, owner)
  await syncDirectory(directory)
}

async function writeThrough(
  path: string,
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  check?: (chunk: Uint8Array) => void,
): Promise<number> {
  const file = await open(path, 'wx', 0o600)
  try {
    let size = 0
    for await (const chunk of stream) {
      check?.(chunk)
      await file.writeFile(chunk)
      size += chunk.length
    }
    await file.sync()
    return size
  } finally {
    await file.close()
  }
}

/** Makes a rename survive a power cut, on systems that can open directories. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
