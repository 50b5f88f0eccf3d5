import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartRefused } from '../../net/start-refused'
import { findHolder, lockDirectory } from '../store/lock'
import { openDatabase } from '../store/open-database'
import { alreadyThere, writeArchive } from './archive'
import { type Command, contents, megabytes, namedFile, runCommand, seconds } from './command'
import { borrowSnapshot } from './control'
import { removeSnapshots, type Snapshot, takeSnapshot } from './snapshot'

// `npm run backup -- FILE`: saves the embedded store to one file, also while the service runs.

const ON_A_SERVER = `DATABASE_URL is set: the store is on a PostgreSQL server, and its own tools save it, with all files and keys:
  pg_dump --format=custom --exclude-table-data=team_sessions --file=FILE "$DATABASE_URL"
  pg_restore --no-owner --exit-on-error --dbname="postgres://... an empty database" FILE`

export async function backUp(command: Command): Promise<string> {
  const { argument, databaseUrl, dataDir, signal } = command
  if (databaseUrl) throw new StartRefused(ON_A_SERVER)
  if (!argument) throw new StartRefused('Name the file to write: npm run backup -- FILE')
  const file = namedFile(argument)
  if (existsSync(file)) throw alreadyThere(file)
  if (!existsSync(dirname(file)))
    throw new StartRefused(`There is no directory ${dirname(file)}; make it, or choose another.`)
  if (!existsSync(join(dataDir, 'database'))) throw new StartRefused(`There is no store in ${dataDir}.`)
  const started = performance.now()
  return withSnapshot(command, async ({ directory, manifest, pause }) => {
    const size = await writeArchive(directory, file, signal)
    const { records, blobs } = manifest
    const held = pause ? `; the service was held for ${(pause / 1000).toFixed(2)} s` : ''
    return `Saved ${contents(records, blobs.bytes)} in ${dataDir} to ${file}: ${megabytes(size)} in ${seconds(started)}${held}.`
  })
}

/** Takes a snapshot in the process that has the store, or in this one if there is none. */
async function withSnapshot<Result>(
  { dataDir, programs, signal }: Command,
  use: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const holder = findHolder(dataDir)
  if (holder?.control) return borrowSnapshot(holder.control, signal, use)
  if (holder)
    throw new StartRefused(
      `Process ${holder.pid} has ${dataDir} and takes no requests for a backup yet; try again in a moment, or stop it.`,
    )
  const lock = lockDirectory(dataDir)
  try {
    await removeSnapshots(dataDir)
    const store = await openDatabase({ dataDir, programs, asItIs: true })
    const snapshot = await takeSnapshot(dataDir, store.db.$client, signal).finally(store.close)
    try {
      return await use({ ...snapshot, pause: 0 })
    } finally {
      await rm(snapshot.directory, { recursive: true, force: true })
    }
  } finally {
    lock.release()
  }
}

await runCommand(import.meta.url, backUp)
