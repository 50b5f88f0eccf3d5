import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const source = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Server files that run in a worker or a process of their own and are therefore always started from their bundle (D83). */
const PROGRAMS = {
  'pglite-worker': source('service/store/pglite-worker.ts'),
  'extract-program': source('service/ingestion/extract-program.ts'),
}

/** What an operator runs beside the service; they open the store themselves, so they stand beside its programs. */
export const COMMANDS = {
  backup: source('service/backup/backup.ts'),
  restore: source('service/backup/restore.ts'),
  move: source('service/backup/move.ts'),
}

/** Entries of the server bundle, by the name of the file that comes out: the two ways in, the commands, and the programs. */
export const serverEntries = {
  main: source('proxy/main.ts'),
  service: source('service/main.ts'),
  ...COMMANDS,
  ...PROGRAMS,
}

/** Bundles the programs alone, for tests (with the service) and development. `outDir` lies inside the package, so that the bundle finds its packages. */
export async function bundlePrograms(outDir: string, entries: readonly 'service'[] = []): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      copyPublicDir: false,
      target: 'node20',
      outDir,
      rolldownOptions: {
        input: { ...PROGRAMS, ...Object.fromEntries(entries.map((name) => [name, serverEntries[name]])) },
      },
    },
  })
  await writeFile(join(outDir, 'package.json'), '{"type":"module"}')
}
