import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { runnerImport } from 'vite'
import { gate } from '../src/net/gate.fixture'
import { closeNow, listen } from '../src/net/test-server.fixture'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Where the build puts the programs that the service starts. */
const programs = fileURLToPath(new URL('../dist/server', import.meta.url))

const CREDENTIALS = { apiKey: 'a-key-of-the-tests', accessToken: 'a-token-of-the-tests' }

const loaded = new Map<string, Promise<unknown>>()

/** Loads a module of the service from its sources, as Vite does, once for all journeys of a process. */
async function load<Module>(path: string): Promise<Module> {
  const file = `${root}src/service/${path}`
  const module =
    loaded.get(file) ??
    runnerImport<Module>(file, { root, configFile: false }).then((imported) => imported.module)
  loaded.set(file, module)
  return module as Promise<Module>
}

export interface StuckService {
  /** The environment of a console that is connected to it. */
  readonly environment: Record<string, string>
  /** Sets its clock this many minutes back, so that new records are that old. */
  setBehind(minutes: number): void
  /** Lets ingestion continue, as after a repair. */
  heal(): void
  /** How many answers to an operation its log has so far. */
  answered(operation: string): number
  stop(): Promise<void>
}

/** The real local service, whose ingestion starts a document and stops until `heal`. */
export async function startStuckService(dataDir: string): Promise<StuckService> {
  const { openService } = await load<typeof import('../src/service/open')>('open.ts')
  const { createExtractor } =
    await load<typeof import('../src/service/ingestion/extractor')>('ingestion/extractor.ts')
  const extractor = createExtractor({ programs })
  const { open: heal, opened: healed } = gate()
  let behind = 0
  const answers = new Map<string, number>()

  const server = createServer()
  const origin = await listen(server)
  const service = await openService({
    dataDir,
    programs,
    publicUrl: origin,
    credentials: CREDENTIALS,
    clock: { now: () => new Date(Date.now() - behind) },
    extract: async (input) => {
      const stopped = new Promise<never>((_, reject) =>
        input.signal.addEventListener('abort', () => reject(input.signal.reason), { once: true }),
      )
      await Promise.race([healed, stopped])
      return extractor.extract(input)
    },
    log: ({ event, operation }) => {
      if (event === 'request' && operation) answers.set(operation, (answers.get(operation) ?? 0) + 1)
    },
  })
  server.on(
    'request',
    getRequestListener((request) => service.fetch(request)),
  )
  return {
    environment: {
      SERVICE_URL: origin,
      SERVICE_API_KEY: CREDENTIALS.apiKey,
      SERVICE_ACCESS_TOKEN: CREDENTIALS.accessToken,
    },
    setBehind(minutes) {
      behind = minutes * 60_000
    },
    heal,
    answered: (operation) => answers.get(operation) ?? 0,
    async stop() {
      await closeNow(server)
      await service.close?.()
      await extractor.close()
    },
  }
}
