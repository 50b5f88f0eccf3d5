import type { QueryClient } from '@tanstack/react-query'
import { type Running, WorkedOn, withOwnLock } from '../jobs/hold'
import { NotDone } from '../jobs/not-done'
import { goOn, type Procedure, type Run, stop } from '../jobs/procedure'
import { Shown } from '../jobs/shown'
import type { StoredJob } from '../ledger/entry'
import { connectionOf } from './info'
import { keys } from './keys'
import { connectedLedger } from './ledger'
import { rememberOpen } from './open-note'
import { holdPage, perPage } from './page'
import { readEverywhere } from './query-client'
import type { Alone } from './work-alone'
import { settleLost } from './write'

export { stepOf } from '../jobs/facts'
export type { Running } from '../jobs/hold'
export type { Action, Definition, Procedure } from '../jobs/procedure'

/** A kind of job, as the ledger names and stores it. */
export interface Kind<Job> {
  readonly kind: string
  /** `undefined` for a state that this version cannot continue from. */
  read(state: unknown): Job | undefined
}

export interface Stored<Job> {
  readonly job: Job
  readonly revision: number
}

interface Identified {
  readonly id: string
  readonly startedAt: string
}

/**
 * What runs on this page and outlives its screens, of every kind: one tab at a time works on a job, its state is stored with a revision after
 * each step, leaving the page asks first while something would be lost.
 */
export class JobEngine extends Shown<ReadonlyMap<string, Running>> {
  readonly #client: QueryClient
  readonly #runs = new Map<string, { readonly abort: AbortController; readonly done: Promise<unknown> }>()
  /** Jobs whose locks this page has: nobody else works on them. */
  readonly #alone = new Set<string>()

  readonly #failures = new Map<string, unknown>()

  constructor(client: QueryClient) {
    super(new Map())
    this.#client = client
  }

  /** Why what was last asked of a job on this page was not done, whichever screen asked. */
  failureOf = (id: string): unknown => this.#failures.get(id)

  noteFailure(id: string, error: unknown): void {
    this.#failures.set(id, error)
    this.changed()
  }

