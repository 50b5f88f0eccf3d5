import { dispatchCall } from '../contract/calls'
import { isWire } from '../contract/reply'
import { opensAt } from '../jobs/call-hours'
import type { BatchRow } from '../jobs/check-rows'
import { type Batch, type RowEnd, type RowSource, type RowState, stateOfRow } from '../jobs/dispatch-batch'
import type { LedgerEntry } from '../ledger/entry'
import type { OtherWorker, Stored } from './job-engine'
import { WaitingRows } from './waiting-rows'

/** The number of the test row that was sent to a number of the person's own. */
export const TEST_ROW = -1

/** A row as a screen shows it; replaced by another object whenever something of it changes. */
export interface LiveRow
  extends Pick<BatchRow, 'cells' | 'request' | 'firstName' | 'called' | 'doubt' | 'country'> {
  readonly row: number
  readonly to: string
  readonly state: RowState
  /** Why it is not sent, or what the service said against it. */
  readonly said?: string
  readonly callId?: string
  /** Of the ledger, for the last attempt. */
  readonly entryId?: string
  readonly status?: string
  /** ISO time of the last attempt. */
  readonly at?: string
}

/** How a batch stands. A new object with every change that a screen should see. */
export interface BatchView {
  readonly batch: Batch
  readonly rows: readonly LiveRow[]
  readonly counts: Readonly<Record<RowState, number>>
  /** The first row that waits: a test sends it. */
  readonly first?: LiveRow
  readonly running: boolean
  /** The test row to a number of the person's own, if there was one, and whether it was sent. */
  readonly test?: LiveRow
  readonly isTested: boolean
  /** Another page sends it; its rows are shown as that page tells of them, or records them. */
  readonly elsewhere: OtherWorker | undefined
  /** Until when nothing is sent because the service asked for it (milliseconds of the clock). */
  readonly heldUntil?: number
  /** It is held because nothing answers, and goes on by itself once something does. */
  readonly isAway?: boolean
  /** Until when nothing is sent because of the start or the hours that were set. */
  readonly opensAt?: number
  /** How long the remaining rows will take, in milliseconds, with what a busy service asks to wait. */
  readonly leftMs: number
}

/** Screens draw changes of rows at most so often. */
const SHOW_MS = 150

/** What the tab that sends tells the others: what changed of rows, without what they have themselves. */
export interface BatchNews {
  readonly id: string
  readonly running: boolean
  readonly heldUntil?: number
  readonly isAway?: boolean
  readonly opensAt?: number
  readonly rows: readonly Omit<LiveRow, 'cells' | 'request' | 'firstName'>[]
}

/** The rows of a batch in memory, and which of them still wait. */
export class LiveBatch implements RowSource {
  #stored: Stored<Batch>
  #running = false
  #elsewhere: OtherWorker | undefined
  #heldUntil: number | undefined
  #isAway = false
  /** What the tab that sends told last. */
  #news: BatchNews | undefined
  readonly #rows: LiveRow[]
  #test: LiveRow | undefined
  readonly #waiting = new WaitingRows()
  readonly #busy = new Map<number, number>()
  /** How long calls take, smoothed. */
  #callMs = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #view: BatchView | undefined
  /** Rows that changed since the last drawing. */
  readonly #changedRows = new Set<number>()
  readonly #show: (news: BatchNews) => void

