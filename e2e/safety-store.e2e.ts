import { chmodSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'playwright/test'
import { addDocument, inBothModes, LIST, placeAt, startIn, startInside, test, whenRead } from './safety-steps'

// Rules 10 to 13, 18 to 20 and 22 of docs/safety.md, asked of the built system from outside.

const SEARCH = '/api/v1/knowledge-base/search'
const COLLECTION = '/api/v1/knowledge-base/collection'

inBothModes(
  'rule 10: addresses of bytes count as they were written; bytes are no page',
  async ({ local }) => {
    const { fileId, uploadUrl } = await addDocument(local, 'a.md', '<script>alert(1)</script>')
    const put = { method: 'PUT', body: '# b', headers: { 'content-type': 'text/markdown' } }
    expect((await local.ask(uploadUrl, put)).status).toBe(403)
    const viewing = await local.read(`/api/v1/knowledge-base/file/${fileId}/view`, { method: 'POST' })
    const { pathname, search } = new URL(viewing.viewUrl)
    const expires = Number(/expires=(\d+)/.exec(search)?.[1])
    const later = search.replace(String(expires), String(expires + 1))
    const long = search.replace('expires=', 'expires=0')
    for (const altered of [
      later,
      long,
      `${search}A`,
      `${search}&a=1`,
      '',
      search.replace(/signature=./, (each) => (each.endsWith('A') ? 'signature=B' : 'signature=A')),
    ])
      expect([altered, (await local.ask(`${pathname}${altered}`)).status]).toEqual([altered, 403])
    expect((await local.ask(`/blobs/other${search}`)).status).toBe(403)
    expect((await local.ask(`/blobs/a~00b${search}`)).status).toBe(403)
    for (const address of [`${pathname}${search}`, viewing.consolePreview]) {
      const { status, headers } = await local.ask(address)
      expect([status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
        200,
        'text/plain; charset=utf-8',
        'nosniff',
      ])
      expect(headers.get('content-security-policy')).toContain('sandbox')
      expect(headers.get('cache-control')).toContain('no-store')
    }
  },
)

inBothModes('rule 11: documents that cannot be read say why, and others do not wait', async ({ local }) => {
  const broken = ['%PDF-1.7\nnothing', `%PDF-1.7\n${'1 0 obj << /Length 1 0 R >> stream '.repeat(500)}`]
  const ids: string[] = []
  for (const [at, content] of broken.entries())
    ids.push((await addDocument(local, `broken-${at}.pdf`, content)).fileId)
  const asked = performance.now()
  await local.read('/api/v1/agents')
  expect(performance.now() - asked).toBeLessThan(10_000)
  for (const id of ids)
    expect(await whenRead(local, id)).toMatchObject({
      status: 'FAILED',
      reason: expect.stringMatching(/\w+ \w+/),
    })
})

inBothModes('rule 13: a tool is not called inside a network', async ({ local }) => {
  const { port, connections, close } = await startInside('{"secret":"of this machine"}')
  const hosts = ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0.0.0.0', '2130706433']
  const addresses = hosts.flatMap((host) => ['http', 'https'].map((scheme) => `${scheme}://${host}:${port}/`))
  for (const [at, url] of [...addresses, 'http://169.254.169.254/latest'].entries()) {
    const body = { name: `Inside ${at}`, structure: { url, method: 'GET', timeout: 1 } }
    const { tool } = await local.read('/api/v1/tools', { method: 'POST', body })
    const called = await local.read(`/api/v1/tools/${tool.id}/try`, { method: 'POST', body: {} })
    const { error, answer } = called.result ?? called
    expect([url, error, answer ?? null]).toEqual([url, expect.any(String), null])
  }
  expect(connections()).toBe(0)
  close()
})

inBothModes('rule 19: no search holds the store', async ({ local }) => {
  const { fileId } = await addDocument(local, 'same.md', `# Same\n\n${'ab cd ef gh ij '.repeat(6_000)}`)
  expect(await whenRead(local, fileId)).toMatchObject({ status: 'INGESTED' })
  const hostile = [
    `"${'ab cd ef gh ij '.repeat(19).trim()}"`,
    'ab or cd or ef or gh or ij or '.repeat(10).slice(0, 299),
  ]
  const searches = hostile.map((query) => local.ask(SEARCH, { method: 'POST', body: { query } }))
  await inTime('a list beside searches', 30_000, local.read(LIST))
  for (const { status } of await inTime('a search', 30_000, Promise.all(searches)))
    expect([200, 503]).toContain(status)
})

/** What others may do with a path. */
const forOthers = (path: string) => statSync(path).mode & 0o077

/** Resolves with what a promise does; rejects with these words where that takes too long. */
function inTime<T>(what: string, ms: number, promise: Promise<T>): Promise<T> {
  const late = new AbortController()
  const tooLate = sleep(ms, undefined, { signal: late.signal }).then(() => {
    throw new Error(`${what} takes longer than ${ms / 1000} s`)
  })
  tooLate.catch(() => {})
  return Promise.race([promise, tooLate]).finally(() => late.abort())
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const SECTIONS = Array.from(
  { length: 1_000 },
  (_, at) => `# Part ${at}\n\nThe text of marker${at} stands here once.\n`,
)

test.use({ withHosted: false })

test('one data directory: closed to others, for one process, through kill -9 and a stop', async ({
  directory,
}) => {
  const DATA_DIR = await directory()
  const blobs = join(DATA_DIR, 'blobs')
  for (const path of [DATA_DIR, join(DATA_DIR, 'database'), blobs]) chmodSync(path, 0o755)
  const start = async () => placeAt(await startIn('signed in', { DATA_DIR }), 'signed in')
  const first = await start()
  await test.step('rule 22: what was open to others is closed', async () => {
    expect([DATA_DIR, join(DATA_DIR, 'database'), blobs].map(forOthers)).toEqual([0, 0, 0])
  })
  await test.step('rule 12: a second process says who holds it', async () => {
    await expect(startIn('signed in', { DATA_DIR })).rejects.toThrow(`in use by process ${first.running.pid}`)
  })
  const created = await first.read(COLLECTION, { method: 'POST', body: { name: 'Kept', description: '' } })
  // Documents are read one after the other, so the long one is under way when the short one is read.
  const quick = await addDocument(first, 'quick.md', '# Quick')
  const { fileId } = await addDocument(first, 'long.md', SECTIONS.join('\n'))
  await whenRead(first, quick.fileId)
  await first.running.stop('SIGKILL')

  const second = await start()
  await test.step('rule 12: what was acknowledged is there', async () => {
    const { collections } = await second.read(`${COLLECTION}s`)
    expect(collections.map(({ id }: { id: string }) => id)).toContain(created.collection.id)
    // The session, too: who was signed in still is. The port is in the cookie's name.
    const [name = ''] = second.who.cookie?.split('=') ?? []
    const [, session = ''] = first.who.cookie?.split('=') ?? []
    expect((await second.ask(LIST, { headers: { cookie: `${name}=${session}` } })).status).toBe(200)
  })
  await test.step('rule 20: what was under way is taken up, and done once', async () => {
    expect(await whenRead(second, fileId)).toMatchObject({ status: 'INGESTED' })
    const body = { query: '"marker77"', fileIds: [fileId] }
    const { passages } = await second.read(SEARCH, { method: 'POST', body })
    expect(passages.filter(({ text }: { text: string }) => /marker77\b/.test(text))).toHaveLength(1)
    expect((await second.ask('/readyz')).status).toBe(200)
  })
  await test.step('rule 19: a stop ends in time, whatever runs', async () => {
    const { uploadUrl } = await second.read('/generate-presigned-url', {
      method: 'POST',
      body: { fileName: 'never.md' },
    })
    const { hostname, port, host } = new URL(second.origin)
    const socket = connect(Number(port), hostname).on('error', () => {})
    const who = Object.entries(second.who).map((each) => `${each.join(': ')}\r\n`)
    socket.write(
      `PUT ${uploadUrl} HTTP/1.1\r\nHost: ${host}\r\n${who}Content-Type: text/markdown\r\nContent-Length: 900\r\n\r\n# a`,
    )
    await second.read(LIST)
    const { pid, stop } = second.running
    await inTime('a stop', 15_000, stop('SIGTERM')).finally(
      () => isAlive(pid) && process.kill(pid, 'SIGKILL'),
    )
    socket.destroy()
    expect(readdirSync(DATA_DIR).toSorted()).toEqual(['blobs', 'database', 'lock.3'])
  })
})

/** Has a process stop itself with its first word of being ready, before anybody can read it. */
const STOPS_AT_ONCE = `const { write } = process.stdout
process.stdout.write = function (text, ...rest) {
  if (/ready/.test(text)) process.kill(process.pid, 'SIGTERM')
  return write.call(this, text, ...rest)
}`

test('rule 19: whoever stops it as soon as it is ready leaves nothing behind', async ({ directory }) => {
  const DATA_DIR = await directory()
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(STOPS_AT_ONCE)}`
  // Waits for the end alone.
  await startIn('open', { DATA_DIR, NODE_OPTIONS }).then(
    ({ stop }) => stop('SIGCONT'),
    () => undefined,
  )
  expect(readdirSync(DATA_DIR)).not.toContain('lock-control')
})

test('rule 18: bytes that no record of this database stands for stay', async ({ directory }) => {
  const DATA_DIR = await directory()
  const foreign = join(DATA_DIR, 'blobs', 'of-another-database')
  writeFileSync(foreign, '# Kept')
  utimesSync(foreign, 0, 0)
  const place = await placeAt(await startIn('signed in', { DATA_DIR }), 'signed in')
  const { fileId } = await addDocument(place, 'new.md', '# New')
  expect(await whenRead(place, fileId)).toMatchObject({ status: 'INGESTED' })
  await place.read(`/api/v1/knowledge-base/file/${fileId}`, { method: 'DELETE' })
  await place.running.stop()
  // What was deleted, too, is there for a while.
  expect(readdirSync(join(DATA_DIR, 'blobs'))).toEqual(
    expect.arrayContaining(['of-another-database', fileId]),
  )
})
