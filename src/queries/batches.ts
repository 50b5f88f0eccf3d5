import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { dispatchCall } from '../contract/calls'
import { isWire } from '../contract/reply'
import type { BatchRow } from '../jobs/check-rows'
import {
  type Batch,
  endOfFailure,
  type RowEnd,
  readBatch,
  runBatch,
  stateOfRow,
} from '../jobs/dispatch-batch'
import type { KeptJob, LedgerEntry } from '../ledger/entry'
import { alone, newJobId } from './alone'
import { type BatchView, LiveBatch, TEST_ROW } from './batch-live'
import { connectionOf } from './info'
import { keys } from './keys'
import { holdPage } from './leave-warning'
import { ledgerOf } from './ledger'
import { troubleOf } from './trouble'
import { NotRecorded, write } from './write'

export type { Batch } from '../jobs/dispatch-batch'
export type { BatchView, LiveRow } from './batch-live'

const KIND = 'dispatch-batch'
const key = [...keys.ledger, 'batches'] as const
/** Under which a page works on a batch alone (D162). */
const lockOf = (id: string) => `${KIND}-${id}`
/** While a batch runs, lists of calls are read anew so often at most. */
const REFRESH_MS = 5_000

interface Kept {
  readonly batch: Batch
  readonly revision: number
}

const readKept = (row: KeptJob | undefined): Kept | null => {
  const batch = row?.kind === KIND ? readBatch(row.state) : undefined
  return row && batch ? { batch, revision: row.revision } : null
}

