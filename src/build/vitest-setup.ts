import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { bundlePrograms } from './programs'

declare module 'vitest' {
  interface ProvidedContext {
    programs: string
  }
}

/** Bundles the programs once per test run, so that workers and child processes run the current code. */
export default async function providePrograms(project: TestProject): Promise<() => void> {
  const outDir = mkdtempSync(fileURLToPath(new URL('../../node_modules/.cache-', import.meta.url)))
  // Some tests run as another user.
  chmodSync(outDir, 0o755)
  await bundlePrograms(outDir, ['service'])
  project.provide('programs', outDir)
  return () => rmSync(outDir, { recursive: true, force: true })
}
