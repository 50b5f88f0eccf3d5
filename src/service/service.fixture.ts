import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { matchPath } from '../contract/operation'
import { type OperationName, operations } from '../contract/operations'
import { createService, type Service, type ServiceOptions } from './app'
import type { Blobs } from './blobs/blobs'
import { openBlobs } from './blobs/open-blobs'
import { placeEmptyDatabase } from './empty-database.fixture'
import { handlers } from './handlers/handlers'
import { randomIds } from './ids'
import type { Extract } from './ingestion/extractor'
import type { Log, LogEntry } from './log'
import { type OpenedService, type OpenOptions, openService } from './open'
import { seed } from './seed'
import { type DatabaseOptions, type OpenedDatabase, openDatabase } from './store/open-database'
import { blobs as blobRows } from './store/schema'

export const CREDENTIALS = { apiKey: 'test-key-1234', accessToken: 'test-token-5678' }
export const PUBLIC_URL = 'http://service.test'

/** Reads any file as one passage that has its name of kind in it. */
const readPlainly: Extract = async ({ kind }) => ({
  ok: true,
  passages: [{ text: `A ${kind} about opening hours`, page: kind === 'pdf' ? 1 : undefined }],
})

interface TestDatabase extends OpenedDatabase {
  readonly dataDir: string
  readonly databaseUrl?: string
  /** Closes the store and leaves everything in place. */
  shut(): Promise<void>
}

