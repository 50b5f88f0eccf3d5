import { sql } from 'drizzle-orm'
import { fileList } from '../answers/files'
import { handler } from '../context'
import { files } from '../store/schema'
import { streamAnswer } from '../streamed-answer'
import { FILES_AT_ONCE, readFilePages } from './file-pages'
import { knowledgeFileJson } from './knowledge-file'

/** The list of all files as they are at one moment, newest first, sent as it is read: with 100,000 files it is 36 MB (D115). */
export const listFiles = handler('listFiles', 200, fileList, ({ db }) =>
  streamAnswer(async (write) => {
    let start = '{"files":['
    await db.transaction(
      async (tx) => {
        const pages = readFilePages(tx, (last) => {
          const after = last
            ? sql`recorded_at <= ${last.at} and (recorded_at < ${last.at} or id > ${last.id})`
            : sql`true`
          return sql`select ${knowledgeFileJson} as json, recorded_at as at, id from ${files}
            where recorded_at is not null and ${after} order by recorded_at desc, id limit ${FILES_AT_ONCE}`
        })
        for await (const json of pages) {
          await write(start + json)
          start = ','
        }
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
    await write(start === ',' ? ']}' : `${start}]}`)
  }),
)
