import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { and, isNull, lt } from 'drizzle-orm'
import { createService, type Service, type ServiceOptions } from './app'
import { listenForBackups } from './backup/control'
import { removeSnapshots, takeSnapshot } from './backup/snapshot'
import { type Blobs, openBlobs } from './blobs'
import { type Clock, systemClock } from './clock'
import type { Credentials } from './credentials'
import { randomIds } from './ids'
import { createExtractor } from './ingestion/extractor'
import type { Extract } from './ingestion-queue'
import { keepCredentials, keepLinkKey } from './kept-secrets'
import type { Log } from './log'
import { seed } from './seed'
import { lockDirectory } from './store/lock'
import { type Database, openDatabase } from './store/open-database'
import { files } from './store/schema'
import type { ModelConfig } from './testing-lab/language-model'

export interface OpenOptions {
  /** Where everything is kept: uploads, keys and, without `databaseUrl`, the database. */
  readonly dataDir: string
  /** `postgres://...` of a server to keep the records in. */
  readonly databaseUrl?: string
  /** Absent: made once and kept in the data directory. */
  readonly credentials?: Credentials
  readonly publicUrl: ServiceOptions['publicUrl']
  /** Directory of the bundled programs (`pglite-worker.js`, `extract-program.js`). */
  readonly programs: string
  /** Absent: rules play in the testing lab. */
  readonly model?: ModelConfig
  readonly log?: Log
  /** Where the time comes from; absent: from the system. */
  readonly clock?: Clock
  /** What reads documents; absent: the reader in a process of its own. */
  readonly extract?: Extract
}

/** A service with everything that belongs to it; closing it closes that too. */
export interface OpenedService extends Service {
  readonly credentials: Credentials
}

/** Upload targets that nobody used for a day are forgotten, in milliseconds. */
const ABANDONED = 24 * 60 * 60 * 1000

/** Opens the service on a data directory. Throws `StartRefused` when another process has it. */
export async function openService(options: OpenOptions): Promise<OpenedService> {
  const { databaseUrl, publicUrl, programs, log, model, clock = systemClock } = options
  const dataDir = resolve(options.dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const opened: (() => unknown)[] = []
  const closeAll = async () => {
    for (let close = opened.pop(); close; close = opened.pop()) await close()
  }
  try {
    const lock = lockDirectory(dataDir)
    opened.push(() => lock.release())
    await removeSnapshots(dataDir)
    const credentials = options.credentials ?? keepCredentials(dataDir)
    const store = await openDatabase({ dataDir, databaseUrl, programs })
    opened.push(() => store.close())
    await seed(store.db, clock)
    const blobs = await openBlobs(join(dataDir, 'blobs'))
    await forgetAbandoned(store.db, blobs, clock)
    const extractor = createExtractor({ programs })
    opened.push(() => extractor.close())
    const service = await createService({
      database: store.db,
      blobs,
      clock,
      ids: randomIds,
      credentials,
      publicUrl,
      linkKey: keepLinkKey(dataDir),
      extract: options.extract ?? extractor.extract,
      log,
      model: model && (await connectTo(model)),
    })
    opened.push(() => service.close())
    if (store.kind === 'embedded') {
      const control = await listenForBackups((signal) => takeSnapshot(dataDir, store.db.$client, signal))
      opened.push(() => control.close())
      lock.announce(control.address)
    }
    return { ...service, credentials, close: closeAll }
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

/** Forgets targets that were never used, and bytes on disk that no file stands for. */
async function forgetAbandoned(db: Database, blobs: Blobs, clock: Clock): Promise<void> {
  const long = new Date(clock.now().getTime() - ABANDONED)
  await db.delete(files).where(and(isNull(files.recordedAt), lt(files.requestedAt, long)))
  const known = await db.select({ id: files.id }).from(files)
  await blobs.removeOthers(new Set(known.map(({ id }) => id)))
}
