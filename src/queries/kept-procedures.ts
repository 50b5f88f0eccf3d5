import type { QueryClient } from '@tanstack/react-query'
import { NotDone } from '../jobs/not-done'
import type { KeptJob } from '../ledger/entry'
import { alone } from './alone'
import { connectionOf } from './info'
import { keys } from './keys'
import { holdPage } from './leave-warning'
import { ledgerOf } from './ledger'

/** A procedure and the revision it is kept under. */
export interface Kept<Job> {
  readonly job: Job
  readonly revision: number
}

/** What a running procedure does that is not kept: bytes on their way. */
export interface Running {
  readonly sent?: number
  readonly total?: number
}

const forgotten = () =>
  new NotDone(
    'This cannot be gone on with',
    'This browser no longer knows this procedure; what it remembers was emptied.',
    'Look how things stand, then start it again.',
  )

interface Options<Job> {
  /** As the ledger names it. */
  readonly kind: string
  /** Reads a kept state; `undefined` for one that cannot be gone on from. */
  readonly read: (state: unknown) => Job | undefined
}

/** What one run may do: keep the state it came to, and say how many bytes went. */
export interface Run<Job> {
  readonly save: (next: Job) => Promise<void>
  readonly signal: AbortSignal
  readonly show: (running: Running) => void
}

/**
 * The procedures of one kind on this page, kept in the ledger after every step (D114): what runs goes on whatever screen is open.
 * `subscribe` and `getSnapshot` are what React's `useSyncExternalStore` takes.
 */
export class KeptProcedures<Job extends { readonly id: string; readonly startedAt: string }> {
  readonly #client: QueryClient
  readonly #options: Options<Job>
  readonly #aborts = new Map<string, AbortController>()
  readonly #listeners = new Set<() => void>()
  #running: ReadonlyMap<string, Running> = new Map()

  constructor(client: QueryClient, options: Options<Job>) {
    this.#client = client
    this.#options = options
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getSnapshot = (): ReadonlyMap<string, Running> => this.#running

  /** Lets the screens draw again. */
  readonly changed = () => {
    this.#running = new Map(this.#running)
    for (const listener of this.#listeners) listener()
  }

  /** Keeps a new one. */
  start = (job: Job): Promise<void> => this.#save({ job, revision: 1 })

  /** Changes one that stands still. */
  async change(id: string, change: (job: Job) => Job): Promise<void> {
    const { job, revision } = await this.#load(id)
    await this.#save({ job: change(job), revision: revision + 1 })
    this.#refresh(keys.ledger)
  }

  /** Goes on with one after a change; resolves when it stands still. Does nothing where it runs already. */
  async run(
    id: string,
    change: (job: Job) => Job,
    work: (job: Job, run: Run<Job>) => Promise<void>,
  ): Promise<void> {
    if (this.#aborts.has(id)) return
    const abort = new AbortController()
    this.#aborts.set(id, abort)
    this.#show(id, {})
    try {
      await alone(`${this.#options.kind}-${id}`, async () => {
        const { job: kept, revision: last } = await this.#load(id)
        let revision = last
        const save = (next: Job) => {
          revision += 1
          return this.#save({ job: next, revision })
        }
        const job = change(kept)
        if (job !== kept) await save(job)
        await work(job, { save, signal: abort.signal, show: (running) => this.#show(id, running) })
      })
    } finally {
      this.#aborts.delete(id)
      holdPage(abort, false)
      const running = new Map(this.#running)
      running.delete(id)
      this.#running = running
      this.changed()
      for (const changed of [keys.files, keys.collections, keys.agents, keys.ledger]) this.#refresh(changed)
    }
  }

  /** Stops after the request on its way, or marks one as stopped that stands still. */
  async stop(id: string, stop: (job: Job) => Job): Promise<void> {
    const abort = this.#aborts.get(id)
    if (abort) abort.abort()
    else await this.change(id, stop)
  }

  async #load(id: string): Promise<Kept<Job>> {
    const { serviceName } = await connectionOf(this.#client)
    const kept = readKept(await (await ledgerOf(this.#client)).job(serviceName, id), this.#options)
    if (!kept) throw forgotten()
    return kept
  }

  async #save(kept: Kept<Job>): Promise<void> {
    const { job, revision } = kept
    const { id, startedAt } = job
    const { serviceName: service } = await connectionOf(this.#client)
    const ledger = await ledgerOf(this.#client)
    await ledger.saveJob({ service, id, kind: this.#options.kind, startedAt, revision, state: job })
    this.#client.setQueryData<Kept<Job> | null>(jobKey(this.#options.kind, id), kept)
  }

  #refresh(queryKey: readonly string[]) {
    void this.#client.invalidateQueries({ queryKey })
  }

  #show(id: string, running: Running) {
    const abort = this.#aborts.get(id)
    // Only bytes on their way are lost with the page; everything else is kept.
    if (abort) holdPage(abort, running.total !== undefined && (running.sent ?? 0) < running.total)
    this.#running = new Map(this.#running).set(id, running)
    this.changed()
  }
}

const jobKey = (kind: string, id: string) => [...keys.ledger, kind, id] as const

function readKept<Job>(row: KeptJob | undefined, { kind, read }: Options<Job>): Kept<Job> | null {
  const job = row?.kind === kind ? read(row.state) : undefined
  return row && job !== undefined ? { job, revision: row.revision } : null
}

/** The key under which one is cached, and how it is read; `null` where this browser does not know it. */
export const keptProcedure = <Job>(id: string, options: Options<Job>) => ({
  queryKey: jobKey(options.kind, id),
  queryFn: async ({ client }: { client: QueryClient }): Promise<Kept<Job> | null> => {
    const { serviceName } = await connectionOf(client)
    return readKept(await (await ledgerOf(client)).job(serviceName, id), options)
  },
})
