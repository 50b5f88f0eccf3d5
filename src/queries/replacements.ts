import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  confirmDeletion,
  confirmHolders,
  createReplacement,
  goOn,
  isSameContent,
  nextAction,
  rollBack,
  stop,
  validate,
} from '../jobs/replace-file'
import { type Replacement, readReplacement } from '../jobs/replacement'
import { runReplacement } from '../jobs/run-replacement'
import { newJobId } from './alone'
import { connectionOf } from './info'
import { KeptProcedures, keptProcedure } from './kept-procedures'
import { rememberOpen } from './open-work'
import { pollDelay } from './polling'
import { replacementClient } from './replacement-client'

/** Looks at a document under the name it will have; throws `DocumentRefused`. */
export async function checkContent(client: QueryClient, content: File, fileName: string): Promise<void> {
  const [{ checkDocument }, { limits }] = await Promise.all([
    import('../jobs/check-document'),
    connectionOf(client),
  ])
  await checkDocument(new File([content], fileName), { limitBytes: limits.uploadBytes })
}

export { mayRollBack, mayValidate, nextAction, stepOf } from '../jobs/replace-file'
export { type Replacement, STEPS, type StepName } from '../jobs/replacement'
export { proposeName } from '../jobs/replacement-name'

const options = { kind: 'replace-file', read: readReplacement }

export const replacementQueries = { one: (id: string) => queryOptions(keptProcedure(id, options)) }

/** The replacements of this page. */
export class Replacements {
  readonly #client: QueryClient
  readonly #kept: KeptProcedures<Replacement>
  readonly #contents = new Map<string, File>()

  constructor(client: QueryClient) {
    this.#client = client
    this.#kept = new KeptProcedures(client, options)
    this.subscribe = this.#kept.subscribe
    this.getSnapshot = this.#kept.getSnapshot
  }

  readonly subscribe: KeptProcedures<Replacement>['subscribe']
  readonly getSnapshot: KeptProcedures<Replacement>['getSnapshot']

  hasContent = (id: string): boolean => this.#contents.has(id)

  /** Keeps a new replacement; resolves with its id. It begins with `goOn`. */
  async start(
    given: Pick<Replacement, 'old'> & { fileName: string; prompt?: string; content: File },
  ): Promise<string> {
    const { old, fileName, prompt, content } = given
    const id = newJobId()
    const fresh = { fileName, prompt, sourceName: content.name, size: content.size }
    await this.#kept.start(createReplacement({ id, startedAt: new Date().toISOString(), old, fresh }))
    rememberOpen((await connectionOf(this.#client)).serviceName)
    this.#contents.set(id, content)
    return id
  }

  /** Takes the content again after a reload; `false`: another file than the one it began with. */
  choose(job: Replacement, content: File): boolean {
    if (!isSameContent(job, content)) return false
    this.#contents.set(job.id, content)
    this.#kept.changed()
    return true
  }

  /** Goes on until a person is needed, it ends, or something goes wrong. */
  goOn = (id: string): Promise<void> => this.#run(id, goOn)

  /** Turns round and undoes what was done. */
  rollBack = (id: string): Promise<void> => this.#run(id, (job) => rollBack(job, new Date().toISOString()))

  /** Agrees to the deletion and goes on with it. */
  confirmDeletion = (id: string): Promise<void> =>
    this.#run(id, (job) => confirmDeletion(goOn(job), new Date().toISOString()))

  validate = (id: string, valid: boolean): Promise<void> =>
    this.#kept.change(id, (job) => validate(job, valid ? new Date().toISOString() : undefined))

  confirmHolders = (
    id: string,
    chosen: readonly { readonly id: string; readonly name?: string }[],
  ): Promise<void> => this.#run(id, (job) => confirmHolders(goOn(job), chosen))

  /** Stops after the request on its way; reading, waiting and uploading are cut short. */
  stop = (id: string): Promise<void> => this.#kept.stop(id, stop)

  #run(id: string, change: (job: Replacement) => Replacement): Promise<void> {
    return this.#kept.run(id, change, async (job, { save, signal, show }) => {
      const after = await runReplacement({
        job,
        client: replacementClient(this.#client),
        save,
        content: this.#contents.get(id),
        limitBytes: async () => (await connectionOf(this.#client)).limits.uploadBytes,
        signal,
        untilNextLook,
        onProgress: (sent, total) => show({ sent, total }),
      })
      if (signal.aborted && after.endedAt === undefined) await save(stop(after))
      if (nextAction(after, { content: true, address: false }).name === 'ended') this.#contents.delete(id)
    })
  }
}

/** Until a file that has waited this long is looked at again; not while the page is hidden. */
function untilNextLook(waitedMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!signal.aborted && globalThis.document?.visibilityState === 'hidden') return
      done()
    }
    const done = () => {
      clearTimeout(timer)
      globalThis.document?.removeEventListener('visibilitychange', look)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(() => {
      globalThis.document?.addEventListener('visibilitychange', look)
      look()
    }, pollDelay(waitedMs))
    signal.addEventListener('abort', done)
  })
}

const known = new WeakMap<QueryClient, Replacements>()

/** The replacements of this page. */
export function replacementsOf(client: QueryClient): Replacements {
  const before = known.get(client)
  if (before) return before
  const made = new Replacements(client)
  known.set(client, made)
  return made
}
