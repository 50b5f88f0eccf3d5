import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopbackHost } from './config'
import { isPrivateAddress } from './private-address'

/** Longest address that is sealed: presigned ones have one to three thousand characters. */
const TARGET_LENGTH_MAX = 6_000

/** Names of this machine count as one: a service reached as `localhost` calls itself `127.0.0.1`. */
const sameOrigin = (one: URL, other: URL) =>
  one.protocol === other.protocol &&
  one.port === other.port &&
  (one.hostname === other.hostname || (isLoopbackHost(one.hostname) && isLoopbackHost(other.hostname)))

/** Where a file may go: `named` origins are configured and may be private; others must prove public at connect time. */
export type TargetCheck = { readonly url: URL; readonly named: boolean } | undefined

/**
 * Checks an upload address that the service returned (safety rule 7). `origins` are those of the service itself and of
 * `UPLOAD_ORIGINS`. Returns `undefined` when no file may be sent there.
 */
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

/** A name that leads to a private address. */
export class PrivateTargetError extends Error {}

/**
 * Looks a name up for a connection and refuses it when any of its addresses is private. The connection is made to the
 * addresses returned here, so a name cannot change its mind between check and use.
 */
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
