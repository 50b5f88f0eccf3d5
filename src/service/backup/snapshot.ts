import { copyFile, link, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool, PoolClient } from 'pg'
import { OWNER } from '../blobs/disk-blobs'
import { copyTree } from './copy-tree'
import { describeManifest, MANIFEST_FILE, type Manifest, readFacts } from './manifest'

/** Small files that belong to a store: its keys, and which one its bytes are of. */
const KEPT_FILES = ['credentials.json', 'link.key', `blobs/${OWNER}`]

const PREFIX = 'snapshot-'

/** Directories of snapshots that nobody ended begin so; whoever opens the store removes them. */
export async function removeSnapshots(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(PREFIX)) await rm(join(dataDir, name), { recursive: true, force: true })
}

/** A connection that breaks is found by the next query. */
const ignore = () => {}

export interface Snapshot {
  /** Holds all that a data directory holds, and the manifest. */
  readonly directory: string
  readonly manifest: Manifest
  /** How long the store did not answer, in milliseconds. */
  readonly pause: number
}

/**
 * Copies an embedded store that is in use to a directory inside its own. Most is copied while it works; then it is held, by taking its only
 * connection, for what has changed since.
 */
export async function takeSnapshot(dataDir: string, pool: Pool, signal: AbortSignal): Promise<Snapshot> {
  const directory = await mkdtemp(join(dataDir, PREFIX))
  try {
    // The clock that counts is the disk's.
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
      // Reading may write, too (hints in the pages), so the checkpoint comes after it.
      facts = await readFacts(client)
      await linkBlobs(client, ...blobs, signal)
      await client.query('checkpoint')
      await copyTree({ ...database, copied, belongs: await walInUse(client) })
      for (const name of KEPT_FILES) await unlessGone(copyFile(join(dataDir, name), join(directory, name)))
      // A database that broke and was opened again wrote meanwhile; its connection is gone then.
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

/** Which files a copy of the database needs, after a checkpoint: of its log few, while old ones lie there to be used again. */
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

/** Gives the bytes of every uploaded file a name in the other directory, too. Once their record has them, they never change. */
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
    await unlessGone(link(join(from, name), join(to, name)))
  }
}

/** How many stored files are in a directory, and how large they are together. */
export async function measureBlobs(directory: string): Promise<Manifest['blobs']> {
  const names = (await readdir(directory)).filter((name) => name !== OWNER)
  let bytes = 0
  for (const name of names) bytes += (await stat(join(directory, name))).size
  return { count: names.length, bytes }
}

/** Waits for work on a file that another may have removed meanwhile. */
async function unlessGone(work: Promise<unknown>): Promise<void> {
  await work.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}
