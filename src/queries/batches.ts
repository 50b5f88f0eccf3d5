import type { QueryClient } from '@tanstack/react-query'
import { leaseOfBatch } from '../contract/team-leases'
import type { BatchRow } from '../jobs/check-rows'
import { type Batch, type BatchPace, batchKind, runBatch } from '../jobs/dispatch-batch'
import { Shown } from '../jobs/shown'
import { type BatchNews, type BatchView, LiveBatch, TEST_ROW } from './batch-live'
import { isAnswering, isStale, type NewBatch, storedRows, storeRows, unsent, wentOn } from './batch-store'
import { BatchTabs } from './batch-tabs'
import { allow, calledSince, leaveOutCalled } from './called-since'
import { isTakenOver, jobEngineOf, newJobId, otherWorkerOf, storedAs, withLock } from './job-engine'
import { keys } from './keys'
import { connectedLedger } from './ledger'
import { rememberOpen } from './open-note'
import { perPage } from './page'
import { readEverywhere } from './query-client'
import { sendTest, sendUncalled } from './send-row'

export type { Batch, BatchPace } from '../jobs/dispatch-batch'
export type { BatchView, LiveRow } from './batch-live'

/** While a batch runs, lists of calls are read anew so often at most. */
const REFRESH_MS = 5_000

/**
 * The batches of this page: what runs goes on whatever screen is open. Whether a row was sent follows from the record of writes alone, which
 * is written before each call, so that a closed page, a crash and a lost answer leave the same state (D111).
 */
export class Batches extends Shown<undefined> {
  readonly #client: QueryClient
  readonly #engine: ReturnType<typeof jobEngineOf>
  readonly #live = new Map<string, LiveBatch>()
  readonly #reading = new Map<string, Promise<LiveBatch | null>>()
  #changes: Promise<unknown> = Promise.resolve()
  #refreshed = 0
  #works = 0
  readonly #tabs: BatchTabs
  /** Batches that this tab changes without sending. */
  readonly #changing = new Set<string>()

