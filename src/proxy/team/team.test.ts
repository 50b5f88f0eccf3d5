import { expect, it } from 'vitest'
import { operations } from '../../contract/operations'
import { SIGN_IN_PATH, signIn, signOut } from '../../contract/session'
import { removeTeamRows } from '../../contract/team-rows'
import { gate } from '../../net/gate.fixture'
import { answerJson, sendRaw, startPair } from '../console.fixture'
import type { LedgerStore } from './ledger-store'
import { openMemoryStore } from './memory-store.fixture'

const PASSWORD = 'a long password of the tests'
const VIEWER = 'another password for viewers'
const ENV = { CONSOLE_PASSWORD: PASSWORD, CONSOLE_VIEWER_PASSWORD: VIEWER }

const JSON_BODY = { 'content-type': 'application/json' }

async function startTeam(env: Record<string, string> = ENV, reply: unknown = []) {
  const asked: string[] = []
  const store = openMemoryStore()
  const running = await startPair(
    (request, response) => {
      asked.push(`${request.method} ${request.url}`)
      answerJson(response, reply)
    },
    env,
    { openTeamStore: async () => store },
  )
  const ask = (path: string, init: RequestInit & { cookie?: string } = {}) => {
    const { cookie, headers, ...rest } = init
    return fetch(`${running.origin}${path}`, {
      redirect: 'manual',
      ...rest,
      headers: { ...(cookie === undefined ? {} : { cookie }), ...headers },
    })
  }
  const enter = async (password: string) => {
    const answer = await ask(signIn.path, {
      method: signIn.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password }),
    })
    return { status: answer.status, body: await answer.json(), cookie: cookieIn(answer) }
  }
  return { ...running, asked, store, ask, enter }
}

const cookieIn = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? ''

it('answers nobody who is not signed in, but says that it runs', async () => {
  const { ask, asked, enter } = await startTeam()
  const paths = Object.values(operations).map(({ method, path }) => ({
    method,
    path: path.replace(/\{\w+\}/g, '1'),
  }))
  const own = [
    '/',
    '/agents',
    '/assets/a.js',
    '/icon.svg',
    '/console/info',
    '/console/previews/a',
    '/blobs/a',
  ]
  for (const { method, path } of [...paths, ...own.map((each) => ({ method: 'GET', path: each }))]) {
    const answer = await ask(path, { method })
    const { message, code } = await answer.json()
    expect([answer.status, message, code], `${method} ${path}`).toEqual([
      401,
      'Sign in to the console',
      'SIGN_IN_REQUIRED',
    ])
  }
  expect((await ask('/console/uploads/a', { method: 'PUT', body: 'a' })).status).toBe(401)
  expect(asked).toEqual([])
  expect((await ask('/healthz')).status).toBe(200)
  expect((await ask('/readyz')).status).toBe(200)
  const { cookie } = await enter(PASSWORD)
  expect((await ask('/api/v1/knowledge-base/files', { cookie })).status).toBe(200)
  expect(asked).toEqual(['GET /api/v1/knowledge-base/files'])
})

it('tells the page who is signed in, and nobody where nobody has to sign in', async () => {
  const { ask, enter } = await startTeam()
  for (const [password, role] of [
    [PASSWORD, 'operator'],
    [VIEWER, 'viewer'],
  ] as const) {
    const person = { name: role, role, signIn: 'password' }
    const { status, body, cookie } = await enter(password)
    expect([status, body]).toEqual([200, { person }])
    expect(await (await ask('/console/info', { cookie })).json()).toMatchObject({ person })
  }
  const open = await startTeam({})
  expect(await (await open.ask('/console/info')).json()).not.toHaveProperty('person')
})

it('lets a session live for what a person does, not for what an open page asks by itself', async () => {
  const { ask, enter, store } = await startTeam()
  const digests: string[] = []
  const { start } = store.sessions
  store.sessions.start = (digest, session) => {
    digests.push(digest)
    return start(digest, session)
  }
  const { cookie } = await enter(PASSWORD)
  const [digest = ''] = digests
  const before = new Date(Date.now() - 10 * 60_000)
  await store.sessions.see(digest, before)
  const seen = async () => (await store.sessions.find(digest))?.seenAt
  const path = '/api/v1/knowledge-base/files'
  expect((await ask(path, { cookie, headers: { 'x-unattended': '1' } })).status).toBe(200)
  await ask('/console/events', { cookie, headers: { accept: 'text/event-stream' } })
  expect(await seen()).toEqual(before)
  expect((await ask(path, { cookie })).status).toBe(200)
  expect(await seen()).not.toEqual(before)
})

