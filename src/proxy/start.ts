import { createServer } from 'node:http'
import { listen, originOf, stopListening } from '../net/listening'
import { inOrder } from '../net/request-order'
import { LIMITS } from '../net/server-limits'
import { type Console, type ConsoleOptions, createConsole } from './app'
import { type ChatServer, openChatServer } from './chat-server'
import { type Config, refuseAddress } from './config'
import type { LocalService } from './local-service'
import { openPages } from './pages'
import type { TeamStore } from './team/store'
import { openTeam } from './team/team'

export interface StartOptions extends Pick<ConsoleOptions, 'limits' | 'timeouts' | 'log' | 'lookup'> {
  readonly config: Config
  /** Opens the local service for the console's origin. Absent: the hosted one at `config.serviceUrl`. */
  readonly openService?: (publicUrl: string) => LocalService | Promise<LocalService>
  /** Where a console with sign-in stores what the local service does not. */
  readonly openTeamStore?: () => Promise<TeamStore>
  /** Directory of the console's build. Absent: no pages are served. */
  readonly pages?: string
}

export interface RunningConsole {
  readonly origin: string
  /** Where a person opens it, such as `http://127.0.0.1:4600/switchboard`. */
  readonly address: string
  /** Where pages of other origins reach the web chat of the local service. */
  readonly chatAddress?: string
  /** Lets requests in flight finish for a few seconds, then ends them. */
  close(): Promise<void>
}

/** Who may come in, as configured. What is stored of them is with the local service, else in a store of its own. */
export async function teamOf(
  { config, openTeamStore }: Pick<StartOptions, 'config' | 'openTeamStore'>,
  service: LocalService | undefined,
) {
  const { signIn, basePath, trustedHops } = config
  if (!signIn) return undefined
  const store = service?.team ?? (await openTeamStore?.())
  if (!store) throw new Error('Sign-in needs a store')
  return openTeam({ signIn, basePath, trustedHops, store })
}

/** Listens first, so that a port in use is found before a database is touched; requests wait until the service is open. */
export async function startConsole(options: StartOptions): Promise<RunningConsole> {
  const { config, openService } = options
  const serviceOrigin = config.serviceUrl && new URL(config.serviceUrl).origin
  const pages =
    options.pages === undefined
      ? undefined
      : openPages(options.pages, { serviceOrigin, basePath: config.basePath })
  const server = createServer(LIMITS)
  let ready: (console: Console) => void = () => {}
  const opened = new Promise<Console>((settle) => {
    ready = settle
  })
  // Who left meanwhile no longer waits for what was asked.
  let answer: Console['listener'] = (request, response) =>
    void opened.then(({ listener }) => response.destroyed || listener(request, response))
  // Only what this process stores is waited for in order; to know the place of each request costs a tenth of passing it on (D711).
  const isStored = Boolean(openService ?? config.signIn)
  server.on('request', (...asked) => (isStored ? inOrder(() => answer(...asked)) : answer(...asked)))
  const port = await listen(server, config).catch(refuseAddress(config))
  const origin = originOf({ host: config.host, port })

  let service: LocalService | undefined
  let chat: ChatServer | undefined
  const stopAll = () => Promise.all([stopListening(server), chat?.close()])
  try {
    chat = openService && config.chatAddress !== 'none' ? await openChatServer(config, port) : undefined
    service = await openService?.(origin)
    if (service) chat?.serve(service)
    const team = await teamOf(options, service)
    const running = createConsole({
      ...options,
      pages,
      service,
      team,
      origin: () => origin,
      chatAddress: chat?.origin,
    })
    answer = running.listener
    ready(running)
    return {
      origin,
      address: `${origin}${config.basePath}`,
      chatAddress: chat?.origin,
      async close() {
        running.endStreams()
        service?.endStreams?.()
        await stopAll()
        await running.close()
        await service?.close?.()
        await team?.close()
      },
    }
  } catch (error) {
    server.closeAllConnections()
    await stopAll()
    await service?.close?.()
    throw error
  }
}