  /** `entries`: the recorded calls of the batch, oldest first. */
  constructor(
    stored: Stored<Batch>,
    rows: readonly BatchRow[],
    entries: readonly LedgerEntry[],
    show: (news: BatchNews) => void,
  ) {
    this.#stored = stored
    this.#show = show
    this.#rows = rows.map(({ problem, to = '', ...given }, row) => {
      return { ...given, row, to, state: given.request ? 'waiting' : 'not sent', said: problem }
    })
    const calls = byRow(entries)
    for (const [row, each] of calls) this.#recall(row, each)
    const waiting = this.#rows.filter(({ state }) => state === 'waiting').map(({ row }) => row)
    // Those that were never tried first.
    for (const isTried of [false, true])
      for (const row of waiting) if (calls.has(row) === isTried) this.#wait(row)
  }

  get batch(): Batch {
    return this.#stored.job
  }

  get revision(): number {
    return this.#stored.revision
  }

  get view(): BatchView {
    if (this.#view) return this.#view
    const counts = { waiting: 0, sending: 0, accepted: 0, refused: 0, unknown: 0, 'not sent': 0 }
    for (const { state } of this.#rows) counts[state] += 1
    this.#view = {
      batch: this.batch,
      rows: [...this.#rows],
      counts,
      first: this.#rows[this.#waiting.first() ?? Number.NaN],
      running: this.#running,
      elsewhere: this.#elsewhere,
      opensAt: this.#news ? this.#news.opensAt : this.#opensAt(),
      test: this.#test,
      isTested: this.#test !== undefined && this.#test.state !== 'not sent',
      heldUntil: this.#heldUntil,
      isAway: this.#isAway,
      leftMs:
        counts.waiting * Math.max(this.batch.everyMs, this.#callMs / this.batch.atOnce) +
        Math.max(0, (this.#heldUntil ?? 0) - Date.now()),
    }
    return this.#view
  }

  requestOf = (row: number) => this.#rows[row]?.request

  /** Whether these calls, as recorded now, were placed for rows that wait here. */
  isBehind = (entries: readonly LedgerEntry[]): boolean =>
    [...byRow(entries)].some(
      ([row, calls]) => this.#rows[row]?.state === 'waiting' && stateOfRow(calls).state !== 'waiting',
    )

  /** Without a time the first that waits, whatever the hours. */
  take(now?: number): number | undefined {
    const row = this.#waiting.take((country) => now === undefined || opensAt(this.batch, country, now) <= now)
    if (row !== undefined) this.set(row, { state: 'sending' })
    return row
  }

  /** No row waits or is on its way, though it was not ended. */
  get isDone(): boolean {
    return this.batch.course === 'open' && !this.hasNext() && this.view.counts.sending === 0
  }

  /** Rows that wait no more. */
  leaveOut(rows: ReadonlyMap<number, Partial<BatchRow>>): void {
    this.#waiting.remove(new Set(rows.keys()))
    for (const [row, { problem, ...changes }] of rows)
      this.set(row, { ...changes, said: problem, state: 'not sent' })
  }

  hasNext = () => this.#waiting.size > 0

  opensAt(now: number): number {
    // A computer may have slept through the hours that are shown.
    if ((this.#view?.opensAt ?? now) < now) this.#changed()
    return Math.min(...[...this.#waiting.countries()].map((country) => opensAt(this.batch, country, now)))
  }

  /** Until when nothing is sent; a tab that was just opened knows it from what was stored. */
  #opensAt(): number | undefined {
    const now = Date.now()
    const opens = (this.#running || this.#elsewhere) && this.hasNext() ? this.opensAt(now) : now
    return opens > now && Number.isFinite(opens) ? opens : undefined
  }

  #wait = (row: number) => this.#waiting.add(row, this.#rows[row]?.country)

  busy = (row: number) => this.#busy.get(row) ?? 0

  end(row: number, { state, trouble, ready, away }: RowEnd): void {
    const took = Date.now() - Date.parse(this.#at(row)?.at ?? '')
    if (took >= 0) this.#callMs = this.#callMs === 0 ? took : this.#callMs * 0.8 + took * 0.2
    this.set(row, { state: state !== 'back' ? state : row === TEST_ROW ? 'not sent' : 'waiting' })
    if (state !== 'back') return
    // As `stateOfRow` counts after a reload: only the service's own "too many requests".
    if (!trouble && !ready && !away) this.#busy.set(row, this.busy(row) + 1)
    if (row !== TEST_ROW) this.#wait(row)
  }

  hold(until: number | undefined, isAway = false): void {
    this.#heldUntil = until
    this.#isAway = isAway
    this.#changed()
  }

  set running(running: boolean) {
    this.#running = running
    this.#heldUntil = this.#news?.heldUntil ?? (this.#isAway ? undefined : this.#heldUntil)
    this.#isAway = this.#news?.isAway ?? false
    this.#draw()
  }

  get elsewhere(): OtherWorker | undefined {
    return this.#elsewhere
  }

  set elsewhere(elsewhere: OtherWorker | undefined) {
    const { person, isHere } = this.#elsewhere ?? {}
    if (person === elsewhere?.person && isHere === elsewhere?.isHere) return
    this.#elsewhere = elsewhere
    this.#news = undefined
    this.#draw()
  }

  /** Takes over what the tab that sends this batch tells. What waits here is not sent before it was read again. */
  follow(news: BatchNews): void {
    const { running, heldUntil, isAway = false, rows } = news
    this.#elsewhere = running ? (this.#elsewhere ?? { isHere: true }) : undefined
    this.#news = running ? news : undefined
    this.hold(heldUntil, isAway)
    for (const { row, ...changes } of rows) this.set(row, changes)
    this.#draw()
  }

  set stored(stored: Stored<Batch>) {
    this.#stored = stored
    this.#draw()
  }

  set(row: number, changes: Partial<LiveRow>): void {
    const after: LiveRow = { row, to: '', cells: [], state: 'waiting', ...this.#at(row), ...changes }
    if (row === TEST_ROW) this.#test = after
    else this.#rows[row] = after
    this.#changedRows.add(row)
    this.#changed()
  }

  /** Takes over what was recorded of its rows meanwhile. What waits here is not sent before it was read again. */
  recall(entries: readonly LedgerEntry[]): void {
    for (const [row, calls] of byRow(entries)) {
      const { state, at } = this.#at(row) ?? {}
      const { state: recorded } = stateOfRow(calls)
      if (state !== recorded || at !== calls.at(-1)?.startedAt) this.#recall(row, calls)
    }
  }

  #at = (row: number) => (row === TEST_ROW ? this.#test : this.#rows[row])

  /** Takes over what the record says of a row. One that was left out after it had to wait stays out. */
  #recall(row: number, calls: readonly LedgerEntry[]): void {
    if (row !== TEST_ROW && !this.#rows[row]) return
    const { state, busy, until } = stateOfRow(calls)
    const last = calls.at(-1)
    const record = dispatchCall.reply.safeParse(last?.reply).data?.record
    const sentTo = isWire(last?.body) ? last.body.toPhoneNumber : undefined
    if (busy > 0) this.#busy.set(row, busy)
    if (until > Math.max(this.#heldUntil ?? 0, Date.now())) this.#heldUntil = until
    if (state === 'waiting' && this.#at(row)?.state === 'not sent') return
    this.set(row, {
      state: row === TEST_ROW && state === 'waiting' ? 'not sent' : state,
      ...(typeof sentTo === 'string' && { to: sentTo }),
      said: last?.error?.message,
      at: last?.startedAt,
      entryId: last?.id,
      callId: record?.id,
      status: record?.status,
    })
  }

  #changed(): void {
    this.#timer ??= setTimeout(() => this.#draw(), SHOW_MS)
  }

  #draw(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#view = undefined
    const rows = [...this.#changedRows].flatMap((row) => this.#at(row) ?? [])
    this.#changedRows.clear()
    this.#show({
      id: this.batch.id,
      running: this.#running,
      heldUntil: this.#heldUntil,
      isAway: this.#isAway,
      opensAt: this.#opensAt(),
      rows: rows.map(({ cells, request, firstName, ...news }) => news),
    })
  }
}

/** The calls of each row, oldest first. */
function byRow(entries: readonly LedgerEntry[]): Map<number, LedgerEntry[]> {
  const calls = new Map<number, LedgerEntry[]>()
  for (const entry of entries)
    if (entry.batch) calls.set(entry.batch.row, [...(calls.get(entry.batch.row) ?? []), entry])
  return calls
}
