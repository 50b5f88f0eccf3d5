import { lookup } from 'node:dns'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { Agent } from 'undici'
import { isLoopbackHost } from './config'
import type { OwnService } from './tickets'
import { ask, connectorOf, exchange, NotConnected, type Reply, type Timeouts } from './upstream'

/** IPv4 ranges that are not on the public internet (RFC 6890), and the multicast and reserved ones. */
const IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** The same for IPv6. Tunnels and mapped forms are refused whole, because the sender chooses what is inside. */
const IPV6: readonly (readonly [string, number])[] = [
  ['::', 96],
  ['::ffff:0:0', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
]

// Two lists, because one would match every IPv4 address with the mapped range.
const private4 = new BlockList()
const private6 = new BlockList()
for (const [network, prefix] of IPV4) {
  private4.addSubnet(network, prefix)
  // NAT64 stands for public IPv4 hosts too, so only its private part is private.
  private6.addSubnet(`64:ff9b::${network}`, 96 + prefix, 'ipv6')
}
for (const [network, prefix] of IPV6) private6.addSubnet(network, prefix, 'ipv6')

/** Whether an IP address (no brackets) is loopback, private, link-local, metadata or otherwise not a public host. */
export function isPrivateAddress(address: string): boolean {
  const [bare = ''] = address.split('%', 1)
  return isIPv6(bare) ? private6.check(bare, 'ipv6') : private4.check(bare)
}

const TARGET_LENGTH_MAX = 6_000

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
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && isPrivateAddress(host)) return undefined
  return { url, named: false }
}

export class PrivateTargetError extends Error {}

export const isPrivateTarget = (error: unknown) =>
  error instanceof NotConnected && error.cause instanceof PrivateTargetError

/** Refuses a name with any private address. The connection uses these addresses, so that the name cannot change in between. */
export function lookupPublic(resolve: typeof lookup = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const [first] = addresses
      if (!first || addresses.some(({ address }) => isPrivateAddress(address)))
        return callback(new PrivateTargetError('private'), '')
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

export interface StorageOptions {
  /** Origins that may be used although they are private or not https; the service's is one. */
  readonly origins: () => readonly string[]
  /** Has its own origin's files, without a connection. */
  readonly local?: OwnService
  readonly timeouts: Timeouts
  /** Looks up targets that are not configured. */
  readonly lookup?: LookupFunction
}

export type Storage = ReturnType<typeof openStorage>

/** Where files are stored. Nothing of it gets a credential: an address is the permission. */
export function openStorage({ origins, local, timeouts, lookup = lookupPublic() }: StorageOptions) {
  const agentWith = (connect: { readonly lookup?: LookupFunction }) =>
    new Agent({
      pipelining: 1,
      headersTimeout: timeouts.headers,
      bodyTimeout: timeouts.body,
      connect: connectorOf({ timeout: timeouts.connect, ...connect }),
    })
  const named = agentWith({})
  // Checked for public addresses when connecting.
  const others = agentWith({ lookup })
  return {
    local,
    check: (address: string) => checkTarget(address, origins()),
    async send(
      target: NonNullable<TargetCheck>,
      { method, headers, body, signal }: StorageRequest,
    ): Promise<Reply> {
      const { origin, pathname, search } = target.url
      // Node takes a stream, and reads it as the service asks for it.
      const init = { method, headers, body, signal, duplex: 'half' }
      if (local && origin === local.origin())
        return ask(local.service, new Request(target.url, init as unknown as RequestInit))
      const path = `${pathname}${search}`
      return exchange(target.named ? named : others, { origin, path, method, headers, body, signal })
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
