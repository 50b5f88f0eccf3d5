import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from './stack'

/** Makes one data directory as a first start does. Every stack begins with a copy, which saves some seconds. */
export default async function prepareDataDirectory(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'switchboard-first-'))
  const server = await startServer('main', { PORT: '0', DATA_DIR: directory })
  await server.stop()
  process.env.FIRST_DATA_DIR = directory
  return () => rm(directory, { recursive: true, force: true })
}
