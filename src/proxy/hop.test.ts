import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { sendRaw, startTestConsole } from './console.fixture'
import { sourceOf } from './hop'
import { openMemoryStore } from './team/memory-store.fixture'

const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage

const SAID = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' }

describe('where a request comes from', () => {
  it.each([
    ['no hop is trusted', '127.0.0.1', []],
    ['another hop is trusted', '127.0.0.1', ['10.0.0.5']],
    ['loopback is trusted, and it comes from elsewhere', '10.0.0.5', ['loopback']],
    ['the start of its address is the same', '10.0.0.55', ['10.0.0.5']],
  ])('is its peer, whatever it says, where %s', (_, peer, hops) => {
    expect(sourceOf(from(peer, SAID), hops)).toEqual({ address: peer })
  })

  it.each([
    ['127.0.0.1', 'loopback'],
    ['127.9.9.9', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['10.0.0.5', '10.0.0.5'],
    ['::ffff:10.0.0.5', '10.0.0.5'],
    ['2001:db8::7', '2001:db8::7'],
  ])('is what the hop %s says, where %s is trusted', (peer, hop) => {
    expect(sourceOf(from(peer, SAID), [hop])).toEqual({ address: '198.51.100.7', scheme: 'https' })
  })

  it('is the last entry: those before are what the sender wrote', () => {
    const headers = {
      'x-forwarded-for': '127.0.0.1, 203.0.113.9,198.51.100.7',
      'x-forwarded-proto': 'https, http',
    }
    expect(sourceOf(from('127.0.0.1', headers), ['loopback'])).toEqual({
      address: '198.51.100.7',
      scheme: 'http',
    })
  })

  it.each(['', 'unknown', '_hidden', '198.51.100.7:1234', 'a, b', '1.2.3.4,'])(
    'is the hop where it says %j',
    (said) => {
      const headers = { 'x-forwarded-for': said, 'x-forwarded-proto': 'ftp' }
      expect(sourceOf(from('127.0.0.1', headers), ['loopback'])).toEqual({ address: '127.0.0.1' })
    },
  )
})

const PASSWORD = 'a long password of the tests'

/** What a console under a path answers to a gateway for `console.example.com`. */
async function behindGateway(env: Record<string, string> = {}) {
  const { origin } = await startTestConsole(
    {
      SERVICE_URL: 'https://service.example.com',
      ALLOWED_HOSTS: 'console.example.com',
      TRUST_PROXY: 'loopback',
      BASE_PATH: '/switchboard',
      CONSOLE_PASSWORD: PASSWORD,
      ...env,
    },
    { openTeamStore: async () => openMemoryStore() },
  )
  return (line: string, headers: Record<string, string>, body = '') => {
    const all = {
      Host: 'console.example.com',
      Connection: 'close',
      'Content-Length': `${body.length}`,
      ...headers,
    }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
    return sendRaw(origin, `${line} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  }
}

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }
const HTTPS = { 'X-Forwarded-For': '198.51.100.7', 'X-Forwarded-Proto': 'https' }
const ENTER = `to=%2Fagents&password=${encodeURIComponent(PASSWORD)}`

describe('behind a gateway with TLS', () => {
  it('the cookie is secure and bound to the host, and the way goes on under the path', async () => {
    const send = await behindGateway()
    const answer = await send('POST /switchboard/sign-in', { ...FORM, ...HTTPS }, ENTER)
    expect(answer).toMatch(/^HTTP\/1.1 303 /)
    expect(answer).toMatch(/\r\nlocation: \/switchboard\/agents\r\n/i)
    const [, cookie = ''] =
      /set-cookie: ([^;]+); Path=\/; HttpOnly; SameSite=Strict; Secure; /i.exec(answer) ?? []
    expect(cookie).toMatch(/^__Host-switchboard\.switchboard=[\w-]{43}$/)
    const read = (headers: Record<string, string>) =>
      send('GET /switchboard/console/info', { Cookie: cookie, ...headers })
    expect(await read(HTTPS)).toMatch(/^HTTP\/1.1 200 .*"operator"/s)
    // The name of the cookie is another one without TLS, as a page without TLS can plant it.
    expect(await read({ 'X-Forwarded-Proto': 'http' })).toMatch(/^HTTP\/1.1 401 /)
  })

  it('the page to sign in sends its form to the path', async () => {
    const send = await behindGateway()
    const page = await send('GET /switchboard/agents', { Accept: 'text/html', ...HTTPS })
    expect(page).toContain('action="/switchboard/sign-in"')
    expect(page).toContain('name="to" value="/agents"')
  })

  it('a page without TLS at the same name may not write', async () => {
    const send = await behindGateway()
    const write = (origin: string, headers = HTTPS) =>
      send('POST /switchboard/sign-in', { ...FORM, ...headers, Origin: origin }, ENTER)
    expect(await write('http://console.example.com')).toMatch(/^HTTP\/1.1 403 /)
    expect(await write('https://console.example.com')).toMatch(/^HTTP\/1.1 303 /)
  })

  it.each([[{}], [{ TRUST_PROXY: '10.0.0.5' }], [{ TRUST_PROXY: '' }]])(
    'what a hop says that is not trusted changes nothing: %j',
    async (env) => {
      const send = await behindGateway(env)
      const headers = 'TRUST_PROXY' in env ? HTTPS : {}
      const answer = await send('POST /switchboard/sign-in', { ...FORM, ...headers }, ENTER)
      expect(answer).toMatch(
        /set-cookie: switchboard\.switchboard=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max/i,
      )
    },
  )
})
