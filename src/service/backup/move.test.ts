import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { placeEmptyDatabase } from '../empty-database.fixture'
import { addAgent, addCollection, addFile } from '../journeys.fixture'
import type { OpenOptions } from '../open'
import { openedServices } from '../service.fixture'
import { move } from './move'

const serverUrl = process.env.TEST_DATABASE_URL

let dataDir = ''
let databaseUrl = ''
const services = openedServices()
const { closeAll } = services
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'move-'))
  await placeEmptyDatabase(dataDir)
  if (!serverUrl) return
  const name = `test_${randomBytes(8).toString('hex')}`
  databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  await ask(serverUrl, `create database ${name}`)
  return () => ask(serverUrl, `drop database ${name} with (force)`)
})
afterEach(async () => {
  await closeAll()
  rmSync(dataDir, { recursive: true, force: true })
})

async function ask(url: string, statement: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  return (await client.query(statement).finally(() => client.end())).rows
}

const open = (url?: string, more: Partial<OpenOptions> = {}) =>
  services.open({
    dataDir: url ? join(dataDir, 'nothing') : dataDir,
    databaseUrl: url,
    extract: async () => ({ ok: true, passages: [{ text: 'Parcels leave daily.' }] }),
    ...more,
  })

/** What a service has made for itself. */
const OWN_KEYS = { credentials: undefined }

type Opened = Awaited<ReturnType<typeof open>>

const moveTo = (argument?: string, signal = new AbortController().signal) =>
  move({ argument, dataDir, programs: inject('programs'), signal })

const refused = (said: RegExp | string, argument?: string) =>
  expect(moveTo(argument)).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringMatching(said),
  })

async function viewUrl({ send }: Opened, id: string): Promise<string> {
  const { json } = await send(`/api/v1/knowledge-base/file/${id}/view`, { method: 'POST' })
  return (json as { viewUrl: string }).viewUrl
}

const view = async ({ service }: Opened, url: string) => {
  const answer = await service().fetch(new Request(url))
  expect(answer.status).toBe(200)
  return answer.text()
}