/** An empty, migrated store: embedded, or a new database on the server at TEST_DATABASE_URL. */
export async function openTestDatabase(
  options: Pick<DatabaseOptions, 'bounds' | 'log'> = {},
): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(inject('stores'), 'service-'))
  const serverUrl = process.env.TEST_DATABASE_URL
  const name = `test_${randomBytes(8).toString('hex')}`
  const databaseUrl = serverUrl ? Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href : undefined
  if (serverUrl) await onServer(serverUrl, `create database ${name} template ${inject('migrated')}`)
  if (!serverUrl) await placeEmptyDatabase(dataDir)
  const opened = await openDatabase({ dataDir, databaseUrl, programs: inject('programs'), ...options })
  let closing: Promise<void> | undefined
  const shut = () => {
    closing ??= opened.close()
    return closing
  }
  return {
    ...opened,
    dataDir,
    databaseUrl,
    shut,
    async close() {
      await shut()
      if (serverUrl) await onServer(serverUrl, `drop database ${name} with (force)`)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

interface LentStore extends TestDatabase {
  /** Who hears of it now. */
  log: Log
}

/** Embedded stores that earlier files of this worker opened, emptied. They live as long as the worker, their directories as long as the run. */
const spare: LentStore[] = []

const EMPTY = `do $$ begin
  execute (select 'truncate ' || string_agg(quote_ident(tablename), ', ') || ' restart identity'
    from pg_tables where schemaname = 'public' and tablename <> 'migrations');
end $$`

/** A store for one file. Opening an embedded one takes longer than most files, so they hand theirs on (D630). */
async function borrowStore(log: Log, bounds?: DatabaseOptions['bounds']): Promise<LentStore> {
  const known = bounds ? undefined : spare.pop()
  if (known) return Object.assign(known, { log })
  const heard = { log }
  return Object.assign(heard, await openTestDatabase({ bounds, log: (entry) => heard.log(entry) }))
}

async function giveBack(store: LentStore, bounds?: DatabaseOptions['bounds']): Promise<void> {
  if (bounds || store.databaseUrl) return store.close()
  rmSync(join(store.dataDir, 'blobs'), { recursive: true, force: true })
  await store.db.execute(EMPTY)
  spare.push(store)
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Opens services as the program does; `closeAll` closes those that are still open. */
export function openedServices() {
  const running: OpenedService[] = []
  return {
    async open(options: Partial<OpenOptions> & Pick<OpenOptions, 'dataDir'>) {
      const service = await openService({
        credentials: CREDENTIALS,
        publicUrl: PUBLIC_URL,
        programs: inject('programs'),
        ...options,
      })
      running.push(service)
      return { send: sendTo(() => service), service: () => service, close: () => service.close() }
    },
    async closeAll() {
      for (const service of running.splice(0)) await service.close()
    },
  }
}

interface Sent {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

/** Sends requests with both credentials to a service; a `body` goes as JSON. */
export function sendTo(service: () => Pick<Service, 'fetch'>) {
  return async (path: string, { method = 'GET', body, headers = {} }: Sent = {}) => {
    const response = await service().fetch(
      new Request(new URL(path, PUBLIC_URL), {
        method,
        headers: {
          'x-api-key': CREDENTIALS.apiKey,
          authorization: `Bearer ${CREDENTIALS.accessToken}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
      }),
    )
    const text = await response.text()
    const json: unknown = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : undefined
    if (response.ok) checkAnswer(method, new URL(path, PUBLIC_URL).pathname, response.status, json)
    else if (response.status !== 304)
      expect(json, `${method} ${path}`).toMatchObject({ status: response.status, success: false })
    return { status: response.status, headers: response.headers, text, json }
  }
}

/** A service on a fresh store for the tests of one file. Its clock stands still until it is moved. */
export function testService(changes: Partial<ServiceOptions> = {}, bounds?: DatabaseOptions['bounds']) {
  const clock = { at: new Date('2026-03-01T10:00:00.000Z'), now: () => clock.at }
  const log: LogEntry[] = []
  const held: {
    extract: Extract
    service?: Service
    blobs?: Blobs
    opened?: LentStore
  } = { extract: readPlainly }
  const opened = () => held.opened ?? expect.fail('the store is not open')
  const service = () => held.service ?? expect.fail('the service is not open')

  const blobs = () => held.blobs ?? expect.fail('the bytes are not open')

  async function start() {
    held.blobs = await openBlobs(opened(), join(opened().dataDir, 'blobs'))
    held.service = await createService({
      db: opened().db,
      isStoreAnswering: opened().isAnswering,
      blobs: held.blobs,
      clock,
      ids: randomIds,
      credentials: CREDENTIALS,
      publicUrl: PUBLIC_URL,
      linkKey: Buffer.alloc(32, 7),
      extract: (input) => held.extract(input),
      log: (entry) => log.push(entry),
      ...changes,
    })
  }

  beforeAll(async () => {
    held.opened = await borrowStore((entry) => log.push(entry), bounds)
    await seed(opened().db, clock)
    await start()
  })
  afterAll(async () => {
    await held.service?.close()
    if (held.opened) await giveBack(held.opened, bounds)
  })

  const send = sendTo(service)

  return {
    clock,
    log,
    send,
    service,
    database: () => opened().db,
    dataDir: () => opened().dataDir,
    databaseUrl: () => opened().databaseUrl,
    blobs,
    stored: () => listStored(opened()),
    readFilesWith: (extract: Extract) => {
      held.extract = extract
    },
    readFilesPlainly: () => {
      held.extract = readPlainly
    },
    /** Ends the service and starts it anew on the same store, as after a restart. */
    async restart() {
      await service().close()
      await start()
    },
  }
}

/** What a store has of uploads, done or not. */
export async function listStored({
  db,
  kind,
  dataDir,
}: Pick<TestDatabase, 'db' | 'kind' | 'dataDir'>): Promise<string[]> {
  if (kind === 'embedded') return readdirSync(join(dataDir, 'blobs')).filter((name) => name !== 'store-id')
  return (await db.select().from(blobRows)).map(({ id, key }) => id ?? `${key}.part`)
}

export type TestService = ReturnType<typeof testService>

/** What journeys need of it. */
export type Served = Pick<TestService, 'send'> & { service(): Pick<Service, 'fetch'> }

/** Every answer of an operation is exactly what we say we answer, and the contract's tolerant reader reads it. */
function checkAnswer(method: string, path: string, status: number, json: unknown): void {
  for (const name of Object.keys(operations) as OperationName[]) {
    const operation = operations[name]
    if (operation.method !== method || !matchPath(operation, path)) continue
    expect(status, name).toBe(handlers[name].status)
    const strict = handlers[name].body.safeParse(json)
    expect(strict.error, `${name} answers what it says`).toBeUndefined()
    expect(operation.reply.safeParse(json).error, `${name} is read by the contract`).toBeUndefined()
    return
  }
}
