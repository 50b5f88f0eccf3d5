import type { ProxyCode } from '../contract/errors'

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Certificates that cannot be trusted, and servers that do not speak TLS. */
const TLS = /^(?:CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO$|HOSTNAME_MISMATCH$)/

/**
 * Names a failed exchange. `started`: the request was handed to a connection, so some of it can have arrived and a write
 * is then unknown, not failed.
 */
export function failureCodeOf(error: unknown, started: boolean): ProxyCode {
  const code = codeOf(error)
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') return 'SERVICE_TIMED_OUT'
  if (started) return 'SERVICE_REPLY_BROKEN'
  return TLS.test(code) ? 'SERVICE_TLS_FAILED' : 'SERVICE_UNREACHABLE'
}