export const batchQueries = {
  /** The batches that this browser knows, newest first. */
  list: () =>
    queryOptions({
      queryKey: [...key, 'list'],
      queryFn: async ({ client }): Promise<readonly Batch[]> => {
        const { serviceName } = await connectionOf(client)
        const jobs = await (await ledgerOf(client)).jobs(serviceName)
        return jobs.flatMap((job) => readKept(job)?.batch ?? [])
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
export class Batches {
  readonly #client: QueryClient
  readonly #live = new Map<string, LiveBatch>()
  readonly #opening = new Map<string, Promise<LiveBatch | null>>()
  readonly #aborts = new Map<string, AbortController>()
  readonly #working = new Map<string, Promise<unknown>>()
  #changes: Promise<unknown> = Promise.resolve()
  readonly #listeners = new Set<() => void>()
  #refreshed = 0

  constructor(client: QueryClient) {
    this.#client = client
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
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
    const { ledger, service } = await this.#place()
    let total = 0
    let toSend = 0
    try {
      await take(async (rows, part) => {
        total += rows.length
        toSend += rows.filter(({ request }) => request !== undefined).length
        await ledger.saveRows({ service, job: id, part, rows })
      })
      const startedAt = new Date().toISOString()
      await this.#save({
        revision: 1,
        batch: { ...given, id, startedAt, total, toSend, confirmed: false, course: 'open' },
      })
    } catch (error) {
      // Rows without their batch would be found by nobody.
      await ledger.forgetJob(service, id).catch(() => undefined)
      throw error
    }
    return id
  }

  /** Reads a batch, its rows and what became of them; `null` where this browser does not know it. */
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
        wait: waitFor,
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

  pause(id: string): void {
    this.#aborts.get(id)?.abort()
  }

  /** Gives up what was not sent, for good. Rejects where another page sends it, as do the following. */
  async stop(id: string): Promise<void> {
    this.pause(id)
    await this.#working.get(id)
    await alone(lockOf(id), () =>
      this.#change(id, (batch) => ({ ...batch, course: 'stopped', trouble: undefined })),
    )
  }

  /** Changes the pace, also while this page sends. */
  setPace(id: string, pace: Pick<Batch, 'everyMs' | 'atOnce'>): Promise<void> {
    const change = () => this.#change(id, (batch) => ({ ...batch, ...pace }))
    return this.#aborts.has(id) ? change() : alone(lockOf(id), change)
  }

  /** Forgets the rows; the calls stay in the list of calls. */
  async forget(id: string): Promise<void> {
    const { ledger, service } = await this.#place()
    await alone(lockOf(id), () => ledger.forgetJob(service, id))
    this.#drop(id)
    this.#refresh()
  }

  async #open(id: string): Promise<LiveBatch | null> {
    const { ledger, service } = await this.#place()
    const kept = readKept(await ledger.job(service, id))
    if (!kept) return null
    const [rows, entries] = [[] as BatchRow[], await ledger.batchEntries(service, id)]
    for (let part = 0; ; part += 1) {
      const more = await ledger.rows(service, id, part)
      if (!more) break
      for (const row of more) rows.push(row as BatchRow)
    }
    const live = new LiveBatch(kept.batch, kept.revision, rows, () => this.#changed())
    const calls = byRow(entries)
    for (const [row, each] of calls) {
      const last = each.at(-1)
      const sentTo = isWire(last?.body) ? last.body.toPhoneNumber : undefined
      live.know(row, stateOfRow(each), {
        ...(typeof sentTo === 'string' && { to: sentTo }),
        said: last?.error?.message,
        at: last?.startedAt,
        callId: dispatchCall.reply.safeParse(last?.reply).data?.record?.id,
        status: dispatchCall.reply.safeParse(last?.reply).data?.record?.status,
      })
    }
    live.queue(calls)
    // Rows may be many: of those that nobody looks at any more only what runs is held.
    for (const other of this.#live.keys()) if (!this.#aborts.has(other)) this.#drop(other)
    this.#live.set(id, live)
    this.#changed()
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
    const live = await this.open(id)
    if (live?.batch.course !== 'open' || this.#aborts.has(id)) return
    const abort = new AbortController()
    this.#aborts.set(id, abort)
    live.running(true)
    holdPage(abort, true)
    try {
      const working = alone(lockOf(id), async () => {
        await this.#isUpToDate(live)
        await work(live, abort.signal)
      })
      this.#working.set(
        id,
        working.catch(() => undefined),
      )
      await working
    } finally {
      holdPage(abort, false)
      this.#aborts.delete(id)
      this.#working.delete(id)
      live.running(false)
      this.#refresh()
    }
  }

  /** Another page may have gone on with it since it was read here; then what is known of its rows is old. */
  async #isUpToDate(live: LiveBatch): Promise<void> {
    const { ledger, service } = await this.#place()
    const kept = await ledger.job(service, live.batch.id)
    const calls = byRow(await ledger.batchEntries(service, live.batch.id))
    const isOld = [...calls].some(
      ([row, each]) => live.stateOf(row) === 'waiting' && stateOfRow(each).state !== 'waiting',
    )
    if (kept?.revision === live.revision && !isOld) return
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
    await this.#save({ batch, revision: live.revision + 1 })
    live.keep(batch, live.revision + 1)
    this.#refresh()
  }

  async #save({ batch, revision }: Kept): Promise<void> {
    const { ledger, service } = await this.#place()
    const { id, startedAt } = batch
    await ledger.saveJob({ service, id, kind: KIND, startedAt, revision, state: batch })
  }

  async #place() {
    const [ledger, { serviceName: service }] = await Promise.all([
      ledgerOf(this.#client),
      connectionOf(this.#client),
    ])
    return { ledger, service }
  }

  #refresh() {
    this.#refreshed = Date.now()
    for (const queryKey of [keys.calls, keys.ledger]) void this.#client.invalidateQueries({ queryKey })
  }

  #refreshSometimes() {
    if (Date.now() - this.#refreshed > REFRESH_MS) this.#refresh()
  }

  #changed() {
    for (const listener of this.#listeners) listener()
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

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}

const known = new WeakMap<QueryClient, Batches>()

/** The batches of this page. */
export function batchesOf(client: QueryClient): Batches {
  const before = known.get(client)
  if (before) return before
  const made = new Batches(client)
  known.set(client, made)
  return made
}
