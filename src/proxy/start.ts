import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Console, type ConsoleOptions, createConsole } from './app'
import { type Config, describeListenError } from './config'
import type { LocalService } from './local-service'
import { openPages } from './pages'

export interface StartOptions extends Pick<ConsoleOptions, 'limits' | 'timeouts' | 'log' | 'lookup'> {
  readonly config: Config
  /** Opens the local service for the console's origin. Absent: the hosted one at `config.serviceUrl`. */
  readonly openService?: (publicUrl: string) => LocalService | Promise<LocalService>
  /** Directory of the console's build. Absent: no pages are served. */
  readonly pages?: string
}

export interface RunningConsole {
  readonly origin: string
  /** Lets requests in flight finish for a few seconds, then ends them. */
  close(): Promise<void>
}

/** Limits for idle and slow senders. Uploads go at their target's speed, so requests may take long. */
const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 20_000,
  requestTimeout: 30 * 60_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  // The guard refuses a missing Host with 421.
  requireHostHeader: false,
} as const

/** How long a stopping console accepts further requests, in ms. */
const LAST_ANSWERS = 200

const GRACE = 3_000

/** Listens first, so that a port in use is found before a database is touched; requests wait until the service is open. */
export async function startConsole(options: StartOptions): Promise<RunningConsole> {
  const { config, openService } = options
  const serviceOrigin = config.serviceUrl && new URL(config.serviceUrl).origin
  const pages = options.pages === undefined ? undefined : openPages(options.pages, serviceOrigin)
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
    // Announces the end in the next answer: closing a connection while a request arrives would break that request.
    server.prependListener('request', (_, response) => response.setHeader('connection', 'close'))
    await sleep(LAST_ANSWERS)
    const closed = new Promise<void>((settle) => server.close(() => settle()))
    // A connection stays open after its last answer, so idle ones are closed again and again.
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
        running.endStreams()
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
