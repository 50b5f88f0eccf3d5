import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { searchPassages } from '../search/search-passages'
import { openTestDatabase } from '../service.fixture'
import { migrate } from './migrate'
import first from './migrations/0001-first.sql?raw'
import { ensureTrigrams } from './open-database'
import { calls, files, messages, passages, runResults, runs, scenarios } from './schema'

const opened = await openTestDatabase()
afterAll(() => opened.close())

/** A database as the first version left it. */
async function goBackToFirst() {
  const pool = opened.db.$client
  await pool.query('drop schema public cascade')
  await pool.query('create schema public')
  await pool.query(first)
  await pool.query(
    "create table migrations (number integer primary key, name text not null, applied_at timestamptz not null default now()); insert into migrations (number, name) values (1, 'first')",
  )
  return pool
}

/** An agent with its first version. */
const AGENT = `
    insert into catalogue values ('s', 'stt', 's', 1), ('t', 'tts', 't', 1), ('l', 'llm', 'l', 1), ('v', 'voice', 'v', 1);
    insert into agents (id, name, description, agent_type, created_at, updated_at) values ('a', 'a', '', 'CALL', now(), now());
    insert into versions (id, agent_id, version, deployed, prompt, use_knowledge_base, stt_config_id, tts_config_id, llm_config_id, voice_id, created_at, updated_at)
      values ('v1', 'a', 1, true, '{}', false, 's', 't', 'l', 'v', now(), now());`

test('what was ingested before there was a search is found by it, words, beginnings and typos', async () => {
  const { db } = opened
  const pool = await goBackToFirst()
  await pool.query(`insert into files (id, file_name, kind, status, requested_at, recorded_at, updated_at)
    values ('old', 'old.md', 'markdown', 'INGESTED', now(), now(), now())`)
  await pool.query(`insert into passages (file_id, ordinal, heading, content)
    values ('old', 0, '["Opening hours"]', 'Refunds are paid within fourteen days, see money/transfers.')`)

  await migrate(pool)
  await ensureTrigrams(pool)
  const search = (query: string) =>
    db.transaction((tx) => searchPassages(tx, { query, fileIds: sql`(select id from files)`, limit: 5 }))
  for (const [query, match] of [
    ['refunded', 'words'],
    ['transfer', 'words'],
    ['openi', 'prefix'],
    ['fuorteen', 'similar'],
  ])
    expect(await search(query ?? ''), query).toMatchObject([
      { fileId: 'old', heading: ['Opening hours'], match },
    ])
})

test.each([
  ['are read again', '返品期限', 2],
  ['stay as they are where the store has no such text', 'returns', 3],
])('files of before with scripts without spaces %s', async (_, word, cut) => {
  const pool = await goBackToFirst()
  await migrate(pool)
  await pool.query(`drop function spaced, find_passage_by cascade; delete from migrations where number = 15;
    insert into files (id, file_name, kind, status, requested_at, recorded_at, updated_at, cut)
      values ('old', 'old.md', 'markdown', 'INGESTED', now(), now(), now(), 2)`)
  await pool.query('insert into words values ($1)', [word])
  await migrate(pool)
  const [file] = await opened.db.select().from(files)
  expect(file).toMatchObject({ cut })
})

test('of files of before, those of several pages are read again, because their passages do not say where pages begin (D985)', async () => {
  const pool = await goBackToFirst()
  await migrate(pool)
  await pool.query(`alter table passages drop column page_starts; delete from migrations where number = 19;
    insert into files (id, file_name, kind, status, requested_at, recorded_at, updated_at, cut, pages)
      select name, name, kind, 'INGESTED', now(), now(), now(), 3, pages
      from (values ('text', 'markdown', null), ('leaflet', 'pdf', 1), ('manual', 'pdf', 2)) as each (name, kind, pages);
    insert into passages (file_id, ordinal, page, heading, content, language) values ('manual', 0, 1, '[]', 'As it was', 'english')`)
  await migrate(pool)
  const rows = await opened.db.select({ id: files.id, cut: files.cut }).from(files)
  expect(Object.fromEntries(rows.map(({ id, cut }) => [id, cut]))).toEqual({
    text: 4,
    leaflet: 4,
    manual: 3,
  })
  expect(await opened.db.select().from(passages)).toMatchObject([{ content: 'As it was', pageStarts: null }])
})

