import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkStore } from '../service/check-store'
import { loadEnvironment, readModelConfig, readRequestsPerSecond, readStoreConfig } from '../service/config'
import { explainStart } from '../service/explain-start'
import { openService } from '../service/open'
import { type Console, createConsole } from './app'
import { type Config, ConfigError, readConfig } from './config'
import type { LocalService } from './local-service'
import { formatEntry, type LogEntry } from './log'
import { startConsole } from './start'
import { StartError } from './start-error'

// The composition root: the one file where the proxy meets the local service.

/** Standard output has the one line that says where the console is. */
const writeError = (text: string) => process.stderr.write(`${text}\n`)
const log = (entry: LogEntry) => writeError(formatEntry(entry))

function loadConfig(): Config {
  loadEnvironment()
  return readConfig(process.env)
}

/** When it has not ended by then, in ms after it was told to, it ends all the same; the next start recovers as after a crash (D224). */
const END_BY = 8_000

/** The local service with credentials of this start, unless `SERVICE_URL` names another service. */
function chooseService(config: Config, programs: string) {
  if (config.serviceUrl) return undefined
  const store = readStoreConfig(process.env)
  const model = readModelConfig(process.env)
  const requestsPerSecond = readRequestsPerSecond(process.env)
  return async (publicUrl: string): Promise<LocalService> => {
    await checkStore(store)
    const secret = () => randomBytes(32).toString('base64url')
    const credentials = { apiKey: secret(), accessToken: secret() }
    return openService({
      ...store,
      credentials,
      publicUrl,
      programs,
      model,
      requestsPerSecond,
      // Requests have their line from the proxy already.
      log: (entry) => entry.event !== 'request' && writeError(JSON.stringify(entry)),
    })
  }
}

/**
 * For the development server: the same proxy as middleware that hands everything else on, behind the same guard.
 * `programs` is the directory of the service's bundled worker programs.
 */
export async function openDevelopmentConsole({ programs }: { programs: string }): Promise<Console> {
  const config = loadConfig()
  const origin = `http://127.0.0.1:${config.port}`
  const service = await chooseService(config, programs)?.(origin)
  const console = createConsole({ config, service, origin: () => origin })
  return {
    ...console,
    async close() {
      await console.close()
      await service?.close?.()
    },
  }
}

async function main() {
  const here = dirname(fileURLToPath(import.meta.url))
  const config = loadConfig()
  const running = await startConsole({
    config,
    openService: chooseService(config, here),
    pages: join(here, '../client'),
    log,
  })
  process.stdout.write(`Switchboard is ready at ${running.origin}\n`)

  const stop = () => {
    process.off('SIGINT', stop).off('SIGTERM', stop)
    setTimeout(() => process.exit(0), END_BY)
    // A second signal ends the process at once, by the default.
    running.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
}

// Loaded from source, this is the development server's or a test's import; the bundle is the program.
if (import.meta.env.PROD)
  main().catch((error: unknown) => {
    writeError(
      error instanceof ConfigError || error instanceof StartError ? error.message : explainStart(error),
    )
    process.exit(1)
  })
