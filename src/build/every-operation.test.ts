import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type CheckedOperation, checkedOperations } from '../contract/checked-operations'
import { sampleBody, sampleQuery } from '../contract/samples.fixture'
import { readConfig } from '../proxy/config'
import { startConsole } from '../proxy/start'
import { placeEmptyDatabase } from '../service/empty-database.fixture'
import { openService } from '../service/open'

// What `npm start` puts together: the proxy in front of the service.
let running: Awaited<ReturnType<typeof startConsole>>
const dataDir = mkdtempSync(join(tmpdir(), 'operations-'))

beforeAll(async () => {
  await placeEmptyDatabase(dataDir)
  running = await startConsole({
    config: readConfig({ PORT: '0' }),
    openService: (publicUrl) => openService({ dataDir, publicUrl, programs: inject('programs') }),
  })
})
afterAll(async () => {
  await running?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const all = Object.values<CheckedOperation>(checkedOperations)

async function send({ method, path, name }: CheckedOperation, body: unknown, query = {}): Promise<unknown[]> {
  const address = new URL(path.replace(/\{\w+\}/g, '1'), running.origin)
  address.search = new URLSearchParams(query).toString()
  const isRead = method === 'GET'
  const answer = await fetch(address, {
    method,
    headers: isRead ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  return [answer.status, `${name}: ${await answer.text()}`]
}

test.each(all.map((operation) => [operation.name, operation] as const))(
  'the proxy passes %s on, and the service takes its sample request',
  async (_, operation) => {
    // A cursor is one that the service gave out.
    const { cursor: _cursor, ...query } = sampleQuery(operation) ?? {}
    const [status, said] = await send(operation, sampleBody(operation), query)
    // Done, or refused only because nothing with the ids of the sample exists here: what it says was understood.
    if (status === 400) expect(said).toMatch(/"message":"There is no \w+ with this/)
    else expect([status, said]).toEqual([expect.toBeOneOf([200, 201, 204, 404]), said])
  },
)

test.each(all.filter(({ request }) => request).map((operation) => [operation.name, operation] as const))(
  'the service refuses %s with a field that it does not know',
  async (_, operation) => {
    const body = { ...(sampleBody(operation) as object), callScript: 'x' }
    const [status, said] = await send(operation, body, sampleQuery(operation))
    expect([status, said]).toEqual([400, expect.stringContaining('callScript')])
  },
)
