import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const source = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Server files that run in a separate worker or process, so always from their bundle (D83). */
const PROGRAMS = {
  'pglite-worker': source('service/store/pglite-worker.ts'),
  'extract-program': source('service/ingestion/extract-program.ts'),
}

/** Commands of an operator. They open the store themselves, so they are bundled beside its programs. */
export const COMMANDS = {
  backup: source('service/backup/backup.ts'),
  restore: source('service/backup/restore.ts'),
  move: source('service/backup/move.ts'),
}

export const serverEntries = {
  main: source('proxy/main.ts'),
  service: source('service/main.ts'),
  sample: source('sample/sample.ts'),
  ...COMMANDS,
  ...PROGRAMS,
}

/** Bundles the chat widget into one script for pages, `widget.js`, where the service reads it. */
export async function bundleWidget(outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      copyPublicDir: false,
      target: 'es2022',
      outDir,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: source('widget/widget.ts'),
        output: { format: 'iife', entryFileNames: 'widget.js' },
      },
    },
  })
}

/** Bundles only the programs and the widget, for tests and development. `outDir` must be inside the package to find its dependencies. */
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
  await bundleWidget(outDir)
  await writeFile(join(outDir, 'package.json'), '{"type":"module"}')
}
