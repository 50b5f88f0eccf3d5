import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { Agent, get, request } from 'node:http'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { gate } from '../net/gate.fixture'
import { listen } from '../net/test-server.fixture'
import { placeEmptyDatabase } from './empty-database.fixture'
import { startLanguageServer } from './engine/language-server.fixture'
import { ENDLESS, placeEndlessWork } from './hold-store.fixture'
import { agentBody } from './journeys.fixture'
import { end, serviceProgram } from './program.fixture'
import { openDatabase } from './store/open-database'

let dataDir = ''
const spawnProgram = serviceProgram()

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'main-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** No file of the program may grow further; the shell counts in blocks of 512 bytes. */
const FILES_UP_TO_20_MB = ['sh', '-c', `ulimit -f ${(20 * 2 ** 20) / 512} && exec "$0" "$@"`]

/** Starts the program in the data directory; resolves with its first line, or its end. */
async function start(variables: Record<string, string> = {}, wrap: readonly string[] = []) {
  const started = spawnProgram({ DATA_DIR: join(dataDir, 'data'), ...variables }, { wrap })
  return { ...started, ...(await started.ready) }
}

const keptCredentials = () => JSON.parse(readFileSync(join(dataDir, 'data', 'credentials.json'), 'utf8'))

function client(origin: string) {
  const headers = { 'x-api-key': keptCredentials().apiKey, 'content-type': 'application/json' }
  return async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${origin}${path}`, { method, headers, body: JSON.stringify(body) })
    expect(response.ok, `${method} ${path}`).toBe(true)
    return response.json()
  }
}

describe('npm run service', { timeout: 90_000 }, () => {
  test('says where it is and where its credentials are, and ends cleanly when told to', async () => {
    const { child, said, origin } = await start()
    expect(said.out).toMatch(
      /^Service ready on http:\/\/127\.0\.0\.1:\d+, credentials in \S+credentials\.json\n$/,
    )
    expect(statSync(join(dataDir, 'data', 'credentials.json')).mode & 0o777).toBe(0o600)
    const healthy = await fetch(`${origin}/healthz`)
    expect(await healthy.json()).toEqual({ status: 'ok' })
    expect(healthy.headers.get('keep-alive')).toBe('timeout=30')
    const before = keptCredentials()
    expect(await end(child, 'SIGTERM')).toBe(0)
    const again = await start()
    expect(keptCredentials()).toEqual(before)
    expect(again.said.error).toBe('')
  })

  test('answers under its own names only, so that no name can be bound to it anew', async () => {
    await placeEmptyDatabase(join(dataDir, 'data'))
    const { origin } = await start({ ALLOWED_HOSTS: 'Service.example.com' })
    const { port } = new URL(origin)
    const ask = async (...hosts: string[]) => {
      const head = [
        'GET /openapi.json HTTP/1.1',
        'Connection: close',
        ...hosts.map((host) => `Host: ${host}`),
      ]
      const socket = connect(Number(port), '127.0.0.1')
      socket.write(`${head.join('\r\n')}\r\n\r\n`)
      return Number((await text(socket)).split(' ')[1])
    }
    const long = `[0:0:0:0:0:0:0:1]:${port}`
    for (const host of [`127.0.0.1:${port}`, `LocalHost:${port}`, long, 'service.example.com'])
      expect(await ask(host), host).toBe(200)
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      `0.0.0.0:${port}`,
      '127.0.0.1',
      `localhost.:${port}`,
    ])
      expect(await ask(host), host).toBe(421)
    expect([await ask(), await ask(`localhost:${port}`, 'evil.example')]).toEqual([421, 421])
    const many = '\r\nX: a'.repeat(2_000)
    expect(await ask(`localhost:${port}${many}`, 'evil.example')).toBe(421)
    const odd = { method: 'PUT', host: '127.0.0.1', port, path: '/blobs/a%00b' }
    const [answer] = await once(request({ ...odd, headers: { host: `127.0.0.1:${port}` } }).end(), 'response')
    expect(answer.statusCode).toBe(403)
  })

  test('what it acknowledged survives kill -9, and a broken upload leaves nothing (safety 12)', async () => {
    await placeEmptyDatabase(join(dataDir, 'data'))
    const TMPDIR = mkdtempSync(join(dataDir, 'temporary-'))
    const first = await start({ TMPDIR })
    const call = client(first.origin)
    const kept: string[] = []
    for (let index = 0; index < 20; index++) {
      const { collection } = await call('POST', '/api/v1/knowledge-base/collection', {
        name: `Collection ${index}`,
        description: '',
      })
      kept.push(collection.id)
    }
    const { uploadUrl, fileId } = await call('POST', '/generate-presigned-url', { fileName: 'a.md' })
    const put = (body: string) =>
      fetch(uploadUrl, { method: 'PUT', body, headers: { 'content-type': 'text/markdown' } })
    expect((await put('# Opening hours\n\nNine to five.')).status).toBe(200)
    await call('POST', '/api/v1/knowledge-base/file', { fileId })
    await end(first.child, 'SIGKILL')
    expect(readdirSync(TMPDIR)).toEqual([])

    const second = await start()
    const ask = client(second.origin)
    const { collections } = await ask('GET', '/api/v1/knowledge-base/collections')
    expect(collections.map(({ id }: { id: string }) => id).sort()).toEqual(kept.sort())
    // Reading goes on where it was; the file is really read.
    await expect
      .poll(async () => (await ask('GET', '/api/v1/knowledge-base/files')).files)
      .toMatchObject([{ id: fileId, status: 'INGESTED' }])
  })

  test('a run goes on after kill -9 and is held by the configured model, whose key is said nowhere (D175)', async () => {
    await placeEmptyDatabase(join(dataDir, 'data'))
    const server = await startLanguageServer()
    server.behave(() => 'silence')
    const model = { LLM_BASE_URL: server.baseUrl, LLM_MODEL: 'some-model', LLM_API_KEY: 'sk-very-secret' }
    const first = await start(model)
    const call = client(first.origin)
    const { agent } = await call('POST', '/api/v1/agents', agentBody())
    const scenario = await call('POST', '/api/v1/testing-lab/scenarios', {
      agent_id: agent.cekuraAgentId,
      name: 'Hours',
      instructions: 'You want to know the opening hours.',
      first_message: 'When are you open?',
      expected_outcome_prompt: 'The agent says the opening hours.',
    })
    const run = await call('POST', '/api/v1/testing-lab/scenarios/run', {
      agent_id: agent.cekuraAgentId,
      scenarios: [scenario.id],
      frequency: 5,
    })
    expect(run.status).toBe('pending')
    await expect.poll(() => server.asked.length).toBe(4)
    expect(server.asked[0]?.authorization).toBe('Bearer sk-very-secret')
    await end(first.child, 'SIGKILL')

    server.behave(() => undefined)
    const second = await start(model)
    const read = () => client(second.origin)('GET', `/api/v1/testing-lab/runs/${run.id}`)
    await expect.poll(read).toMatchObject({
      status: 'completed',
      counts: { total: 5, passed: 5 },
      runs: Array(5).fill({ judged_by: 'the language model some-model' }),
    })
    expect(JSON.stringify([await read(), first.said, second.said])).not.toContain('sk-very-secret')
    await server.close()
  })

  test('an upload that the disk has no room for is refused with a sentence, leaves nothing, and the next goes on', async () => {
    await placeEmptyDatabase(join(dataDir, 'data'))
    const { origin, said } = await start({}, FILES_UP_TO_20_MB)
    const { uploadUrl, fileId } = await client(origin)('POST', '/generate-presigned-url', {
      fileName: 'a.md',
    })
    const put = (size: number) =>
      fetch(uploadUrl, {
        method: 'PUT',
        body: 'a'.repeat(size),
        headers: { 'content-type': 'text/markdown' },
      })
    const refused = await put(30 * 2 ** 20)
    expect([refused.status, await refused.json()]).toEqual([
      507,
      {
        status: 507,
        message: 'The disk is full. Nothing of this file was stored.',
        code: 'INSUFFICIENT_STORAGE',
        success: false,
      },
    ])
    expect(readdirSync(join(dataDir, 'data', 'blobs')).filter((name) => name.startsWith(fileId))).toEqual([])
    expect((await put(1000)).status).toBe(200)
    expect(said.error).toBe('')
  })

  test('one that is refused writes nothing into the directory of the first', async () => {
    await placeEmptyDatabase(join(dataDir, 'data'))
    const given = { SERVICE_API_KEY: 'key-of-the-first', SERVICE_ACCESS_TOKEN: 'token-of-the-first' }
    expect((await start(given)).said.error).toBe('')
    const before = readdirSync(join(dataDir, 'data'))
    const second = await start()
    expect(second.said.error).toMatch(/is in use by process/)
    expect(readdirSync(join(dataDir, 'data'))).toEqual(before)
  })

  test('ends within 8 s when told to while the database works on something that never ends (D224)', async () => {
    await placeEmptyDatabase(join(dataDir, 'data'))
    const store = await openDatabase({ dataDir: join(dataDir, 'data'), programs: inject('programs') })
    await placeEndlessWork(store.db.$client)
    await store.close()
    const { child, origin } = await start()
    const ask = (method: string, path: string, init: RequestInit = {}) =>
      fetch(`${origin}/api/v1/knowledge-base/${path}`, {
        method,
        headers: { 'x-api-key': keptCredentials().apiKey, 'content-type': 'application/json' },
        ...init,
      }).then(
        () => 'answered',
        () => 'not answered',
      )
    const held = ask('POST', 'collection', { body: JSON.stringify({ name: ENDLESS, description: '' }) })
    const askShortly = () => ask('GET', 'files', { signal: AbortSignal.timeout(1000) })
    await expect.poll(askShortly).toBe('not answered')
    const told = performance.now()
    expect(await end(child, 'SIGTERM')).toBe(0)
    expect(performance.now() - told).toBeLessThan(15_000)
    await held
  })

  test('told to end, it takes nothing more over kept connections and lets an upload under way end', async () => {
    await placeEmptyDatabase(join(dataDir, 'data'))
    const { child, origin, ended } = await start()
    const { uploadUrl } = await client(origin)('POST', '/generate-presigned-url', { fileName: 'a.md' })
    const finish = gate()
    async function* slowly() {
      yield Buffer.from('# Opening hours')
      await finish.opened
    }
    const uploaded = fetch(uploadUrl, {
      method: 'PUT',
      headers: { 'content-type': 'text/markdown' },
      body: Readable.toWeb(Readable.from(slowly())) as ReadableStream<Uint8Array>,
      ...{ duplex: 'half' },
    }).then(
      ({ status }) => status,
      () => 'broken off',
    )
    // What is busy over a connection of its own, as a console or a balancer is.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = async () => {
      const [response] = await once(get(`${origin}/healthz`, { agent }), 'response')
      await once(response.resume(), 'end')
    }
    await ask()
    child.kill('SIGTERM')
    const askOn = async () => {
      for (;;) await ask()
    }
    await expect(askOn()).rejects.toThrow()
    finish.open()
    expect(await uploaded).toBe(200)
    await ended
    expect(child.exitCode).toBe(0)
  })

  test('a second one on the same data says who holds it; a taken port and a wrong variable are one sentence', async () => {
    await placeEmptyDatabase(join(dataDir, 'data'))
    const first = await start()
    const second = await start()
    expect(second.said.error).toMatch(
      new RegExp(`^The data directory \\S+ is in use by process ${first.child.pid}; [^\\n]+\\.\\n$`),
    )
    const port = new URL(first.origin).port
    const third = await start({ SERVICE_PORT: port })
    expect(third.said.error).toBe(`Port ${port} is in use; stop what uses it, or set SERVICE_PORT.\n`)
    const fourth = await start({ SERVICE_PORT: 'http' })
    expect(fourth.said.error).toBe('SERVICE_PORT must be a port number from 0 to 65535.\n')
    const closed = createServer()
    const { host: free } = new URL(await listen(closed))
    closed.close()
    const fifth = await start({
      DATA_DIR: join(dataDir, 'other'),
      DATABASE_URL: `postgres://user:secret-word@${free}/x`,
    })
    expect(fifth.said.error).toMatch(
      /^The database at DATABASE_URL cannot be reached \(ECONNREFUSED\); [^\n]+\.\n$/,
    )
    for (const { ended, child } of [second, third, fourth, fifth]) {
      await ended
      expect(child.exitCode).toBe(1)
    }
  })
})
