import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchPassages } from '../search/search-passages'
import { openTestDatabase } from '../service.fixture'
import { ensureTrigrams } from './ensure-trigrams'
import { migrate } from './migrate'
import first from './migrations/0001-first.sql?raw'

let opened: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  opened = await openTestDatabase()
})
afterAll(() => opened.close())

test('what was ingested before there was a search is found by it, words, beginnings and typos', async () => {
  const { db } = opened
  const pool = db.$client
  // A database as the first version left it.
  await pool.query('drop schema public cascade')
  await pool.query('create schema public')
  await pool.query(first)
  await pool.query(
    "create table migrations (number integer primary key, name text not null, applied_at timestamptz not null default now()); insert into migrations (number, name) values (1, 'first')",
  )
  await pool.query(`insert into files (id, file_name, kind, status, requested_at, recorded_at, updated_at)
    values ('old', 'old.md', 'markdown', 'INGESTED', now(), now(), now())`)
  await pool.query(`insert into passages (file_id, ordinal, heading, content)
    values ('old', 0, '["Opening hours"]', 'Refunds are paid within fourteen days.')`)

  await migrate(pool)
  await ensureTrigrams(pool)
  const search = (query: string) =>
    db.transaction((tx) =>
      searchPassages(tx, { query, fileIds: sql`(select id from files)`, limit: 5, tolerant: true }),
    )
  for (const [query, match] of [
    ['refunded', 'words'],
    ['openi', 'prefix'],
    ['fuorteen', 'similar'],
  ])
    expect(await search(query ?? ''), query).toMatchObject([
      { fileId: 'old', heading: ['Opening hours'], match },
    ])
})
