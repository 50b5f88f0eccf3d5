import { isAway, NoAnswer, outcomeOf, ServiceRefusal, saidBy } from '../client/api-error'
import { PROXY_CODES } from '../contract/errors'
import { redactSaid } from '../contract/redact'
import { AWAY_MS_MAX, BUSY_MAX, holdAfter, waitFor } from './hold'
import { type Trouble, trouble } from './procedure'
import { count, flag, list, type Of, oneOf, optional, reader, shape, text } from './stored'

/** What is stored of a batch beside its rows and its calls: facts that change seldom. */
const batch = shape({
  id: text,
  /** ISO time. */
  startedAt: text,
  agentId: text,
  versionId: text,
  outboundPhoneNumberId: text,
  fileName: text,
  header: list(text),
  /** Rows of the file, and how many of them are to be sent. */
  total: count,
  toSend: count,
  /** Milliseconds from the start of one call to the start of the next, and how many may wait for an answer at once. */
  everyMs: count,
  atOnce: count,
  /** When calls may be placed, as of `CallHours`. */
  startAt: optional(text),
  fromMinute: optional(count),
  toMinute: optional(count),
  /** Somebody agreed that the rows are sent. */
  confirmed: flag,
  /** `stopped`: what was not sent will not be. */
  course: oneOf('open', 'stopped', 'ended'),
  trouble: optional(trouble),
})

export type Batch = Of<typeof batch>

/** How fast a batch sends, and when. */
export type BatchPace = Pick<Batch, 'everyMs' | 'atOnce' | 'startAt' | 'fromMinute' | 'toMinute'>

/** Batches as the ledger names and stores them. */
export const batchKind = { kind: 'dispatch-batch', read: reader(batch) }

/** How far a row is. */
export type RowState = 'waiting' | 'sending' | 'accepted' | 'refused' | 'unknown' | 'not sent'

/** How the sending of a row ended. */
export interface RowEnd {
  /** `back`: it was certainly not placed, for a reason that is not the row's, and waits again. `not sent`: it is left out. */
  readonly state: 'accepted' | 'refused' | 'unknown' | 'back' | 'not sent'
  /** What it had to wait for is over: it may go at once, where its hours allow it. */
  readonly ready?: boolean
  /** Nothing answers: no other row goes before something does. */
  readonly away?: boolean
  /** Milliseconds that nothing may be sent for. */
  readonly holdMs?: number
  /** The batch cannot go on: every other row would end alike. */
  readonly trouble?: Trouble
  /** The message, with the complaints about fields. */
  readonly said?: string
  /** The message alone, where it is less: rows that are refused alike have the same. */
  readonly alike?: string
}

/** So many in a row: then it is not the rows. */
const UNKNOWN_MAX = 3
const ALIKE_MAX = 5
/** Pace and patience are looked at again this often, so that a change is felt. */
const LOOK_MS = 500

const NO_HOUR: Trouble = {
  title: 'Paused: no hour suits the numbers that are left',
  message:
    'Their country has several time zones, and the hours never hold in all of them. Set more hours, then continue.',
}

/** The rows as the batch sends them. Row numbers are those of the file, from 0. */
export interface RowSource {
  /** The next row that waits and may be called at this time, now marked as being sent; `undefined` where there is none. */
  take(now: number): number | undefined
  hasNext(): boolean
  /** From when one of those that wait may be called, in ms since 1970; `Infinity`: never, as the hours are. */
  opensAt(now: number): number
  /** How often the service was too busy for this row. */
  busy(row: number): number
  end(row: number, end: RowEnd): void
  /** Until when nothing is sent because the service asked for it, or does not answer; or `undefined`. */
  hold(untilMs: number | undefined, isAway?: boolean): void
}

