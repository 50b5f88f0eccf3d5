import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, test } from 'vitest'
import { answerJson, startPair } from './console.fixture'

const BASE = '/team/switchboard'
const SCRIPT = "document.documentElement.dataset.theme = '/dark'"
const PAGE = `<!doctype html><html><head><link rel="icon" href="/icon.svg"><script>${SCRIPT}</script>
<script type="module" src="/assets/main-1.js"></script></head><body><!--app-shell--></body></html>`

const SHELL = '<a href="/agents">Agents</a><a href="#main">Skip</a>'

async function start(basePath = BASE) {
  const pages = mkdtempSync(join(tmpdir(), 'console-'))
  onTestFinished(() => rmSync(pages, { recursive: true }))
  mkdirSync(join(pages, 'assets'))
  writeFileSync(join(pages, 'index.html'), PAGE)
  writeFileSync(join(pages, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(pages, 'assets/main-1.js'), 'export {}')
  const route = {
    pattern: '/agents',
    modules: ['/assets/agents-1.js'],
    data: ['/console/info'],
    shell: SHELL,
  }
  writeFileSync(join(pages, 'preload.json'), JSON.stringify({ shell: SHELL, routes: [route] }))
  const asked: string[] = []
  const { origin } = await startPair(
    (request, response) => {
      asked.push(request.url ?? '')
      const { host } = request.headers
      if (request.method === 'PUT') response.writeHead(200).end()
      else if (request.url?.startsWith('/get/')) response.end('# What it says')
      else if (request.url === '/generate-presigned-url')
        answerJson(response, { fileId: 'f-1', uploadUrl: `http://${host}/put/f-1` })
      else if (request.url?.endsWith('/view')) answerJson(response, { viewUrl: `http://${host}/get/f-1` })
      else answerJson(response, { agents: [] })
    },
    { BASE_PATH: basePath },
    { pages },
  )
  const post = (path: string) =>
    fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: path.endsWith('url') ? '{"fileName":"a.md"}' : undefined,
    })
  return { get: (path: string) => fetch(origin + path, { redirect: 'manual' }), post, origin, asked }
}

describe('a console under a path', () => {
  let console: Awaited<ReturnType<typeof start>>
  beforeEach(async () => {
    console = await start()
  })

  it.each(['', '/', '/agents', '?q=1'])(
    'serves the page at %j, with its addresses under the path',
    async (path) => {
      const answer = await console.get(BASE + path)
      expect(answer.status).toBe(200)
      const html = await answer.text()
      expect(html).toContain(` data-base="${BASE}"><head>`)
      const addresses = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address)
      const preloads = path === '/agents' ? [`${BASE}/assets/agents-1.js`, `${BASE}/console/info`] : []
      expect(addresses.toSorted()).toEqual(
        [`${BASE}/icon.svg`, `${BASE}/assets/main-1.js`, `${BASE}/agents`, '#main', ...preloads].toSorted(),
      )
      // Its digest stands in the policy.
      expect(html).toContain(`<script>${SCRIPT}</script>`)
    },
  )

  it.each([
    ['/icon.svg', 'image/svg+xml'],
    ['/assets/main-1.js', 'text/javascript; charset=utf-8'],
    ['/console/info', 'application/json; charset=utf-8'],
    ['/healthz', 'application/json; charset=utf-8'],
    ['/readyz', 'application/json; charset=utf-8'],
    ['/api/v1/agents', 'application/json; charset=utf-8'],
  ])('serves %s under the path and nowhere else', async (path, type) => {
    const answer = await console.get(BASE + path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
    for (const elsewhere of [path, `/team${path}`, `${BASE}x${path}`, `/x${BASE}${path}`])
      expect((await console.get(elsewhere)).status, elsewhere).toBe(404)
  })

  it('takes uploads and previews there', async () => {
    const { uploadUrl } = await (await console.post(`${BASE}/generate-presigned-url`)).json()
    const headers = { 'content-type': 'text/markdown' }
    const sent = await fetch(`${console.origin}${BASE}${uploadUrl}`, { method: 'PUT', headers, body: '# A' })
    expect(sent.status).toBe(200)
    const { consolePreview } = await (
      await console.post(`${BASE}/api/v1/knowledge-base/file/f-1/view`)
    ).json()
    expect(await (await console.get(BASE + consolePreview)).text()).toBe('# What it says')
  })

  it('asks the service for its own paths, without the one of the console', async () => {
    await console.get(`${BASE}/api/v1/agents`)
    expect(console.asked).toEqual(['/api/v1/agents'])
  })

  it.each([
    '/',
    '/agents',
    '/team',
    '/team/',
    '/team/switchboards',
    '/TEAM/switchboard',
    '/team/switchboard%20/',
  ])('has nothing at %s', async (path) => {
    expect((await console.get(path)).status).toBe(404)
    expect(console.asked).toEqual([])
  })

  it('refuses what the guard refuses, also outside the path', async () => {
    const headers = { origin: 'https://elsewhere.example' }
    for (const path of [`${BASE}/console/info`, '/console/info'])
      expect((await fetch(console.origin + path, { headers })).status).toBe(403)
    expect((await console.get(`${BASE}//console/info`)).status).toBe(400)
  })
})

test('at the root the page is as it was built', async () => {
  const { get } = await start('')
  const page = await (await get('/settings')).text()
  expect(page.replace(/ data-info="[^"]+"/, '')).toBe(PAGE.replace('<!--app-shell-->', SHELL))
})
