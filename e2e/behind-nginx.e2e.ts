import { createServer, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright/test'
import { closeNow, listen } from '../src/net/test-server.fixture'
import { drop, markdown } from './documents'
import { fileName, row } from './knowledge-steps'
import { hasNginx, type Nginx, prepareNginx } from './nginx'
import { test as base, expect } from './screen'
import { CREDENTIALS } from './stack'
import { walkConsole } from './whole-console'

const test = base.extend<{ nginx: Nginx }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from this pattern.
  nginx: async ({}, use) => {
    const nginx = await prepareNginx()
    await use(nginx)
    await nginx.stop()
  },
})

test.skip(!hasNginx(), 'nginx and openssl are not installed.')
test.use({ ignoreHTTPSErrors: true })

async function enter(page: Page, { address, environment }: Nginx): Promise<void> {
  await page.goto(`${address}/agents?q=none`)
  await page.getByLabel('Password').fill(environment.CONSOLE_PASSWORD ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`${address}/agents?q=none`)
  await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible()
}

test('the documented nginx carries the whole console: TLS, HTTP/2, a path, compression, sign-in', async ({
  page,
  playwright,
  stack,
  nginx,
}) => {
  // Through every screen.
  test.slow()
  const console = await stack.startConsole(nginx.environment)
  await nginx.start(Number(new URL(console.origin).port))
  const scripts: Promise<readonly [string | null, string | undefined]>[] = []
  page.on('response', (answer) => {
    if (answer.request().resourceType() === 'script')
      scripts.push(answer.headerValue('content-encoding').then((encoding) => [answer.url(), encoding ?? '']))
  })
  await enter(page, nginx)
  const protocols = await page.evaluate(() => [
    ...new Set(
      performance
        .getEntries()
        .flatMap((entry) => ('nextHopProtocol' in entry ? [String(entry.nextHopProtocol)] : [])),
    ),
  ])
  expect(protocols).toEqual(['h2'])
  const encodings = await Promise.all(scripts)
  expect(encodings.length).toBeGreaterThan(3)
  expect(encodings.filter(([, encoding]) => encoding === 'br').length).toBeGreaterThan(encodings.length / 2)
  const cookies = await page.context().cookies()
  expect(
    cookies.map(({ name, secure, httpOnly, sameSite }) => [name.slice(0, 7), secure, httpOnly, sameSite]),
  ).toEqual([['__Host-', true, true, 'Strict']])
  await walkConsole(page, nginx.address)

  // More than the megabyte that nginx takes without being told.
  await page.goto(`${nginx.address}/knowledge/files`)
  const large = markdown(fileName('large'), `# Large\n\n${'Words of a long document. '.repeat(45_000)}`)
  await drop(page, [large])
  await expect(row(page, large.name)).toContainText('INGESTED', { timeout: 60_000 })

  // Plain HTTP leads to TLS, the path without its slash to the console, and other names to nobody.
  const http = await playwright.request.newContext({ ignoreHTTPSErrors: true })
  const get = (url: string, headers: Record<string, string> = {}) =>
    http.get(url, { maxRedirects: 0, headers })
  const plain = await get(`${nginx.plain}/agents`)
  expect([plain.status(), plain.headers().location]).toEqual([301, 'https://localhost/switchboard/agents'])
  const bare = await get(nginx.address)
  expect([bare.status(), bare.headers().location]).toEqual([301, `${nginx.address}/`])
  expect((await get(`${nginx.address}/healthz`)).status()).toBe(200)
  expect((await get(`${nginx.address}/readyz`)).status()).toBe(200)
  expect((await get(`${nginx.address}/console/info`)).status()).toBe(401)
  expect((await get(`${nginx.address}/healthz`, { host: 'elsewhere.example' })).status()).toBe(421)
  expect((await get(new URL('/healthz', nginx.address).href)).status()).toBe(404)
  const foreign = { origin: 'https://elsewhere.example' }
  expect((await get(`${nginx.address}/healthz`, foreign)).status()).toBe(403)
  await http.dispose()
})

test('events arrive while their stream is open, also where nginx buffers all else', async ({
  page,
  stack,
  nginx,
}) => {
  const console = await stack.startConsole(nginx.environment)
  await nginx.start(Number(new URL(console.origin).port), [['proxy_buffering off;', 'proxy_buffering on;']])
  await enter(page, nginx)
  const first = await page.evaluate(async (base) => {
    const answer = await fetch(`${base}/console/events?browser=ab`, { signal: AbortSignal.timeout(45_000) })
    const reader = answer.body?.getReader()
    const piece = await reader?.read()
    await reader?.cancel()
    return new TextDecoder().decode(piece?.value)
  }, nginx.environment.BASE_PATH)
  expect(first).toMatch(/^retry: \d+\n\n/)
})

/** A service whose uploads begin to be taken when it is told to. */
async function startSlowService() {
  const held: IncomingMessage[] = []
  let taken = 0
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.method === 'PUT') {
      held.push(request)
      request.on('error', () => {})
      request.on('end', () => {
        taken += 1
        response.end('{}')
      })
    } else if (request.url === '/generate-presigned-url')
      response.end(
        JSON.stringify({ fileId: `f-${held.length}`, uploadUrl: `http://${request.headers.host}/put` }),
      )
    else response.end('{}')
  })
  return {
    url: await listen(server),
    held,
    taken: () => taken,
    close: () => void closeNow(server),
  }
}

test('an upload that waits for its storage arrives, and one that is given up ends', async ({
  page,
  stack,
  nginx,
}) => {
  const service = await startSlowService()
  const console = await stack.startConsole({
    ...nginx.environment,
    ...CREDENTIALS,
    SERVICE_URL: service.url,
    DATA_DIR: await stack.dataDirectory(),
  })
  await nginx.start(Number(new URL(console.origin).port))
  await enter(page, nginx)
  const upload = () =>
    page.evaluate(async (base) => {
      const asked = await fetch(`${base}/generate-presigned-url`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"fileName":"a.pdf"}',
      })
      const { uploadUrl } = await asked.json()
      const sending = new XMLHttpRequest()
      Object.assign(window, { sending })
      return new Promise<number>((resolve) => {
        sending.onloadend = () => resolve(sending.status)
        sending.open('PUT', base + uploadUrl)
        sending.setRequestHeader('content-type', 'application/pdf')
        // As the console sends a file. Bytes of the page itself would be copied to whoever drives the browser, for half a minute on a busy machine.
        sending.send(new Blob([new Uint8Array(40 * 2 ** 20)]))
      })
    }, nginx.environment.BASE_PATH)

  const first = upload()
  await expect.poll(() => service.held.length).toBe(1)
  // Long enough for the console to look whether the browser is still there.
  await sleep(800)
  service.held[0]?.resume()
  expect(await first).toBe(200)
  expect(service.taken()).toBe(1)

  // What waits between browser, gateway and console can be all of it, and then it arrives whoever gave it up: it is sent over several seconds.
  const session = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 8 * 2 ** 20 }
  await session.send('Network.emulateNetworkConditions', slow)
  const second = upload()
  await expect.poll(() => service.held.length).toBe(2)
  const before = nginx.givenUp()
  const ended = new Promise((resolve) => service.held[1]?.once('close', resolve))
  await page.evaluate(() => (window as unknown as { sending: XMLHttpRequest }).sending.abort())
  expect(await second).toBe(0)
  await expect.poll(() => nginx.givenUp()).toBeGreaterThan(before)
  service.held[1]?.resume()
  await ended
  expect(service.taken()).toBe(1)
  service.close()
})
