import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** Where a request comes from, as far as that can be believed. */
export interface Source {
  /** The IP address of the person's side. */
  readonly address: string
  /** How the person's browser asked. Absent: no trusted hop said so. */
  readonly scheme?: 'http' | 'https'
}

/** Whether an IP address leads to this machine alone. */
export const isLoopbackAddress = (address: string) => /^(?:127\.\d+\.\d+\.\d+|::1)$/.test(address)

/** IPv4 in IPv6 is how a socket for both names an IPv4 peer. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** An entry of `TRUST_PROXY` in the form in which sockets name a peer; `undefined`: none. */
export function parseHop(text: string): string | undefined {
  if (text === 'loopback') return text
  const address = plain(text)
  const kind = isIP(address)
  if (kind === 6) return new URL(`http://[${address}]`).hostname.slice(1, -1)
  return kind === 4 ? address : undefined
}

/**
 * Only the hop in front is believed, and of what it says the last entry only, which it wrote itself: earlier ones are the sender's own words (D461).
 * `hops`: as `parseHop` reads them.
 */
export function sourceOf({ socket, headers }: IncomingMessage, hops: readonly string[]): Source {
  const peer = plain(socket.remoteAddress ?? '')
  if (!hops.includes(peer) && !(hops.includes('loopback') && isLoopbackAddress(peer)))
    return { address: peer }
  const last = (name: string) =>
    String(headers[name] ?? '')
      .split(',')
      .at(-1)
      ?.trim()
      .toLowerCase() ?? ''
  const [address, scheme] = [last('x-forwarded-for'), last('x-forwarded-proto')]
  return {
    address: isIP(address) ? plain(address) : peer,
    ...(scheme === 'http' || scheme === 'https' ? { scheme } : {}),
  }
}
