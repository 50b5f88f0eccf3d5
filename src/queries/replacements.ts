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
import type { KeptJob } from '../ledger/entry'
import { connectionOf } from './info'
import { keys } from './keys'
import { rememberOpen } from './open-replacements'
import { pollDelay } from './polling'
import { ledgerOf } from './record-write'
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

const KIND = 'replace-file'
const key = [...keys.ledger, 'replacements'] as const

/** A replacement and the revision it is kept under. */
interface Kept {
  readonly job: Replacement
  readonly revision: number
}

const readKept = (row: KeptJob | undefined): Kept | null => {
  const job = row?.kind === KIND ? readReplacement(row.state) : undefined
  return row && job ? { job, revision: row.revision } : null
}

export const replacementQueries = {
  one: (id: string) =>
    queryOptions({
      queryKey: [...key, id],
      queryFn: async ({ client }): Promise<Kept | null> => {
        const { serviceName } = await connectionOf(client)
        return readKept(await (await ledgerOf(client)).job(serviceName, id))
      },
    }),
}

/** What a running replacement does that is not kept: bytes on their way. */
export interface Running {
  readonly sent?: number
  readonly total?: number
}

/** Another page of this browser works on it. */
export class RunningElsewhere extends Error {
  override readonly name = 'RunningElsewhere'
  constructor() {
    super('Another page of this browser works on this replacement. Go on there, or close it.')
  }
}

/**
 * The replacements of this page: what runs goes on whatever screen is open. `subscribe` and `getSnapshot` are what React's
 * `useSyncExternalStore` takes.
 */
export class Replacements {
  readonly #client: QueryClient
  readonly #contents = new Map<string, File>()
  readonly #aborts = new Map<string, AbortController>()
  readonly #listeners = new Set<() => void>()
  #running: ReadonlyMap<string, Running> = new Map()

  constructor(client: QueryClient) {
    this.#client = client
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getSnapshot = (): ReadonlyMap<string, Running> => this.#running

  hasContent = (id: string): boolean => this.#contents.has(id)

  /** Keeps a new replacement; resolves with its id. It begins with `goOn`. */
  async start(
    given: Pick<Replacement, 'old'> & { fileName: string; prompt?: string; content: File },
  ): Promise<string> {
    const { old, fileName, prompt, content } = given
    const id = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('')
    const fresh = { fileName, prompt, sourceName: content.name, size: content.size }
    const job = createReplacement({ id, startedAt: new Date().toISOString(), old, fresh })
    await this.#save({ job, revision: 1 })
    rememberOpen()
    this.#contents.set(id, content)
    return id
  }

  /** Takes the content again after a reload; `false`: another file than the one it began with. */
  choose(job: Replacement, content: File): boolean {
    if (!isSameContent(job, content)) return false
    this.#contents.set(job.id, content)
    this.#changed(this.#running)
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
    this.#change(id, (job) => validate(job, valid ? new Date().toISOString() : undefined))

  confirmHolders = (
    id: string,
    chosen: readonly { readonly id: string; readonly name?: string }[],
  ): Promise<void> => this.#run(id, (job) => confirmHolders(goOn(job), chosen))

  /** Stops after the request on its way; reading, waiting and uploading are cut short. */
  async stop(id: string): Promise<void> {
    const abort = this.#aborts.get(id)
    if (abort) abort.abort()
    else await this.#change(id, stop)
  }

  async #load(id: string): Promise<Kept> {
    const { serviceName } = await connectionOf(this.#client)
    const kept = readKept(await (await ledgerOf(this.#client)).job(serviceName, id))
    if (!kept) throw new Error('This browser no longer knows this replacement.')
    return kept
  }

  async #save(kept: Kept): Promise<void> {
    const { job, revision } = kept
    const { serviceName: service } = await connectionOf(this.#client)
    const ledger = await ledgerOf(this.#client)
    await ledger.saveJob({
      service,
      id: job.id,
      kind: KIND,
      startedAt: job.startedAt,
      revision,
      state: job,
    })
    this.#client.setQueryData<Kept | null>([...key, job.id], kept)
  }

  async #change(id: string, change: (job: Replacement) => Replacement): Promise<void> {
    const { job, revision } = await this.#load(id)
    await this.#save({ job: change(job), revision: revision + 1 })
    this.#refresh(keys.ledger)
  }

  async #run(id: string, change: (job: Replacement) => Replacement): Promise<void> {
    if (this.#aborts.has(id)) return
    const abort = new AbortController()
    this.#aborts.set(id, abort)
    this.#show(id, {})
    try {
      await alone(id, () => this.#runAlone(id, change, abort.signal))
    } finally {
      this.#aborts.delete(id)
      const running = new Map(this.#running)
      running.delete(id)
      this.#changed(running)
      for (const changed of [keys.files, keys.collections, keys.ledger]) this.#refresh(changed)
    }
  }

  async #runAlone(id: string, change: (job: Replacement) => Replacement, signal: AbortSignal) {
    const { job: kept, revision: last } = await this.#load(id)
    let revision = last
    const save = (next: Replacement) => {
      revision += 1
      return this.#save({ job: next, revision })
    }
    const job = change(kept)
    if (job !== kept) await save(job)
    const content = this.#contents.get(id)
    const after = await runReplacement({
      job,
      client: replacementClient(this.#client),
      save,
      content,
      limitBytes: async () => (await connectionOf(this.#client)).limits.uploadBytes,
      signal,
      untilNextLook,
      onProgress: (sent, total) => this.#show(id, { sent, total }),
    })
    if (signal.aborted && after.endedAt === undefined) await save(stop(after))
    if (nextAction(after, { content: true, address: false }).name === 'ended') this.#contents.delete(id)
  }

  #refresh(queryKey: readonly string[]) {
    void this.#client.invalidateQueries({ queryKey })
  }

  #show(id: string, running: Running) {
    this.#changed(new Map(this.#running).set(id, running))
  }

  #changed(running: ReadonlyMap<string, Running>) {
    this.#running = new Map(running)
    for (const listener of this.#listeners) listener()
  }
}

/** Holds a lock of the browser meanwhile, so that two pages never work on one replacement. */
async function alone(id: string, work: () => Promise<void>): Promise<void> {
  const locks = globalThis.navigator?.locks
  if (!locks) return work()
  await locks.request(`switchboard-${KIND}-${id}`, { ifAvailable: true }, (lock) => {
    if (!lock) throw new RunningElsewhere()
    return work()
  })
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
