import type { AddFileStep } from './add-file'
import type { UploadItem } from './upload-item'

/** How far the documents are that were chosen since nothing was on its way. */
export interface UploadProgress {
  /** Also those that failed. */
  readonly done: number
  readonly total: number
  /** Milliseconds, once that can be said. */
  readonly leftMs?: number
  /** When the last byte moved, or the last document was done or skipped, as milliseconds. */
  readonly movedAt: number
}

/** The requests of a document cost about as much as this many bytes. */
const EACH = 65_536

/** To find out that a document is there already costs about as much as this many. */
const SKIP = EACH / 4

/** The pace is measured over this long, and said once it was this long, in milliseconds. */
const WINDOW_MS = 20_000
const ENOUGH_MS = 2_000

/** What waits says nothing of the time while it is so many times larger than all that moved, beyond so many bytes (D809). */
const UNLIKE = { times: 8, bytes: 1_048_576 }

/** What is done of a document on its way: without its requests the first time that is said would be that of the bytes alone. */
function doneOf(step: AddFileStep, size: number): number {
  if (step.name === 'upload') return EACH / 2 + step.sent
  return step.name === 'record' || step.name === 'collection' ? EACH / 2 + size : 0
}

export const isMoving = ({ state }: UploadItem): boolean => state === 'queued' || state === 'working'

/** What is done, also in vain: it stays in the total, which shrinks only by what somebody takes out. */
const ENDED: readonly UploadItem['state'][] = ['added', 'skipped', 'failed']

/** Measures what is on its way together, from the first document until none is left. */
export class ProgressMeter {
  #ids = new Set<string>()
  #samples: { at: number; done: number; count: number; skipped: number }[] = []
  #moved = { at: 0, sum: -1 }

  #restsSince: number | undefined

  /** A pause begins: neither its time nor what still moves in it tells the pace. */
  rest(): void {
    this.#restsSince ??= this.#samples.at(-1)?.at
  }

  /** The pause is over, and the pace that was before counts on (D937). */
  goOn(now: number): void {
    const paused = now - (this.#restsSince ?? now)
    this.#samples = this.#samples.map((each) => ({ ...each, at: each.at + paused }))
    this.#restsSince = undefined
    this.#moved = { at: 0, sum: -1 }
  }

  /** `undefined` while nothing is on its way. */
  measure(items: readonly UploadItem[], now: number): UploadProgress | undefined {
    let [count, skipped, failed, done, all, moving] = [0, 0, 0, 0, 0, 0]
    let [moved, waits, waiting, waitingCount] = [0, 0, 0, 0]
    const ids = new Set<string>()
    for (const item of items) {
      const { id, state, size, step } = item
      if (isMoving(item)) moving += 1
      else if (!ENDED.includes(state) || !this.#ids.has(id)) continue
      ids.add(id)
      // What was refused is no part of the pace.
      if (state === 'failed') {
        failed += 1
        continue
      }
      if (state === 'queued') {
        waits = Math.max(waits, size)
        waiting += size + EACH
        waitingCount += 1
        continue
      }
      moved = Math.max(moved, size)
      // What is skipped took none of the time that its bytes take.
      const cost = state === 'skipped' ? SKIP : size + EACH
      all += cost
      if (state === 'skipped') skipped += 1
      if (state === 'skipped' || state === 'added') {
        count += 1
        done += cost
      } else if (state === 'working' && step) done += doneOf(step, size)
    }
    this.#ids = moving > 0 ? ids : new Set()
    if (moving === 0) {
      this.#samples = []
      this.#moved = { at: 0, sum: -1 }
      return undefined
    }
    if (done + count !== this.#moved.sum) this.#moved = { at: now, sum: done + count }
    const rests = this.#restsSince !== undefined
    const before = this.#samples.at(-1)?.done ?? done
    // What is lost on its way has to be done once more, but was no slower for that.
    if (rests || done < before)
      this.#samples = this.#samples.map((each) => ({ ...each, done: each.done + done - before }))
    if (!rests) this.#samples.push({ at: now, done, count, skipped })
    while (this.#samples.length > 2 && now - (this.#samples[0]?.at ?? now) > WINDOW_MS && !rests)
      this.#samples.shift()
    const first = this.#samples[0] ?? { at: now, done, count, skipped }
    const span = (this.#samples.at(-1)?.at ?? now) - first.at
    const pace = span >= ENOUGH_MS ? (done - first.done) / span : 0
    const isKnown = pace > 0 && waits <= Math.max(UNLIKE.bytes, UNLIKE.times * moved)
    // Of what waits as many are taken to be skipped as were lately.
    const known = (skipped - first.skipped) / Math.max(1, count - first.count)
    const left = all - done + (1 - known) * waiting + known * SKIP * waitingCount
    const leftMs = isKnown ? left / pace : undefined
    return { done: count + failed, total: ids.size, leftMs, movedAt: this.#moved.at }
  }
}

/** Bytes that were sent by a time, in ms. */
export interface Sample {
  readonly at: number
  readonly sent: number
}

/** The speed of one document is measured over this long. */
const SPEED_WINDOW_MS = 4_000

/** Bytes a second over the last seconds, noting this step among the samples; `undefined` while none move. */
export function speedOf(samples: Sample[], step: AddFileStep, at: number): number | undefined {
  if (step.name !== 'upload') return undefined
  samples.push({ at, sent: step.sent })
  while (samples.length > 2 && at - (samples[0]?.at ?? at) > SPEED_WINDOW_MS) samples.shift()
  const first = samples[0]
  const seconds = first ? (at - first.at) / 1000 : 0
  return first && seconds > 0 ? (step.sent - first.sent) / seconds : undefined
}
