import type { BatchRow } from '../jobs/check-rows'
import type { Batch, RowEnd, RowSource, RowState } from '../jobs/dispatch-batch'
import type { Stored } from './job-engine'

/** The number under which the test row goes that was sent to a number of the person's own. */
export const TEST_ROW = -1

/** A row as a screen shows it; replaced by another object whenever something of it changes. */
export interface LiveRow {
  readonly row: number
  readonly to: string
  readonly firstName?: string
  readonly cells: readonly string[]
  readonly state: RowState
  /** What was said against it, here or by the service. */
  readonly said?: string
  readonly callId?: string
  readonly status?: string
  /** ISO time of the last attempt. */
  readonly at?: string
}

/** How a batch stands. A new object with every change that a screen should see. */
export interface BatchView {
  readonly batch: Batch
  readonly rows: readonly LiveRow[]
  readonly counts: Readonly<Record<RowState, number>>
  readonly running: boolean
  /** The test row to a number of the person's own, if there was one. */
  readonly test?: LiveRow
  /** Until when nothing is sent because the service asked for it (milliseconds of the clock). */
  readonly heldUntil?: number
  /** How long the remaining rows will take, in milliseconds. */
  readonly leftMs: number
}

type Said = Partial<Pick<LiveRow, 'to' | 'said' | 'callId' | 'status' | 'at'>>

/** Screens are told of changes at most so often. */
const TELL_MS = 150

/** The rows of a batch in memory, and which of them still wait. */
export class LiveBatch implements RowSource {
  #batch: Batch
  #revision: number
  readonly #requests: (BatchRow['request'] | undefined)[]
  readonly #tell: () => void
  #rows: LiveRow[]
  #test: LiveRow | undefined
  #waiting: number[] = []
  #next = 0
  readonly #busy = new Map<number, number>()
  readonly #counts: Record<RowState, number>
  #running = false
  #heldUntil: number | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #view: BatchView | undefined
  /** How long calls take, smoothed. */
  #callMs = 0
  readonly #begun = new Map<number, number>()

  constructor(stored: Stored<Batch>, rows: readonly BatchRow[], tell: () => void) {
    this.#batch = stored.job
    this.#revision = stored.revision
    this.#tell = tell
    this.#requests = rows.map(({ request }) => request)
    this.#counts = { waiting: 0, sending: 0, accepted: 0, refused: 0, unknown: 0, 'not sent': 0 }
    this.#rows = rows.map(({ cells, to, request, problem }, row): LiveRow => {
      const state = request ? 'waiting' : 'not sent'
      this.#counts[state] += 1
      return { row, to: to ?? '', firstName: request?.firstName, cells, state, said: problem }
    })
  }

  get batch(): Batch {
    return this.#batch
  }

  get revision(): number {
    return this.#revision
  }

  stateOf(row: number): RowState | undefined {
    return this.#rows[row]?.state
  }

  get view(): BatchView {
    this.#view ??= {
      batch: this.#batch,
      rows: [...this.#rows],
      counts: { ...this.#counts },
      running: this.#running,
      test: this.#test,
      heldUntil: this.#heldUntil,
      leftMs: this.#counts.waiting * Math.max(this.#batch.everyMs, this.#callMs / this.#batch.atOnce),
    }
    return this.#view
  }

  /** Takes over what the record says of a row. */
  know(row: number, { state, busy }: { state: RowState; busy: number }, said: Said): void {
    if (busy > 0) this.#busy.set(row, busy)
    this.#set(row, state, said)
  }

  /** Lines up the rows that wait, those that were never tried first. */
  queue(tried: ReadonlyMap<number, readonly unknown[]>): void {
    const waiting = this.#rows.filter(({ state }) => state === 'waiting').map(({ row }) => row)
    this.#waiting = [...waiting.filter((row) => !tried.has(row)), ...waiting.filter((row) => tried.has(row))]
    this.#next = 0
  }

  requestOf = (row: number) => this.#requests[row]

  firstWaiting(): number | undefined {
    return this.#waiting[this.#next]
  }

  take(): number | undefined {
    const row = this.#waiting[this.#next]
    if (row === undefined) return undefined
    this.#next += 1
    this.#set(row, 'sending')
    return row
  }

  hasNext(): boolean {
    return this.#next < this.#waiting.length
  }

  busy(row: number): number {
    return this.#busy.get(row) ?? 0
  }

  begin(row: number, to: string): void {
    this.#begun.set(row, performance.now())
    this.#set(row, 'sending', { to, at: new Date().toISOString(), said: undefined })
  }

  said(row: number, said: Said): void {
    this.#set(row, undefined, said)
  }

  end(row: number, { state, trouble }: RowEnd): void {
    const took = performance.now() - (this.#begun.get(row) ?? performance.now())
    this.#callMs = this.#callMs === 0 ? took : this.#callMs * 0.8 + took * 0.2
    if (state !== 'back') {
      this.#set(row, state)
      return
    }
    // As `stateOfRow` counts after a reload: only the service's own "too many requests".
    if (!trouble) this.#busy.set(row, this.busy(row) + 1)
    this.#set(row, 'waiting')
    if (row !== TEST_ROW) this.#waiting.push(row)
  }

  hold(until: number | undefined): void {
    this.#heldUntil = until
    this.#changed()
  }

  running(running: boolean): void {
    this.#running = running
    this.#heldUntil = undefined
    this.#changed(true)
  }

  stored({ job, revision }: Stored<Batch>): void {
    this.#batch = job
    this.#revision = revision
    this.#changed(true)
  }

  #set(row: number, state: RowState | undefined, said: Said = {}): void {
    if (row === TEST_ROW) {
      const before = this.#test ?? { row, to: '', cells: [], state: 'waiting' as const }
      this.#test = { ...before, ...said, state: state ?? before.state }
      this.#changed()
      return
    }
    const before = this.#rows[row]
    if (!before) return
    if (state && state !== before.state) {
      this.#counts[before.state] -= 1
      this.#counts[state] += 1
    }
    this.#rows[row] = { ...before, ...said, state: state ?? before.state }
    this.#changed()
  }

  #changed(atOnce = false): void {
    if (atOnce) {
      clearTimeout(this.#timer)
      this.#timer = undefined
      this.#view = undefined
      this.#tell()
      return
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#view = undefined
      this.#tell()
    }, TELL_MS)
  }
}