test('calls of before, which were kept and never placed, have ended so', async () => {
  const pool = await goBackToFirst()
  await pool.query(`${AGENT}
    insert into phone_numbers values ('p', 1, '+15005550101');
    insert into calls (id, agent_id, version_id, outbound_phone_number_id, from_phone_number, to_phone_number, variables, metadata, status, created_at, updated_at)
      values ('c', 'a', 'v1', 'p', '+15005550101', '+15551234567', '{}', '{}', 'PENDING', '2026-01-01', '2026-01-01')`)
  await migrate(pool)
  const [call] = await opened.db.select().from(calls)
  const at = new Date(call?.createdAt ?? 0)
  expect(call).toMatchObject({
    id: 'c',
    startsAt: at,
    endsAt: at,
    endStatus: 'FAILED',
    endedReason: 'COULD_NOT_CONNECT',
  })
})

test('messages of before, which were stored and never sent, have failed, in their order', async () => {
  const pool = await goBackToFirst()
  await pool.query(`${AGENT}
    insert into threads (id, channel, agent_id, version_id, variables, created_at, updated_at)
      values ('t', 'SMS', 'a', 'v1', '{}', now(), now());
    insert into messages (id, thread_id, direction, body, status, created_at)
      values ('m', 't', 'OUTBOUND', 'Hello', 'QUEUED', '2026-01-01')`)
  await migrate(pool)
  const at = new Date('2026-01-01T00:00:00Z')
  const [message] = await opened.db.select().from(messages)
  expect(message).toMatchObject({ id: 'm', number: 1, endStatus: 'FAILED', createdAt: message?.endsAt })
  expect(message?.createdAt.getFullYear()).toBe(at.getFullYear())
})

test('what was run before keeps its verdicts, and what was played is kept with it', async () => {
  const { db } = opened
  const pool = await goBackToFirst()
  await pool.query(`${AGENT}
    insert into scenarios (agent_id, kind, name, instructions, first_message, expected_outcome, tags, created_at)
      values ('a', 'hostile', 'Rude', 'Be rude.', 'You!', 'It declines.', '{}', now());
    insert into runs (agent_id, version_id, name, status, frequency, tags, created_at, updated_at)
      values ('a', 'v1', 'Old', 'completed', 3, '{}', now(), now());
    insert into run_results (run_id, scenario_id, number, status, success, explanation, transcript)
      values (1, 1, 1, 'completed', true, 'Well done.', '[]'), (1, 1, 2, 'completed', false, 'No.', '[]'), (1, 1, 3, 'pending', null, null, '[]')`)

  await migrate(pool)
  const results = await db.select().from(runResults).orderBy(runResults.number)
  expect(results.map(({ verdict }) => verdict)).toEqual(['passed', 'failed', null])
  expect(results[0]).toMatchObject({
    explanation: 'Well done.',
    attempts: 0,
    scenario: {
      kind: 'hostile',
      name: 'Rude',
      instructions: 'Be rude.',
      firstMessage: 'You!',
      expectedOutcome: 'It declines.',
    },
  })
  expect(await db.select().from(scenarios)).toMatchObject([{ generatedBy: 'rules' }])
  expect((await db.select().from(runs))[0]?.endedAt).toBeInstanceOf(Date)
})

test('the version before goes on counting requests of all beside the shares of this one (D1039)', async () => {
  const pool = await goBackToFirst()
  await migrate(pool)
  const before = () =>
    pool.query(`insert into request_allowance as a (requests, counted_at) values (9, clock_timestamp())
      on conflict (one) do update set requests = a.requests - 1, counted_at = clock_timestamp()`)
  const now = (share: string) =>
    pool.query(
      `insert into request_allowance as a (share, requests, counted_at) values ($1, 5, clock_timestamp())
      on conflict (share) do update set requests = a.requests - 1, counted_at = clock_timestamp()`,
      [share],
    )
  for (let count = 0; count < 2; count += 1) {
    await before()
    await now('operators')
    await now('strangers')
  }
  const { rows } = await pool.query('select share, requests from request_allowance order by share')
  expect(rows).toEqual([
    { share: 'all', requests: 8 },
    { share: 'operators', requests: 4 },
    { share: 'strangers', requests: 4 },
  ])
})
