import { randomUUID } from 'node:crypto'
import { passageWriter, vocabularyOf, WORDS } from './scale-text'

/** Runs one statement on the database under test. */
export type Run = (statement: string, values?: unknown[]) => Promise<unknown>

export interface Scale {
  readonly files: number
  readonly passages: number
}

/** Rows of one INSERT. */
const BATCH = 4_000

/**
 * Fills a migrated, empty store with INGESTED files that are not read again, half of them in four collections, and their passages. Indexes that
 * cost more to maintain than to make are made afterwards.
 */
export async function fillStore(run: Run, { files, passages }: Scale, say: (line: string) => void) {
  const started = performance.now()
  const since = () => `${((performance.now() - started) / 1000).toFixed(0)} s`
  const vocabulary = vocabularyOf(WORDS)
  const write = passageWriter(vocabulary, 11)
  const ids = Array.from({ length: files }, () => randomUUID())
  await run(
    `insert into files (id, file_name, kind, status, prompt, size, pages, language, cut, requested_at, uploaded_at, recorded_at, updated_at)
      select id, 'manual-' || n || case when n % 3 = 0 then '.md' else '.pdf' end, case when n % 3 = 0 then 'markdown' else 'pdf' end, 'INGESTED',
        case when n % 2 = 0 then 'Use this for questions about chapter ' || n || '.' end, 20000 + n, case when n % 3 = 0 then null else 12 end, 'english',
        1000, at, at, at, at
      from (select id, n, timestamptz '2026-01-01' + n * interval '1 minute' as at from unnest($1::text[]) with ordinality as given (id, n)) as given`,
    [ids],
  )
  await run(`insert into collections (id, name, description, created_at, updated_at)
    select 'scale-' || n, 'Scale ' || n, '', now(), now() from generate_series(1, 4) as n`)
  await run(
    `insert into collection_files (collection_id, file_id, added_at)
      select 'scale-' || (1 + n % 4), id, now() from unnest($1::text[]) with ordinality as given (id, n) where n % 2 = 0`,
    [ids],
  )
  await run('drop index passages_search')
  await run('drop index if exists words_trigrams')
  const waiting = {
    file: [] as string[],
    ordinal: [] as number[],
    page: [] as number[],
    content: [] as string[],
  }
  const flush = async () => {
    await run(
      `insert into passages (file_id, ordinal, page, heading, content, language)
        select file, ordinal, page, '[]', content, 'english'
        from unnest($1::text[], $2::int[], $3::int[], $4::text[]) as given (file, ordinal, page, content)`,
      [waiting.file, waiting.ordinal, waiting.page, waiting.content],
    )
    for (const column of Object.values(waiting)) column.length = 0
  }
  let written = 0
  for (const [index, id] of ids.entries()) {
    const count = Math.round(((index + 1) * passages) / files) - written
    for (const [ordinal, content] of write(index, count).entries()) {
      waiting.file.push(id)
      waiting.ordinal.push(ordinal)
      waiting.page.push(1 + Math.floor(ordinal / 8))
      waiting.content.push(content)
    }
    written += count
    if (waiting.file.length >= BATCH || index === ids.length - 1) await flush()
    if ((index + 1) % Math.ceil(files / 4) === 0) say(`  ${written} passages written after ${since()}`)
  }
  await run('insert into words select unnest($1::text[]) on conflict do nothing', [vocabulary])
  await run("set maintenance_work_mem = '512MB'")
  await run('create index passages_search on passages using gin (search)')
  say(`  indexed after ${since()}`)
  await run('vacuum analyze')
  say(`  ready after ${since()}`)
}
