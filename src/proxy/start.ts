import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Console, type ConsoleOptions, createConsole } from './app'
import type { Config } from './config'
import type { LocalService } from './local-service'
import { openPages } from './pages'
import { describeListenError } from './start-error'

export interface StartOptions extends Pick<ConsoleOptions, 'limits' | 'timeouts' | 'log' | 'lookup'> {
  readonly config: Config
  /** Opens the local service for the console's own origin. Absent: the one at `config.serviceUrl`. */
  readonly openService?: (publicUrl: string) => LocalService | Promise<LocalService>
  /** Directory of the console's build. Absent: no pages are served. */
  readonly pages?: string
}

export interface RunningConsole {
  /** Such as `http://127.0.0.1:4600`. */
  readonly origin: string
  /** Lets requests in flight finish for a few seconds, then ends them. */
  close(): Promise<void>
}

/** Bounds of the server: an idle or slow sender cannot hold it. Uploads go at the speed of their target, so they get long. */
const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 20_000,
  requestTimeout: 30 * 60_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  // The guard refuses a missing Host itself, with 421.
  requireHostHeader: false,
} as const

/** How long a console that is stopped takes further requests, in ms. */
const LAST_ANSWERS = 200

/** How long requests in flight may take to finish when the console is stopped, in ms. */
const GRACE = 3_000

/**
 * Listens, then opens the service, then answers; requests that come in between wait. So a port in use is found
 * before a database is touched. Rejects with a `StartError` for a port, or with what `openService` threw.
 */
export async function startConsole(options: StartOptions): Promise<RunningConsole> {
  const { config, openService } = options
  const pages = options.pages === undefined ? undefined : openPages(options.pages)
  const server = createServer(LIMITS)
  let ready: (console: Console) => void = () => {}
  const opened = new Promise<Console>((settle) => {
    ready = settle
  })
  server.on('request', (request, response) => {
    void opened.then(({ listener }) => listener(request, response))
  })
  await new Promise<void>((settle, reject) => {
    server.once('error', (error) => reject(describeListenError(error, config)))
    server.listen(config.port, config.host, settle)
  })
  const { port } = server.address() as AddressInfo
  const origin = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`

  const stopListening = async () => {
    // Whoever keeps a connection learns from the next answer that it is the last there: one that is closed while a request comes in breaks it.
    server.prependListener('request', (_, response) => response.setHeader('connection', 'close'))
    await sleep(LAST_ANSWERS)
    const closed = new Promise<void>((settle) => server.close(() => settle()))
    // A connection is kept alive after its last answer, so the idle ones are looked for until none is left.
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    const cut = setTimeout(() => server.closeAllConnections(), GRACE)
    await closed
    clearInterval(sweep)
    clearTimeout(cut)
  }

  let service: LocalService | undefined
  try {
    service = await openService?.(origin)
    const running = createConsole({ ...options, pages, service, origin: () => origin })
    ready(running)
    return {
      origin,
      async close() {
        await stopListening()
        await running.close()
        await service?.close?.()
      },
    }
  } catch (error) {
    server.closeAllConnections()
    await stopListening()
    await service?.close?.()
    throw error
  }
}
