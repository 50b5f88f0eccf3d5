import { and, eq, sql } from 'drizzle-orm'
import { type EmbeddingModel, ModelFailed } from './engine/language-model'
import { enqueue, type Job, type Queue } from './jobs/queue'
import { describeError, type Log } from './log'
import { createFindMeaning, signsOf } from './search/meaning'
import type { Database, Queries } from './store/open-database'
import { files, meanings, passages } from './store/schema'

const EMBEDDING = 'embedding'

/** Passages that the model is asked for at once. */
const BATCH = 16

/** Milliseconds until a model that did not answer is asked again, and for a file that it did not take. */
const PAUSE = 60_000
const LONG_PAUSE = 600_000

/** Queues the files that were read without this model. */
async function queueMeanings(db: Queries, model: EmbeddingModel): Promise<void> {
  await db.execute(sql`
    insert into jobs (queue, key) select ${EMBEDDING}, id from ${files}
    where ${files.status} = 'INGESTED' and ${files.embeddedBy} is distinct from ${model.name}
    on conflict do nothing`)
}

interface Options {
  readonly db: Database
  readonly model: EmbeddingModel
  readonly log: Log
}

/** What searches, ingestion and jobs need of an embedding model; nothing without one. */
export async function openMeanings({
  db,
  model,
  log,
}: Omit<Options, 'model'> & { readonly model: EmbeddingModel | undefined }) {
  if (!model) return { embedding: [] }
  await queueMeanings(db, model)
  return {
    findMeaning: createFindMeaning(model),
    onIngested: (tx: Queries, fileId: string) => enqueue(tx, { queue: EMBEDDING, key: fileId }),
    embedding: [embeddingQueue({ db, model, log })],
  }
}

/** Finds what the passages of files mean (D353). Nothing waits for it: until then, and where the model is down, words find them. */
function embeddingQueue({ db, model, log }: Options): Queue {
  /** Forgets the meanings of another model. */
  const begin = (job: Job) =>
    job.write(async (tx) => {
      const changed = await tx
        .update(files)
        .set({ embeddedBy: model.name })
        .where(and(eq(files.id, job.key), sql`${files.embeddedBy} is distinct from ${model.name}`))
        .returning({ id: files.id })
      if (changed.length > 0) await tx.delete(meanings).where(eq(meanings.fileId, job.key))
    })

  /** The next passages without a meaning. */
  const next = (fileId: string) =>
    db
      .select({ id: passages.id, heading: passages.heading, content: passages.content })
      .from(passages)
      .where(
        and(
          eq(passages.fileId, fileId),
          sql`not exists (select from ${meanings} where passage_id = ${passages.id})`,
        ),
      )
      .orderBy(passages.ordinal)
      .limit(BATCH)

  async function embed(job: Job): Promise<boolean> {
    const batch = await next(job.key)
    if (batch.length === 0) return false
    const texts = batch.map(({ heading, content }) => [...heading, content].join('\n'))
    const vectors = await model.embed(texts, job.signal)
    const signs = sql.param(vectors.map(signsOf))
    // A passage may be gone meanwhile, with its file.
    await job.write((tx) =>
      tx.execute(sql`
        insert into ${meanings} (passage_id, file_id, signs)
        select passages.id, file_id, signs::bit varying from unnest(${sql.param(batch.map(({ id }) => id))}::bigint[], ${signs}::text[]) as given (id, signs)
          join passages using (id)
        on conflict do nothing`),
    )
    return true
  }

  /** All files wait for a model that is down, this one longest, because it may be what brought it down. */
  const putOff = (fileId: string, isDown: boolean) =>
    db.transaction(async (tx) => {
      if (isDown)
        await tx.execute(sql`
          update jobs set start_after = now() + ${PAUSE}::float8 * interval '1 ms' where queue = ${EMBEDDING} and lease is null`)
      await enqueue(tx, { queue: EMBEDDING, key: fileId, afterMs: isDown ? 2 * PAUSE : LONG_PAUSE })
    })

  return {
    name: EMBEDDING,
    attemptsMax: 3,
    async work(job) {
      try {
        await begin(job)
        while (await embed(job));
      } catch (error) {
        if (!(error instanceof ModelFailed)) throw error
        log({ event: 'job', operation: EMBEDDING, id: job.key, ...describeError(error) })
        await putOff(job.key, error.mayPass)
      }
    },
    // Asked again at the next start.
    async giveUp(tx, fileId) {
      await tx.update(files).set({ embeddedBy: null }).where(eq(files.id, fileId))
    },
  }
}
