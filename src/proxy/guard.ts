import { headerValues, type OwnHosts, ownOrigins } from '../net/own-host'

/** A request as it arrived, not interpreted yet. */
export interface RawRequest {
  readonly httpVersion: string
  readonly method: string
  /** The request target of the first line. */
  readonly target: string
  /** Names and values in turn, with repetitions. */
  readonly rawHeaders: readonly string[]
}

export interface GuardRules extends OwnHosts {
  /** The one path that a page of another site may lead to: where a sign-in provider leads back. */
  readonly callback?: string | undefined
}

export interface Verdict {
  readonly status: 400 | 403 | 421
  readonly message: string
}

const refuse = (status: Verdict['status'], message: string): Verdict => ({ status, message })

/** Encoded slash, backslash, dot and NUL change a path's meaning when decoded. None of our addresses has them. */
const TRICKY = /%(?:2f|5c|2e|00)/i

/** What nearly every request asks for, and none of the rules below is about. */
const PLAIN = /^(?:\/[\w-]+)+$/

function judgeTarget(target: string): Verdict | undefined {
  if (PLAIN.test(target)) return undefined
  if (!target.startsWith('/')) return refuse(400, 'The request target must start with a slash')
  // A browser encodes spaces, control characters and non-ASCII, and never sends a fragment.
  if (!/^[\x21-\x7e]+$/.test(target) || target.includes('#'))
    return refuse(400, 'The request target has characters that may not stand in an address')
  const [path = ''] = target.split('?', 1)
  if (TRICKY.test(path) || path.includes('\\') || path.includes('//'))
    return refuse(400, 'The path has an encoded or doubled separator, a backslash or an encoded dot')
  if (/%(?![0-9a-f]{2})/i.test(path)) return refuse(400, 'The path has a broken percent escape')
  if (path.split('/').some((segment) => segment === '.' || segment === '..'))
    return refuse(400, 'The path has a dot segment')
  return undefined
}

/** Judges every request before routing (safety rule 2). Only the check of `Host` stops rebinding and 0.0.0.0. Nothing turns it off. */
export function judgeRequest(request: RawRequest, rules: GuardRules): Verdict | undefined {
  const values = (name: string) => headerValues(request.rawHeaders, name)

  const ours = ownOrigins(request.rawHeaders, rules)
  if (request.httpVersion !== '1.1' || !ours)
    return refuse(421, 'This address is not one of the console. More can be named in ALLOWED_HOSTS')

  const badTarget = judgeTarget(request.target)
  if (badTarget) return badTarget

  if (values('upgrade').length > 0) return refuse(400, 'The console does not change protocols')

  const origins = values('origin')
  if (origins.length > 1 || (origins[0] !== undefined && !ours.includes(origins[0])))
    return refuse(403, 'Other websites may not call the console')

  const sites = values('sec-fetch-site')
  const isDocument =
    (request.method === 'GET' || request.method === 'HEAD') && values('sec-fetch-mode').join() === 'navigate'
  const site = sites.join()
  const isCallback =
    isDocument &&
    request.method === 'GET' &&
    values('sec-fetch-dest').join() === 'document' &&
    request.target.split('?', 1)[0] === rules.callback
  if (isCallback && ['cross-site', 'same-site'].includes(site)) return undefined
  if (sites.length > 0 && site !== 'same-origin' && !(site === 'none' && isDocument))
    return refuse(403, 'Other websites may not call the console. Type its address to open it')
  return undefined
}
