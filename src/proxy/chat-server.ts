import { createServer, type RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { listen, originOf, stopListening } from '../net/listening'
import { underOwnHosts } from '../net/own-host'
import { LIMITS } from '../net/server-limits'
import { refuse } from './answer'
import { type Config, refuseAddress } from './config'
import { sourceOf } from './hop'
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
 * and the widget, and nothing else; the service checks origins and tokens (D334). `port`: of the console. Rejects with `StartRefused`.
 */
export async function openChatServer(
  { host, chatPort, chatAddress, allowedHosts, tlsOnly, trustedHops }: Config,
  port: number,
): Promise<ChatServer> {
  let ready: (service: LocalService) => void = () => {}
  const opened = new Promise<LocalService>((settle) => {
    ready = settle
  })
  const answer = getRequestListener(
    async (request) => (await opened).fetchForPages?.(request) ?? new Response(null, { status: 404 }),
  )
  const hosts = chatAddress ? [...allowedHosts, new URL(chatAddress).host] : allowedHosts
  const throughGateway: RequestListener = (request, response) => {
    if (!tlsOnly || sourceOf(request, trustedHops).scheme === 'https') void answer(request, response)
    else refuse(response, 403, 'The web chat is reached through its gateway, by https alone')
  }
  const start = async (wanted: number) => {
    const server = createServer(LIMITS, underOwnHosts(hosts, throughGateway))
    const address = { host, port: wanted }
    const port = await listen(server, address).catch(refuseAddress(address, 'CHAT_PORT'))
    return { server, port }
  }
  // The port after the console's, so that it stays the same. Where nobody chose it and no gateway leads there, another does as well.
  const beside = port < 65_535 ? port + 1 : 0
  const isAny = chatPort === undefined && chatAddress === undefined
  const running = await (isAny ? start(beside).catch(() => start(0)) : start(chatPort ?? beside))
  return {
    origin: chatAddress ?? originOf({ host, port: running.port }),
    serve: ready,
    close: () => stopListening(running.server),
  }
}
