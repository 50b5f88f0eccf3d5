import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { dropTemplates } from '../src/service/drop-templates.fixture'
import { startServer } from './stack'

/** Makes one data directory as a first start does. Every stack begins with a copy, which saves some seconds. */
export default async function prepareDataDirectory(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'switchboard-first-'))
  const server = await startServer('main', { PORT: '0', DATA_DIR: directory })
  await server.stop()
  const database = await PGlite.create({ dataDir: join(directory, 'database'), extensions: { pg_trgm } })
  await dropTemplates((sql) => database.exec(sql))
  await database.close()
  process.env.FIRST_DATA_DIR = directory
  return () => rm(directory, { recursive: true, force: true })
}
