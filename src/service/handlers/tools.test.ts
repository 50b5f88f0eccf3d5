import { expect, test } from 'vitest'
import { testService } from '../service.fixture'

const service = testService()

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
  expect((await page({ limit: '500' })).pagination.limit).toBe(100)
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
