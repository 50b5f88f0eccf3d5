import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ViteBuilder } from 'vite'
import { DirectoryHeld, lockDirectory, makeDirectory } from '../service/store/lock'
import { DIST, fingerprint, isBuilt, STAMP } from './built-from.mjs'

/** Where `build` puts the parts of `dist`, so that a build under way touches nothing that runs. */
export const MAKING = join(DIST, 'making')

const PARTS = ['client', 'server']

/**
 * One build at a time: who comes second waits, and takes what the first one made where it is made from the same sources. What was there stays
 * until a whole build replaces it, and the stamp is written last (D250).
 */
export async function buildOnce({ environments, build }: ViteBuilder): Promise<void> {
  const { lock, waited } = await takeTurn()
  try {
    // A start wants a build and not this one: another may have made it since that start looked.
    if ((waited || process.env.BUILD_IF_CHANGED) && isBuilt()) {
      process.stderr.write('It was built meanwhile.\n')
      // Vite builds by itself where nobody did.
      for (const environment of Object.values(environments)) environment.isBuilt = true
      return
    }
    const from = fingerprint()
    rmSync(MAKING, { recursive: true, force: true })
    for (const environment of Object.values(environments))
      if (environment.name !== 'ssr') await build(environment)
    rmSync(STAMP, { force: true })
    for (const part of PARTS) {
      rmSync(join(DIST, part), { recursive: true, force: true })
      renameSync(join(MAKING, part), join(DIST, part))
    }
    writeFileSync(STAMP, from)
  } finally {
    rmSync(MAKING, { recursive: true, force: true })
    lock.release()
  }
}

async function takeTurn() {
  // Who builds need not be who starts.
  makeDirectory(DIST, 0o777)
  for (let waited = false; ; waited = true) {
    try {
      return { lock: lockDirectory(DIST), waited }
    } catch (error) {
      if (!(error instanceof DirectoryHeld)) throw error
      if (!waited) process.stderr.write('Another build is under way; waiting for it.\n')
      await sleep(200)
    }
  }
}
