import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadEnvironment, readLocalConfig, readStoreConfig, type StoreConfig } from '../service/config'
import { explainStart } from '../service/explain'
import { type Console, createConsole, formatEntry, type LogEntry } from './app'
import { openChatServer } from './chat-server'
import { type Config, readConfig } from './config'
import type { LocalService } from './local-service'
import { type RunningConsole, startConsole, teamOf } from './start'

// The only file where the proxy meets the local service.

/** Lines of the log that wait for others: each write is a wait for the system, which costs a twentieth of a request. */
let lines: string[] = []

/** Of the log, in ms. */
const WAIT_MS = 50

// Standard output has only the lines that say where the console is, and where pages reach its web chat.
function writeError(...texts: readonly string[]) {
  const all = [...lines, ...texts]
  lines = []
  if (all.length > 0) process.stderr.write(`${all.join('\n')}\n`)
}
process.on('exit', () => writeError())

function log(entry: LogEntry) {
  if (lines.push(formatEntry(entry)) === 1) setTimeout(writeError, WAIT_MS).unref()
}

function loadConfig(): Config {
  loadEnvironment()
  return readConfig(process.env)
}

/** Ends the process this long after the signal, in ms, finished or not; the next start recovers as after a crash (D224). */
const END_BY = 8_000

/** Before a hosted service nothing of the local one is loaded, which would take a fifth of the memory. */
async function checked(store: StoreConfig) {
  const { checkStore } = await import('../service/check-store')
  await checkStore(store)
}

/** Opens the local service with credentials of this start, unless `SERVICE_URL` is set. */
function chooseService(config: Config, programs: string) {
  if (config.serviceUrl) return undefined
  const local = readLocalConfig(process.env)
  return async (publicUrl: string): Promise<LocalService> => {
    await checked(local)
    const { openService } = await import('../service/open')
    const secret = () => randomBytes(32).toString('base64url')
    const credentials = { apiKey: secret(), accessToken: secret() }
    return openService({
      ...local,
      credentials,
      publicUrl,
      programs,
      // The proxy already logs requests.
      log: (entry) => entry.event !== 'request' && writeError(JSON.stringify(entry)),
    })
  }
}

/** For a console with sign-in before a hosted service. */
const storeForTeam = (programs: string) => async () => {
  const store = readStoreConfig(process.env)
  await checked(store)
  const { openTeamStore } = await import('../service/team/open-team-store')
  return openTeamStore({ ...store, programs })
}

/** The proxy as middleware of the development server. `programs`: directory of the bundled worker programs. */
export async function openDevelopmentConsole({ programs }: { programs: string }): Promise<Console> {
  // Vite has a path of its own kind, which it wants to know before.
  const config = { ...loadConfig(), basePath: '' }
  const origin = `http://127.0.0.1:${config.port}`
  const service = await chooseService(config, programs)?.(origin)
  const chat =
    service && config.chatAddress !== 'none' ? await openChatServer(config, config.port) : undefined
  if (service) chat?.serve(service)
  const team = await teamOf({ config, openTeamStore: storeForTeam(programs) }, service)
  const console = createConsole({ config, service, team, origin: () => origin, chatAddress: chat?.origin })
  return {
    ...console,
    async close() {
      service?.endStreams?.()
      await chat?.close()
      await console.close()
      await service?.close?.()
      await team?.close()
    },
  }
}

async function main(): Promise<RunningConsole> {
  const here = dirname(fileURLToPath(import.meta.url))
  const config = loadConfig()
  const running = await startConsole({
    config,
    openService: chooseService(config, here),
    openTeamStore: storeForTeam(here),
    pages: join(here, '../client'),
    log,
  })
  const stop = () => {
    process.off('SIGINT', stop).off('SIGTERM', stop)
    setTimeout(() => process.exit(), END_BY)
    // Without a handler, a second signal ends the process at once.
    running.close().then(
      () => process.exit(),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  // Who reads that it is ready may stop it at once.
  const { address, chatAddress } = running
  const forPages = chatAddress === undefined ? '' : `Web chat for your pages is at ${chatAddress}\n`
  process.stdout.write(`Switchboard is ready at ${address}\n${forPages}`)
  return running
}

/** The console of this process. The bundle is the program; from source, this file is imported by the development server or a test. */
export const started = import.meta.env.PROD
  ? main().catch((error: unknown) => {
      writeError(explainStart(error))
      process.exit(1)
    })
  : undefined
