import type { ServerResponse } from 'node:http'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startToolServer } from '../engine/tool-server.fixture'
import { addAgent } from '../journeys.fixture'
import { testService } from '../service.fixture'
import { versions } from '../store/schema'
import { checkReferences } from './version-rows'

let shop: Awaited<ReturnType<typeof startToolServer>>
const toolHosts: string[] = []
beforeAll(async () => {
  shop = await startToolServer()
  toolHosts.push(shop.host)
})
afterAll(() => shop.close())

const service = testService({ toolHosts })

interface Page {
  tools: { id: string; slug: string }[]
  pagination: { limit: number; nextCursor: string | null }
}

async function page(query: Record<string, string>): Promise<Page> {
  const { status, json } = await service.send(`/api/v1/tools?${new URLSearchParams(query)}`)
  expect(status).toBe(200)
  return json as Page
}

test('pages go through all tools once, in the same order', async () => {
  const all = await page({})
  expect(all.pagination).toEqual({ limit: 10, nextCursor: null })
  expect(all.tools).toHaveLength(4)
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const next: Page = await page(cursor === null ? { limit: '3' } : { limit: '3', cursor })
    seen.push(...next.tools.map(({ id }) => id))
    cursor = next.pagination.nextCursor
  } while (cursor !== null)
  expect(seen).toEqual(all.tools.map(({ id }) => id))
})

test('a limit above 100 counts as 100, and the answer says so (D27)', async () => {
  for (const limit of ['500', '10000', '9'.repeat(30)])
    expect((await page({ limit })).pagination.limit).toBe(100)
})

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test.each([
  { limit: '0' },
  { limit: '-1' },
  { limit: 'ten' },
  { cursor: 'nonsense' },
  { cursor: '' },
  { cursor: encoded({}) },
  { cursor: encoded(['+275760-09-13T00:00:00.000Z', 'x']) },
  { cursor: encoded(['2026-03-01T10:00:00.000Z', 'a\u0000']) },
  { cursor: encoded(["2026-03-01'::text; drop table tools; --", 'x']) },
])('refuses %o', async (query) => {
  const { status, json } = await service.send(`/api/v1/tools?${new URLSearchParams(Object.entries(query))}`)
  expect(status).toBe(400)
  expect(json).toMatchObject({ errors: [{ path: Object.keys(query)[0] }] })
})

test('a parameter that is given twice is refused', async () => {
  expect((await service.send('/api/v1/tools?limit=1&limit=2')).status).toBe(400)
})

describe('a tool', () => {
  const structure = { url: 'https://api.example.com/{{id}}', method: 'GET' }
  const create = (body: object) => service.send('/api/v1/tools', { method: 'POST', body })
  const patch = (id: string, body: object) => service.send(`/api/v1/tools/${id}`, { method: 'PATCH', body })
  const made = async (body: object) => {
    const { status, json } = await create(body)
    expect(status, JSON.stringify(json)).toBe(201)
    return (json as { tool: { id: string; slug: string; structure: object } }).tool
  }

  test('is created with what is sent, and read and listed so', async () => {
    const sent = {
      name: 'Find a parcel',
      description: 'Where it is.',
      slug: 'parcel',
      speech: 'One moment.',
      structure: {
        url: 'https://api.example.com/parcels',
        method: 'POST',
        headers: { 'X-Token': '{{token}}' },
        body: { number: '{{number}}', nested: { deep: [1] } },
        timeout: 5,
        variables: [{ name: 'number', type: 'str', description: 'On the slip', required: true }],
      },
    }
    const tool = await made(sent)
    expect(tool).toMatchObject(sent)
    expect((await service.send(`/api/v1/tools/${tool.id}`)).json).toEqual({ tool })
    expect((await page({ limit: '100' })).tools).toContainEqual(tool)
  })

  test('has defaults for what is not sent, and a slug of its name', async () => {
    expect(await made({ name: 'Ünter den Linden 7!', structure })).toMatchObject({
      slug: 'unter-den-linden-7',
      description: '',
      speech: '',
      structure: { ...structure, headers: {}, body: {}, timeout: 30, variables: [] },
    })
    expect(await made({ name: '天気', structure })).toMatchObject({ slug: 'tool' })
  })

  test('keeps headers in the form of a list, with what is marked as a secret (D16)', async () => {
    const headers = [{ key: 'X-Key', value: 'abc', secure: true }]
    expect(await made({ name: 'Listed', structure: { ...structure, headers } })).toMatchObject({
      structure: { headers },
    })
  })

  test('changes by what is named, also within its structure', async () => {
    const variables = [{ name: 'id' }]
    const tool = await made({ name: 'Changing', structure: { ...structure, timeout: 9, variables } })
    const { status, json } = await patch(tool.id, { structure: { method: 'PUT' }, speech: 'Wait.' })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      tool: {
        name: 'Changing',
        speech: 'Wait.',
        structure: { ...structure, method: 'PUT', timeout: 9, variables: [{ name: 'id', type: 'str' }] },
      },
    })
    expect((await patch(tool.id, { structure: { variables: [] } })).json).toMatchObject({
      tool: { structure: { method: 'PUT', variables: [] } },
    })
  })

  test('has a slug of its own, which stays while a version names it', async () => {
    const tool = await made({ name: 'Used', slug: 'used', structure })
    expect(await create({ name: 'Other', slug: 'used', structure })).toMatchObject({
      status: 409,
      json: { errors: [{ path: 'slug' }] },
    })
    expect((await patch(tool.id, { slug: 'find-order' })).status).toBe(409)
    expect((await patch(tool.id, { slug: 'renamed' })).status).toBe(200)
    const prompt = { system: 'Be brief.', variables: [], tools: ['renamed'], preBuiltTools: [] }
    await addAgent(service, { prompt })
    expect((await patch(tool.id, { slug: 'again' })).status).toBe(409)
    expect((await patch(tool.id, { slug: 'renamed', name: 'Renamed' })).status).toBe(200)
  })

  // The embedded store does one transaction after the other.
  test.skipIf(!process.env.TEST_DATABASE_URL)(
    'keeps its slug while a version that names it is being stored',
    async () => {
      const tool = await made({ name: 'Named', slug: 'named', structure })
      const prompt = { system: 'Be brief.', variables: [], tools: ['named'], preBuiltTools: [] }
      const { versionId } = await addAgent(service, {})
      const db = service.database()
      const { renaming } = await db.transaction(async (tx) => {
        await checkReferences(tx, { prompt })
        const renaming = patch(tool.id, { slug: 'no-longer-named' })
        const waits = sql`select from pg_locks where not granted`
        const waiting = expect.poll(async () => (await db.execute(waits)).rows.length).toBeGreaterThan(0)
        await Promise.race([renaming, waiting])
        await tx.update(versions).set({ prompt }).where(eq(versions.id, versionId))
        return { renaming }
      })
      expect((await renaming).status).toBe(409)
    },
  )

  test.each([
    [{ structure }, 'name'],
    [{ name: 'x' }, 'structure'],
    [{ name: 'x', structure: { ...structure, url: 'file:///etc/passwd' } }, 'structure.url'],
    [{ name: 'x', structure: { ...structure, url: 'https://a b' } }, 'structure.url'],
    [{ name: 'x', structure: { ...structure, method: 'TRACE' } }, 'structure.method'],
    [{ name: 'x', structure: { ...structure, timeout: 0 } }, 'structure.timeout'],
    [{ name: 'x', structure: { ...structure, headers: { 'a b': '1' } } }, 'structure.headers'],
    [{ name: 'x', structure: { ...structure, headers: { a: '1\r\nb: 2' } } }, 'structure.headers'],
    [{ name: 'x', structure: { ...structure, body: [1] } }, 'structure.body'],
    [
      { name: 'x', structure: { ...structure, variables: [{ name: 'a' }, { name: 'a' }] } },
      'structure.variables.1.name',
    ],
    [{ name: 'x', structure: { ...structure, retries: 3 } }, 'structure.retries'],
    [{ name: 'x', structure, id: 'mine' }, 'id'],
  ])('refuses %j by name', async (body, path) => {
    expect(await create(body)).toMatchObject({ status: 400, json: { errors: [{ path }] } })
  })

  test('that is not there is 404, and a change names something', async () => {
    expect((await service.send('/api/v1/tools/none')).status).toBe(404)
    expect((await patch('none', { name: 'x' })).status).toBe(404)
    expect((await patch('tool-find-order', {})).status).toBe(400)
  })
})

