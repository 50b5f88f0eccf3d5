import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { dispatchCall } from '../contract/calls'
import { isWire } from '../contract/reply'
import type { BatchRow } from '../jobs/check-rows'
import {
  type Batch,
  batchKind,
  endOfFailure,
  type RowEnd,
  runBatch,
  stateOfRow,
} from '../jobs/dispatch-batch'
import { Shown } from '../jobs/shown'
import type { LedgerEntry } from '../ledger/entry'
import { type BatchView, LiveBatch, TEST_ROW } from './batch-live'
import { jobEngineOf, newJobId, storedAs, withTabLock } from './job-engine'
import { keys } from './keys'
import { connectedLedger } from './ledger'
import { perPage } from './page'
import { troubleOf } from './trouble'
import { NotRecorded, write } from './write'

export type { Batch } from '../jobs/dispatch-batch'
export type { BatchView, LiveRow } from './batch-live'

const key = [...keys.ledger, 'batches'] as const
/** Under which a tab works on a batch alone (D162). */
const lockOf = (id: string) => `${batchKind.kind}-${id}`
/** While a batch runs, lists of calls are read anew so often at most. */
const REFRESH_MS = 5_000

export const batchQueries = {
  /** The batches that this browser knows, newest first. */
  list: () =>
    queryOptions({
      queryKey: [...key, 'list'],
      queryFn: async ({ client }): Promise<readonly Batch[]> => {
        const { ledger, service } = await connectedLedger(client)
        return (await ledger.jobs(service)).flatMap((row) => storedAs(batchKind, row)?.job ?? [])
      },
    }),
}

/** What a person decides before a batch is kept. */
export type NewBatch = Pick<
  Batch,
  'agentId' | 'versionId' | 'outboundPhoneNumberId' | 'fileName' | 'header' | 'everyMs' | 'atOnce'
>

/**
 * The batches of this page: what runs goes on whatever screen is open. Whether a row was sent is told by the record of writes alone, which
 * is written before each call, so that a closed page, a crash and a lost answer leave the same state (D111).
 */
export class Batches extends Shown<undefined> {
  readonly #client: QueryClient
  readonly #live = new Map<string, LiveBatch>()
  readonly #opening = new Map<string, Promise<LiveBatch | null>>()
  #changes: Promise<unknown> = Promise.resolve()
  #refreshed = 0

  constructor(client: QueryClient) {
    super(undefined)
    this.#client = client
  }

  /** How a batch stands, the same object until something of it changes; `undefined` before it was opened. */
  view(id: string): BatchView | undefined {
    return this.#live.get(id)?.view
  }

  /** Keeps a new batch with its rows; resolves with its id. Nothing is sent. */
  async start(
    given: NewBatch,
    take: (keep: (rows: readonly BatchRow[], part: number) => Promise<void>) => Promise<void>,
  ): Promise<string> {
    const id = newJobId()
    const { ledger, service } = await connectedLedger(this.#client)
    let total = 0
    let toSend = 0
    try {
      await take(async (rows, part) => {
        total += rows.length
        toSend += rows.filter(({ request }) => request !== undefined).length
        await ledger.saveRows({ service, job: id, part, rows })
      })
      const startedAt = new Date().toISOString()
      const job: Batch = { ...given, id, startedAt, total, toSend, confirmed: false, course: 'open' }
      await jobEngineOf(this.#client).save(batchKind, { job, revision: 1 })
    } catch (error) {
      // Rows without their batch would be found by nobody.
      await ledger.forgetJob(service, id).catch(() => undefined)
      throw error
    }
    return id
  }

  /** Reads a batch, its rows and what became of them; `null` where this browser does not have it. */
  open(id: string): Promise<LiveBatch | null> {
    const known = this.#opening.get(id)
    if (known) return known
    const opening = this.#open(id)
    this.#opening.set(id, opening)
    opening.then(
      (live) => live ?? this.#opening.delete(id),
      () => this.#opening.delete(id),
    )
    return opening
  }

  /** Sends the rows that wait, until none does or something is wrong. */
  run(id: string): Promise<void> {
    return this.#alone(id, async (live, signal) => {
      await this.#change(id, (batch) => ({ ...batch, confirmed: true, trouble: undefined }))
      const trouble = await runBatch({
        rows: live,
        pace: () => live.batch,
        signal,
        onHold: (until) => live.hold(until),
        send: (row) => this.#send(live, row, live.requestOf(row)),
      })
      const isDone = !trouble && !live.hasNext()
      await this.#change(id, (batch) => ({ ...batch, trouble, course: isDone ? 'ended' : batch.course }))
    })
  }

  /** Sends the first row that waits, or what it holds to a number that a person named, which then counts for no row. */
  test(id: string, toPhoneNumber?: string): Promise<void> {
    return this.#alone(id, async (live) => {
      const first = live.firstWaiting()
      if (first === undefined) return
      const request = live.requestOf(first)
      if (toPhoneNumber) {
        live.end(TEST_ROW, await this.#send(live, TEST_ROW, request && { ...request, toPhoneNumber }))
        return
      }
      const row = live.take()
      if (row !== undefined) live.end(row, await this.#send(live, row, live.requestOf(row)))
    })
  }

