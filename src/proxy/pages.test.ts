import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listen } from '../net/test-server.fixture'
import { chooseEncoding } from './assets'
import { startTestConsole } from './console.fixture'
import { openPages, readPreloads } from './pages'

const INLINE = "document.documentElement.dataset.theme = 'dark'"
const PAGE = `<!doctype html><html><head><meta name="csp-nonce" nonce="__CSP_NONCE__">
<style nonce="__CSP_NONCE__">p{color:red}</style><script>${INLINE}</script>
<script type="module" src="/assets/main-1a2b.js"></script></head><body><!--app-shell--></body></html>`
const SCRIPT = `console.log('${'x'.repeat(2000)}')`
const PRELOAD = {
  shell: '<a href="/agents">Agents</a>',
  routes: [
    {
      pattern: '/knowledge/collections/$collectionId',
      modules: ['/assets/collection-1.js'],
      data: ['/api/v1/knowledge-base/collections'],
      shell: '<h1>Collection</h1>',
    },
    { pattern: '/agents/$agentId', modules: ['/assets/agent-1.js'], data: [], shell: '<h1>Agent</h1>' },
    { pattern: '/agents/new', modules: ['/assets/new-agent-1.js'], data: [], shell: '<h1>New agent</h1>' },
  ],
}

const INFO = {
  service: 'hosted',
  serviceName: '"<service>.example.com"',
  credentials: { apiKey: true, accessToken: false },
  chatOrigins: ['https://console.example.com'],
  limits: { uploadBytes: 1, bodyBytes: 2 },
} as const

