import { createServer, Server } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { closeNow, listen } from '../../net/test-server.fixture'
import { readConfig } from '../config'
import { startTestConsole } from '../console.fixture'
import { judgeRequest } from '../guard'
import { openMemoryStore } from './memory-store.fixture'
import { roleOf } from './oidc'

describe('what somebody may do', () => {
  const lists = {
    allowed: ['example.com', 'gwen@guests.example', 'both.example'],
    viewers: ['guests.example', 'paul@example.com', 'both.example', 'ann@both.example'],
  }

  it.each([
    ['anna@example.com', 'operator'],
    ['paul@example.com', 'viewer'],
    ['gwen@guests.example', 'operator'],
    ['gus@guests.example', 'viewer'],
    ['in.doubt@both.example', 'viewer'],
    ['eve@elsewhere.example', undefined],
    ['eve@sub.example.com', undefined],
    ['eve@notexample.com', undefined],
    ['eve@example.com@elsewhere.example', undefined],
  ])('of %s is %s', (email, role) => {
    expect(roleOf(email, lists)).toBe(role)
  })
})

const ENV = {
  OIDC_ISSUER: 'https://id.example.com/realm',
  OIDC_CLIENT_ID: 'switchboard',
  OIDC_CLIENT_SECRET: 'secret-1',
  OIDC_ALLOWED: 'Example.com, carl@partner.example',
}

describe('the configuration', () => {
  it('is read, addresses in lower case', () => {
    expect(readConfig({ ...ENV, OIDC_VIEWERS: 'guests.example' }).signIn).toMatchObject({
      oidc: {
        issuer: 'https://id.example.com/realm',
        clientId: 'switchboard',
        clientSecret: 'secret-1',
        allowed: ['example.com', 'carl@partner.example'],
        viewers: ['guests.example'],
      },
    })
  })

  it.each(Object.keys(ENV))('is whole, or the start says that %s is missing', (name) => {
    const read = () => readConfig({ ...ENV, [name]: '' })
    expect(read).toThrow(/^OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_ALLOWED belong together/)
    expect(read).not.toThrow(/secret-1/)
  })

  it.each([
    ['OIDC_ISSUER', 'http://id.example.com'],
    ['OIDC_ISSUER', 'https://id.example.com/?a=b'],
    ['OIDC_ALLOWED', '*'],
    ['OIDC_ALLOWED', '@example.com'],
    ['OIDC_ALLOWED', '*.example.com'],
    ['OIDC_VIEWERS', 'anna@'],
  ])('is refused with %s=%s', (name, value) => {
    expect(() => readConfig({ ...ENV, [name]: value })).toThrow(new RegExp(`^${name} must be`))
  })

  it('is no second way to sign in beside a password', () => {
    expect(() => readConfig({ ...ENV, CONSOLE_PASSWORD: 'a long password' })).toThrow(/two ways to sign in/)
  })
})

describe('the guard', () => {
  const rules = { port: 4600, allowedHosts: [], callback: '/base/sign-in/callback' }
  const NAVIGATION = {
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
    'sec-fetch-site': 'cross-site',
  }
  const judge = (target: string, headers: Record<string, string> = {}, more: object = {}) =>
    judgeRequest(
      {
        httpVersion: '1.1',
        method: 'GET',
        target,
        rawHeaders: Object.entries({ host: '127.0.0.1:4600', ...NAVIGATION, ...headers }).flat(),
      },
      { ...rules, ...more },
    )?.status

  it('lets the way back from the provider through', () => {
    expect(judge('/base/sign-in/callback?code=a&state=b')).toBeUndefined()
    expect(judge('/base/sign-in/callback', { 'sec-fetch-site': 'same-site' })).toBeUndefined()
  })

  it.each([
    ['another path', '/base/agents', {}, {}],
    ['a path that only begins so', '/base/sign-in/callback/x', {}, {}],
    ['the path at the root', '/sign-in/callback', {}, {}],
    ['what is no navigation', '/base/sign-in/callback', { 'sec-fetch-mode': 'cors' }, {}],
    ['a script', '/base/sign-in/callback', { 'sec-fetch-mode': 'no-cors' }, {}],
    ['a frame', '/base/sign-in/callback', { 'sec-fetch-dest': 'iframe' }, {}],
    ['another origin', '/base/sign-in/callback', { origin: 'https://elsewhere.example' }, {}],
    ['any page where nobody signs in at a provider', '/base/sign-in/callback', {}, { callback: undefined }],
  ])('refuses %s', (_, target, headers, more) => {
    expect(judge(target, headers, more)).toBe(403)
  })

  it('judges host and address of it as of all others', () => {
    expect(judge('/base/sign-in/callback', { host: 'elsewhere.example' })).toBe(421)
    expect(judge('/base/sign-in/callback/../x')).toBe(400)
  })
})

/** A console whose provider answers everything with this. */
async function startWithProvider(answer: string | undefined | Server) {
  const provider =
    answer instanceof Server
      ? answer
      : createServer((_, response) =>
          answer === undefined
            ? response.destroy()
            : response.writeHead(200, { 'content-type': 'application/json' }).end(answer),
        )
  const issuer = await listen(provider)
  onTestFinished(() => void closeNow(provider))
  const { origin } = await startTestConsole(
    { ...ENV, OIDC_ISSUER: issuer, SERVICE_URL: 'https://service.example.com' },
    { openTeamStore: async () => openMemoryStore() },
  )
  const ask = (path: string, init: RequestInit = {}) => fetch(origin + path, { redirect: 'manual', ...init })
  return Object.assign(ask, { cookie: `switchboard-${new URL(origin).port}-begun` })
}

describe('a console with a provider', () => {
  it.each([
    ['does not answer', undefined],
    ['answers something else', '<html>'],
    ['says that it is another one', '{"issuer":"https://other.example"}'],
  ])('says so where it %s', async (_, answer) => {
    const ask = await startWithProvider(answer)
    const page = await ask('/sign-in/start?to=/sign-in/done')
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '10'])
    const text = await page.text()
    expect(text).toContain('The sign-in provider does not answer, or not as it should.')
    expect(text).toContain('/sign-in/start?to=%2Fsign-in%2Fdone"')
  })

  it('leads nobody to one that went away a moment ago', async () => {
    const provider = createServer(({ headers }, response) => {
      const issuer = `http://${headers.host}`
      const description = { issuer, authorization_endpoint: `${issuer}/auth`, jwks_uri: `${issuer}/keys` }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(description))
    })
    const ask = await startWithProvider(provider)
    expect((await ask('/sign-in/start')).status).toBe(303)
    await closeNow(provider)
    const status = async () => (await ask('/sign-in/start')).status
    await expect.poll(status, { timeout: 10_000 }).toBe(503)
  })

  it('takes no password', async () => {
    const ask = await startWithProvider(undefined)
    const body = new URLSearchParams({ password: 'undefined' })
    expect((await ask('/sign-in', { method: 'POST', body })).status).toBe(405)
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"password":""}' }
    expect((await ask('/console/session', json)).status).toBe(401)
    expect(await (await ask('/sign-in')).text()).not.toContain('<input')
  })

  it('takes no answer that nobody asked for, with whatever cookie', async () => {
    const ask = await startWithProvider('{}')
    for (const cookie of ['', `${ask.cookie}=x`, `${ask.cookie}=${'a'.repeat(200)}`, `${ask.cookie}=null`])
      expect((await ask('/sign-in/callback?code=a&state=undefined', { headers: { cookie } })).status).toBe(
        400,
      )
  })
})
