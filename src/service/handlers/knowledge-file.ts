import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database, Queries } from '../store/open-database'
import { type collectionFiles, type collections, files } from '../store/schema'
import { streamAnswer } from '../streamed-answer'
import { dateTime, named } from './shapes'

export const knowledgeFile = named(
  'KnowledgeFile',
  z.strictObject({
    id: z.string(),
    /** The same id, under the name that requests use (§2). */
    fileId: z.string(),
    fileName: z.string(),
    key: z.string(),
    status: z.enum(['UPLOADED', 'INGESTED', 'FAILED']),
    reason: z.nullable(z.string()),
    /** What is wrong with one that is INGESTED. */
    warning: z.nullable(z.string()),
    prompt: z.nullable(z.string()),
    /** Bytes. */
    size: z.number(),
    /** Of the content, in hex. */
    sha256: z.nullable(z.string()),
    pages: z.nullable(z.int()),
    createdAt: dateTime,
    updatedAt: dateTime,
  }),
)

type KnowledgeFile = z.infer<typeof knowledgeFile>

const isoTime = (column: SQL) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const inSql: Readonly<Record<keyof KnowledgeFile, SQL>> = {
  id: sql`files.id`,
  fileId: sql`files.id`,
  fileName: sql`files.file_name`,
  key: sql`'knowledge-base/' || files.id || case files.kind when 'pdf' then '.pdf' else '.md' end`,
  status: sql`files.status`,
  // One column says what is wrong, whichever of both it is.
  reason: sql`case when files.status <> 'INGESTED' then files.reason end`,
  warning: sql`case when files.status = 'INGESTED' then files.reason end`,
  prompt: sql`files.prompt`,
  size: sql`coalesce(files.size, 0)`,
  sha256: sql`files.content_hash`,
  pages: sql`files.pages`,
  createdAt: isoTime(sql`files.recorded_at`),
  updatedAt: isoTime(sql`files.updated_at`),
}

/** A file as JSON text, to be selected from `files`. */
export const knowledgeFileJson: SQL = sql`(select row_to_json(shown)::text from (select ${sql.join(
  Object.entries(inSql).map(([name, value]) => sql`${value} as ${sql.identifier(name)}`),
  sql`, `,
)}) as shown)`

export async function readKnowledgeFile(db: Queries, fileId: string): Promise<KnowledgeFile> {
  const { rows } = await db.execute(
    sql`select ${knowledgeFileJson} as json from ${files} where id = ${fileId}`,
  )
  return JSON.parse(String(rows[0]?.json))
}

/** Files that are read at once: some 350 kB of JSON. */
export const FILES_AT_ONCE = 1_000

interface LastFile {
  readonly at: SQL
  readonly id: string
}

type Page = { json: string | null; count: number; at: string; id: string }

/** The JSON of files, page after page. The database joins them: single rows leave the embedded one half as fast (D115). */
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
    if (page?.json) yield (after ? ',' : '') + page.json
    if (!page || page.count < FILES_AT_ONCE) return
    after = { at: sql`${page.at}::timestamptz`, id: page.id }
  }
}

/** Tells whether anything in these tables changed, without reading them whole: the number of rows, and the sum of the transactions that wrote them. */
export const versionOf =
  (...tables: readonly (typeof files | typeof collections | typeof collectionFiles)[]) =>
  async (db: Queries): Promise<string> => {
    const counts = tables.map(
      (table) => sql`select count(*) || '.' || coalesce(sum(xmin::text::bigint), 0) as part from ${table}`,
    )
    const { rows } = await db.execute(sql.join(counts, sql` union all `))
    return rows.map(({ part }) => part).join('-')
  }

/** A list of one moment (D115). Waits for its first piece, so that an error before it is answered as one. */
export const streamList = (
  db: Database,
  start: string,
  read: (tx: Queries) => AsyncGenerator<string, void>,
) =>
  streamAnswer(async (write) => {
    let before = start
    await db.transaction(
      async (tx) => {
        for await (const json of read(tx)) {
          await write(before + json)
          before = ''
        }
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
    await write(`${before}]}`)
  })
