import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { bundlePrograms } from './programs'

declare module 'vitest' {
  interface ProvidedContext {
    /** Directory of the bundled programs, that of `npm run service` among them, made from the sources as they are now. */
    programs: string
  }
}

/** Bundles the programs once per test run, so that workers and child processes of tests run today's code. */
export default async function providePrograms(project: TestProject): Promise<() => void> {
  const outDir = mkdtempSync(fileURLToPath(new URL('../../node_modules/.cache-', import.meta.url)))
  // Some tests run them as another user.
  chmodSync(outDir, 0o755)
  await bundlePrograms(outDir, ['service'])
  project.provide('programs', outDir)
  return () => rmSync(outDir, { recursive: true, force: true })
}
