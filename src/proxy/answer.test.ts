import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { PROXY_CODES, type ProxyCode } from '../contract/errors'
import { closeNow, listen } from '../net/test-server.fixture'
import {
  answerFailure,
  answerJson,
  answerJsonText,
  answerStatus,
  failureCodeOf,
  refuse,
  refuseMethod,
  retryAfterHeader,
  streamHeaders,
  tagHeader,
  wordsOfStatus,
} from './answer'

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

it('an error that a late answer caused is a late answer, however deep', () => {
  const late = Object.assign(new Error('late'), { name: 'TimeoutError' })
  for (const error of [late, new Error('outside', { cause: new Error('inside', { cause: late }) })])
    for (const started of [true, false]) expect(failureCodeOf(error, started)).toBe('SERVICE_TIMED_OUT')
})

it.each([undefined, 'text', new Error('no code'), Object.assign(new Error('a number'), { code: 7 })])(
  'what has no code is a service that cannot be reached: %s',
  (error) => {
    expect(failureCodeOf(error, false)).toBe('SERVICE_UNREACHABLE')
    expect(failureCodeOf(error, true)).toBe('SERVICE_REPLY_BROKEN')
  },
)

it('a code that only contains the name of a TLS error is none', () => {
  for (const code of ['NOT_CERT_', 'EPROTOTYPE', 'XEPROTO'])
    expect(failureCodeOf(failed(code), false)).toBe('SERVICE_UNREACHABLE')
  for (const code of ['EPROTO', 'HOSTNAME_MISMATCH', 'ERR_SSL_WRONG_VERSION', 'SELF_SIGNED_CERT_IN_CHAIN'])
    expect(failureCodeOf(failed(code), false)).toBe('SERVICE_TLS_FAILED')
})

describe('headers of the service', () => {
  it.each(['0', '12345678', 'Sun, 06 Nov 1994 08:49:37 GMT'])('a time to wait is passed on: %s', (value) => {
    expect(retryAfterHeader(value)).toEqual({ 'retry-after': value })
  })
  it.each([
    undefined,
    '',
    '123456789',
    '1\r\nx: y',
    'soon',
    'x Sun, 06 Nov 1994 08:49:37 GMT',
    'S, 06 Nov 1994 08:49:37 GMT',
    '123, 06 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov',
    'Sun, 06-Nov-1994 08-49-37 GMT',
    `Sun, ${'0'.repeat(31)}`,
  ])('another is not: %s', (value) => {
    expect(retryAfterHeader(value)).toEqual({})
  })
  it('a tag is passed on under the name that was asked for, and nothing else is', () => {
    for (const tag of ['"a"', 'W/"a!~#"', `"${'x'.repeat(200)}"`])
      expect(tagHeader('etag', tag)).toEqual({ etag: tag })
    expect(tagHeader('if-none-match', '"a"')).toEqual({ 'if-none-match': '"a"' })
    for (const tag of [undefined, '', '""', 'a', 'x"a"', '"a"x', '"a"b"', '"a b"', `"${'x'.repeat(201)}"`])
      expect(tagHeader('etag', tag)).toEqual({})
  })
  it('a streamed answer has the length that the service gave, where it is one', () => {
    expect(streamHeaders('12', { etag: '"a"' })).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'content-length': '12',
      etag: '"a"',
    })
    for (const length of [undefined, '', 'x1', '1x', 'x'])
      expect(streamHeaders(length)).not.toHaveProperty('content-length')
  })
})

/** What a browser gets of an answer. */
async function answered(give: (response: ServerResponse) => void, init: RequestInit = {}) {
  const server = createServer((_, response) => give(response))
  onTestFinished(() => void closeNow(server))
  const reply = await fetch(await listen(server), init)
  return { status: reply.status, headers: Object.fromEntries(reply.headers), text: await reply.text() }
}

