import { type SQL, sql } from 'drizzle-orm'
import type { Queries } from '../store/open-database'

/** Files that are read at once: some 350 kB of JSON. */
export const FILES_AT_ONCE = 1_000

/** Where a page ended: the time and the id that its last file stands by. */
interface LastFile {
  readonly at: SQL
  readonly id: string
}

type Page = { json: string | null; count: number; at: string; id: string }

/**
 * The JSON of files, page after page, each joined by commas. `select` gives a page's rows as `json`, `at` and `id`, in order and at most `FILES_AT_ONCE`. The
 * database joins them, because a row for each file takes twice as long on its way out of the embedded one (D115).
 */
export async function* readFilePages(
  db: Queries,
  select: (after: LastFile | undefined) => SQL,
): AsyncGenerator<string, void> {
  for (let after: LastFile | undefined; ; ) {
    const { rows } = await db.execute(sql`
      select string_agg(json, ',') as json, count(*)::int as count,
        (array_agg(at))[count(*)]::text as at, (array_agg(id))[count(*)] as id
      from (${select(after)}) as page`)
    const [page] = rows as unknown as Page[]
    if (page?.json) yield page.json
    if (!page || page.count < FILES_AT_ONCE) return
    after = { at: sql`${page.at}::timestamptz`, id: page.id }
  }
}
