import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { agentBody } from './journeys.fixture'
import { openService } from './open'
import { CREDENTIALS, openTestDatabase, PUBLIC_URL } from './service.fixture'
import { databaseLine } from './store/database-line.fixture'

/** A service on a server at the end of a line. */
async function start(databaseUrl: string) {
  const line = await databaseLine(databaseUrl)
  const dataDir = mkdtempSync(join(tmpdir(), 'store-lost-'))
  const service = await openService({
    dataDir,
    databaseUrl: line.url,
    credentials: CREDENTIALS,
    publicUrl: PUBLIC_URL,
    programs: inject('programs'),
  })
  onTestFinished(async () => {
    await service.close()
    await line.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const ask = async (path: string, body?: unknown) => {
    const response = await service.fetch(
      new Request(new URL(path, PUBLIC_URL), {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'x-api-key': CREDENTIALS.apiKey, 'content-type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
    )
    // An answer that is sent while it is made may break off in the middle.
    const json = await response.json().catch(() => undefined)
    return { status: response.status, json, retryAfter: response.headers.get('retry-after') }
  }
  return { line, ask }
}

const isServer = Boolean(process.env.TEST_DATABASE_URL)

test.runIf(isServer)(
  'a server that is lost five times under load is told with 503 only, and every write is wholly there or not at all (D223)',
  { timeout: 120_000 },
  async () => {
    const opened = await openTestDatabase()
    onTestFinished(() => opened.close())
    const { line, ask } = await start(opened.databaseUrl ?? '')
    const statuses = new Map<number, number>()
    const created: string[] = []
    let going = true
    const note = ({ status }: { status: number }) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const write = async (worker: number) => {
      for (let count = 0; going; count++) {
        const name = `Agent ${worker}-${count}`
        const answer = await ask('/api/v1/agents', agentBody({ name }))
        note(answer)
        if (answer.status === 201) created.push(name)
      }
    }
    const read = async () => {
      while (going) note(await ask('/api/v1/knowledge-base/files'))
    }
    const load = [...Array.from({ length: 8 }, (_, worker) => write(worker)), read(), read()]
    for (let round = 0; round < 5; round++) {
      const before = created.length
      await expect.poll(() => created.length).toBeGreaterThan(before + 10)
      line.cut()
      const refused = statuses.get(503) ?? 0
      await expect.poll(() => statuses.get(503) ?? 0).toBeGreaterThan(refused + 10)
      expect(await ask('/readyz')).toMatchObject({ status: 503, retryAfter: '5' })
      expect((await ask('/healthz')).status).toBe(200)
      line.heal()
      await expect.poll(async () => (await ask('/readyz')).status).toBe(200)
    }
    going = false
    await Promise.all(load)
    expect([...statuses.keys()].sort()).toEqual([200, 201, 503])

    // The agent and its first version are one transaction. What was acknowledged is there once; what was not is whole, too.
    const { rows } = await opened.db.$client.query<{ name: string; versions: number }>(
      'select agents.name, count(versions.id)::int as versions from agents left join versions on agent_id = agents.id group by agents.id',
    )
    const names = rows.filter(({ name }) => name.startsWith('Agent ')).map(({ name }) => name)
    expect(names).toHaveLength(new Set(names).size)
    for (const name of created) expect(names).toContain(name)
    expect(rows.filter(({ name, versions }) => names.includes(name) && versions !== 1)).toEqual([])
  },
)
