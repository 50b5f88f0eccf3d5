import { outcomeOf, ServiceRefusal, UnreadableReply } from '../client/api-error'
import { isWire } from '../contract/reply'

/** One request of a procedure, as a person reads it. It never holds an upload address, which is a permission (D66). */
export interface Entry<Step extends string> {
  readonly step: Step
  readonly request: string
  /** ISO times. */
  readonly at: string
  readonly endedAt?: string
  readonly state: 'sending' | 'accepted' | 'refused' | 'unknown'
  readonly result?: string
}

/** Why a procedure does not go on by itself, in words. */
export interface Trouble {
  readonly title: string
  readonly message: string
}

/** How a request ended. */
export interface Ended {
  readonly outcome: 'accepted' | 'refused' | 'unknown'
  readonly at: string
  readonly result: string
  /** Status of a refusal. */
  readonly status?: number
  readonly trouble?: Trouble
}

/** The state of a procedure does not allow this. Reaching it is a fault of the caller. */
export class OutOfOrder extends Error {
  override readonly name = 'OutOfOrder'
}

/** The log with every request that is on its way closed. */
export function closeEntries<Step extends string>(
  log: readonly Entry<Step>[],
  change: Partial<Entry<Step>>,
): readonly Entry<Step>[] {
  return log.map((entry) => (entry.state === 'sending' ? { ...entry, ...change } : entry))
}

/** What a page that went away left "sending": it has been looked up since. */
export const lookedUp = <Step extends string>(log: readonly Entry<Step>[]) =>
  closeEntries(log, { state: 'unknown', result: 'No answer arrived; looked up since.' })

/** How a request ended that threw. `cutShort`: by the person, who needs no explanation. */
export function endedWith(
  error: unknown,
  { at, describe, cutShort }: { at: string; describe: (error: unknown) => Trouble; cutShort: boolean },
): Ended {
  const outcome = outcomeOf(error)
  if (error instanceof UnreadableReply) return { outcome, at, result: `Answer ${error.status}, unreadable` }
  const trouble = cutShort ? undefined : describe(error)
  const status = error instanceof ServiceRefusal ? error.status : undefined
  const result =
    status === undefined ? (trouble?.title ?? 'Stopped') : `${status} ${(error as Error).message}`
  return { outcome, at, result, status, trouble }
}

export const isText = (value: unknown): value is string => typeof value === 'string'
export const isOptionalText = (value: unknown) => value === undefined || isText(value)
export const isOneOf = (value: unknown, ...words: readonly string[]) => isText(value) && words.includes(value)

/** Whether a kept request of a procedure can be shown. */
export const isEntry = (value: unknown) =>
  isWire(value) &&
  [value.step, value.request, value.at].every(isText) &&
  isOneOf(value.state, 'sending', 'accepted', 'refused', 'unknown') &&
  isOptionalText(value.result)

export const isOptionalTrouble = (value: unknown) =>
  value === undefined || (isWire(value) && isText(value.title) && isText(value.message))
