import { describe, expect, it } from 'vitest'
import { judgeRequest, type RawRequest } from './guard'

const rules = {
  port: 4600,
  allowedHosts: ['console.example.com', 'lab.example.com:8443', '[2001:db8::7]:8443'],
}

interface Given extends Partial<Omit<RawRequest, 'rawHeaders'>> {
  headers?: readonly (readonly [string, string])[]
  host?: string
}

const judge = ({ headers = [], host = '127.0.0.1:4600', ...given }: Given) =>
  judgeRequest(
    {
      httpVersion: '1.1',
      method: 'GET',
      target: '/',
      rawHeaders: [['Host', host] as const, ...headers].flat(),
      ...given,
    },
    rules,
  )?.status

describe('Host', () => {
  it.each(['127.0.0.1:4600', 'localhost:4600', '[::1]:4600', 'console.example.com', 'lab.example.com:8443'])(
    '%s is ours',
    (host) => expect(judge({ host })).toBeUndefined(),
  )

  it.each([
    'evil.example',
    'evil.example:4600',
    '127.0.0.1',
    '127.0.0.1:4601',
    '0.0.0.0:4600',
    'localhost.:4600',
    'localhost:4600.evil.example',
    'localhost:4600@evil.example',
    'lab.example.com',
    'console.example.com:4600',
    '127.0.0.1:4600, 127.0.0.1:4600',
    '',
  ])('%j is not', (host) => expect(judge({ host })).toBe(421))

  it.each([
    'LocalHost:4600',
    '[0:0:0:0:0:0:0:1]:4600',
    '[::0001]:4600',
    'Console.Example.com',
    'console.example.com:443',
    'console.example.com:80',
    '[2001:db8::7]:8443',
    '[2001:DB8:0:0::7]:8443',
  ])('%s is ours however it is written', (host) => expect(judge({ host })).toBeUndefined())

  it.each([
    '[::1',
    '::1:4600',
    '[::]:4600',
    '[::2]:4600',
    '[::1]:4601',
    '[::1%lo]:4600',
    '[::ffff:127.0.0.1]:4600',
    '[::ffff:7f00:1]:4600',
    '[2001:db8::7]',
    '[2001:db8::7]:443',
    '127.1:4600',
    '2130706433:4600',
    '0x7f.0.0.1:4600',
    '127.0.0.1.:4600',
    '127.0.0.2:4600',
    'console.example.com.',
    'console.example.com:04600',
    'console.example.com:8443',
    'console.example.com:',
    'a.console.example.com',
    'localhost:99999',
    'localhost:4600/',
    ' localhost:4600',
    'l\u00f6calhost:4600',
  ])('%j is another', (host) => expect(judge({ host })).toBe(421))

  it('must be there exactly once', () => {
    const raw = { httpVersion: '1.1', method: 'GET', target: '/' }
    expect(judgeRequest({ ...raw, rawHeaders: [] }, rules)?.status).toBe(421)
    expect(judge({ headers: [['host', '127.0.0.1:4600']] })).toBe(421)
    expect(judge({ headers: [['HOST', 'evil.example']] })).toBe(421)
  })

  it('may leave out the port only where that is 80', () => {
    const raw = { httpVersion: '1.1', method: 'GET', target: '/', rawHeaders: ['Host', 'localhost'] }
    expect(judgeRequest(raw, { port: 80, allowedHosts: [] })).toBeUndefined()
    expect(judgeRequest(raw, rules)?.status).toBe(421)
    for (const host of ['evil.example', '0.0.0.0', ''])
      expect(
        judgeRequest({ ...raw, rawHeaders: ['Host', host] }, { port: 80, allowedHosts: [] })?.status,
      ).toBe(421)
  })

  it('comes with HTTP/1.1 only', () => {
    expect(judge({ httpVersion: '1.0' })).toBe(421)
    expect(judge({ httpVersion: '2.0' })).toBe(421)
  })
})

describe('target', () => {
  it.each(['/', '/knowledge/files', '/api/v1/tools?cursor=a%2Fb&limit=10', '/a.b/..c/%24x', '/a?b=//c/../d'])(
    '%s passes',
    (target) => expect(judge({ target })).toBeUndefined(),
  )

  it.each([
    '//evil.example/',
    '/api//v1/tools',
    'http://127.0.0.1:4600/',
    '*',
    '',
    'api',
    '/api/../healthz',
    '/api/./v1',
    '/..',
    '/api/%2e%2e/v1',
    '/api/%2E/v1',
    '/api%2fv1',
    '/api%2Fv1',
    '/api%5cv1',
    '/api%5Cv1',
    '/api\\v1',
    '/api%00',
    '/api%',
    '/api%zz',
    '/api%4',
    '/api%4g',
    '/a b',
    '/a\u0001',
    '/ü',
    '/a#b',
  ])('%j is refused', (target) => expect(judge({ target })).toBe(400))
})

