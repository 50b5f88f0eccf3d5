import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { readConfig } from '../proxy/config'
import { answerJson, sendRaw, startUpstream } from '../proxy/console.fixture'
import { startConsole } from '../proxy/start'
import { COLORS } from '../proxy/team/sign-in-page'
import { placeEmptyDatabase } from '../service/empty-database.fixture'
import { openService } from '../service/open'
import { openTestDatabase } from '../service/service.fixture'
import { openTeamStore } from '../service/team/open-team-store'

const PASSWORD = 'a long password of the tests'
const VIEWER = 'another password for viewers'
const LATE = { interval: 50 }

interface Place {
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
}

/** A console with sign-in as `npm start` puts it together: before its own service, or a hosted one. */
async function start(place: Place, env: Record<string, string> = {}) {
  const programs = inject('programs')
  const config = readConfig({
    PORT: '0',
    CONSOLE_PASSWORD: PASSWORD,
    CONSOLE_VIEWER_PASSWORD: VIEWER,
    ...env,
  })
  const running = await startConsole({
    config,
    ...(config.serviceUrl
      ? { openTeamStore: () => openTeamStore({ ...place, programs }) }
      : { openService: (publicUrl) => openService({ ...place, publicUrl, programs }) }),
  })
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= running.close()
    return closing
  }
  onTestFinished(close)
  const ask = (path: string, cookie?: string, init: RequestInit = {}) =>
    fetch(`${running.origin}${path}`, {
      redirect: 'manual',
      ...init,
      headers: {
        'content-type': 'application/json',
        ...init.headers,
        ...(cookie === undefined ? {} : { cookie: `${nameAt(running.origin)}=${cookie}` }),
      },
    })
  const enter = async (password = PASSWORD) => {
    const answer = await ask('/console/session', undefined, {
      method: 'POST',
      body: JSON.stringify({ password }),
    })
    expect(answer.status).toBe(200)
    return /=([\w-]{43});/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? ''
  }
  const json = async (path: string, cookie: string, method = 'GET', body?: unknown) => {
    const answer = await ask(path, cookie, { method, body: JSON.stringify(body) })
    expect([200, 201], `${method} ${path}`).toContain(answer.status)
    return answer.json()
  }
  return { origin: running.origin, ask, enter, json, close }
}

const nameAt = (origin: string) => `switchboard-${new URL(origin).port}`

async function place(): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sign-in-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  await placeEmptyDatabase(dataDir)
  return { dataDir }
}

/** A place that is a database of its own on the server of the tests. */
async function placeOnServer(): Promise<Place> {
  const store = await openTestDatabase()
  await store.shut()
  onTestFinished(() => store.close())
  return { dataDir: store.dataDir, databaseUrl: store.databaseUrl }
}

/** A hosted service that answers with an empty list, and with events that go on. */
const startHosted = () =>
  startUpstream((request, response) => {
    const type = request.url?.endsWith('/stream') ? 'text/event-stream' : 'application/json'
    response.writeHead(200, { 'content-type': type })
    if (type === 'application/json') response.end('[]')
    else response.flushHeaders()
  })

/** Follows a conversation; says whether that has ended. */
async function openStream({ ask }: Awaited<ReturnType<typeof start>>, cookie: string) {
  const stream = await ask('/api/v1/threads/t-1/stream', cookie, { headers: { accept: 'text/event-stream' } })
  expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/)
  let ended = false
  const end = () => {
    ended = true
  }
  stream.text().then(end, end)
  return () => ended
}

it('the page to sign in has the colours of the console', () => {
  const styles = readFileSync(fileURLToPath(new URL('../styles.css', import.meta.url)), 'utf8')
  for (const [name, value] of Object.entries(COLORS)) expect(styles).toContain(`--color-${name}: ${value};`)
})

