import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { bundlePrograms } from './programs'

declare module 'vitest' {
  interface ProvidedContext {
    programs: string
    /** A directory for stores, which is removed after the run. */
    stores: string
    /** A migrated, empty embedded database, to be copied. */
    emptyStore: string
    /** A migrated, empty database on the server at TEST_DATABASE_URL, to be copied: that takes less than half of migrating a new one. */
    migrated: string
  }
}

/** Bundles the programs once per test run, so that workers and child processes run the current code. */
export default async function providePrograms(project: TestProject): Promise<() => Promise<void>> {
  const outDir = mkdtempSync(fileURLToPath(new URL('../../node_modules/.cache-', import.meta.url)))
  // Some tests run as another user.
  chmodSync(outDir, 0o755)
  await bundlePrograms(outDir, ['service'])
  project.provide('programs', outDir)
  const stores = mkdtempSync(join(tmpdir(), 'switchboard-stores-'))
  project.provide('stores', stores)
  const { keepEmptyDatabase, migrateOnce } = await import('../service/empty-database.fixture')
  project.provide('emptyStore', await keepEmptyDatabase(outDir))
  const { TEST_DATABASE_URL } = process.env
  const migrated = TEST_DATABASE_URL ? await migrateOnce(TEST_DATABASE_URL, outDir) : undefined
  project.provide('migrated', migrated?.name ?? '')
  return async () => {
    await migrated?.drop()
    for (const each of [outDir, stores]) rmSync(each, { recursive: true, force: true, maxRetries: 5 })
  }
}