describe('a tool is tried (D307)', () => {
  const tryCall = (id: string, body: unknown) =>
    service.send(`/api/v1/tools/${id}/try`, { method: 'POST', body })

  async function addTool(url: string) {
    const structure = {
      url,
      method: 'POST',
      headers: { Authorization: 'Bearer sk-very-secret' },
      body: { number: '{{number}}' },
      variables: [{ name: 'number', type: 'int', required: true }],
    }
    const { json } = await service.send('/api/v1/tools', { method: 'POST', body: { name: url, structure } })
    return (json as { tool: { id: string } }).tool.id
  }

  test('from the service, with what is given, and tells what was sent and answered', async () => {
    const { status, json, text } = await tryCall(await addTool(`${shop.origin}/orders`), {
      variables: { number: '7' },
    })
    expect([status, json]).toEqual([
      200,
      {
        name: `${shop.origin}/orders`,
        request: {
          method: 'POST',
          url: `${shop.origin}/orders`,
          headers: expect.objectContaining({ Authorization: '•••' }),
          body: '{"number":7}',
        },
        status: 200,
        answer: '{"status":"shipped","days":3}',
        tookMs: expect.any(Number),
      },
    ])
    expect(text).not.toContain('very-secret')
    expect(shop.called.at(-1)).toMatchObject({
      body: '{"number":7}',
      headers: { authorization: 'Bearer sk-very-secret' },
    })
  })

  test('what cannot be called is told as a result, and nothing is sent', async () => {
    const before = shop.called.length
    const id = await addTool('http://169.254.169.254/latest')
    expect((await tryCall(id, {})).json).toMatchObject({ error: 'The value of number is missing.' })
    expect((await tryCall(id, { variables: { number: 1 } })).json).toMatchObject({
      error: expect.stringContaining('private network'),
    })
    expect((await tryCall('none', {})).status).toBe(404)
    expect(shop.called.length).toBe(before)
  })

  test('eight at once, and the next when one of them is over', async () => {
    const hanging: ServerResponse[] = []
    shop.behave((_, response) => hanging.push(response))
    const id = await addTool(`${shop.origin}/slow`)
    const tryOnce = () => tryCall(id, { variables: { number: 1 } })
    const eight = Array.from({ length: 8 }, tryOnce)
    await expect.poll(() => hanging.length).toBe(8)
    const refused = await Promise.race([tryOnce(), new Promise<undefined>((done) => setTimeout(done, 2_000))])
    expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([429, '5'])
    for (const each of hanging) each.end('done')
    expect((await Promise.all(eight)).map(({ status }) => status)).toEqual(eight.map(() => 200))
    shop.behave((_, response) => response.end('done'))
    expect((await tryOnce()).status).toBe(200)
  })
})
