import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StoreConfig } from './config'
import { checkEmbedded } from './store/check-embedded'
import { checkServer } from './store/check-server'
import { makeDirectory, refuseIfHeld } from './store/lock'

/** Any start writes at least this much, in bytes. */
const FOR_A_START = 64 * 1024

/** What a new embedded database takes, in bytes. */
const FOR_A_DATABASE = 64 * 1024 * 1024

/**
 * What can be known of the store before it is opened, in a few milliseconds: `npm start` asks before it builds, every program before it
 * opens. Makes the data directory. Throws what `explainStart` has a sentence for.
 */
export async function checkStore({ dataDir, databaseUrl }: StoreConfig): Promise<void> {
  if (databaseUrl) return checkServer(databaseUrl)
  makeDirectory(dataDir)
  refuseIfHeld(dataDir)
  writeSomething(dataDir)
  const database = join(dataDir, 'database')
  checkEmbedded(database)
  if (!existsSync(database)) wantRoom(dataDir)
}

function writeSomething(directory: string): void {
  // Named as the lock's own, which removes what a killed process left.
  const path = join(directory, `lock-${process.pid}-${randomBytes(6).toString('hex')}`)
  try {
    writeFileSync(path, Buffer.alloc(FOR_A_START), { mode: 0o600 })
  } finally {
    rmSync(path, { force: true })
  }
}

function wantRoom(directory: string): void {
  const { bavail, bsize, blocks } = statfsSync(directory)
  // Some file systems do not say.
  if (blocks > 0 && bavail * bsize < FOR_A_DATABASE)
    throw Object.assign(new Error('no room'), { code: 'ENOSPC', syscall: 'write', path: directory })
}
