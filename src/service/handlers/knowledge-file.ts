import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { knowledgeFile } from '../answers/files'
import type { files } from '../store/schema'

type KnowledgeFile = z.infer<typeof knowledgeFile>

/** A file row as it is answered. Only records are: their status is never PENDING. */
export function toKnowledgeFile(file: typeof files.$inferSelect): KnowledgeFile {
  if (file.status === 'PENDING' || !file.recordedAt) throw new TypeError('Only recorded files are shown.')
  return {
    id: file.id,
    fileId: file.id,
    fileName: file.fileName,
    key: `knowledge-base/${file.id}${file.kind === 'pdf' ? '.pdf' : '.md'}`,
    status: file.status,
    reason: file.reason,
    prompt: file.prompt,
    size: file.size ?? 0,
    pages: file.pages,
    createdAt: file.recordedAt.toISOString(),
    updatedAt: file.updatedAt.toISOString(),
  }
}

const isoTime = (column: SQL) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The same, made by the database: the JSON text of a row of `files`. */
const inSql: Readonly<Record<keyof KnowledgeFile, SQL>> = {
  id: sql`files.id`,
  fileId: sql`files.id`,
  fileName: sql`files.file_name`,
  key: sql`'knowledge-base/' || files.id || case files.kind when 'pdf' then '.pdf' else '.md' end`,
  status: sql`files.status`,
  reason: sql`files.reason`,
  prompt: sql`files.prompt`,
  size: sql`coalesce(files.size, 0)`,
  pages: sql`files.pages`,
  createdAt: isoTime(sql`files.recorded_at`),
  updatedAt: isoTime(sql`files.updated_at`),
}

/** A file as JSON text, to be selected from `files`. */
export const knowledgeFileJson: SQL = sql`(select row_to_json(shown)::text from (select ${sql.join(
  Object.entries(inSql).map(([name, value]) => sql`${value} as ${sql.identifier(name)}`),
  sql`, `,
)}) as shown)`
