import { hkdfSync } from 'node:crypto'
import { join, resolve } from 'node:path'
import { createService, type Service, type ServiceOptions } from './app'
import { offerBackups } from './backup/control'
import { openBlobs } from './blobs/open-blobs'
import { type Clock, systemClock } from './clock'
import type { Credentials } from './credentials'
import { randomIds } from './ids'
import { createExtractor } from './ingestion/extractor'
import type { Extract } from './ingestion-queue'
import { keepSecrets } from './kept-secrets'
import { describeError, type Log } from './log'
import { seed } from './seed'
import { type DirectoryLock, lockDirectory } from './store/lock'
import { type DatabaseOptions, openDatabase } from './store/open-database'
import type { ModelConfig } from './testing-lab/language-model'

export interface OpenOptions {
  /** Where everything is kept, by one process at a time. With `databaseUrl` nothing is kept here. */
  readonly dataDir: string
  /** `postgres://...` of a server to keep everything in, for any number of processes. */
  readonly databaseUrl?: string
  /** What is absent is made once and kept in the store. */
  readonly credentials?: Partial<Credentials>
  readonly publicUrl: ServiceOptions['publicUrl']
  /** Directory of the bundled programs (`pglite-worker.js`, `extract-program.js`). */
  readonly programs: string
  /** Absent: rules play in the testing lab. */
  readonly model?: ModelConfig
  /** Requests that are let through per second, over all processes on the store; absent: no limit. */
  readonly requestsPerSecond?: number
  readonly log?: Log
  /** Where the time comes from; absent: from the system. */
  readonly clock?: Clock
  /** What reads documents; absent: the reader in a process of its own. */
  readonly extract?: Extract
  /** How long the store may keep somebody waiting; absent: as is usual. */
  readonly bounds?: DatabaseOptions['bounds']
}

/** A service with everything that belongs to it; closing it closes that too. */
export interface OpenedService extends Service {
  readonly credentials: Credentials
  /** A key for a purpose, the same in every process on the store. */
  sharedKey(purpose: string): Uint8Array<ArrayBuffer>
}

/** Opens the service on its store. Throws `StartRefused` when another process has the data directory, or the bytes in it are of another store. */
export async function openService(options: OpenOptions): Promise<OpenedService> {
  const { databaseUrl, publicUrl, programs, log, model, clock = systemClock } = options
  const dataDir = resolve(options.dataDir)
  const opened: (() => unknown)[] = []
  const closeAll = async () => {
    for (let close = opened.pop(); close; close = opened.pop())
      try {
        await close()
      } catch (error) {
        // What cannot be closed keeps nothing else open, the lock above all.
        log?.({ event: 'error', ...describeError(error) })
      }
  }
  try {
    let lock: DirectoryLock | undefined
    if (!databaseUrl) {
      lock = lockDirectory(dataDir)
      opened.push(() => lock?.release())
    }
    const store = await openDatabase({ dataDir, databaseUrl, programs, log, bounds: options.bounds })
    opened.push(() => store.close())
    await seed(store.db, clock)
    const { linkKey, ...kept } = await keepSecrets(store.db, dataDir)
    const { apiKey = kept.apiKey, accessToken = kept.accessToken } = options.credentials ?? {}
    const credentials = { apiKey, accessToken }
    const blobs = await openBlobs(store, join(dataDir, 'blobs'))
    const extractor = createExtractor({ programs })
    opened.push(() => extractor.close())
    const service = await createService({
      database: store.db,
      isStoreAnswering: store.isAnswering,
      blobs,
      clock,
      ids: randomIds,
      credentials,
      publicUrl,
      linkKey,
      requestsPerSecond: options.requestsPerSecond,
      extract: options.extract ?? extractor.extract,
      log,
      model: model && (await connectTo(model)),
    })
    // Jobs stop first, within a bound; what still waits for the store is ended by closing that (D224).
    opened.push(() => service.close())
    if (lock) opened.push(await offerBackups(lock, dataDir, store.db.$client))
    return {
      ...service,
      credentials,
      sharedKey: (purpose) => new Uint8Array(hkdfSync('sha256', linkKey, '', purpose, 32)),
      close: closeAll,
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** The client library is loaded only where a model is configured: it takes its time and memory. */
async function connectTo(model: ModelConfig) {
  const { createChatModel } = await import('./testing-lab/chat-model')
  return createChatModel(model)
}
