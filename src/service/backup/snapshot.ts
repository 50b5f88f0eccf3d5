import { constants } from 'node:fs'
import { copyFile, link, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool, PoolClient } from 'pg'
import { ifThere, OWNER } from '../blobs/disk-blobs'
import { describeManifest, MANIFEST_FILE, type Manifest, readFacts } from './manifest'

/** Small files of a store: its keys, and the owner of its bytes. */
const SMALL_FILES = ['credentials.json', 'link.key', `blobs/${OWNER}`]

const PREFIX = 'snapshot-'

/** Removes snapshots that were never ended. Call it when opening the store. */
export async function removeSnapshots(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(PREFIX)) await rm(join(dataDir, name), { recursive: true, force: true })
}

/** The next query reports a broken connection. */
const ignore = () => {}

export interface Snapshot {
  /** Holds a whole data directory and the manifest. */
  readonly directory: string
  readonly manifest: Manifest
  /** How long the store did not answer, in milliseconds. */
  readonly pause: number
}

/** Copies an embedded store in use. Most is copied while it works; then it is paused, by taking its only connection. */
export async function takeSnapshot(dataDir: string, pool: Pool, signal: AbortSignal): Promise<Snapshot> {
  const directory = await mkdtemp(join(dataDir, PREFIX))
  try {
    // By the disk's clock, like the files' times.
    const now = (await stat(directory)).mtimeMs
    const database = { from: join(dataDir, 'database'), to: join(directory, 'database'), now, signal }
    const copied = new Map<string, string>()
    const blobs = [join(dataDir, 'blobs'), join(directory, 'blobs')] as const
    await pool.query('checkpoint')
    await copyTree({ ...database, copied, belongs: await walInUse(pool) })
    await linkBlobs(pool, ...blobs, signal)

    const client = await pool.connect()
    client.on('error', ignore)
    const held = performance.now()
    let pause = 0
    let facts: Awaited<ReturnType<typeof readFacts>>
    try {
      // Reading can write too (hint bits), so the checkpoint comes after it.
      facts = await readFacts(client)
      await linkBlobs(client, ...blobs, signal)
      await client.query('checkpoint')
      await copyTree({ ...database, copied, belongs: await walInUse(client) })
      for (const name of SMALL_FILES) await ifThere(copyFile(join(dataDir, name), join(directory, name)))
      // Fails if the database broke and was opened again, which writes.
      await client.query('select 1')
    } finally {
      client.off('error', ignore).release()
      pause = performance.now() - held
    }
    const manifest = describeManifest(facts, await measureBlobs(blobs[1]), new Date())
    await writeFile(join(directory, MANIFEST_FILE), JSON.stringify(manifest, null, 2), { mode: 0o600 })
    return { directory, manifest, pause }
  } catch (error) {
    await rm(directory, { recursive: true, force: true })
    throw error
  }
}

/** Which files a copy needs after a checkpoint: most files of the log are old and waiting for reuse. */
async function walInUse(client: Pool | PoolClient): Promise<(path: string) => boolean> {
  const { rows } = await client.query<{ first: string; last: string }>(
    'select redo_wal_file as first, pg_walfile_name(pg_current_wal_insert_lsn()) as last from pg_control_checkpoint()',
  )
  const { first = '', last = '' } = rows[0] ?? {}
  return (path) => {
    const name = /^pg_wal\/([0-9A-F]{24})$/.exec(path)?.[1]
    return !name || (name >= first && name <= last)
  }
}

/** Links the bytes of every uploaded file into the other directory. They never change. */
async function linkBlobs(
  client: Pool | PoolClient,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const { rows } = await client.query<{ id: string }>('select id from files where uploaded_at is not null')
  const wanted = new Set(rows.map(({ id }) => id))
  for (const name of await readdir(to)) if (!wanted.delete(name)) await rm(join(to, name))
  for (const name of wanted) {
    signal.throwIfAborted()
    await ifThere(link(join(from, name), join(to, name)))
  }
}

export async function measureBlobs(directory: string): Promise<Manifest['blobs']> {
  const names = (await readdir(directory)).filter((name) => name !== OWNER)
  let bytes = 0
  for (const name of names) bytes += (await stat(join(directory, name))).size
  return { count: names.length, bytes }
}

/** Milliseconds. A file copied so soon after a change may change again without a new time. */
const CLOCK_STEP = 2_000

interface CopyOptions {
  readonly from: string
  readonly to: string
  readonly copied: Map<string, string>
  /** The disk's time, in milliseconds. */
  readonly now: number
  /** `path` is relative, with slashes. */
  readonly belongs: (path: string) => boolean
  readonly signal: AbortSignal
}

/** Copies what changed since the last pass. Only a pass without writes makes a true copy; earlier ones make it short. */
async function copyTree({ from, to, copied, now, belongs, signal }: CopyOptions): Promise<void> {
  const seen = new Set<string>()
  const visit = async (below: string) => {
    await mkdir(join(to, below), { recursive: true, mode: 0o700 })
    for (const entry of await readdir(join(from, below), { withFileTypes: true })) {
      signal.throwIfAborted()
      const path = below ? `${below}/${entry.name}` : entry.name
      if (entry.isDirectory()) await visit(path)
      else if (entry.isFile() && belongs(path)) await copy(path)
    }
  }
  const copy = async (path: string) => {
    try {
      const { size, mtimeMs } = await stat(join(from, path))
      const look = `${size} ${mtimeMs}`
      seen.add(path)
      if (copied.get(path) === look) return
      await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE)
      copied.set(path, mtimeMs < now - CLOCK_STEP ? look : 'to be copied again')
    } catch (error) {
      // The file is gone since.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      seen.delete(path)
    }
  }
  await visit('')
  for (const path of copied.keys())
    if (!seen.has(path)) {
      await rm(join(to, path), { force: true })
      copied.delete(path)
    }
}
