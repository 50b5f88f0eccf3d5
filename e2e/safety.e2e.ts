import { connect } from 'node:net'
import { expect } from 'playwright/test'
import {
  addDocument,
  COLLECTIONS,
  enter,
  inBothModes,
  LIST,
  type Place,
  type Stranger,
  sendRaw,
  startInside,
  statusOf,
  test,
  WRITE,
  whenRead,
} from './safety-steps'
import { CREDENTIALS, startServer } from './stack'
import { PASSWORD, VIEWER_PASSWORD } from './team-steps'
import { CONTENT, prompt } from './version-steps'

// Rules 1 to 9, 23 and 24 of docs/safety.md, asked of the built system from outside.

const hostOf = ({ origin }: Place) => `Host: ${new URL(origin).host}`
const codeOf = (answer: Response) => [answer.status, answer.headers.get('x-console-error')]
const json = (stranger: Stranger, body: unknown, status = 200, headers: Record<string, string> = {}) =>
  stranger.answer((_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body)),
  )

const reaches = (host: string, port: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(Number(port), host)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

inBothModes('rule 1: this machine alone reaches it', async ({ local }) => {
  const { port } = new URL(local.origin)
  expect([await reaches('127.0.0.1', port), await reaches('127.0.0.2', port)]).toEqual([true, false])
})

test('rule 1: other machines are not let in without sign-in, names and TLS', async ({ directory }) => {
  const DATA_DIR = await directory()
  const given: Record<string, string>[] = [
    {},
    { CONSOLE_PASSWORD: PASSWORD },
    { ALLOWED_HOSTS: 'a.example', TRUST_PROXY: 'loopback' },
    { CONSOLE_PASSWORD: PASSWORD, ALLOWED_HOSTS: 'a.example' },
    { CONSOLE_PASSWORD: PASSWORD, ALLOWED_HOSTS: 'a.example', TRUST_PROXY: 'loopback' },
  ]
  for (const env of given)
    await expect(startServer('main', { PORT: '0', HOST: '0.0.0.0', DATA_DIR, ...env })).rejects.toThrow(
      /ended with 1 before it was ready: HOST /,
    )
})

inBothModes(
  'rule 1: nothing answers without a session but health and the page to sign in',
  async ({ local, hosted, stranger }) => {
    json(stranger, { files: [] })
    const page = await (await local.ask('/', { headers: { accept: 'text/html' } })).text()
    const script = /(?:href|src)="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? 'none'
    const paths = ['/', script, LIST, '/console/info', '/console/audit', '/blobs/a', '/openapi.json']
    const others = [
      '/console/previews/x',
      '/console/ledger/entries?service=local',
      '/favicon.svg',
      '/no-such',
    ]
    for (const place of [local, hosted])
      for (const cookie of ['', `${local.who.cookie}x`, `switchboard-1=${'a'.repeat(43)}`])
        for (const path of [...paths, ...others])
          expect([path, (await place.ask(path, { headers: { cookie } })).status]).toEqual([path, 401])
    const write = { method: 'POST', body: { name: 'a', description: '' }, headers: { cookie: '' } }
    expect((await hosted.ask(WRITE, write)).status).toBe(401)
    expect(stranger.asked).toEqual([])
    expect((await local.ask('/healthz', { headers: { cookie: '' } })).status).toBe(200)
    const lines = ['Accept: text/html', 'Sec-Fetch-Mode: navigate', 'Connection: close']
    const head = ['GET /agents HTTP/1.1', hostOf(local), ...lines].join('\r\n')
    expect(await sendRaw(local.origin, `${head}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 401 [\s\S]*Password/)
  },
  ['signed in'],
)

test('rule 1: a viewer changes nothing', async ({ systems }) => {
  const { hosted, stranger } = systems['signed in']
  json(stranger, {})
  const headers = await enter(hosted.origin, VIEWER_PASSWORD)
  const answer = await hosted.ask(WRITE, { method: 'POST', body: { name: 'a', description: '' }, headers })
  expect([answer.status, stranger.asked.length]).toEqual([403, 0])
  expect((await hosted.ask(LIST, { headers })).status).toBe(200)
})

inBothModes(
  'rule 1: a session is new with each sign-in, ends with its person, and guesses are slowed',
  async ({ hosted, stranger }) => {
    json(stranger, { files: [] })
    const ask = async (who: Record<string, string>) => (await hosted.ask(LIST, { headers: who })).status
    // A cookie that somebody planted is not the session that a sign-in begins.
    const planted = { cookie: `${hosted.who.cookie?.split('=')[0]}=${'A'.repeat(43)}` }
    const body = { password: PASSWORD }
    const begun = await hosted.ask('/console/session', { method: 'POST', body, headers: planted })
    const set = begun.headers.get('set-cookie') ?? ''
    expect(set).toMatch(/; HttpOnly/i)
    expect(set).toMatch(/; SameSite=Strict/i)
    expect(await ask(planted)).toBe(401)
    const mine = { cookie: set.split(';')[0] ?? '' }
    expect(await ask(mine)).toBe(200)
    expect((await hosted.ask('/console/session', { method: 'DELETE', headers: mine })).status).toBe(200)
    expect(await ask(mine)).toBe(401)
    const enterBy = (password: string) =>
      hosted.ask('/console/session', { method: 'POST', body: { password }, headers: { cookie: '' } })
    const guess = async (password: string) => {
      // Who may only look gains nothing by coming in before each guess (D780).
      await enterBy(VIEWER_PASSWORD)
      return enterBy(password)
    }
    const answers: number[] = []
    for (let count = 0; count < 5; count += 1) answers.push((await guess(`wrong ${count}`)).status)
    expect(answers).toEqual([401, 401, 401, 401, 401])
    // Each wait is over at some time, and the next one twice as long: whoever is slow meets it later.
    let slowed = await guess('wrong')
    for (let count = 0; count < 6 && slowed.status === 401; count += 1) slowed = await guess(`more ${count}`)
    expect([slowed.status, Number(slowed.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect(await ask({})).toBe(200)
  },
  ['signed in'],
)

inBothModes('rule 2: other names, targets and pages are refused before anything else', async (system) => {
  const { local, hosted, stranger } = system
  json(stranger, { files: [] })
  for (const place of [local, hosted]) {
    const { port } = new URL(place.origin)
    const ours = hostOf(place)
    const get = `GET ${LIST} HTTP/1.1`
    const refused: [number, string, ...string[]][] = [
      ...['evil.example', `evil.example:${port}`, `0.0.0.0:${port}`, '127.0.0.1', `localhost.:${port}`].map(
        (host): [number, string, string] => [421, get, `Host: ${host}`],
      ),
      [421, get],
      [421, get, ours, 'Host: evil.example'],
      [421, `GET ${LIST} HTTP/1.0`, ours],
      [400, `GET http://evil.example${LIST} HTTP/1.1`, ours],
      ...[`/${LIST}`, `/x/..${LIST}`, `/%2e%2e${LIST}`, '/api%2fv1/tools', '/api%5cv1', `${LIST}%00`].map(
        (target): [number, string, string] => [400, `GET ${target} HTTP/1.1`, ours],
      ),
      [403, get, ours, 'Origin: https://evil.example'],
      [403, get, ours, 'Origin: null'],
      [403, get, ours, 'Sec-Fetch-Site: cross-site'],
      [403, get, ours, 'Sec-Fetch-Site: same-site'],
      [403, get, ours, 'Sec-Fetch-Site: none', 'Sec-Fetch-Mode: cors'],
      [403, `DELETE /console/session HTTP/1.1`, ours, 'Origin: https://evil.example', 'Content-Length: 0'],
    ]
    for (const [status, first, ...lines] of refused)
      expect([first, lines, await statusOf(place, first, ...lines)]).toEqual([first, lines, status])
    expect(stranger.asked).toEqual([])
    expect(await statusOf(place, get, ours)).toBe(200)
  }
})

inBothModes('rule 3: no preflight, no upgrade; a write is JSON and bounded', async ({ hosted, stranger }) => {
  json(stranger, { collection: { id: 'c' } })
  const [ours, post] = [hostOf(hosted), `POST ${WRITE} HTTP/1.1`]
  const foreign = ['Origin: https://evil.example', 'Access-Control-Request-Method: POST']
  expect(await statusOf(hosted, `OPTIONS ${WRITE} HTTP/1.1`, ours, ...foreign)).toBe(403)
  expect(await statusOf(hosted, `OPTIONS ${WRITE} HTTP/1.1`, ours, `Origin: ${hosted.origin}`)).toBe(405)
  const upgrade = ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: a']
  expect(await statusOf(hosted, 'GET / HTTP/1.1', ours, ...upgrade)).toBe(400)
  const plain = { method: 'POST', body: '{"name":"a"}', headers: { 'content-type': 'text/plain' } }
  expect((await hosted.ask(WRITE, plain)).status).toBe(415)
  const form = { ...plain, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  expect((await hosted.ask(WRITE, form)).status).toBe(415)
  const large = JSON.stringify({ name: 'a'.repeat(2 ** 20) })
  expect((await hosted.ask(WRITE, { method: 'POST', body: large })).status).toBe(413)
  const who = Object.entries(hosted.who).map((each) => `${each.join(': ')}\r\n`)
  const head = `${post}\r\n${ours}\r\n${who}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`
  const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`
  expect(await sendRaw(hosted.origin, `${head}${chunk.repeat(17)}0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 413/)
  expect(stranger.asked).toEqual([])
  const answer = await hosted.ask(WRITE, { method: 'POST', body: { name: 'a', description: '' } })
  expect([answer.status, [...answer.headers.keys()].filter((name) => /access-control/.test(name))]).toEqual([
    200,
    [],
  ])
})

inBothModes(
  'rule 4: only the contract is forwarded, rebuilt from its parts',
  async ({ hosted, stranger }) => {
    json(stranger, { files: [] })
    const file = '/api/v1/knowledge-base/file'
    const refused: [number, string, string][] = [
      [404, 'GET', '/api/v1/unknown'],
      [404, 'GET', '/api'],
      [404, 'GET', '/api/v1/TOOLS'],
      [404, 'GET', '/console/unknown'],
      [404, 'POST', '/console/unknown'],
      [405, 'DELETE', LIST],
      [405, 'GET', '/generate-presigned-url'],
      [400, 'DELETE', `${file}/a%20b`],
      [400, 'DELETE', `${file}/%252e%252e`],
      [400, 'DELETE', `${file}/a%3Fb`],
      [400, 'DELETE', `${file}/${'a'.repeat(300)}`],
      [400, 'GET', `${LIST}?key=x`],
      [400, 'GET', '/api/v1/tools?limit=1&limit=2'],
    ]
    for (const [status, method, path] of refused)
      expect([method, path, (await hosted.ask(path, { method })).status]).toEqual([method, path, status])
    expect(stranger.asked).toEqual([])
    await hosted.ask(`${file}/a~b`, { method: 'DELETE' })
    expect(stranger.asked.map(({ method, url }) => [method, url])).toEqual([['DELETE', `${file}/a~b`]])
  },
)

inBothModes('rule 5: exactly the credential goes out, and nothing of the browser', async (system) => {
  const { hosted, stranger } = system
  json(stranger, { tools: [], files: [], threadId: 't', token: 'k' })
  const own = {
    'x-api-key': 'mine',
    authorization: 'Bearer mine',
    'x-forwarded-for': '1.2.3.4',
    'x-forwarded-host': 'evil.example',
    forwarded: 'for=1.2.3.4',
    referer: `${hosted.origin}/x`,
    'x-anything': 'x',
  }
  const KEPT = [
    'host',
    'connection',
    'accept',
    'accept-encoding',
    'user-agent',
    'content-type',
    'content-length',
  ]
  const sent = async (path: string, how = {}) => {
    stranger.asked.length = 0
    await hosted.ask(path, { ...how, headers: own })
    const { headers = {} } = stranger.asked[0] ?? {}
    return Object.fromEntries(Object.entries(headers).filter(([name]) => !KEPT.includes(name)))
  }
  const { SERVICE_API_KEY, SERVICE_ACCESS_TOKEN } = CREDENTIALS
  expect(await sent(LIST)).toEqual({ 'x-api-key': SERVICE_API_KEY })
  expect(await sent('/api/v1/tools')).toEqual({ authorization: `Bearer ${SERVICE_ACCESS_TOKEN}` })
  const chat = { method: 'POST', body: { agentId: 'a' } }
  expect(await sent('/api/v1/chat/threads', chat)).toEqual({ origin: hosted.origin })
  stranger.asked.length = 0
  const who = Object.entries(hosted.who).map((each) => `${each.join(': ')}\r\n`)
  await sendRaw(
    hosted.origin,
    `GET ${LIST} HTTP/1.1\r\n${hostOf(hosted)}\r\n${who}Connection: close, x-api-key\r\n\r\n`,
  )
  expect(stranger.asked[0]?.headers['x-api-key']).toBe(SERVICE_API_KEY)
})

inBothModes(
  'rule 6: replies are checked, and no failure tells a key or a host',
  async ({ hosted, stranger }) => {
    const said: string[] = []
    const ask = async () => {
      const answer = await hosted.ask(LIST)
      said.push(await answer.text().catch(() => ''), JSON.stringify([...answer.headers]))
      return codeOf(answer)
    }
    json(stranger, {}, 302, { location: 'https://evil.example/' })
    expect(await ask()).toEqual([502, 'SERVICE_REDIRECTED'])
    stranger.answer((_, response) => response.setHeader('content-type', 'text/html').end('<script>'))
    expect(await ask()).toEqual([502, 'SERVICE_REPLY_NOT_JSON'])
    for (const status of [401, 403]) {
      json(stranger, { message: 'private words of the service' }, status)
      expect((await ask())[0]).toBe(502)
    }
    json(stranger, { key: CREDENTIALS.SERVICE_API_KEY })
    expect(await ask()).toEqual([502, 'SERVICE_REPLY_BROKEN'])
    stranger.answerRaw((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{'),
    )
    expect(await ask()).toEqual([502, 'SERVICE_REPLY_BROKEN'])
    stranger.answerRaw((socket) => socket.destroy())
    expect((await ask())[0]).toBe(502)
    for (const status of [407, 600]) {
      stranger.answerRaw((socket) => socket.end(`HTTP/1.1 ${status} Odd\r\nContent-Length: 2\r\n\r\n{}`))
      expect(await ask()).toEqual([502, 'SERVICE_STATUS_UNUSABLE'])
    }
    const { port } = new URL(stranger.origin)
    expect(said.join('\n')).not.toMatch(
      new RegExp(`${CREDENTIALS.SERVICE_API_KEY}|private words|<script>|evil\\.example|:${port}`),
    )
    json(stranger, { files: [] }, 200, {
      'set-cookie': 'a=b',
      server: 'x',
      'cache-control': 'public, max-age=9',
    })
    const good = await hosted.ask(LIST)
    expect(good.status).toBe(200)
    expect(['set-cookie', 'server'].filter((name) => good.headers.has(name))).toEqual([])
    expect(good.headers.get('x-content-type-options')).toBe('nosniff')
    expect(good.headers.get('cache-control')).toMatch(/no-store|no-cache/)
  },
)

inBothModes('rule 7: the browser names no upload target, and private ones are refused', async (system) => {
  const { hosted, stranger } = system
  const { port, connections, close } = await startInside()
  const asking = { method: 'POST', body: { fileName: 'a.pdf', uploadUrl: `http://127.0.0.1:${port}/` } }
  for (const uploadUrl of [
    `http://127.0.0.1:${port}/x`,
    `https://127.0.0.1:${port}/x`,
    `https://localhost:${port}/x`,
    `https://[::ffff:127.0.0.1]:${port}/x`,
    'http://169.254.169.254/latest',
    'https://169.254.169.254/latest',
    'https://user:word@files.example.com/x',
    'file:///etc/passwd',
  ]) {
    json(stranger, { fileId: 'f', uploadUrl })
    const answer = await hosted.ask('/generate-presigned-url', {
      method: 'POST',
      body: { fileName: 'a.pdf' },
    })
    const { uploadUrl: ticket } = answer.ok ? await answer.json() : { uploadUrl: undefined }
    const headers = { 'content-type': 'application/pdf' }
    const put = ticket ? await hosted.ask(ticket, { method: 'PUT', body: '%PDF-1.7', headers }) : answer
    expect([uploadUrl, ...codeOf(put)]).toEqual([uploadUrl, 502, 'UPLOAD_TARGET_REFUSED'])
  }
  expect(connections()).toBe(0)
  close()
  json(stranger, { fileId: 'f', uploadUrl: `${stranger.origin}/target` })
  expect((await hosted.ask('/generate-presigned-url', asking)).status).toBeLessThan(500)
  const { uploadUrl } = await hosted.read('/generate-presigned-url', {
    method: 'POST',
    body: { fileName: 'a.pdf' },
  })
  const put = (path: string) =>
    hosted.ask(path, { method: 'PUT', body: '%PDF-1.7', headers: { 'content-type': 'application/pdf' } })
  const last = uploadUrl.at(-9)
  const altered = `${uploadUrl.slice(0, -9)}${last === 'A' ? 'B' : 'A'}${uploadUrl.slice(-8)}`
  expect((await put(altered)).status).toBe(410)
  expect((await put('/console/uploads/http%3A%2F%2Fa')).status).toBeGreaterThanOrEqual(400)
  stranger.asked.length = 0
  json(stranger, {})
  expect((await put(uploadUrl)).status).toBe(200)
  expect(stranger.asked.map(({ method, url, headers }) => [method, url, headers['x-api-key']])).toEqual([
    ['PUT', '/target', undefined],
  ])
})

inBothModes(
  'rule 8: a log line is made of a fixed list of fields',
  async ({ mode, local, hosted, stranger }) => {
    json(stranger, { files: [] })
    const secrets = ['+15551234567', 'words-of-a-body', 'words-of-a-query', 'words-of-a-header']
    for (const place of [local, hosted]) {
      await place.ask(WRITE, { method: 'POST', body: { name: 'words-of-a-body', phone: '+15551234567' } })
      await place.ask(`${LIST}?q=words-of-a-query`, { headers: { 'x-a': 'words-of-a-header' } })
      await place.ask('/api/v1/agents/words-of-a-query%20')
      await statusOf(place, `GET ${LIST}?words-of-a-query HTTP/1.1`, 'Host: words-of-a-header')
      // What is read apart is told in a line of another form, with nothing of the document.
      if (place === local)
        await whenRead(local, (await addDocument(local, 'words-of-a-body.md', '# words-of-a-body')).fileId)
      await place.ask('/healthz')
      const text = () => place.running.said()
      await expect.poll(text).toMatch(/ health 200 /)
      for (const each of [...secrets, ...Object.values(CREDENTIALS), ...Object.values(place.who)])
        expect(text()).not.toContain(each)
      const lines = text().trim().split('\n')
      const expected =
        /^(?:\d{4}-\d\d-\d\dT[\d:.]+Z [A-Z]+ \w+ \d{3} \d+ms [0-9a-f]+|(?:Switchboard is ready at|Web chat for your pages is at) http:\S+)$/
      const ofReading = /^\{"event":"ingestion","id":"[\w-]+","duration":\d+\}$/
      expect(lines.filter((line) => !expected.test(line) && !ofReading.test(line))).toEqual([])
      expect(lines.length, mode).toBeGreaterThan(4)
    }
  },
)

inBothModes('rule 9: bad input is never an error of ours, and changes nothing', async ({ local }) => {
  const before = await (await local.ask(COLLECTIONS)).text()
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
  const bodies = ['{"name":"\\u0000"}', '{"name":7}', '{"name":""}', `{"name":"${'x'.repeat(10_000)}"}`, '']
  const others = [`{"name":${deep}}`, '{', 'null', '[]', '{"name":"a","__proto__":{"x":1}}', '\ufeff{}']
  for (const body of [...bodies, ...others]) {
    const { status } = await local.ask(WRITE, { method: 'POST', body })
    expect([body.slice(0, 40), status >= 400 && status < 500, status]).toEqual([
      body.slice(0, 40),
      true,
      status,
    ])
  }
  for (const path of ['/api/v1/agents/a%F0%9F%99%82', '/api/v1/agents/%ff', '/api/v1/testing-lab/runs/9e99'])
    expect((await local.ask(path)).status, path).toBeLessThan(500)
  expect(await (await local.ask(COLLECTIONS)).text()).toBe(before)
  // All is right but a text that the store cannot hold, where any JSON may stand.
  const agent = { ...CONTENT, prompt: prompt('Be brief.'), name: 'Odd', description: '', agentType: 'CALL' }
  for (const odd of ['half \\ud83d', '\\udc00 half', 'nul \\u0000'])
    for (const json of [`{"a":[{"b":"${odd}"}]}`, `{"${odd}":1}`]) {
      const body = JSON.stringify({ ...agent, overrideSTTConfig: 'ODD' }).replace('"ODD"', json)
      const { status } = await local.ask('/api/v1/agents', { method: 'POST', body })
      expect([json, status]).toEqual([json, 400])
    }
})

inBothModes(
  'rule 23: a reply is what its status says, whatever comes with it',
  async ({ hosted, stranger }) => {
    const html = (status: number, headers = {}) =>
      stranger.answer((_, response) =>
        response.writeHead(status, { 'content-type': 'text/html', ...headers }).end('<h1>a gateway</h1>'),
      )
    for (const status of [404, 405, 501, 503]) {
      html(status)
      const answer = await hosted.ask('/api/v1/agent-calls')
      expect([answer.status, await answer.text()]).toEqual([status, expect.not.stringContaining('gateway')])
    }
    html(429, { 'retry-after': '7' })
    const wait = await hosted.ask(WRITE, { method: 'POST', body: { name: 'a', description: '' } })
    expect([wait.status, wait.headers.get('retry-after'), stranger.asked.length]).toEqual([429, '7', 1])
  },
)

inBothModes('rule 24: 40 exchanges that never end stop nobody else', async ({ hosted, stranger }) => {
  const drops = new Set<() => void>()
  stranger.answer(({ url, socket }, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    if (url !== LIST) return response.end('{"tools":[]}')
    const timer = setInterval(() => response.write(' '), 500)
    drops.add(() => socket.destroy())
    return response.once('close', () => clearInterval(timer))
  })
  const leaving = new AbortController()
  const { signal } = leaving
  const hanging = Array.from({ length: 40 }, () =>
    fetch(`${hosted.origin}${LIST}`, { headers: hosted.who, signal }).then(
      () => {},
      () => {},
    ),
  )
  await expect.poll(() => stranger.asked.length).toBe(40)
  for (let count = 0; count < 10; count += 1) {
    const asked = performance.now()
    expect((await hosted.ask('/api/v1/tools')).status).toBe(200)
    expect(performance.now() - asked).toBeLessThan(5_000)
  }
  leaving.abort()
  await Promise.all(hanging)
  // Who left ends what was asked for them.
  await expect.poll(async () => (await hosted.ask('/healthz')).status).toBe(200)
  for (const drop of drops) drop()
  stranger.answerRaw((socket) =>
    socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n'.repeat(2_000)),
  )
  expect(codeOf(await hosted.ask(LIST))).toEqual([502, 'SERVICE_REPLY_BROKEN'])
})