describe('an answer', () => {
  const SAFE = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  }

  it('of JSON has its type and length; a HEAD gets the headers only', async () => {
    const give = (response: ServerResponse) => answerJson(response, 201, { a: 'ü' }, { etag: '"a"' })
    const headers = {
      ...SAFE,
      'content-type': 'application/json; charset=utf-8',
      'content-length': '10',
      etag: '"a"',
    }
    const whole = await answered(give)
    expect(whole).toMatchObject({ status: 201, text: '{"a":"ü"}', headers })
    expect(await answered(give, { method: 'HEAD' })).toMatchObject({ status: 201, text: '', headers })
  })

  it.each([
    [200, '0'],
    [204, undefined],
    [304, undefined],
  ])('without a body has no type: %i', async (status, length) => {
    const { headers, text } = await answered((response) => answerJsonText(response, status, Buffer.alloc(0)))
    expect(headers).toMatchObject(SAFE)
    expect(headers).not.toHaveProperty('content-type')
    expect(headers['content-length']).toBe(length)
    expect(text).toBe('')
  })

  it('that refuses names its reason, and the methods that are allowed', async () => {
    const refusal = await answered((response) => refuseMethod(response, ['GET', 'POST']), { method: 'PUT' })
    expect(refusal).toMatchObject({ status: 405, headers: { ...SAFE, allow: 'GET, POST' } })
    expect(JSON.parse(refusal.text)).toEqual({
      status: 405,
      message: 'This address answers GET, POST only',
      code: 'REQUEST_REFUSED',
      success: false,
    })
  })

  it('in the place of the service names its 403, and says what to do only once', async () => {
    const bodyOf = async (code: ProxyCode) =>
      JSON.parse((await answered((response) => answerFailure(response, code, { upstreamStatus: 403 }))).text)
    expect((await bodyOf('NOT_PERMITTED')).message).toContain('The service answered 403')
    const { message, nextStep } = await bodyOf('UPLOAD_TARGET_REFUSED')
    expect(nextStep).toContain('UPLOAD_ORIGINS')
    expect(message).not.toContain('UPLOAD_ORIGINS')
  })

  it('that has begun is broken off, so that half of it never looks whole', async () => {
    for (const more of [
      (response: ServerResponse) => answerStatus(response, 500),
      (response: ServerResponse) => refuse(response, 502, 'It broke off', {}, 'SERVICE_REPLY_BROKEN'),
    ])
      await expect(
        answered((response) => {
          response.writeHead(200)
          response.write('half')
          setImmediate(() => more(response))
        }),
      ).rejects.toThrow()
  })

  it('to somebody who goes on sending arrives, and the connection then ends', async () => {
    const server = createServer((_, response) => refuse(response, 413, 'Too much'))
    onTestFinished(() => void server.close())
    const socket = connect(Number(new URL(await listen(server)).port), '127.0.0.1')
    let heard = ''
    socket.on('data', (chunk) => {
      heard += chunk
    })
    socket.on('error', () => {})
    socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1000\r\n\r\nbegin')
    await once(socket, 'close')
    expect(heard).toMatch(/^HTTP\/1\.1 413 /)
  })
})

describe('a failure of the service', () => {
  const failure = async (
    ...given: [Parameters<typeof answerFailure>[1], Parameters<typeof answerFailure>[2]?]
  ) => {
    const { status, headers, text } = await answered((response) => answerFailure(response, ...given))
    return { status, heard: headers['x-service-status'], message: JSON.parse(text).message }
  }
  const key = { credentialSource: 'SERVICE_API_KEY' }

  it.each([
    ['SERVICE_TIMED_OUT', {}, 504, /did not answer in time/],
    ['SERVICE_UNREACHABLE', {}, 502, /cannot be reached/],
    ['CREDENTIAL_MISSING', key, 502, /^This needs the API key\. Set SERVICE_API_KEY and/],
    ['CREDENTIAL_REFUSED', key, 502, /^The service refused the API key\. Check SERVICE_API_KEY$/],
    [
      'CREDENTIAL_REFUSED',
      { originOnly: true, chatOrigin: 'https://a.example' },
      502,
      / https:\/\/a\.example\. Add /,
    ],
    [
      'NOT_PERMITTED',
      { credentialSource: 'SERVICE_ACCESS_TOKEN' },
      502,
      / with the access token\. .* SERVICE_ACCESS_TOKEN may do/,
    ],
    ['SERVICE_REPLY_NOT_JSON', { upstreamStatus: 200 }, 502, /answered 200 with something/],
    ['SERVICE_STATUS_UNUSABLE', { upstreamStatus: 407 }, 502, /gateway before the service .* answered 407$/],
    ['SERVICE_STATUS_UNUSABLE', { upstreamStatus: 199 }, 502, /status 199, which no service gives$/],
  ] as const)('%s is said in words of ours', async (code, about, status, message) => {
    expect(await failure(code, about)).toEqual({
      status,
      heard: 'upstreamStatus' in about ? String(about.upstreamStatus) : undefined,
      message: expect.stringMatching(message),
    })
  })

  it.each(Object.keys(PROXY_CODES) as ProxyCode[])(
    '%s says what to do, in one sentence or two',
    async (code) => {
      const { text } = await answered((response) => answerFailure(response, code, key))
      const { nextStep } = JSON.parse(text)
      if (code === 'REQUEST_REFUSED') expect(nextStep).toBeUndefined()
      else expect(nextStep).toMatch(/^[A-Z].*\.$/)
    },
  )

  it('by its status alone says what is known of it', async () => {
    const { status, headers, text } = await answered((response) =>
      answerStatus(response, 503, { 'retry-after': '5' }),
    )
    expect([status, headers['retry-after'], headers['x-service-status']]).toEqual([503, '5', '503'])
    expect(JSON.parse(text)).toEqual({ status: 503, message: wordsOfStatus(503), success: false })
    expect(wordsOfStatus(503)).toBe('The service gave no reason')
    // The rail says "Only a gateway answers" of these. The status stands beside it.
    for (const gateway of [502, 504])
      expect(wordsOfStatus(gateway)).toBe('A gateway answered, and the service behind it did not')
    expect(wordsOfStatus(429)).toBe('The service has had too many requests')
    for (const absent of [404, 405, 501])
      expect(wordsOfStatus(absent)).toBe('The service has nothing at this address')
  })
})
