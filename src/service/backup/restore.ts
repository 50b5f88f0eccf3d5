import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { StartRefused } from '../../net/start-refused'
import { checkEmbedded } from '../check-store'
import { lockDirectory, refuseIfHeld } from '../store/lock'
import { LATEST } from '../store/migrate'
import { openDatabase } from '../store/open-database'
import { isDiskFull } from '../store/store-away'
import { readArchive } from './archive'
import { type Command, contents, namedFile, runCommand, seconds } from './command'
import { MANIFEST_FILE, type Manifest, parseManifest, readFacts } from './manifest'
import { measureBlobs } from './snapshot'

// `npm run restore -- FILE`: puts a backup into an empty data directory.

const PREFIX = 'restoring-'

/** Whoever signed out since the backup stays so. Older stores lack the table. */
const SIGN_ALL_OUT = `do $$ begin
  if to_regclass('team_sessions') is not null then delete from team_sessions; end if;
end $$`

/** Puts a backup in place and returns a summary. Throws `StartRefused` and then leaves nothing behind. */
export async function restore({
  argument,
  databaseUrl,
  dataDir,
  programs,
  signal,
}: Command): Promise<string> {
  if (databaseUrl)
    throw new StartRefused(
      'DATABASE_URL is set, and a backup is restored into a data directory: unset it, restore, then use npm run move.',
    )
  if (!argument) throw new StartRefused('Name the backup: npm run restore -- FILE')
  const file = namedFile(argument)
  const started = performance.now()
  refuseIfHeld(dataDir)
  refuseWhatIsThere(dataDir)
  const made = !existsSync(dataDir)
  // Does not make its parents.
  if (made) await mkdir(dataDir, { mode: 0o700 })
  // Inside the data directory, so that it is on the same disk.
  const unpacked = await mkdtemp(join(dataDir, PREFIX))
  try {
    await readArchive(file, unpacked, signal)
    const manifest = await check(file, unpacked, programs)
    await syncFiles(unpacked)
    signal.throwIfAborted()
    await moveIn(unpacked, dataDir)
    const { records, blobs, madeAt } = manifest
    return `Restored ${contents(records, blobs.bytes)} of ${madeAt} into ${dataDir} in ${seconds(started)}.`
  } catch (error) {
    await rm(unpacked, { recursive: true, force: true })
    // Fails if the directory is not empty any more.
    if (made) await rmdir(dataDir).catch(() => {})
    throw error
  }
}

/** Ignores what an unfinished restore and the lock left. */
function refuseWhatIsThere(dataDir: string): void {
  const there = namesIn(dataDir).filter((name) => !name.startsWith(PREFIX) && !/^lock[.-]/.test(name))
  if (there.length)
    throw new StartRefused(
      `${dataDir} is not empty, and a restore never replaces anything; set DATA_DIR to a new directory, or move ${dataDir} away.`,
    )
}

const namesIn = (directory: string) => (existsSync(directory) ? readdirSync(directory) : [])

async function check(file: string, unpacked: string, programs: string): Promise<Manifest> {
  const text = await readFile(join(unpacked, MANIFEST_FILE), 'utf8').catch(() => '')
  const manifest = parseManifest(text)
  if (!manifest) throw new StartRefused(`${file} is not a backup that this version of Switchboard can read.`)
  if (manifest.schema > LATEST)
    throw new StartRefused(
      `${file} was made by a later version of Switchboard (${manifest.program}); restore it with that one.`,
    )
  const damaged = new StartRefused(`${file} is damaged: its content does not match its manifest.`)
  const blobs = await measureBlobs(join(unpacked, 'blobs')).catch(() => undefined)
  if (blobs?.count !== manifest.blobs.count || blobs.bytes !== manifest.blobs.bytes) throw damaged
  if (!namesIn(join(unpacked, 'database')).length) throw damaged
  checkEmbedded(join(unpacked, 'database'))
  const store = await openDatabase({ dataDir: unpacked, programs, asItIs: true }).catch((error: unknown) => {
    throw isDiskFull(error) ? error : damaged
  })
  const facts = await readFacts(store.db.$client)
    .then(async (found) => {
      await store.db.$client.query(SIGN_ALL_OUT)
      return found
    })
    .catch((error: unknown) => {
      if (isDiskFull(error)) throw error
    })
    .finally(store.close)
  const { store: id, schema, records } = manifest
  if (!isDeepStrictEqual(facts, { store: id, schema, records })) throw damaged
  return manifest
}

/** Syncs to the disk, because the person may delete the backup next. */
async function syncFiles(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = await open(join(entry.parentPath, entry.name), 'r+')
    await file.sync().finally(() => file.close())
  }
}

/** Moves the database last: a data directory without one holds no store. */
async function moveIn(unpacked: string, dataDir: string): Promise<void> {
  const lock = lockDirectory(dataDir)
  try {
    // Something may have come meanwhile.
    refuseWhatIsThere(dataDir)
    const names = namesIn(unpacked).filter((name) => name !== MANIFEST_FILE && name !== 'database')
    for (const name of [...names, 'database']) await rename(join(unpacked, name), join(dataDir, name))
    for (const name of namesIn(dataDir))
      if (name.startsWith(PREFIX)) await rm(join(dataDir, name), { recursive: true, force: true })
  } finally {
    lock.release()
  }
}

await runCommand(import.meta.url, restore)