  forgetFailure(id: string): void {
    if (this.#failures.delete(id)) this.changed()
  }

  /** Who works on a job elsewhere, as seen before and now: once somebody went on with it, or nobody works on it any more, what kept this page from it is past. */
  noteWorker(id: string, before: OtherWorker | null | undefined, now: OtherWorker | null | undefined): void {
    const isOver = !now && this.#failures.get(id) instanceof WorkedOn
    if (isOver || (now && (now.person !== before?.person || now.isHere !== before?.isHere)))
      this.forgetFailure(id)
  }

  /** Also while it asks whether it may. */
  isRunning = (id: string): boolean => this.#runs.has(id)

  isAlone = (id: string): boolean => this.#alone.has(id)

  /** Lets the screens draw again. */
  changed(): void {
    this.show(new Map(this.getSnapshot()))
  }

  async load<Job>(kind: Kind<Job>, id: string): Promise<Stored<Job> | undefined> {
    const { ledger, service } = await connectedLedger(this.#client)
    return storedAs(kind, await ledger.job(service, id))
  }

  /** Stores a state; rejects where another page stored one under this revision. */
  async save<Job extends Identified>(kind: Kind<Job>, stored: Stored<Job>): Promise<void> {
    const { id, startedAt } = stored.job
    await this.saveState(kind.kind, { id, startedAt, revision: stored.revision, state: stored.job })
    this.#client.setQueryData<Stored<Job> | null>(keyOf(kind, id), stored)
  }

  /** As `save`, for a state that does not hold its own id. */
  async saveState(kind: string, row: Identified & { revision: number; state: unknown }): Promise<void> {
    const { ledger, service } = await connectedLedger(this.#client)
    await ledger.saveJob({ service, kind, ...row })
  }

  /** Works on a job, in no other tab meanwhile. Does nothing where this page works on it already; rejects where another tab does. */
  async work(
    {
      kind,
      id,
      holds = false,
      takesOver,
    }: { kind: string; id: string; holds?: boolean; takesOver?: Alone['takesOver'] },
    work: (signal: AbortSignal, show: (running: Running) => void) => Promise<void>,
  ): Promise<void> {
    if (this.#runs.has(id)) return
    const abort = new AbortController()
    const show = (running: Running) => {
      // Only bytes on their way are lost with the page; everything else is stored.
      holdPage(abort, holds || (running.total !== undefined && (running.sent ?? 0) < running.total))
      this.show(new Map(this.getSnapshot()).set(id, running))
    }
    const { signal } = abort
    const alone = { name: `${kind}-${id}`, takesOver, signal, onLost: (lost: Error) => abort.abort(lost) }
    const working = withLock(this.#client, alone, () => {
      this.#alone.add(id)
      return work(signal, show)
    })
    this.#runs.set(id, { abort, done: working.catch(() => undefined) })
    this.#failures.delete(id)
    show({})
    try {
      await working
    } catch (error) {
      this.#failures.set(id, error)
      throw error
    } finally {
      this.#runs.delete(id)
      this.#alone.delete(id)
      holdPage(abort, false)
      const rest = new Map(this.getSnapshot())
      rest.delete(id)
      this.show(rest)
    }
  }

  /** Stops work after the request on its way; resolves when it stands still, with whether there was any. */
  async stop(id: string): Promise<boolean> {
    const run = this.#runs.get(id)
    run?.abort.abort()
    await run?.done
    return run !== undefined
  }

  /** Stops all that this page is at; batches and procedures can go on later. */
  async stopAll(): Promise<void> {
    await Promise.all([...this.#runs.keys()].map((id) => this.stop(id)))
  }
}

export const jobEngineOf = perPage((client) => new JobEngine(client))

const keyOf = ({ kind }: { kind: string }, id: string) => [...keys.ledger, kind, id] as const

export function storedAs<Job>(kind: Kind<Job>, row: StoredJob | undefined): Stored<Job> | undefined {
  const job = row?.kind === kind.kind ? kind.read(row.state) : undefined
  return row && job !== undefined ? { job, revision: row.revision } : undefined
}

/** The key under which a job is cached, and how it is read; `null` where this browser does not have it. */
export const storedJob = <Job>(kind: Kind<Job>, id: string) => ({
  queryKey: keyOf(kind, id),
  queryFn: async ({ client }: { client: QueryClient }): Promise<Stored<Job> | null> =>
    (await jobEngineOf(client).load(kind, id)) ?? null,
})

/** Whether work was ended because another page takes it over. */
export const isTakenOver = ({ reason }: AbortSignal): boolean =>
  reason instanceof Error && reason.name === 'LeaseLost'

/** Holds a lock of the browser, or of the team, meanwhile, so that two pages never work on the same thing. Rejects with `NotDone` where another does. */
export async function withLock(
  client: QueryClient,
  { onLost = () => undefined, ...alone }: Alone,
  work: () => Promise<void>,
): Promise<void> {
  const { person } = await connectionOf(client)
  if (!person) return withOwnLock(alone, work)
  const { workAlone } = await import('./work-alone')
  return workAlone(client, { ...alone, onLost }, work)
}

/** Who else holds such a lock: a page of this browser, or of somebody of the team. */
export async function otherWorkerOf(client: QueryClient, name: string): Promise<OtherWorker | undefined> {
  const { person } = await connectionOf(client)
  if (person) return (await import('./work-alone')).otherWorker(client, name)
  const { held = [] } = (await globalThis.navigator?.locks?.query()) ?? {}
  return held.some((lock) => lock.name === `switchboard-${name}`) ? { isHere: true } : undefined
}

export interface OtherWorker {
  /** Where people sign in. */
  readonly person?: string
  /** A page of this browser. */
  readonly isHere: boolean
}

/** A random 16-digit hex id, unique per browser. */
export const newJobId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** What a person decides, `at` an ISO time. Throws where the state, or what is looked up for it, does not allow it. */
export type Decision<Job> = (job: Job, at: string) => Job | Promise<Job>

const nowIso = () => new Date().toISOString()

/** The procedures of one kind on this page (D114). */
export class Procedures<Job extends Procedure> {
  protected readonly client: QueryClient
  readonly #kind: Kind<Job>
  readonly #carryOut: (run: Run<Job>) => Promise<Job>

  constructor(client: QueryClient, kind: Kind<Job>, carryOut: (run: Run<Job>) => Promise<Job>) {
    this.client = client
    this.#kind = kind
    this.#carryOut = carryOut
  }

  goOn = (id: string): Promise<void> => this.run(id, (job) => job)

  /** Continues it in place of the page that works on it, once that has ended the request under way. */
  takeOver = (id: string): Promise<void> => this.run(id, (job) => job, 'after its request')

  /** Continues by itself one that only waits; not where another page works on it, which needs no words. */
  async resume(id: string): Promise<void> {
    await this.goOn(id).catch((error: unknown) => {
      if (!(error instanceof NotDone)) throw error
      jobEngineOf(this.client).forgetFailure(id)
    })
  }

  /** Stops after the request on its way; reading, waiting and uploading are cut short. */
  async stop(id: string): Promise<void> {
    if (!(await jobEngineOf(this.client).stop(id))) await this.change(id, stop)
  }

  /** Stores a new one; resolves with its id. It begins with `goOn`. */
  protected async store(create: (given: { id: string; startedAt: string }) => Job): Promise<string> {
    const id = newJobId()
    const job = create({ id, startedAt: nowIso() })
    await jobEngineOf(this.client).save(this.#kind, { job, revision: 1 })
    rememberOpen((await connectedLedger(this.client)).service)
    void readEverywhere(this.client, [keys.ledger])
    return id
  }

  /** Stores what a person decided about one that stands still, and leaves it standing. */
  protected async change(id: string, decide: Decision<Job>): Promise<void> {
    const { job, revision } = await this.#load(id)
    const changed = await decide(job, nowIso())
    await jobEngineOf(this.client).save(this.#kind, { job: changed, revision: revision + 1 })
    void readEverywhere(this.client, [keys.ledger])
  }

  /** Continues one after what a person decided; resolves when it stands still. */
  protected async run(id: string, decide: Decision<Job>, takesOver?: Alone['takesOver']): Promise<void> {
    const engine = jobEngineOf(this.client)
    if (engine.isRunning(id)) return
    try {
      await engine.work({ kind: this.#kind.kind, id, takesOver }, async (signal, show) => {
        const { job: before, revision: last } = await this.#load(id)
        let revision = last
        const save = (job: Job) => {
          revision += 1
          return engine.save(this.#kind, { job, revision })
        }
        const job = await decide(goOn(before), nowIso())
        await save(job)
        const after = await this.#carryOut({ job, save, signal, show })
        if (after.log.some(({ state }) => state === 'unknown')) void settleLost(this.client)
        if (signal.aborted && !isTakenOver(signal) && after.endedAt === undefined) await save(stop(after))
      })
    } finally {
      void readEverywhere(this.client, [keys.files, keys.collections, keys.agents, keys.ledger])
    }
  }

  async #load(id: string): Promise<Stored<Job>> {
    const stored = await jobEngineOf(this.client).load(this.#kind, id)
    if (stored) return stored
    throw new NotDone(
      'This cannot be continued',
      'This procedure is no longer stored: its data was cleared.',
      'Check the files and collections, then start it again.',
    )
  }
}