export interface BatchOptions {
  readonly rows: RowSource
  /** Places one call; never rejects. */
  readonly send: (row: number) => Promise<RowEnd>
  /** Whether reads are answered; asked where nothing was, until they are. Never rejects. */
  readonly answers: (signal: AbortSignal) => Promise<boolean>
  /** Asked before every call, because a person may change them meanwhile. */
  readonly pace: () => { readonly everyMs: number; readonly atOnce: number }
  /** Until when it was held before it was paused, in ms since 1970. */
  readonly heldUntil?: number
  /** Ends the batch; calls on their way are waited for. */
  readonly signal: AbortSignal
  /** Resolves after so many milliseconds, at once when the signal says so. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
  readonly now?: () => number
}

/**
 * Sends rows one after the other at a person's pace until none waits, it is stopped, or something is wrong with more than a row. Every
 * row is sent at most once, except those that were certainly not placed. Resolves with why it stopped, if it did so by itself.
 */
export async function runBatch(options: BatchOptions): Promise<Trouble | undefined> {
  const { rows, signal, pace } = options
  const { now = Date.now, wait = waitFor } = options
  const inFlight = new Set<Promise<void>>()
  let last = Number.NEGATIVE_INFINITY
  let heldUntil = options.heldUntil ?? Number.NEGATIVE_INFINITY
  let holds = 0
  let unknown = 0
  let alike = { like: '', count: 0 }
  let trouble: Trouble | undefined
  let away = false

  const isOver = () => signal.aborted || trouble !== undefined
  while (!isOver()) {
    if (away) {
      if (now() < heldUntil) await wait(Math.min(heldUntil - now(), LOOK_MS), signal)
      else if (await options.answers(signal)) goOn()
      else holdAway()
      continue
    }
    if (inFlight.size >= pace().atOnce || !rows.hasNext()) {
      if (inFlight.size === 0) break
      await Promise.race(inFlight)
      continue
    }
    const opensAt = rows.opensAt(now())
    if (opensAt === Number.POSITIVE_INFINITY) {
      trouble = NO_HOUR
      continue
    }
    const delay = Math.max(last + pace().everyMs, heldUntil, opensAt) - now()
    if (delay > 0) {
      await wait(Math.min(delay, LOOK_MS), signal)
      continue
    }
    const row = rows.take(now())
    if (row === undefined) continue
    const [before, at] = [last, now()]
    last = at
    // Whoever was left out takes none of the pace.
    const skip = () => {
      if (last === at) last = before
    }
    const sending: Promise<void> = place(row, skip).finally(() => inFlight.delete(sending))
    inFlight.add(sending)
  }
  await Promise.all(inFlight)
  // Whoever continues waits for what is left of it.
  rows.hold(heldUntil > now() && !away ? heldUntil : undefined)
  return trouble

  function holdAway() {
    away = true
    holds += 1
    heldUntil = now() + Math.min(holdAfter(holds, undefined), AWAY_MS_MAX)
    rows.hold(heldUntil, true)
  }

  function goOn() {
    away = false
    holds = 0
    rows.hold(undefined)
  }

  async function place(row: number, skip: () => void) {
    const end = await options.send(row)
    if (end.state === 'not sent') {
      skip()
      return rows.end(row, end)
    }
    const busy = isBusy(end)
    // Those that were on their way when it went are one silence, however many.
    const isKnown = away && end.away === true
    if (end.away && !away) holdAway()
    if (busy) {
      holds += 1
      heldUntil = Math.max(heldUntil, now() + holdAfter(holds, end.holdMs))
      rows.hold(heldUntil)
    } else if (end.state !== 'back' && !away && now() >= heldUntil)
      // A call that was sent before the service asked to wait says nothing of that.
      goOn()
    rows.end(row, unlessTooOften(rows, row, end))
    if (!isKnown) trouble ??= end.trouble ?? troubleAfter(end)
  }

  /** When rows end alike one after the other, the cause is not the rows. */
  function troubleAfter({ state, said = '', alike: like = said }: RowEnd): Trouble | undefined {
    unknown = state === 'unknown' ? unknown + 1 : 0
    alike =
      state !== 'refused'
        ? { like: '', count: 0 }
        : { like, count: alike.like === like ? alike.count + 1 : 1 }
    if (unknown >= UNKNOWN_MAX)
      return {
        title: `Paused: the last ${UNKNOWN_MAX} calls are unknown`,
        message: 'They may have been placed and are not sent again.',
      }
    if (alike.count >= ALIKE_MAX)
      return {
        title: `Paused: the last ${ALIKE_MAX} rows were refused for the same reason`,
        message: `${said}\nContinue if only these rows are wrong. Otherwise fix the cause first.`,
      }
    return undefined
  }
}

/** Whether the service was too busy for it: it goes again, and until then none goes. */
export const isBusy = ({ state, holdMs, trouble, ready, away }: RowEnd): boolean =>
  holdMs !== undefined || (state === 'back' && !trouble && !ready && !away)

/** The end of a row; refused is one for which the service was too busy as often as it is asked. */
export const unlessTooOften = (rows: Pick<RowSource, 'busy'>, row: number, end: RowEnd): RowEnd =>
  isBusy(end) && rows.busy(row) + 1 >= BUSY_MAX ? { ...end, state: 'refused' } : end

/** Answers that say nothing of the row: the credential, the way to the service, or too many requests. */
export function isNotTheRow(status: number | undefined, code: string | undefined): boolean {
  if (status === undefined || status === 429 || status === 401) return true
  // What is not permitted may be this number alone: a do-not-call list answers so.
  return code !== undefined && code !== 'NOT_PERMITTED' && Object.hasOwn(PROXY_CODES, code)
}

/** What the failed sending of a row means for it and for the others. */
export function endOfFailure(error: unknown, described: Trouble): RowEnd {
  const outcome = outcomeOf(error)
  const said = error instanceof Error ? String(redactSaid(saidBy(error))) : ''
  const away = isAway(error)
  if (outcome !== 'refused') return { state: outcome, said, ...(away && { away }) }
  if (away) return { state: 'back', away, said }
  if (error instanceof ServiceRefusal) {
    if (error.status === 429) return { state: 'back', holdMs: error.retryAfterMs, said }
    return isNotTheRow(error.status, error.code)
      ? { state: 'back', trouble: described, said }
      : { state: 'refused', said, ...(error.fields.length > 0 && { alike: error.message }) }
  }
  return error instanceof NoAnswer || error instanceof RangeError
    ? { state: 'back', trouble: described, said }
    : { state: 'refused', said }
}

/** A remembered call of a batch, as far as its row is concerned. */
export interface PlacedRow {
  readonly state: 'sending' | 'accepted' | 'refused' | 'unknown'
  /** ISO time. */
  readonly finishedAt?: string
  readonly error?: { readonly status?: number; readonly code?: string; readonly retryAfterMs?: number }
}

/**
 * The state of a row by all its calls. What may have been placed stays so, whatever was tried besides. `until`: when a service that was too busy for the
 * last one may be asked again, in ms since 1970; 0 where it was not.
 */
export function stateOfRow(calls: readonly PlacedRow[]): { state: RowState; busy: number; until: number } {
  const placed = calls.find(({ state }) => state !== 'refused')
  const busy = calls.filter(({ error }) => error?.status === 429).length
  const { error, finishedAt = '' } = calls.at(-1) ?? {}
  const until = error?.status === 429 ? Date.parse(finishedAt) + holdAfter(busy, error.retryAfterMs) : 0
  if (placed) return { state: placed.state, busy, until }
  if (calls.length === 0) return { state: 'waiting', busy, until }
  const isBack = isNotTheRow(error?.status, error?.code)
  return { state: isBack && busy < BUSY_MAX ? 'waiting' : 'refused', busy, until }
}
