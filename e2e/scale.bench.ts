import { existsSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { Client } from 'pg'
import { expect, test } from 'playwright/test'
import { median, print, residentMemory, spread } from './measure'
import { startPostgres } from './postgres-server'
import { fillStore, type Run, type Scale } from './scale-fill'
import { KINDS, queriesOf } from './scale-queries'
import { vocabularyOf, WORDS } from './scale-text'
import { type Running, startServer } from './stack'

/**
 * How the service performs with many files and passages. `SCALE_FILES` and `SCALE_PASSAGES` change the size, `SCALE_DIR`
 * is a directory where the filled stores stay for the next time, `SCALE_DATABASE_URL` names a PostgreSQL server to use.
 */
const scale: Scale = {
  files: Number(process.env.SCALE_FILES ?? 10_000),
  passages: Number(process.env.SCALE_PASSAGES ?? 1_000_000),
}
const QUERIES = 9
const KEY = 'scale-key-1234567890'
const headers = { 'x-api-key': KEY, 'content-type': 'application/json' }

test.describe.configure({ timeout: 3_600_000 })

const start = (dataDir: string, databaseUrl?: string) =>
  startServer('service', {
    SERVICE_PORT: '0',
    SERVICE_API_KEY: KEY,
    SERVICE_ACCESS_TOKEN: KEY,
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  })

/** Statements on the store itself, while no service runs on it. */
async function openStore(
  dataDir: string,
  databaseUrl?: string,
): Promise<{ run: Run; close(): Promise<void> }> {
  if (!databaseUrl) {
    const store = await PGlite.create({ dataDir: join(dataDir, 'database'), extensions: { pg_trgm } })
    return {
      run: async (statement, values) => (await store.query(statement, values)).rows,
      close: () => store.close(),
    }
  }
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  return {
    run: async (statement, values) => (await client.query(statement, values)).rows,
    close: () => client.end(),
  }
}

/** The filled store at this size; filled once where the directory stays. */
async function prepare(dataDir: string, size: Scale, databaseUrl?: string) {
  const mark = join(dataDir, `filled-${size.files}-${size.passages}`)
  if (existsSync(mark)) return
  await (await start(dataDir, databaseUrl)).stop()
  const store = await openStore(dataDir, databaseUrl)
  await fillStore(store.run, size, print)
  await store.close()
  writeFileSync(mark, '')
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const list = async ({ origin }: Running, what: 'files' | 'collections' = 'files') => {
  const response = await fetch(`${origin}/api/v1/knowledge-base/${what}`, { headers })
  return response.text()
}

async function search({ origin }: Running, query: string, scope: object): Promise<{ match: string }[]> {
  const response = await fetch(`${origin}/api/v1/knowledge-base/search`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query, ...scope }),
  })
  const answer = (await response.json()) as { passages?: { match: string }[] }
  if (!answer.passages) print(`    ${query}: ${JSON.stringify(answer)}`)
  return answer.passages ?? []
}

async function measure(service: Running) {
  const { files } = JSON.parse(await list(service)) as { files: { id: string }[] }
  expect(files).toHaveLength(scale.files)
  const lists: number[] = []
  for (let run = 0; run < 9; run++) lists.push(await timed(() => list(service)))
  print(`  list of ${files.length} files: ${spread(lists)} ms, whole answer`)

  const vocabulary = vocabularyOf(WORDS)
  const scopes = {
    'all files': {},
    'one collection': { collectionId: 'scale-1' },
    // The first file, which the phrases are from.
    'one file': { fileIds: [files.at(-1)?.id] },
  }
  for (const scope of Object.values(scopes)) await search(service, 'warranty', scope)
  const all: number[] = []
  for (const kind of KINDS) {
    const parts: string[] = []
    for (const [name, scope] of Object.entries(scopes)) {
      const times: number[] = []
      let found = 0
      for (const query of queriesOf(kind, vocabulary, QUERIES))
        times.push(
          await timed(async () => {
            found += (await search(service, query, scope)).length > 0 ? 1 : 0
          }),
        )
      all.push(...times)
      parts.push(`${name} ${spread(times)} ms, ${found} of ${QUERIES} find`)
    }
    print(`  ${kind}: ${parts.join('; ')}`)
  }
  print(
    `  search, all of these: ${median(all).toFixed(0)} ms, of a hundred five take ${percentile(all, 0.95)} ms or more`,
  )
  print(`  resident memory: ${residentMemory(service.pid).toFixed(0)} MB`)
}

const percentile = (values: readonly number[], share: number) =>
  ([...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0).toFixed(0)

/** A directory that stays for the next time, or one that is removed afterwards. */
async function directory(name: string) {
  const kept = process.env.SCALE_DIR
  if (!kept) {
    const path = await mkdtemp(join(tmpdir(), 'switchboard-scale-'))
    return { path, leave: () => rm(path, { recursive: true, force: true }) }
  }
  const path = join(kept, name)
  await mkdir(path, { recursive: true })
  return { path, leave: async () => {} }
}

test('embedded database', async () => {
  print(`embedded database, ${scale.files} files, ${scale.passages} passages`)
  const { path, leave } = await directory('embedded')
  await prepare(path, scale)
  const service = await start(path)
  await measure(service)
  await service.stop()
  await leave()
})

test('PostgreSQL beside it', async () => {
  const data = await directory('server')
  const cluster = await directory('cluster')
  const given = process.env.SCALE_DATABASE_URL
  const server = given ? undefined : await startPostgres(cluster.path)
  const url = given ?? server?.url
  if (!url) return print('PostgreSQL not measured: none is installed, and SCALE_DATABASE_URL names none')
  print(`PostgreSQL, ${scale.files} files, ${scale.passages} passages`)
  await prepare(data.path, scale, url)
  const service = await start(data.path, url)
  await measure(service)
  await service.stop()
  server?.stop()
  await cluster.leave()
  await data.leave()
})

test('memory while long lists are read', async () => {
  const { path, leave } = await directory('long-list')
  const size = { files: 100_000, passages: 0 }
  print(`embedded database, ${size.files} files, no passages`)
  await prepare(path, size)
  for (const what of ['files', 'collections'] as const) {
    const service = await start(path)
    const before = residentMemory(service.pid)
    let peak = 0
    const watch = setInterval(() => {
      peak = Math.max(peak, residentMemory(service.pid))
    }, 20)
    const times: number[] = []
    let bytes = 0
    for (let run = 0; run < 5; run++)
      times.push(
        await timed(async () => {
          bytes = (await list(service, what)).length
        }),
      )
    clearInterval(watch)
    print(
      `  ${what}: ${(bytes / 1e6).toFixed(0)} MB in ${spread(times)} ms; resident memory ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most`,
    )
    await service.stop()
  }
  await leave()
})
