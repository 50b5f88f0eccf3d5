import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { uploadDocument } from '../client/upload'
import { WorkedOn, waitFor } from '../jobs/hold'
import { NotDone } from '../jobs/not-done'
import {
  confirmDeletion,
  confirmHolders,
  createReplacement,
  isSameContent,
  nextAction,
  type Replacement,
  replacing,
  rollBack,
  validate,
} from '../jobs/replace-file'
import { runReplacement } from '../jobs/run-replacement'
import { fileQueries } from './files'
import { connectionOf } from './info'
import { jobEngineOf, Procedures, storedJob, withLock } from './job-engine'
import { keys } from './keys'
import { knowledgeService } from './knowledge-service'
import { perPage } from './page'
import { pollDelay } from './polling'
import { askShared } from './query-client'

export {
  asksValidation,
  mayRollBack,
  type Next as NextReplacing,
  type Replacement,
  replacing,
  withoutOld,
} from '../jobs/replace-file'
export { proposeName } from '../jobs/replacement-name'

export const replacementQueries = {
  one: (id: string) => queryOptions(storedJob(replacing, id)),
  /** The id of the one of this file that has not ended, `null` where there is none. */
  ofFile: (fileId: string) =>
    queryOptions({
      queryKey: [...keys.ledger, 'replacement of', fileId],
      queryFn: async ({ client }) => {
        const { listOpenWork } = await import('./list-open-work')
        const open = await listOpenWork(client)
        return open.find((each) => each.kind === 'replacement' && each.fileId === fileId)?.id ?? null
      },
    }),
}

/** Looks at a document under the name it will have; throws `DocumentRefused`. */
export async function checkContent(client: QueryClient, content: File, fileName: string): Promise<void> {
  const [{ checkDocument }, { limits }] = await Promise.all([
    import('../jobs/check-document'),
    connectionOf(client),
  ])
  await checkDocument(new File([content], fileName), { limitBytes: limits.uploadBytes })
}

class Replacements extends Procedures<Replacement> {
  readonly #contents: Map<string, File>

  constructor(client: QueryClient) {
    const contents = new Map<string, File>()
    super(client, replacing, async (run) => {
      const after = await runReplacement({
        ...run,
        client: {
          ...knowledgeService(client),
          uploadDocument,
          // The one that every screen's waiting goes by.
          listFiles: async () => (await askShared(client, { ...fileQueries.list(), staleTime: 1_000 })).items,
        },
        content: contents.get(run.job.id),
        limitBytes: async () => (await connectionOf(client)).limits.uploadBytes,
        untilNextLook,
      })
      if (nextAction(after).name === 'ended') contents.delete(after.id)
      return after
    })
    this.#contents = contents
  }

  hasContent = (id: string): boolean => this.#contents.has(id)

  async start(
    given: Pick<Replacement, 'old'> & { fileName: string; prompt?: string; content: File },
  ): Promise<string> {
    const { old, fileName, prompt, content } = given
    const fresh = { fileName, prompt, sourceName: content.name, size: content.size }
    let id: string | undefined
    // Of two starts at the same moment, one has the lock until its own is stored (D959).
    await withLock(this.client, { name: `start-${replacing.kind}-${old.fileId}` }, async () => {
      if (await this.client.query({ ...replacementQueries.ofFile(old.fileId), staleTime: 0 })) return
      id = await this.store((begun) => createReplacement({ ...begun, old, fresh }))
    }).catch((error: unknown) => {
      if (!(error instanceof WorkedOn)) throw error
    })
    if (id === undefined)
      throw new NotDone(
        'This file is being replaced already',
        `A replacement of ${old.fileName} has not ended.`,
        'Finish it or roll it back first.',
      )
    this.#contents.set(id, content)
    return id
  }

  /** Takes the content again after a reload; `false`: another file than the one it began with. */
  choose(job: Replacement, content: File): boolean {
    if (!isSameContent(job, content)) return false
    this.#contents.set(job.id, content)
    jobEngineOf(this.client).changed()
    return true
  }

  rollBack = (id: string) => this.run(id, rollBack)

  confirmDeletion = (id: string) => this.run(id, confirmDeletion)

  validate = (id: string, isValid: boolean) =>
    this.change(id, (job, at) => validate(job, isValid ? at : undefined))

  confirmHolders = (id: string, chosen: Parameters<typeof confirmHolders>[1]) =>
    this.run(id, (job) => confirmHolders(job, chosen))
}

export const replacementsOf = perPage((client) => new Replacements(client))

/** As often a page that is hidden looks, in milliseconds: no other page can take over what it holds (D1026). */
const HIDDEN_MS = 30_000

/** Until a file that has waited this long is looked at again. */
async function untilNextLook(waitedMs: number, signal: AbortSignal): Promise<void> {
  await waitFor(pollDelay(waitedMs), signal)
  if (signal.aborted || globalThis.document?.visibilityState !== 'hidden') return
  const seen = new AbortController()
  document.addEventListener('visibilitychange', () => seen.abort(), { signal: seen.signal })
  await waitFor(HIDDEN_MS, AbortSignal.any([signal, seen.signal]))
  seen.abort()
}
