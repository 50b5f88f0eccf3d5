import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../service.fixture'
import { migrate } from './migrate'
import first from './migrations/0001-first.sql?raw'
import { runResults, runs, scenarios } from './schema'

let opened: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  opened = await openTestDatabase()
})
afterAll(() => opened.close())

test('what was run before keeps its verdicts, and what was played is kept with it', async () => {
  const { db } = opened
  const pool = db.$client
  // A database as the first version left it.
  await pool.query('drop schema public cascade')
  await pool.query('create schema public')
  await pool.query(first)
  await pool.query(
    "create table migrations (number integer primary key, name text not null, applied_at timestamptz not null default now()); insert into migrations (number, name) values (1, 'first')",
  )
  for (const kind of ['stt', 'tts', 'llm', 'voice'])
    await pool.query("insert into catalogue (id, kind, name, position) values ($1, $1, 'x', 1)", [kind])
  await pool.query(`
    insert into agents (id, name, description, agent_type, created_at, updated_at) values ('a', 'A', '', 'CALL', now(), now());
    insert into versions (id, agent_id, version, prompt, use_knowledge_base, stt_config_id, tts_config_id, llm_config_id, voice_id, created_at, updated_at)
      values ('v', 'a', 1, '{}', true, 'stt', 'tts', 'llm', 'voice', now(), now());
    insert into scenarios (agent_id, kind, name, instructions, first_message, expected_outcome, tags, created_at)
      values ('a', 'hostile', 'Rude', 'Be rude.', 'You!', 'It declines.', '{}', now());
    insert into runs (agent_id, version_id, name, status, frequency, tags, created_at, updated_at)
      values ('a', 'v', 'Old', 'completed', 3, '{}', now(), now());
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
