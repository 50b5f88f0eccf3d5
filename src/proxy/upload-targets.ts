import type { LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { Agent } from 'undici'
import { within } from '../net/deadline'
import { isLoopbackHost } from '../net/own-host'
import { isPrivateHost, lookupPublic, PrivateAddress } from '../net/public-address'
import { exchange, type Reply } from './exchange'
import type { TicketRules } from './tickets'
import { ask, connectorOf, NotConnected, type Timeouts } from './upstream'

const TARGET_LENGTH_MAX = 6_000

/** What may wait for a slow target before the browser is held back. Less than a few pieces of 64 kB would hold it back after each. */
const WAITING_BYTES = 512 * 1024

/** Names of this machine count as one: a service reached as `localhost` calls itself `127.0.0.1`. */
const sameOrigin = (one: URL, other: URL) =>
  one.protocol === other.protocol &&
  one.port === other.port &&
  (one.hostname === other.hostname || (isLoopbackHost(one.hostname) && isLoopbackHost(other.hostname)))

/** `named`: the origin is configured, so it may be private. Others must turn out public when connecting. */
type TargetCheck = { readonly url: URL; readonly named: boolean } | undefined

/** Checks an upload address from the service (safety rule 7). `origins`: the service's and `UPLOAD_ORIGINS`. */
export function checkTarget(address: string, origins: readonly string[]): TargetCheck {
  if (address.length > TARGET_LENGTH_MAX || !URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.username || url.password) return undefined
  if (origins.some((origin) => sameOrigin(url, new URL(origin)))) return { url, named: true }
  if (url.protocol !== 'https:') return undefined
  if (isPrivateHost(url)) return undefined
  return { url, named: false }
}

export const isPrivateTarget = (error: unknown) =>
  error instanceof NotConnected && error.cause instanceof PrivateAddress

export interface StorageOptions extends TicketRules {
  /** Origins that may be used although they are private or not https; the service's is one. */
  readonly origins: () => readonly string[]
  readonly timeouts: Timeouts
  /** Looks up targets that are not configured. */
  readonly lookup?: LookupFunction
}

export type Storage = ReturnType<typeof openStorage>

/** Where files are stored. Nothing of it gets a credential: an address is the permission. */
export function openStorage({
  origins,
  local,
  sharedKey,
  timeouts,
  lookup = lookupPublic(),
}: StorageOptions) {
  const agentWith = (connect: { readonly lookup?: LookupFunction }) =>
    new Agent({
      pipelining: 1,
      headersTimeout: timeouts.headers,
      bodyTimeout: timeouts.body,
      connect: connectorOf({ timeout: timeouts.connect, highWaterMark: WAITING_BYTES, ...connect }),
    })
  const named = agentWith({})
  // Checked for public addresses when connecting.
  const others = agentWith({ lookup })
  return {
    local,
    sharedKey,
    check: (address: string) => checkTarget(address, origins()),
    async send(
      target: NonNullable<TargetCheck>,
      { method, headers, body, ...request }: StorageRequest,
    ): Promise<Reply> {
      const signal = within(timeouts.storage, request.signal)
      signal.throwIfAborted()
      const { origin, pathname, search } = target.url
      // Node takes a stream, and reads it as the service asks for it.
      const init = { method, headers, body, signal, duplex: 'half' }
      if (local && origin === local.origin())
        return ask(local.service, new Request(target.url, init as unknown as RequestInit))
      const path = `${pathname}${search}`
      const sending = exchange(target.named ? named : others, { origin, path, method, headers, body })
      signal.addEventListener('abort', () => sending.abandon(signal.reason as Error), { once: true })
      return sending.reply
    },
    async close() {
      await Promise.all([named.destroy(), others.destroy()])
    },
  }
}

interface StorageRequest {
  readonly method: 'GET' | 'PUT'
  readonly headers: Record<string, string>
  readonly body?: Readable
  readonly signal: AbortSignal
}
