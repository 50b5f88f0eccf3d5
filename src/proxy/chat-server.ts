import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { underOwnHosts } from '../net/own-host'
import { LIMITS } from '../net/server-limits'
import type { Config } from './config'
import { listen, originOf, stopListening } from './listening'
import type { LocalService } from './local-service'

export interface ChatServer {
  /** Where pages of other origins reach the web chat of the local service. */
  readonly origin: string
  /** Answers from now on; requests of before waited. */
  serve(service: LocalService): void
  close(): Promise<void>
}

/**
 * Opens an address for pages of other origins beside the console's, which answers none (safety rules 2 and 3). It has the operations of web chat
 * and the widget, and nothing else; the service checks origins and tokens (D334). `port`: of the console. Rejects with a `StartError`.
 */
export async function openChatServer(
  { host, chatPort, allowedHosts }: Config,
  port: number,
): Promise<ChatServer> {
  let ready: (service: LocalService) => void = () => {}
  const opened = new Promise<LocalService>((settle) => {
    ready = settle
  })
  const answer = getRequestListener(
    async (request) => (await opened).fetchForPages?.(request) ?? new Response(null, { status: 404 }),
  )
  const start = async (wanted: number) => {
    const server = createServer(LIMITS, underOwnHosts(allowedHosts, answer))
    return { server, port: await listen(server, { host, port: wanted }, 'CHAT_PORT') }
  }
  // The port after the console's, so that it stays the same; nobody chose it, so another does as well.
  const beside = port < 65_535 ? port + 1 : 0
  const running = await (chatPort === undefined ? start(beside).catch(() => start(0)) : start(chatPort))
  return {
    origin: originOf({ host }, running.port),
    serve: ready,
    close: () => stopListening(running.server),
  }
}