describe('a move from the embedded store to a server', { timeout: 240_000 }, () => {
  test.runIf(serverUrl)('leaves every answer, id and key as it was, and new ids go on', async () => {
    const first = await open()
    const fileIds: string[] = []
    for (let index = 0; index < 4; index++) {
      const text = `# Guide ${index}\n\n${randomBytes(index * 200_000).toString('base64')}`
      fileIds.push(await addFile(first, `guide-${index}.md`, text))
    }
    await first.send(`/api/v1/knowledge-base/file/${fileIds.pop()}`, { method: 'DELETE' })
    const { agentId, labId } = await addAgent(first)
    const quoting = await addAgent(first, {
      name: `"quoted", {braces} and \\ back\nslashes`,
      description: 'NULL',
    })
    const collectionId = await addCollection(first)
    await first.send(`/api/v1/knowledge-base/collection/${collectionId}/file/${fileIds[0]}`, {
      method: 'POST',
    })
    const addScenario = async ({ send }: Opened) => {
      const body = { agent_id: labId, name: 'Hours', instructions: 'Ask when.', first_message: 'When?' }
      return (await send('/api/v1/testing-lab/scenarios', { method: 'POST', body })).json as { id: number }
    }
    const scenario = await addScenario(first)
    const run = { agent_id: labId, scenarios: [scenario.id], frequency: 2 }
    await first.send('/api/v1/testing-lab/scenarios/run', { method: 'POST', body: run })
    await first.service().idle()
    const paths = [
      '/api/v1/knowledge-base/files',
      '/api/v1/knowledge-base/collections',
      '/api/v1/tools',
      `/api/v1/agents/${agentId}/versions`,
      `/api/v1/agents/${quoting.agentId}/versions`,
      '/api/v1/agent-calls',
      `/api/v1/testing-lab/scenarios?agent_id=${labId}`,
      `/api/v1/testing-lab/runs?agent_id=${labId}`,
    ]
    const search = { method: 'POST', body: { query: 'parcels' } }
    const answers = async (opened: Opened) => [
      ...(await Promise.all(paths.map(async (path) => (await opened.send(path)).json))),
      ((await opened.send('/api/v1/knowledge-base/search', search)).json as { passages: unknown }).passages,
      ...(await Promise.all(fileIds.map(async (id) => view(opened, await viewUrl(opened, id))))),
    ]
    const before = await answers(first)
    const [address = ''] = await Promise.all(fileIds.slice(0, 1).map((id) => viewUrl(first, id)))
    const session = { startedAt: new Date(), seenAt: new Date() }
    const person = { name: 'anna', role: 'operator', signIn: 'password' } as const
    await first.service().team.sessions.start('a digest', { person, ...session })
    await refused(/is (already )?in use/, databaseUrl)
    await closeAll()
    const kept = (await open(undefined, OWN_KEYS)).service().credentials
    await closeAll()
    const there = readdirSync(join(dataDir, 'blobs')).sort()

    // A service was started there before, and nothing was done with it.
    await open(databaseUrl)
    await closeAll()
    const said = await moveTo(databaseUrl)
    expect(said).toMatch(
      /^Moved 3 files \([\d.]+ MB\), 2 agents and everything else in [\d.]+ s\.\n.*was not changed/,
    )
    const second = await open(databaseUrl)
    expect(await answers(second)).toEqual(before)
    // People sign in again.
    expect(await second.service().team.sessions.find('a digest')).toBeUndefined()
    // Addresses that were handed out go on as well.
    expect(await view(second, address)).toContain('# Guide 0')
    expect((await addScenario(second)).id).toBe(scenario.id + 1)
    expect((await addAgent(second)).labId).toBe(quoting.labId + 1)
    const added = await addFile(second, 'more.md', '# More')
    await expect
      .poll(async () => (await second.send(paths[0] ?? '')).text, { timeout: 30_000 })
      .toContain(added)
    await closeAll()
    expect((await open(databaseUrl, OWN_KEYS)).service().credentials).toEqual(kept)
    await closeAll()

    // The store that was moved is as it was; one that is there is not moved to.
    await refused(/already holds a store, which was not touched/, databaseUrl)
    expect(readdirSync(join(dataDir, 'blobs')).sort()).toEqual(there)
    expect(await answers(await open())).toEqual(before)
  })

  test.runIf(serverUrl)('that is stopped leaves nothing, and the next one works', async () => {
    const first = await open()
    await addFile(first, 'guide.md', '# Guide')
    await closeAll()
    const stopping = new AbortController()
    stopping.abort()
    await expect(moveTo(databaseUrl, stopping.signal)).rejects.toThrow('aborted')
    expect(await ask(databaseUrl, 'select id from store union all select id from files')).toEqual([])
    expect(await moveTo(databaseUrl)).toMatch(/^Moved 1 file /)
    expect(
      await ask(databaseUrl, 'select count(*)::int from blobs where id in (select id from files)'),
    ).toEqual([{ count: 1 }])
  })

  test.runIf(serverUrl)('is refused where an audit log is all that is there', async () => {
    const there = await open(databaseUrl)
    await there.service().team.audit.begin({
      at: new Date(),
      person: 'anna',
      role: 'operator',
      session: null,
      address: '127.0.0.1',
      operation: 'signIn',
      ids: {},
      status: 200,
      duration: null,
    })
    await closeAll()
    await refused(/already holds a store, which was not touched/, databaseUrl)
    expect(await ask(databaseUrl, 'select person from team_audit')).toEqual([{ person: 'anna' }])
  })

  test('is refused in one sentence where it cannot be done', async () => {
    await refused(/^Name the server to move to/)
    await refused(/^Name the server to move to/, 'mysql://127.0.0.1/x')
    await refused(
      /^(?!.*secret-word)The database at this address cannot be reached/,
      'postgres://user:secret-word@127.0.0.1:1/x',
    )
    rmSync(join(dataDir, 'database'), { recursive: true })
    await refused(/^There is no store in /, 'postgres://127.0.0.1:1/x')
    expect(readdirSync(dataDir).filter((name) => !name.startsWith('lock.'))).toEqual([])
  })
})
