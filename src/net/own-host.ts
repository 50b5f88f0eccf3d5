import type { RequestListener } from 'node:http'
import { isIPv6 } from 'node:net'
import { inOrder } from './request-order'
import { tellOfEnd } from './server-limits'

/** Under which names a server may be called. */
export interface OwnHosts {
  /** The port that received the request; with it, the names of this machine count. */
  readonly port: number
  /** Further ones, as `parseHost` reads them. */
  readonly allowedHosts: readonly string[]
  /** How the browser asked, where a trusted hop says so. */
  readonly scheme?: 'http' | 'https'
}

const HOST = /^([a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?|\[[0-9a-f:.]+\])(?::([1-9]\d{0,4}))?$/

/**
 * A `Host` as browsers write it: in lower case, an IPv6 address in its one form. `undefined`: no host, or an address in a form that
 * browsers never send. A dot at the end would make another name, as it does for browsers.
 */
export function parseHost(text: string): string | undefined {
  const [, name = '', port] = HOST.exec(text.toLowerCase()) ?? []
  if (!URL.canParse(`http://${name}`) || name.includes('..') || Number(port ?? 0) > 65_535) return undefined
  const { hostname } = new URL(`http://${name}`)
  if (hostname !== name && !isIPv6(name.slice(1, -1))) return undefined
  return port === undefined ? hostname : `${hostname}:${port}`
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

/** Whether a parsed URL's host (with brackets) is this machine. */
export const isLoopbackHost = (hostname: string) => LOOPBACK.includes(hostname)

/** The usual port of http or https may be left out, and browsers do so. */
const withoutUsualPort = (host: string) => host.replace(/:(?:80|443)$/, '')

/** The values of a header in a request's raw headers, which hold repetitions. */
export function headerValues(rawHeaders: readonly string[], name: string): readonly string[] {
  const values: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at]
    // Most names differ in length, which costs less to see than a name in lower case to make.
    if (given?.length === name.length && given.toLowerCase() === name) values.push(rawHeaders[at + 1] ?? '')
  }
  return values
}

/**
 * The origins that a page at the request's one `Host` can have; `undefined`: the host is not ours. Only this check stops rebinding and
 * 0.0.0.0 (safety rule 2). Only an allowed host can be behind TLS (D41).
 */
export function ownOrigins(
  rawHeaders: readonly string[],
  { port, allowedHosts, scheme }: OwnHosts,
): readonly string[] | undefined {
  const [given = '', ...others] = headerValues(rawHeaders, 'host')
  // What nearly every request says is not taken apart.
  if (given === `127.0.0.1:${port}` && others.length === 0 && allowedHosts.length === 0 && port > 443)
    return [`http://${given}`]
  const host = withoutUsualPort(parseHost(given) ?? '')
  const isOneOf = (hosts: readonly string[]) => hosts.some((each) => withoutUsualPort(each) === host)
  if (host === '' || others.length > 0) return undefined
  if (isOneOf(allowedHosts)) return scheme ? [`${scheme}://${host}`] : [`http://${host}`, `https://${host}`]
  return isOneOf(LOOPBACK.map((name) => `${name}:${port}`)) ? [`http://${host}`] : undefined
}

const REFUSED = JSON.stringify({
  status: 421,
  message: 'This address is not one of the service. More can be named in ALLOWED_HOSTS.',
  code: 'MISDIRECTED_REQUEST',
  success: false,
})

/** Answers requests under our names only. The server must let a missing `Host` through to here. */
export const underOwnHosts =
  (allowedHosts: readonly string[], answer: RequestListener): RequestListener =>
  (request, response) => {
    const { rawHeaders, headers, socket } = request
    tellOfEnd(request, response)
    const [origin] = ownOrigins(rawHeaders, { port: socket.localPort ?? 0, allowedHosts }) ?? []
    if (origin) {
      // In its one form: what reads it next refuses an IPv6 address that is written out.
      headers.host = origin.replace(/^\w+:\/\//, '')
      inOrder(() => answer(request, response))
    } else
      response
        .writeHead(421, { 'content-type': 'application/json', 'cache-control': 'no-store' })
        .end(REFUSED)
  }
