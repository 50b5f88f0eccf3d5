import { expect, it } from 'vitest'
import { failureCodeOf } from './answer'

const failed = (code: string) => Object.assign(new Error('at 10.0.0.7'), { code })

it.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SERVICE_TLS_FAILED'],
  ['CERT_HAS_EXPIRED', 'SERVICE_TLS_FAILED'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'SERVICE_TLS_FAILED'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'SERVICE_TLS_FAILED'],
  ['ECONNREFUSED', 'SERVICE_UNREACHABLE'],
  ['ENOTFOUND', 'SERVICE_UNREACHABLE'],
  ['UND_ERR_CONNECT_TIMEOUT', 'SERVICE_UNREACHABLE'],
  ['ECONNRESET', 'SERVICE_UNREACHABLE'],
])('%s before anything was sent is %s', (code, expected) => {
  expect(failureCodeOf(failed(code), false)).toBe(expected)
})

it.each([
  ['ECONNRESET', 'SERVICE_REPLY_BROKEN'],
  ['EPROTO', 'SERVICE_REPLY_BROKEN'],
  ['UND_ERR_HEADERS_TIMEOUT', 'SERVICE_TIMED_OUT'],
  ['UND_ERR_BODY_TIMEOUT', 'SERVICE_TIMED_OUT'],
])('%s after the request was handed over is %s, which may have arrived', (code, expected) => {
  expect(failureCodeOf(failed(code), true)).toBe(expected)
})