describe('with the local service', { timeout: 120_000 }, () => {
  it('documents, their uploads, previews and bytes are for who is signed in', async () => {
    const { ask, enter, json } = await start(await place())
    const cookie = await enter()
    const { uploadUrl, fileId } = await json('/generate-presigned-url', cookie, 'POST', { fileName: 'a.md' })
    const put = (who?: string) =>
      ask(uploadUrl, who, { method: 'PUT', body: '# Hours', headers: { 'content-type': 'text/markdown' } })
    expect((await put()).status).toBe(401)
    expect((await put(await enter(VIEWER))).status).toBe(403)
    expect((await put(cookie)).status).toBe(200)
    await json('/api/v1/knowledge-base/file', cookie, 'POST', { fileId })
    const file = `/api/v1/knowledge-base/file/${fileId}`
    const { viewUrl, consolePreview } = await json(`${file}/view`, cookie, 'POST')
    const { pathname, search } = new URL(viewUrl)
    for (const path of [
      consolePreview,
      `${pathname}${search}`,
      '/openapi',
      '/openapi.json',
      '/console/audit',
    ]) {
      expect([path, (await ask(path)).status]).toEqual([path, 401])
      expect([path, (await ask(path, cookie)).status]).toEqual([path, 200])
    }
    expect((await ask('/api/v1/knowledge-base/files', 'a'.repeat(43))).status).toBe(401)

    const { entries } = await json('/console/audit', cookie)
    expect(
      entries.map(({ operation, status, ids }: Record<string, unknown>) => [operation, status, ids]),
    ).toEqual([
      ['createFile', 201, { fileId }],
      ['uploadContent', 200, { fileId }],
      ['uploadContent', 403, {}],
      ['signIn', 200, {}],
      ['signIn', 200, {}],
    ])
  })

  it('sessions outlive a restart, and end with another password', async () => {
    const where = await place()
    const before = await start(where)
    const cookie = await before.enter()
    await before.close()
    const status = async (env: Record<string, string>) => {
      const { ask, close } = await start(where, env)
      const answer = await ask('/console/info', cookie)
      await close()
      return answer.status
    }
    expect(await status({})).toBe(200)
    expect(await status({ CONSOLE_PASSWORD: 'a new password of the tests' })).toBe(401)
    expect(await status({ CONSOLE_VIEWER_PASSWORD: 'a new password of viewers' })).toBe(401)
  })
})

describe('before a hosted service', { timeout: 120_000 }, () => {
  it('what belongs to the team is stored in DATA_DIR, which nobody else opens meanwhile', async () => {
    const where = await place()
    const env = { SERVICE_URL: await startHosted(), SERVICE_API_KEY: 'key' }
    const first = await start(where, env)
    const cookie = await first.enter()
    expect((await first.ask('/api/v1/knowledge-base/files')).status).toBe(401)
    expect((await first.ask('/api/v1/knowledge-base/files', cookie)).status).toBe(200)
    await expect(start(where, env)).rejects.toThrow(/is already in use/)
    await first.close()
    const again = await start(where, env)
    expect((await again.ask('/api/v1/knowledge-base/files', cookie)).status).toBe(200)
    expect(await again.json('/console/audit', cookie)).toMatchObject({ entries: [{ operation: 'signIn' }] })
  })

  it('an upload address is taken by every console on its store, also after a restart (D1036)', async () => {
    const service = await startUpstream((request, response) => {
      const uploadUrl = `http://${request.headers.host}/put`
      request.resume().on('end', () => answerJson(response, { fileId: 'f-1', uploadUrl }))
    })
    const where = await place()
    const env = { SERVICE_URL: service, SERVICE_API_KEY: 'key' }
    const first = await start(where, env)
    const cookie = await first.enter()
    const given = await first.json('/generate-presigned-url', cookie, 'POST', { fileName: 'a.md' })
    await first.close()
    const put = async (dataDir: Place, again = cookie) => {
      const { ask, enter, close } = await start(dataDir, env)
      const headers = { 'content-type': 'text/markdown' }
      const session = again || (await enter())
      const { status } = await ask(given.uploadUrl, session, { method: 'PUT', body: '# Hours', headers })
      await close()
      return status
    }
    expect(await put(where)).toBe(200)
    expect(await put(await place(), '')).toBe(410)
  })
})

