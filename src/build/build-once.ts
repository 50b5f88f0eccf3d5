import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ViteBuilder } from 'vite'
import { DirectoryHeld, lockDirectory, makeDirectory } from '../service/store/lock'
import { DIST, fingerprint, isBuilt, STAMP } from './built-from.mjs'
import { bundleWidget } from './programs'

/** Where `build` writes first, so that a running build changes nothing in use. */
export const MAKING = join(DIST, 'making')

const PARTS = ['client', 'server']

/** One build at a time; the old one stays until a whole one replaces it, and the stamp comes last (D250). */
export async function buildOnce({ environments, build }: ViteBuilder): Promise<void> {
  const { lock, waited } = await takeTurn()
  try {
    // Another process may have built since this start checked.
    if ((waited || process.env.BUILD_IF_CHANGED) && isBuilt()) {
      process.stderr.write('It was built meanwhile.\n')
      // Otherwise Vite would build by itself.
      for (const environment of Object.values(environments)) environment.isBuilt = true
      return
    }
    const from = fingerprint()
    rmSync(MAKING, { recursive: true, force: true })
    for (const environment of Object.values(environments))
      if (environment.name !== 'ssr') await build(environment)
    await bundleWidget(join(MAKING, 'server'))
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
  // Another user may start the build.
  makeDirectory(DIST, 0o777)
  for (let waited = false; ; waited = true) {
    try {
      return { lock: lockDirectory(DIST, true), waited }
    } catch (error) {
      if (!(error instanceof DirectoryHeld)) throw error
      if (!waited) process.stderr.write('Another build is under way; waiting for it.\n')
      await sleep(200)
    }
  }
}
