import { sql } from 'drizzle-orm'
import type { Handler } from '../context'
import { files } from '../store/schema'
import { streamAnswer } from '../streamed-answer'
import { knowledgeFileJson } from './knowledge-file'

/** Files that are read at once: some 350 kB of JSON. */
const BATCH = 1_000

type Batch = { json: string | null; count: string | number; recorded_at: string; id: string }

/**
 * The list of all files as they are at one moment, newest first, sent as it is read: with 100,000 files it is 36 MB. The database writes the JSON, because a
 * row for each file takes twice as long on its way out of the embedded one (D115).
 */
export const listFiles: Handler<'listFiles'> = ({ db }) =>
  streamAnswer(async (write) => {
    let start = '{"files":['
    await db.transaction(
      async (tx) => {
        for (let after = sql`true`; ; ) {
          const { rows } = await tx.execute(sql`
            select string_agg(json, ',') as json, count(*) as count, min(recorded_at)::text as recorded_at, (array_agg(id))[count(*)::int] as id
            from (
              select ${knowledgeFileJson} as json, recorded_at, id from ${files}
              where recorded_at is not null and ${after} order by recorded_at desc, id limit ${BATCH}
            ) as batch`)
          const [batch] = rows as unknown as Batch[]
          if (batch?.json) {
            await write(start + batch.json)
            start = ','
          }
          if (!batch || Number(batch.count) < BATCH) break
          after = sql`recorded_at <= ${batch.recorded_at}::timestamptz and (recorded_at < ${batch.recorded_at}::timestamptz or id > ${batch.id})`
        }
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
    await write(start === ',' ? ']}' : `${start}]}`)
  })