async function startWithBuild() {
  const directory = mkdtempSync(join(tmpdir(), 'console-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  mkdirSync(join(directory, 'assets'))
  const write = (name: string, content: string | Buffer) => writeFileSync(join(directory, name), content)
  write('index.html', PAGE)
  write('preload.json', JSON.stringify(PRELOAD))
  write('favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  write('assets/main-1a2b.js', SCRIPT)
  write('assets/reader-1a2b.mjs', SCRIPT)
  write('assets/rows-worker-1a2b.js', SCRIPT)
  write('assets/main-1a2b.js.br', brotliCompressSync(SCRIPT))
  write('assets/main-1a2b.js.gz', gzipSync(SCRIPT))
  const { origin } = await startTestConsole(
    { SERVICE_URL: 'https://service.example.com' },
    { pages: directory },
  )
  return (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    get(origin, path, headers, method)
}

/** As it comes over the wire: nothing is decoded. */
function get(origin: string, path: string, headers: Record<string, string>, method: string) {
  return new Promise<{ status?: number; headers: IncomingMessage['headers']; body: Buffer }>(
    (settle, reject) => {
      const asked = httpRequest(`${origin}${path}`, { headers, method, agent: false }, async (answer) => {
        const chunks: Buffer[] = []
        for await (const chunk of answer) chunks.push(chunk)
        settle({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) })
      })
      asked.on('error', reject).end()
    },
  )
}

const nonceIn = (policy: unknown) => /'nonce-([^']+)'/.exec(String(policy))?.[1] ?? 'none'

describe('the page', () => {
  it('comes with a strict policy whose nonce stands in it and in no other answer', async () => {
    const ask = await startWithBuild()
    const [one, other] = [await ask('/'), await ask('/')]
    const policy = String(one.headers['content-security-policy'])
    const nonce = nonceIn(policy)
    expect(nonce).toMatch(/^[\w+/]{24}$/)
    expect(nonce).not.toBe(nonceIn(other.headers['content-security-policy']))
    expect(one.body.toString()).not.toContain('__CSP_NONCE__')
    expect(one.body.toString().split(`nonce="${nonce}"`)).toHaveLength(3)
    const hash = createHash('sha256').update(INLINE).digest('base64')
    expect(policy.replace(nonce, 'N').split('; ')).toEqual([
      "default-src 'self'",
      `script-src 'self' 'sha256-${hash}'`,
      "style-src 'self' 'nonce-N'",
      "img-src 'self' data: blob:",
      "media-src 'self' https: https://service.example.com",
      "connect-src 'self'",
      "font-src 'self'",
      "worker-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ])
    expect(one.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'permissions-policy': expect.stringContaining('microphone=()'),
    })
    expect(one.headers).not.toHaveProperty('cross-origin-opener-policy')
  })

  it.each(['/knowledge/files', '/agents/a-1', '/no/such/screen', '/a.b/c'])(
    'is there for %s',
    async (path) => {
      const { status, headers } = await (await startWithBuild())(path)
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    },
  )

  it('is there for an id with a dot when a person goes there, and for no file', async () => {
    const ask = await startWithBuild()
    expect((await ask('/agents/a.v2', { accept: 'text/html,*/*' })).status).toBe(200)
    expect((await ask('/agents/a.v2', { accept: '*/*' })).status).toBe(404)
    expect((await ask('/robots.txt')).status).toBe(404)
    expect((await ask('/assets/gone-1.js', { accept: 'text/html' })).status).toBe(404)
    expect((await ask('/assets/gone')).status).toBe(404)
  })

  it('is compressed as the browser takes it', async () => {
    const ask = await startWithBuild()
    const brotli = await ask('/', { 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(brotli.body).toString()).toContain(
      nonceIn(brotli.headers['content-security-policy']),
    )
    const zip = await ask('/', { 'accept-encoding': 'gzip' })
    expect(gunzipSync(zip.body).toString()).toContain('</html>')
    expect((await ask('/')).headers['content-encoding']).toBeUndefined()
  })

  it('says what it is connected to, what whoever is signed in may do, and where the memory of the team stands, before any script', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'console-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    writeFileSync(join(directory, 'index.html'), PAGE)
    const pages = openPages(directory, { basePath: '' })
    const server = createServer((request, response) => {
      const person = { name: 'a', role: 'viewer', signIn: 'oidc' } as const
      const admitted = { person, session: 's', position: '{"<a>":{"jobs":3}}' }
      pages.answer(response, '/', () => INFO, request.url === '/viewer' ? admitted : undefined)
    })
    const origin = await listen(server)
    onTestFinished(() => void server.close())
    const bodyOf = async (path: string) => (await get(origin, path, {}, 'GET')).body.toString()
    const { headers } = await get(origin, '/viewer', {}, 'GET')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(await bodyOf('/viewer')).toMatch(
      /^<!doctype html><html data-role="viewer" data-position="\{&quot;&lt;a(>|&gt;)&quot;:\{&quot;jobs&quot;:3\}\}" data-info="[^"]+">/,
    )
    const [, info = ''] = /^<!doctype html><html data-info="([^"]+)">/.exec(await bodyOf('/')) ?? []
    expect(JSON.parse(info.replaceAll('&quot;', '"').replaceAll('&lt;', '<'))).toEqual(INFO)
  })

  it('has no body for HEAD and is not there for POST', async () => {
    const ask = await startWithBuild()
    const head = await ask('/', {}, 'HEAD')
    expect([head.status, head.body.length, Number(head.headers['content-length']) > 100]).toEqual([
      200,
      0,
      true,
    ])
    const post = await ask('/', {}, 'POST')
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  it('asks early for what the screen needs', async () => {
    const ask = await startWithBuild()
    const { body } = await ask('/knowledge/collections/c-1')
    expect(body.toString()).toContain(
      '<link rel="modulepreload" fetchpriority="low" href="/assets/collection-1.js">' +
        '<link rel="preload" as="fetch" crossorigin href="/api/v1/knowledge-base/collections"></head>',
    )
    expect((await ask('/')).body.toString()).not.toContain('preload')
  })
})

describe('assets', () => {
  it('are kept forever and come in the encoding that the browser takes', async () => {
    const ask = await startWithBuild()
    const plain = await ask('/assets/main-1a2b.js')
    expect(plain.body.toString()).toBe(SCRIPT)
    expect(plain.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
    })
    expect(plain.headers.etag).toBeUndefined()
    const brotli = await ask('/assets/main-1a2b.js', { 'accept-encoding': 'gzip, br' })
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(brotli.body).toString()).toBe(SCRIPT)
    const zip = await ask('/assets/main-1a2b.js', { 'accept-encoding': 'br;q=0, gzip' })
    expect(zip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(zip.body).toString()).toBe(SCRIPT)
    const head = await ask('/assets/main-1a2b.js', {}, 'HEAD')
    expect([head.body.length, head.headers['content-length']]).toEqual([0, String(SCRIPT.length)])
  })

  it('hold the reader of documents, in a worker, to what it needs, and no other script', async () => {
    const ask = await startWithBuild()
    const reader = await ask('/assets/reader-1a2b.mjs')
    expect(reader.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'",
    )
    const script = await ask('/assets/main-1a2b.js')
    expect(script.headers['content-security-policy']).toBeUndefined()
  })

  it('hold every other worker to its own scripts', async () => {
    const ask = await startWithBuild()
    const worker = await ask('/assets/rows-worker-1a2b.js')
    expect(worker.headers['content-security-policy']).toBe("default-src 'none'; script-src 'self'")
  })

  it('are not sent again when the browser has them', async () => {
    const ask = await startWithBuild()
    const { headers } = await ask('/favicon.svg')
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'image/svg+xml' })
    const etag = String(headers.etag)
    const known = await ask('/favicon.svg', { 'if-none-match': `"other", W/${etag}` })
    expect([known.status, known.body.length]).toEqual([304, 0])
    expect((await ask('/favicon.svg', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  it.each(['/preload.json', '/assets/main-1a2b.js.br', '/index.html'])('%s is not one', async (path) => {
    expect((await (await startWithBuild())(path)).status).toBe(404)
  })
})

it.each([
  ['br, gzip', 'br'],
  ['gzip;q=1.0, br;q=0.1', 'br'],
  ['BR', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['identity', undefined],
  ['brotli', undefined],
  [undefined, undefined],
] as const)('Accept-Encoding %j takes %j', (accepted, expected) => {
  expect(chooseEncoding(accepted, ['br', 'gzip'])).toBe(expected)
})

it('prefers the pattern with fewer parameters, escapes addresses, and refuses another form of file', () => {
  const parts = readPreloads(JSON.stringify(PRELOAD))
  expect(parts('/agents/new').tags).toContain('new-agent-1.js')
  expect(parts('/agents/a-1').tags).toContain('"/assets/agent-1.js"')
  expect(parts('/agents/').tags).toBe('')
  expect(parts('/agents/a/b').tags).toBe('')
  const odd = { shell: '', routes: [{ pattern: '/', modules: ['/a"><script>'], data: [], shell: '' }] }
  expect(readPreloads(JSON.stringify(odd))('/').tags).toBe(
    '<link rel="modulepreload" fetchpriority="low" href="/a&quot;>&lt;script>">',
  )
  expect(() => readPreloads('{"routes":[{"pattern":1}]}')).toThrow()
})

it('shows the heading of the screen, and the frame alone where the address leaves open what is shown (D730)', async () => {
  const ask = await startWithBuild()
  const body = async (path: string) => /<body>(.*)<\/body>/.exec((await ask(path)).body.toString())?.[1]
  expect(await body('/agents/new')).toBe('<h1>New agent</h1>')
  expect(await body('/agents/new?from=a-1')).toBe(PRELOAD.shell)
  expect(await body('/no/such/screen')).toBe(PRELOAD.shell)
})