describe('attacks', { timeout: 120_000 }, () => {
  it('a browser that is signed in does nothing for other sites', async () => {
    const { origin, enter, json } = await start(await place())
    const cookie = await enter()
    const { host } = new URL(origin)
    const send = (line: string, ...headers: string[]) =>
      sendRaw(
        origin,
        [
          `${line} HTTP/1.1`,
          `Host: ${host}`,
          `Cookie: ${nameAt(origin)}=${cookie}`,
          'Connection: close',
          ...headers,
          '',
          '{}',
        ].join('\r\n'),
      )
    const body = ['Content-Length: 2', 'Content-Type: application/json']
    const post = 'POST /api/v1/knowledge-base/collection'
    for (const foreign of [
      'Origin: https://evil.example',
      'Origin: null',
      'Origin: http://127.0.0.1:1',
      'Sec-Fetch-Site: cross-site',
      'Sec-Fetch-Site: same-site',
    ]) {
      expect([foreign, (await send(post, ...body, foreign)).slice(9, 12)]).toEqual([foreign, '403'])
      expect([foreign, (await send('GET /console/info', foreign)).slice(9, 12)]).toEqual([foreign, '403'])
      const form = ['Content-Length: 2', 'Content-Type: application/x-www-form-urlencoded', foreign]
      expect([foreign, (await send('POST /sign-in', ...form)).slice(9, 12)]).toEqual([foreign, '403'])
      expect([foreign, (await send('DELETE /console/session', foreign)).slice(9, 12)]).toEqual([
        foreign,
        '403',
      ])
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
      expect((await send(post, 'Content-Length: 2', `Content-Type: ${type}`)).slice(9, 12)).toBe('415')
    expect((await send('GET /console/info', 'Upgrade: websocket')).slice(9, 12)).toBe('400')
    const { entries } = await json('/console/audit', cookie)
    expect(entries.filter(({ status }: { status: number }) => status < 300)).toHaveLength(1)
  })

  it('a session that was planted is not the one of who signs in, and none is taken that was not given', async () => {
    const { ask, enter, origin } = await start(await place())
    const planted = await enter(VIEWER)
    const answer = await ask('/console/session', planted, {
      method: 'POST',
      body: JSON.stringify({ password: PASSWORD }),
    })
    const own = /=([\w-]{43});/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? ''
    expect(own).not.toBe(planted)
    expect((await ask('/console/info', planted)).status).toBe(401)
    expect((await ask('/console/info', own)).status).toBe(200)

    const changed = own.replace(/^./, (first) => (first === 'a' ? 'b' : 'a'))
    const name = nameAt(origin)
    for (const cookie of [
      `${name}=${changed}`,
      `${name}=${own}; ${name}=${planted}`,
      `${name}=${own}; ${name}=${own}`,
      `${name}=${own.slice(1)}`,
      `${name}=${own}=`,
      `${name}="${own}"`,
      `${name.toUpperCase()}=${own}`,
      `__Host-${name}=${own}`,
      `switchboard=${own}`,
      `${name}=`,
      `${name}=${'a'.repeat(10_000)}`,
    ])
      expect([cookie, (await ask('/console/info', undefined, { headers: { cookie } })).status]).toEqual([
        cookie,
        401,
      ])
    for (const headers of [
      ['authorization', `Bearer ${own}`],
      ['x-api-key', own],
    ] as [string, string][])
      expect((await ask('/console/info', undefined, { headers: [headers] })).status).toBe(401)
    expect((await ask(`/console/info?session=${own}`)).status).toBe(401)
  })

  it('what was signed out is not let in again, and its streams end', async () => {
    const running = await start(await place(), { SERVICE_URL: await startHosted(), SERVICE_API_KEY: 'key' })
    const { ask, enter } = running
    const cookie = await enter()
    const other = await enter()
    const [hasEnded, hasOtherEnded] = [await openStream(running, cookie), await openStream(running, other)]
    expect((await ask('/console/session', cookie, { method: 'DELETE' })).status).toBe(200)
    await expect.poll(hasEnded, LATE).toBe(true)
    expect(hasOtherEnded()).toBe(false)
    for (let count = 0; count < 3; count += 1) expect((await ask('/console/info', cookie)).status).toBe(401)
    expect((await ask('/console/session', cookie, { method: 'DELETE' })).status).toBe(401)
    expect((await ask('/console/info', other)).status).toBe(200)
  })

  it('guesses are slowed, and tell nothing by what is answered', async () => {
    const { ask } = await start(await place())
    const guess = (body: string) => ask('/console/session', undefined, { method: 'POST', body })
    const answers: unknown[] = []
    for (const password of ['a', PASSWORD.slice(1), `${PASSWORD} `, PASSWORD.toUpperCase(), '']) {
      const answer = await guess(JSON.stringify({ password }))
      answers.push([answer.status, await answer.json(), answer.headers.get('set-cookie')])
    }
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(answers[0]).toMatchObject([401, { code: 'PASSWORD_WRONG' }, null])
    const slowed = await guess(JSON.stringify({ password: PASSWORD }))
    expect([slowed.status, slowed.headers.get('retry-after')]).toEqual([429, '1'])
    await sleep(1_100)
    expect((await guess(JSON.stringify({ password: PASSWORD }))).status).toBe(200)
    for (const odd of [
      '',
      '[]',
      '{"password":1}',
      `{"password":"${PASSWORD}","role":"operator"}`,
      '{"password":"\\u0000',
    ])
      expect([odd, (await guess(odd)).status]).toEqual([odd, 400])
    expect((await guess(JSON.stringify({ password: 'a'.repeat(1_025) }))).status).toBe(400)
    expect((await guess(JSON.stringify({ password: 'a'.repeat(20_000) }))).status).toBe(413)
  })
})

describe.skipIf(!process.env.TEST_DATABASE_URL)(
  'several consoles on one database',
  { timeout: 120_000 },
  () => {
    it('share sessions, and what ends at one ends at all', async () => {
      const where = await placeOnServer()
      const env = { SERVICE_URL: await startHosted(), SERVICE_API_KEY: 'key' }
      const [one, two] = [await start(where, env), await start(where, env)]
      const cookie = await one.enter()
      expect((await two.ask('/console/info', cookie)).status).toBe(200)
      const hasEnded = await openStream(two, cookie)
      expect((await one.ask('/console/session', cookie, { method: 'DELETE' })).status).toBe(200)
      const write = { method: 'DELETE' }
      expect((await two.ask('/api/v1/knowledge-base/file/f-1', cookie, write)).status).toBe(401)
      await expect.poll(async () => (await two.ask('/console/info', cookie)).status, LATE).toBe(401)
      await expect.poll(hasEnded, LATE).toBe(true)
    })
  },
)