  constructor(client: QueryClient) {
    super(undefined)
    this.#client = client
    this.#engine = jobEngineOf(client)
    this.#tabs = new BatchTabs({
      news: (news) => this.#engine.isAlone(news.id) || this.#follow(news),
      pause: (id) => void this.#engine.stop(id),
    })
  }

  /** How a batch stands, the same object until something of it changes; `undefined` before it was opened. */
  view(id: string): BatchView | undefined {
    return this.#live.get(id)?.view
  }

  /** Stores a new batch with its rows; resolves with its id. Nothing is sent. */
  async start(given: NewBatch, rows: readonly BatchRow[]): Promise<string> {
    const id = newJobId()
    const { ledger, service } = await connectedLedger(this.#client)
    try {
      await storeRows(ledger, { service, job: id, rows })
      await this.#engine.save(batchKind, { job: unsent(id, given, rows), revision: 1 })
      rememberOpen(service)
    } catch (error) {
      // Rows without their batch would be found by nobody.
      await ledger.forgetJob(service, id).catch(() => undefined)
      throw error
    }
    return id
  }

  /** Reads a batch, its rows and their calls, again where another tab went on with it; `null` where this browser does not have it. */
  async open(id: string): Promise<LiveBatch | null> {
    const live = await this.#held(id)
    const works = this.#works
    if (!live || this.#engine.isRunning(id) || this.#changing.has(id)) return live
    const asked = otherWorkerOf(this.#client, leaseOfBatch(id))
    const [worker, revision] = await Promise.all([asked, this.#revision(id)])
    // The lock may have been this tab's own meanwhile.
    if (works !== this.#works) return live
    // A tab that was closed leaves its last calls untold.
    const isLeft = live.elsewhere !== undefined && !worker
    this.#engine.noteWorker(id, live.elsewhere, worker)
    live.elsewhere = worker
    if (isLeft || revision !== live.revision) {
      const again = await this.#readAgain(id)
      if (again) again.elsewhere = worker
      return again
    }
    // A page of another browser does not tell what it sends, but records it; also the last call of one that was relieved, and that one was found.
    const { ledger, service } = await connectedLedger(this.#client)
    if (worker ? !worker.isHere : await isStale(ledger, service, live))
      live.recall(await ledger.batchEntries(service, id))
    // Whoever sent the last row was closed before it said so.
    if (live.isDone && !worker) await this.#alone(id, () => this.#end(id)).catch(() => undefined)
    return live
  }

  #follow(news: BatchNews): void {
    const live = this.#live.get(news.id)
    const before = live?.elsewhere
    live?.follow(news)
    this.#engine.noteWorker(news.id, before, live?.elsewhere)
  }

  /** Sends the rows that wait, until none does or something is wrong. `takesOver`: from whoever sends them, who then stops. */
  run(id: string, takesOver = false): Promise<void> {
    const send = async (live: LiveBatch, signal: AbortSignal) => {
      await this.#change(id, { confirmed: true, trouble: undefined })
      const others = await leaveOutCalled(this.#client, live)
      const trouble = await runBatch({
        rows: live,
        pace: () => live.batch,
        signal,
        answers: isAnswering,
        heldUntil: live.view.heldUntil,
        send: (row) => {
          this.#refresh(REFRESH_MS)
          return sendUncalled(this.#client, others, { live, row, request: live.requestOf(row), signal })
        },
      })
      // Whoever took over says from now on how it stands.
      if (isTakenOver(signal)) return
      // What keeps rows from being sent is no news where none is left.
      await (live.hasNext() ? this.#change(id, { trouble }) : this.#end(id))
    }
    return this.#work(id, send, takesOver)
  }

  /** Sends the first row that waits, or what it holds to a number that a person named, which then counts for no row. */
  test(id: string, toPhoneNumber?: string): Promise<void> {
    return this.#work(id, async (live, signal) => {
      const { request } = live.view.first ?? {}
      if (!request) return
      // With a revision before and after, so that other tabs notice.
      await this.#change(id, {})
      const row = toPhoneNumber ? TEST_ROW : (live.take() ?? TEST_ROW)
      const sent = { ...request, ...(toPhoneNumber && { toPhoneNumber }) }
      this.#refresh(REFRESH_MS)
      const trouble = await sendTest(this.#client, { live, row, request: sent, signal })
      await this.#change(id, { trouble })
    })
  }

  /** The rows that wait whose numbers others called since the file was read, with the ids of those calls: they are left out. */
  async calledSince(id: string): Promise<ReadonlyMap<number, string>> {
    const live = await this.#held(id)
    return live ? calledSince(this.#client, live) : new Map()
  }

  /** Calls such rows all the same, unless somebody calls them once more. */
  async allow(id: string, called: ReadonlyMap<number, string>): Promise<void> {
    if (called.size === 0) return
    await this.#alone(id, async () => {
      const live = await this.#held(id)
      if (live) await allow(this.#client, live, called)
      await this.#change(id, {})
    })
  }

  /** Also where another tab sends it. */
  async pause(id: string): Promise<void> {
    if (!(await this.#engine.stop(id))) this.#tabs.askToPause(id)
  }

  /** Gives up what was not sent. Rejects where another tab sends it, as do the following. */
  async stop(id: string): Promise<void> {
    await this.#engine.stop(id)
    await this.#alone(id, () => this.#change(id, { course: 'stopped', trouble: undefined }))
  }

  /** Changes the pace, also while this page sends. */
  setPace(id: string, pace: BatchPace): Promise<void> {
    const change = () => this.#change(id, pace)
    return this.#engine.isRunning(id) ? change() : this.#alone(id, change)
  }

  /** Forgets the rows; the calls stay in the list of calls. */
  async forget(id: string): Promise<void> {
    const { ledger, service } = await connectedLedger(this.#client)
    await this.#alone(id, () => ledger.forgetJob(service, id))
    this.#drop(id)
    this.#refresh()
  }

  /** Does something to a batch that no tab sends meanwhile. */
  async #alone(id: string, work: () => Promise<void>): Promise<void> {
    this.#works += 1
    this.#changing.add(id)
    await withLock(this.#client, { name: leaseOfBatch(id) }, work).finally(() => this.#changing.delete(id))
  }

  /** The batch as this page holds it, read when first asked for. */
  #held(id: string): Promise<LiveBatch | null> {
    const before = this.#reading.get(id)
    if (before) return before
    const reading = this.#read(id)
    this.#reading.set(id, reading)
    reading.then(
      (live) => live ?? this.#drop(id),
      () => this.#drop(id),
    )
    return reading
  }

  #readAgain(id: string): Promise<LiveBatch | null> {
    this.#reading.delete(id)
    return this.#held(id)
  }

  async #revision(id: string): Promise<number | undefined> {
    const { ledger, service } = await connectedLedger(this.#client)
    return (await ledger.job(service, id))?.revision
  }

  async #read(id: string): Promise<LiveBatch | null> {
    const { ledger, service } = await connectedLedger(this.#client)
    const stored = storedAs(batchKind, await ledger.job(service, id))
    if (!stored) return null
    const entries = await ledger.batchEntries(service, id)
    const rows = await storedRows(ledger, service, id)
    const live = new LiveBatch(stored, rows, entries, (news) => {
      this.show(undefined)
      this.#tabs.tell(news, this.#engine.isAlone(id))
    })
    // Rows may be many: of those that nobody looks at any more only what runs is held.
    for (const other of this.#live.keys())
      if (other !== id && !this.#engine.isRunning(other)) this.#drop(other)
    this.#live.set(id, live)
    this.show(undefined)
    return live
  }

  async #work(
    id: string,
    work: (live: LiveBatch, signal: AbortSignal) => Promise<void>,
    takesOver = false,
  ): Promise<void> {
    let live = await this.#held(id)
    if (live?.batch.course !== 'open' || this.#engine.isRunning(id)) return
    this.#works += 1
    live.running = true
    try {
      await this.#engine.work(
        { kind: batchKind.kind, id, holds: true, takesOver: takesOver ? 'at once' : undefined },
        async (signal) => {
          if (takesOver) live = await this.#readAgain(id)
          else if (live) await this.#isUpToDate(live)
          if (live?.batch.course !== 'open') return
          live.running = true
          await work(live, signal)
        },
      )
    } finally {
      if (live) live.running = false
      this.#refresh()
    }
  }

  /** Another page may have sent rows since they were read here, also without a later revision where it was closed. */
  async #isUpToDate(live: LiveBatch): Promise<void> {
    const { id } = live.batch
    const { ledger, service } = await connectedLedger(this.#client)
    const entries = await ledger.batchEntries(service, id)
    if ((await this.#revision(id)) === live.revision && !live.isBehind(entries)) return
    await this.#readAgain(id)
    throw wentOn()
  }

  /** One after the other: each saving has the next revision. */
  #change(id: string, changes: Partial<Batch>): Promise<void> {
    const changing = this.#changes.then(async () => {
      const live = await this.#held(id)
      if (!live) return
      const stored = { job: { ...live.batch, ...changes }, revision: live.revision + 1 }
      await this.#engine.save(batchKind, stored)
      live.stored = stored
      this.#refresh()
    })
    this.#changes = changing.catch(() => undefined)
    return changing
  }

  #end = (id: string) => this.#change(id, { course: 'ended', trouble: undefined })

  #drop(id: string) {
    this.#live.delete(id)
    this.#reading.delete(id)
  }

  /** Not where it was done less than so many milliseconds ago. */
  #refresh(pause = 0) {
    if (Date.now() - this.#refreshed < pause) return
    this.#refreshed = Date.now()
    void readEverywhere(this.#client, [keys.calls, keys.ledger])
  }
}

export const batchesOf = perPage((client) => new Batches(client))