describe('Origin', () => {
  it('is ours when it is that of the Host', () => {
    expect(judge({ headers: [['Origin', 'http://127.0.0.1:4600']] })).toBeUndefined()
    expect(judge({ host: 'console.example.com', headers: [['Origin', 'https://console.example.com']] })).toBe(
      undefined,
    )
  })

  it.each([
    ['LOCALHOST:4600', 'http://localhost:4600'],
    ['[0:0:0:0:0:0:0:1]:4600', 'http://[::1]:4600'],
    ['console.example.com:443', 'https://console.example.com'],
    ['[2001:DB8::7]:8443', 'https://[2001:db8::7]:8443'],
  ])('at %s it is %s, as browsers write it', (host, origin) =>
    expect(judge({ host, headers: [['Origin', origin]] })).toBeUndefined(),
  )

  it.each([
    ['[::1]:4600', 'http://[0:0:0:0:0:0:0:1]:4600'],
    ['[::1]:4600', 'http://127.0.0.1:4600'],
    ['[::1]:4600', 'http://[::ffff:127.0.0.1]:4600'],
    ['localhost:4600', 'HTTP://LOCALHOST:4600'],
    ['localhost:4600', 'http://localhost.:4600'],
    ['console.example.com', 'https://console.example.com:444'],
    ['console.example.com', 'https://console.example.com.'],
    ['console.example.com', 'https://console.example.com/'],
  ])('at %s it is not %s', (host, origin) => expect(judge({ host, headers: [['Origin', origin]] })).toBe(403))

  it.each([
    'http://localhost:4600',
    'https://127.0.0.1:4600',
    'http://127.0.0.1:4601',
    'http://127.0.0.1',
    'http://evil.example',
    'http://127.0.0.1:4600.evil.example',
    'null',
    '',
  ])('%j is not', (origin) => expect(judge({ headers: [['origin', origin]] })).toBe(403))

  it.each([
    'https://evil.example',
    'https://lab.example.com:8443',
    'https://console.example.com.evil.example',
  ])('%j is not, at an allowed host', (origin) =>
    expect(judge({ host: 'console.example.com', headers: [['Origin', origin]] })).toBe(403),
  )

  it('is a header, not the value of one', () => {
    expect(
      judge({
        headers: [
          ['X-Note', 'Origin'],
          ['X-Other', 'http://evil.example'],
        ],
      }),
    ).toBeUndefined()
  })

  it('may not be repeated', () => {
    const headers = [
      ['Origin', 'http://127.0.0.1:4600'],
      ['Origin', 'http://127.0.0.1:4600'],
    ] as const
    expect(judge({ headers })).toBe(403)
  })
})

describe('Sec-Fetch-Site', () => {
  const site = (value: string, ...others: (readonly [string, string])[]): Given => ({
    headers: [['Sec-Fetch-Site', value], ...others],
  })

  it('is same-origin, or none for a document', () => {
    expect(judge({ method: 'POST', ...site('same-origin') })).toBeUndefined()
    for (const method of ['GET', 'HEAD'])
      expect(judge({ method, ...site('none', ['Sec-Fetch-Mode', 'navigate']) })).toBeUndefined()
  })

  it.each(['cross-site', 'same-site', 'NONE', ''])('%j is refused', (value) => {
    expect(judge(site(value, ['Sec-Fetch-Mode', 'navigate']))).toBe(403)
  })

  it('none is refused for anything but reading a document', () => {
    expect(judge(site('none'))).toBe(403)
    expect(judge(site('none', ['Sec-Fetch-Mode', 'cors']))).toBe(403)
    expect(judge({ method: 'POST', ...site('none', ['Sec-Fetch-Mode', 'navigate']) })).toBe(403)
    expect(judge(site('same-origin', ['sec-fetch-site', 'cross-site']))).toBe(403)
  })
})

it('refuses to change protocols', () => {
  expect(judge({ headers: [['Upgrade', 'websocket']] })).toBe(400)
})