it('refuses a wrong password', async () => {
  const { enter } = await startTeam()
  const { status, body, cookie } = await enter('a wrong password of the tests')
  expect([status, cookie]).toEqual([401, ''])
  expect(body).toMatchObject({ code: 'PASSWORD_WRONG' })
})

it('shows a person the page to sign in, at the address that was asked for, and leads back to it', async () => {
  const { ask, origin } = await startTeam()
  const page = await sendRaw(
    origin,
    `GET /agents?q=%22a HTTP/1.1\r\nHost: ${new URL(origin).host}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
  )
  expect(page).toMatch(/^HTTP\/1.1 401 .*content-security-policy: default-src 'none'/is)
  expect(page).toContain('name="to" value="/agents?q=%22a"')

  const body = new URLSearchParams({ to: '/agents?q=%22a', password: PASSWORD })
  const entered = await ask(SIGN_IN_PATH, { method: 'POST', body })
  expect([entered.status, entered.headers.get('location')]).toEqual([303, '/agents?q=%22a'])
  expect(entered.headers.get('set-cookie')).toMatch(
    /^switchboard-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=604800$/,
  )
  const wrong = await ask(SIGN_IN_PATH, { method: 'POST', body: new URLSearchParams({ to: '/agents' }) })
  expect(wrong.status).toBe(401)
  expect(wrong.headers.get('set-cookie')).toBeNull()
  expect(await wrong.text()).toMatch(/<p role="alert">.*value="\/agents"/s)
})

it.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/sign-in',
  'agents',
  '',
  '/a\r\nb: c',
])('goes to the first page instead of %j', async (to) => {
  const { ask } = await startTeam()
  const body = new URLSearchParams({ to, password: PASSWORD })
  const { status, headers } = await ask(SIGN_IN_PATH, { method: 'POST', body })
  expect([status, headers.get('location')]).toEqual([303, to.startsWith('/a') ? '/ab:%20c' : '/'])
})

it('takes no session any more that was signed out', async () => {
  const { ask, enter } = await startTeam()
  const { cookie } = await enter(PASSWORD)
  expect((await ask('/console/info', { cookie })).status).toBe(200)
  const out = await ask(signOut.path, { method: signOut.method, cookie })
  expect(out.status).toBe(200)
  expect(out.headers.get('set-cookie')).toMatch(/^switchboard-\d+=; .*Max-Age=0$/)
  expect((await ask('/console/info', { cookie })).status).toBe(401)
})

/** A console before a service with a document that goes on until somebody ends it. */
const startReading = (store: ReturnType<typeof openMemoryStore>) =>
  startPair(
    (request, response) => {
      if (request.url !== '/stored')
        return answerJson(response, { viewUrl: `http://${request.headers.host}/stored` })
      response.write('a'.repeat(2 ** 16))
    },
    ENV,
    { openTeamStore: async () => store },
  )

it('ends a document under way with the session that reads it, and gives it no further one', async () => {
  const { origin } = await startReading(openMemoryStore())
  const ask = (path: string, method = 'GET', cookie = '', body?: string) =>
    fetch(`${origin}${path}`, { method, body, headers: { cookie, ...(body && JSON_BODY) } })
  const enter = async () =>
    cookieIn(await ask(signIn.path, signIn.method, '', JSON.stringify({ password: PASSWORD })))
  const [leaving, staying] = [await enter(), await enter()]
  const { consolePreview } = await (await ask('/api/v1/knowledge-base/file/f/view', 'POST', leaving)).json()
  const [cut, other] = [await ask(consolePreview, 'GET', leaving), await ask(consolePreview, 'GET', staying)]
  expect([cut.status, other.status]).toEqual([200, 200])
  expect((await ask(signOut.path, signOut.method, leaving)).status).toBe(200)
  await expect(cut.text()).rejects.toThrow('terminated')
  expect((await ask(consolePreview, 'GET', leaving)).status).toBe(401)
  const reader = other.body?.getReader()
  expect((await reader?.read())?.done).toBe(false)
  await reader?.cancel()
})

it('ends a document under way soon, too, where another process of the store ended their session', async () => {
  const store = openMemoryStore()
  const [here, there] = [await startReading(store), await startReading(store)]
  const nameAt = (origin: string) => `switchboard-${new URL(origin).port}`
  const ask = (origin: string, path: string, method: string, session: string, body?: string) => {
    const headers = { cookie: `${nameAt(origin)}=${session}`, ...(body && JSON_BODY) }
    return fetch(`${origin}${path}`, { method, body, headers })
  }
  const entered = await ask(
    here.origin,
    signIn.path,
    signIn.method,
    '',
    JSON.stringify({ password: PASSWORD }),
  )
  const [, session = ''] = cookieIn(entered).split('=')
  const view = '/api/v1/knowledge-base/file/f/view'
  const { consolePreview } = await (await ask(there.origin, view, 'POST', session)).json()
  const document = await ask(there.origin, consolePreview, 'GET', session)
  expect(document.status).toBe(200)
  expect((await ask(here.origin, signOut.path, signOut.method, session)).status).toBe(200)
  await expect(document.text()).rejects.toThrow('terminated')
}, 30_000)

it('forgets a page that left while its session was looked up', async () => {
  const store = openMemoryStore()
  const open: string[][] = []
  const ledger = {
    rows: { numbers: async () => [] },
    leases: {
      mark: async () => '',
      stayOpen: async (pages: readonly { page: string }[]) => void open.push(pages.map(({ page }) => page)),
    },
    isShared: false,
    onChange: () => () => {},
  } as unknown as LedgerStore
  const { origin, lines } = await startPair((_, response) => answerJson(response, []), ENV, {
    openTeamStore: async () => ({ ...store, ledger }),
  })
  const entered = await fetch(`${origin}${signIn.path}`, {
    method: signIn.method,
    headers: JSON_BODY,
    body: JSON.stringify({ password: PASSWORD }),
  })
  const follow = (browser: string, signal?: AbortSignal) =>
    fetch(`${origin}/console/events?browser=${browser}`, { headers: { cookie: cookieIn(entered) }, signal })
  const { open: arrived, opened: asked } = gate()
  const { open: answer, opened: answered } = gate()
  const { find } = store.sessions
  store.sessions.find = async (digest) => {
    arrived()
    await answered
    return find(digest)
  }
  const leaving = new AbortController()
  const left = expect(follow('a1', leaving.signal)).rejects.toThrow('abort')
  await asked
  leaving.abort()
  await left
  await expect.poll(() => lines.at(-1)).toContain('refused')
  answer()
  expect((await follow('b2')).status).toBe(200)
  expect(open).toEqual([['b2']])
})

it('lets a viewer read everything and change nothing', async () => {
  const { ask, asked, enter } = await startTeam()
  const { cookie } = await enter(VIEWER)
  const reads = ['viewFile', 'searchPassages']
  for (const { name, method, path, done } of Object.values(operations)) {
    const answer = await ask(path.replace(/\{\w+\}/g, '1'), { method, cookie })
    const isRead = method === 'GET' || reads.includes(name)
    expect([name, answer.status === 403]).toEqual([name, !isRead])
    if (done) expect([name, isRead]).toEqual([name, false])
    if (!isRead) expect(await answer.json()).toMatchObject({ code: 'VIEWER' })
  }
  expect(asked.filter((each) => !/^GET|\/view$/.test(each))).toEqual([])
  expect((await ask('/console/uploads/a', { method: 'PUT', body: 'a', cookie })).status).toBe(403)
  expect((await ask(signOut.path, { method: signOut.method, cookie })).status).toBe(200)
})

it('stores who asks for a write before it is done, and what came of it', async () => {
  const { ask, enter, store, asked } = await startTeam()
  const { cookie } = await enter(PASSWORD)
  const { begin } = store.audit
  let before = -1
  store.audit.begin = (entry) => {
    before = asked.length
    return begin(entry)
  }
  const path = '/api/v1/knowledge-base/file/f-1'
  expect((await ask(path, { method: 'DELETE', cookie })).status).toBe(200)
  expect([before, asked.length]).toEqual([0, 1])
  await ask('/api/v1/knowledge-base/files', { cookie })
  await enter('a wrong password of the tests')
  await ask(signOut.path, { method: signOut.method, cookie })
  const common = { address: '127.0.0.1', duration: null, session: null, ids: {} }
  await expect
    .poll(() => store.entries.map(({ id, at, ...entry }) => entry))
    .toEqual([
      { ...common, person: 'operator', role: 'operator', operation: 'signIn', status: 200 },
      {
        ...common,
        person: 'operator',
        role: 'operator',
        operation: 'deleteFile',
        status: 200,
        ids: { fileId: 'f-1' },
        session: expect.stringMatching(/^[\da-f]{12}$/),
        duration: expect.any(Number),
      },
      { ...common, person: '', role: null, operation: 'signIn', status: 401 },
      { ...common, person: 'operator', role: 'operator', operation: 'signOut', status: 200 },
    ])
})

it('does nothing that cannot be recorded', async () => {
  const { ask, enter, store, asked } = await startTeam()
  const { cookie } = await enter(PASSWORD)
  store.audit.begin = () => Promise.reject(new Error('away'))
  const answer = await ask('/api/v1/knowledge-base/file/f-1', { method: 'DELETE', cookie })
  expect([answer.status, answer.headers.get('retry-after'), asked]).toEqual([503, '5', []])
  expect((await ask(signOut.path, { method: signOut.method, cookie })).status).toBe(503)
  expect((await ask('/console/info', { cookie })).status).toBe(200)
})

it('tells of no sign-in and no sign-out that failed, and leaves the session that was', async () => {
  const { ask, enter, store } = await startTeam()
  const { cookie } = await enter(PASSWORD)
  const away = () => Promise.reject(new Error('away'))
  const { start } = store.sessions
  store.sessions.start = away
  const body = JSON.stringify({ password: PASSWORD })
  const sign = () => ask(signIn.path, { method: signIn.method, cookie, body, headers: JSON_BODY })
  expect((await sign()).status).toBe(503)
  expect((await ask('/console/info', { cookie })).status).toBe(200)
  store.sessions.start = start
  store.sessions.end = away
  expect((await sign()).status).toBe(503)
  expect((await ask(signOut.path, { method: signOut.method, cookie })).status).toBe(503)
  expect((await ask('/console/info', { cookie })).status).toBe(200)
  expect(store.entries.map(({ operation, status }) => [operation, status])).toEqual([
    ['signIn', 200],
    ['signIn', null],
    ['signIn', null],
    ['signOut', null],
  ])
})

it('tells a person in a page that the store is away, where they open one and where they sign in', async () => {
  const { ask, enter, store, origin } = await startTeam()
  const { cookie } = await enter(PASSWORD)
  store.sessions.find = () => Promise.reject(new Error('away'))
  store.audit.begin = () => Promise.reject(new Error('away'))
  const open = (head: string, body = '') =>
    sendRaw(
      origin,
      `${head} HTTP/1.1\r\nHost: ${new URL(origin).host}\r\nAccept: text/html\r\nCookie: ${cookie}\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
  for (const [page, back] of [
    [await open('GET /agents?q=%22a'), '/agents?q=%22a'],
    [await open(`POST ${SIGN_IN_PATH}`, `password=${PASSWORD.replaceAll(' ', '+')}`), '/'],
  ] as const) {
    expect(page).toMatch(
      /^HTTP\/1.1 503 .*retry-after: 5\r.*<p role="alert">The store of the console does not/is,
    )
    expect(page).toContain(`<a class="button" href="${back}">Try again</a>`)
  }
  const data = await ask('/console/info', { cookie })
  expect([data.status, await data.json()]).toMatchObject([503, { code: 'REQUEST_REFUSED' }])
})

it('records the id of what was made, and neither bodies nor names', async () => {
  const made = { id: 'c-7', callId: 'call-7', name: 'Secret' }
  const { ask, enter, store } = await startTeam(ENV, made)
  const { cookie } = await enter(PASSWORD)
  const body = JSON.stringify({ agentId: 'a-1', toNumber: '+15551234567' })
  await ask('/api/v1/agent/a-1/dispatch', {
    method: 'POST',
    cookie,
    body,
    headers: { 'content-type': 'application/json' },
  })
  await expect.poll(() => store.entries.at(-1)?.status).toBe(200)
  expect(store.entries.at(-1)?.ids).toMatchObject({ agentId: 'a-1', callId: 'c-7' })
  await ask('/api/v1/knowledge-base/collection', {
    method: 'POST',
    cookie,
    body: '{"name":"Secret"}',
    headers: { 'content-type': 'application/json' },
  })
  await expect.poll(() => store.entries.at(-1)?.operation).toBe('createCollection')
  await expect.poll(() => store.entries.at(-1)?.status).toBe(200)
  expect(store.entries.at(-1)?.ids).toEqual({ collectionId: 'c-7' })
  expect(JSON.stringify(store.entries)).not.toMatch(/Secret|5551234567|password/)
})

it('leads who is signed in already from the page to sign in to what was asked for', async () => {
  const { ask, enter, store } = await startTeam()
  const { cookie } = await enter(PASSWORD)
  const at = async (path: string, given = cookie) => {
    const { status, headers } = await ask(path, { cookie: given })
    return [status, headers.get('location')]
  }
  expect(await at('/sign-in')).toEqual([303, '/'])
  expect(await at('/sign-in?to=/agents%3Fq=a')).toEqual([303, '/agents?q=a'])
  expect(await at('/sign-in?to=//elsewhere.example')).toEqual([303, '/'])
  expect(await at('/sign-in', `${cookie}x`)).toEqual([200, null])
  store.sessions.find = () => Promise.reject(new Error('away'))
  expect(await at('/sign-in')).toEqual([200, null])
})

it('records whose content an upload is', async () => {
  const target = 'http://127.0.0.1:1/put?signature=s'
  const { ask, enter, store } = await startTeam(
    { ...ENV, UPLOAD_ORIGINS: 'http://127.0.0.1:1' },
    { fileId: 'f 7#%\u0000', uploadUrl: `${target}#part` },
  )
  const { cookie } = await enter(PASSWORD)
  const asked = await ask('/generate-presigned-url', {
    method: 'POST',
    cookie,
    body: '{"fileName":"a.pdf"}',
    headers: JSON_BODY,
  })
  const { uploadUrl } = await asked.json()
  await ask(uploadUrl, { method: 'PUT', cookie, body: 'a', headers: { 'content-type': 'application/pdf' } })
  await expect.poll(() => store.entries.at(-1)?.status).toBe(502)
  expect(store.entries.at(-1)).toMatchObject({ operation: 'uploadContent', ids: { fileId: 'f 7#%' } })
})

it('leads on under the path of the console', async () => {
  const { ask } = await startTeam({ ...ENV, BASE_PATH: '/desk' })
  expect(await (await ask('/desk/sign-in?to=/agents')).text()).toMatch(
    /action="\/desk\/sign-in".*value="\/agents"/s,
  )
  const body = new URLSearchParams({ to: '/agents', password: PASSWORD })
  const { status, headers } = await ask('/desk/sign-in', { method: 'POST', body })
  expect([status, headers.get('location')]).toEqual([303, '/desk/agents'])
  expect((await ask('/sign-in')).status).toBe(404)
})

it('answers other machines through the gateway by https alone, but tells anybody that it runs', async () => {
  const { origin } = await startTeam({
    ...ENV,
    HOST: '0.0.0.0',
    ALLOWED_HOSTS: 'console.example.com',
    TRUST_PROXY: 'loopback',
  })
  const { port } = new URL(origin)
  const status = async (path: string, ...headers: string[]) => {
    const head = [`GET ${path} HTTP/1.1`, 'Host: console.example.com', 'Connection: close', ...headers]
    const answer = await sendRaw(`http://127.0.0.1:${port}`, `${head.join('\r\n')}\r\n\r\n`)
    return Number(answer.slice(9, 12))
  }
  expect(await status('/sign-in')).toBe(403)
  expect(await status('/sign-in', 'X-Forwarded-Proto: http')).toBe(403)
  expect(await status('/sign-in', 'X-Forwarded-Proto: https')).toBe(200)
  expect(await status('/console/info', 'X-Forwarded-Proto: https')).toBe(401)
  expect(await status('/healthz')).toBe(200)
})

it('is ready as long as its store answers', async () => {
  const { ask, store } = await startTeam()
  expect((await ask('/readyz')).status).toBe(200)
  store.isAnswering = async () => false
  const away = await ask('/readyz')
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await ask('/healthz')).status).toBe(200)
})

it('records who removes what the team recorded', async () => {
  const { ask, enter, store } = await startTeam()
  const { cookie } = await enter(PASSWORD)
  // A query leads to the same route.
  for (const [at, path] of [
    removeTeamRows.path,
    `${removeTeamRows.path}?`,
    `${removeTeamRows.path}?a=b`,
  ].entries()) {
    const before = store.entries.length
    await ask(path, { method: 'POST', cookie, body: '{}' })
    expect(store.entries.length, String(at)).toBe(before + 1)
    expect(store.entries.at(-1)).toMatchObject({ operation: 'removeTeamRows', person: 'operator' })
  }
})