  pause = (id: string): Promise<boolean> => jobEngineOf(this.#client).stop(id)

  /** Gives up what was not sent. Rejects where another tab sends it, as do the following. */
  async stop(id: string): Promise<void> {
    await this.pause(id)
    await withTabLock(lockOf(id), () =>
      this.#change(id, (batch) => ({ ...batch, course: 'stopped', trouble: undefined })),
    )
  }

  /** Changes the pace, also while this page sends. */
  setPace(id: string, pace: Pick<Batch, 'everyMs' | 'atOnce'>): Promise<void> {
    const change = () => this.#change(id, (batch) => ({ ...batch, ...pace }))
    return jobEngineOf(this.#client).isRunning(id) ? change() : withTabLock(lockOf(id), change)
  }

  /** Forgets the rows; the calls stay in the list of calls. */
  async forget(id: string): Promise<void> {
    const { ledger, service } = await connectedLedger(this.#client)
    await withTabLock(lockOf(id), () => ledger.forgetJob(service, id))
    this.#drop(id)
    this.#refresh()
  }

  async #open(id: string): Promise<LiveBatch | null> {
    const { ledger, service } = await connectedLedger(this.#client)
    const stored = storedAs(batchKind, await ledger.job(service, id))
    if (!stored) return null
    const [rows, entries] = [[] as BatchRow[], await ledger.batchEntries(service, id)]
    for (let part = 0; ; part += 1) {
      const more = await ledger.rows(service, id, part)
      if (!more) break
      for (const row of more) rows.push(row as BatchRow)
    }
    const live = new LiveBatch(stored, rows, () => this.show(undefined))
    const calls = byRow(entries)
    for (const [row, each] of calls) {
      const last = each.at(-1)
      const record = dispatchCall.reply.safeParse(last?.reply).data?.record
      const sentTo = isWire(last?.body) ? last.body.toPhoneNumber : undefined
      live.know(row, stateOfRow(each), {
        ...(typeof sentTo === 'string' && { to: sentTo }),
        said: last?.error?.message,
        at: last?.startedAt,
        callId: record?.id,
        status: record?.status,
      })
    }
    live.queue(calls)
    // Rows may be many: of those that nobody looks at any more only what runs is held.
    for (const other of this.#live.keys()) if (!jobEngineOf(this.#client).isRunning(other)) this.#drop(other)
    this.#live.set(id, live)
    this.show(undefined)
    return live
  }

  /** Lets go of what was read; the next opening reads it anew. */
  #drop(id: string) {
    this.#live.delete(id)
    this.#opening.delete(id)
  }

  async #send(live: LiveBatch, row: number, request: BatchRow['request']): Promise<RowEnd> {
    const { agentId, versionId, outboundPhoneNumberId, id } = live.batch
    if (!request) return { state: 'refused', said: 'There is nothing to send in this row.' }
    const body = { versionId, outboundPhoneNumberId, ...request }
    live.begin(row, request.toPhoneNumber)
    this.#refreshSometimes()
    try {
      const sent = { params: { agentId }, body, batch: { id, row } }
      const reply = await write(this.#client, dispatchCall, sent)
      live.said(row, { callId: reply.record?.id, status: reply.record?.status })
      return { state: 'accepted' }
    } catch (error) {
      const end = error instanceof NotRecorded ? notRecorded(error) : endOfFailure(error, troubleOf(error))
      live.said(row, { said: end.said })
      return end
    }
  }

  async #alone(id: string, work: (live: LiveBatch, signal: AbortSignal) => Promise<void>): Promise<void> {
    const engine = jobEngineOf(this.#client)
    const live = await this.open(id)
    if (live?.batch.course !== 'open' || engine.isRunning(id)) return
    live.running(true)
    try {
      await engine.work({ kind: batchKind.kind, id, holds: true }, async (signal) => {
        await this.#isUpToDate(live)
        await work(live, signal)
      })
    } finally {
      live.running(false)
      this.#refresh()
    }
  }

  /** Another page may have gone on with it since it was read here; then what is known of its rows is old. */
  async #isUpToDate(live: LiveBatch): Promise<void> {
    const { ledger, service } = await connectedLedger(this.#client)
    const row = await ledger.job(service, live.batch.id)
    const calls = byRow(await ledger.batchEntries(service, live.batch.id))
    const isOld = [...calls].some(
      ([row, each]) => live.stateOf(row) === 'waiting' && stateOfRow(each).state !== 'waiting',
    )
    if (row?.revision === live.revision && !isOld) return
    this.#drop(live.batch.id)
    await this.open(live.batch.id)
    throw new Error(
      'Another page went on with this batch meanwhile. It was read anew; look at it, then continue.',
    )
  }

  /** One after the other: each saving has the next revision. */
  #change(id: string, change: (batch: Batch) => Batch): Promise<void> {
    const changing = this.#changes.then(() => this.#changeNow(id, change))
    this.#changes = changing.catch(() => undefined)
    return changing
  }

  async #changeNow(id: string, change: (batch: Batch) => Batch): Promise<void> {
    const live = await this.open(id)
    if (!live) return
    const batch = change(live.batch)
    const stored = { job: batch, revision: live.revision + 1 }
    await jobEngineOf(this.#client).save(batchKind, stored)
    live.stored(stored)
    this.#refresh()
  }

  #refresh() {
    this.#refreshed = Date.now()
    for (const queryKey of [keys.calls, keys.ledger]) void this.#client.invalidateQueries({ queryKey })
  }

  #refreshSometimes() {
    if (Date.now() - this.#refreshed > REFRESH_MS) this.#refresh()
  }
}

/** The row goes back to those that wait, and no other would fare better. */
const notRecorded = ({ message }: NotRecorded): RowEnd => ({
  state: 'back',
  trouble: { title: 'Paused: this browser cannot keep the record', message },
  said: message,
})

/** The calls of each row, oldest first. */
function byRow(entries: readonly LedgerEntry[]): Map<number, LedgerEntry[]> {
  const calls = new Map<number, LedgerEntry[]>()
  for (const entry of entries) {
    if (!entry.batch) continue
    const known = calls.get(entry.batch.row)
    if (known) known.push(entry)
    else calls.set(entry.batch.row, [entry])
  }
  return calls
}

/** The batches of this page. */
export const batchesOf = perPage((client) => new Batches(client))
