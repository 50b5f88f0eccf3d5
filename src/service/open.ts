import { join, resolve } from 'node:path'
import { createService, type Service, type ServiceOptions } from './app'
import { offerBackups } from './backup/control'
import { openBlobs } from './blobs/open-blobs'
import { systemClock } from './clock'
import type { StoreConfig } from './config'
import { type Credentials, openSecrets, sharedKeyOf } from './credentials'
import type { ModelConfig } from './engine/language-model'
import { randomIds } from './ids'
import { createExtractor } from './ingestion/extractor'
import { freeAll } from './jobs/lease'
import { describeError } from './log'
import { seed } from './seed'
import { type DirectoryLock, lockDirectory } from './store/lock'
import { type DatabaseOptions, openDatabase } from './store/open-database'
import { teamStoreOn } from './team/team-store'

/** `databaseUrl`: for any number of processes; `dataDir` is unused then, else for one process at a time. */
export interface OpenOptions
  extends StoreConfig,
    Pick<ServiceOptions, 'publicUrl' | 'requestsPerSecond' | 'chatTokenLifetime' | 'toolHosts' | 'log'>,
    Partial<Pick<ServiceOptions, 'clock' | 'extract'>> {
  /** Absent ones are made once and stored. */
  readonly credentials?: Partial<Credentials>
  /** Directory of the bundled programs (`pglite-worker.js`, `extract-program.js`), and of `widget.js`. */
  readonly programs: string
  readonly model?: ModelConfig
  readonly bounds?: DatabaseOptions['bounds']
}

export interface OpenedService extends Service {
  readonly credentials: Credentials
  /** A key for a purpose, the same in every process on the store. */
  sharedKey(purpose: string): Uint8Array<ArrayBuffer>
  readonly team: ReturnType<typeof teamStoreOn>
}

/** Opens the service and its store; closing it closes both. Throws `StartRefused` if the data directory is in use or of another store. */
export async function openService(options: OpenOptions): Promise<OpenedService> {
  const { databaseUrl, publicUrl, programs, log, model, clock = systemClock } = options
  const dataDir = resolve(options.dataDir)
  const opened: (() => unknown)[] = []
  const closeAll = async () => {
    for (let close = opened.pop(); close; close = opened.pop())
      try {
        await close()
      } catch (error) {
        // The rest must still close, above all the lock.
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
    if (lock) await freeAll(store.db)
    await seed(store.db, clock)
    const { linkKey, ...stored } = await openSecrets(store.db, dataDir)
    const { apiKey = stored.apiKey, accessToken = stored.accessToken } = options.credentials ?? {}
    const credentials = { apiKey, accessToken }
    const blobs = await openBlobs(store, join(dataDir, 'blobs'))
    const extractor = createExtractor({ programs })
    opened.push(() => extractor.close())
    const service = await createService({
      db: store.db,
      isStoreAnswering: store.isAnswering,
      blobs,
      clock,
      ids: randomIds,
      credentials,
      publicUrl,
      linkKey,
      requestsPerSecond: options.requestsPerSecond,
      toolHosts: options.toolHosts,
      chatTokenLifetime: options.chatTokenLifetime,
      widget: join(programs, 'widget.js'),
      extract: options.extract ?? extractor.extract,
      log,
      ...(model && (await connectTo(model))),
    })
    // Jobs stop first, within a time limit; closing the store ends what still waits for it (D224).
    opened.push(() => service.close())
    if (lock) opened.push(await offerBackups(lock, dataDir, store.db.$client))
    return {
      ...service,
      credentials,
      team: teamStoreOn(store.db),
      sharedKey: sharedKeyOf({ linkKey }),
      close: closeAll,
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** Loads the client library only if a model is configured, because it takes time and memory. */
async function connectTo(model: ModelConfig) {
  const [{ createChatModel }, { createEmbeddingModel }] = await Promise.all([
    import('./engine/chat-model'),
    import('./engine/embedding-model'),
  ])
  const { embedModel } = model
  return {
    model: createChatModel(model),
    ...(embedModel && { embedder: createEmbeddingModel(model, embedModel) }),
  }
}
