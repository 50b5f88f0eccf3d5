import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const source = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Server files that run in a worker or a process of their own and are therefore always started from their bundle. */
const PROGRAMS = {
  'pglite-worker': source('service/store/pglite-worker.ts'),
  'extract-program': source('service/ingestion/extract-program.ts'),
}

/** The two ways in: console with proxy (and service in process), and the service alone. */
const MAINS = {
  main: source('proxy/main.ts'),
  service: source('service/main.ts'),
}

const existing = (entries: Record<string, string>) =>
  Object.fromEntries(Object.entries(entries).filter(([, path]) => existsSync(path)))

/** Entries of the server bundle, by the name of the file that comes out. */
export const serverEntries = { ...MAINS, ...PROGRAMS }

/** The entries that tests need from a bundle. */
export const programEntries = existing(PROGRAMS)
