import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'
import { programEntries } from './programs'

declare module 'vitest' {
  interface ProvidedContext {
    /** Directory of the bundled worker and process programs, made from the sources as they are now. */
    programs: string
  }
}

/** Bundles the programs once per test run, so that workers and child processes of tests run today's code. */
export default async function bundlePrograms(project: TestProject): Promise<() => void> {
  // Inside the package, so that the bundle finds its packages.
  const cache = fileURLToPath(new URL('../../node_modules/.cache-', import.meta.url))
  const outDir = mkdtempSync(cache)
  if (Object.keys(programEntries).length > 0)
    await build({
      configFile: false,
      logLevel: 'error',
      build: {
        ssr: true,
        copyPublicDir: false,
        target: 'node20',
        outDir,
        rolldownOptions: { input: programEntries },
      },
    })
  writeFileSync(join(outDir, 'package.json'), '{"type":"module"}')
  project.provide('programs', outDir)
  return () => rmSync(outDir, { recursive: true, force: true })
}
