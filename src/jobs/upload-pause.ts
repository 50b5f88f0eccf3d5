import { isAway, isOtherAnswer, ServiceRefusal } from '../client/api-error'
import { AWAY_MS_MAX, holdAfter } from './hold'

/** Why nothing is sent for a while. `busy`: the service asks to wait; `away`: nothing answers, or a web page does. */
export interface UploadPause {
  readonly why: 'busy' | 'away'
  /** In ms since 1970. */
  readonly until: number
  readonly error: unknown
  /** How many in a row this is, from 1. */
  readonly times: number
}

/** A service that asks for no wait at all, again and again, is not asked without one. */
const AGAIN_MS_MIN = 1_000

/** The pause after an error that is the service's or the network's; `undefined` for one that is about the document or the request. */
export function pauseAfter(
  error: unknown,
  before: UploadPause | undefined,
  now: number,
): UploadPause | undefined {
  const refusal = error instanceof ServiceRefusal ? error : undefined
  const isBusy = refusal?.status === 429
  // A page says nothing of a document (D815); a service without a list of files may well take some.
  const isPage = refusal?.fromProxy && isOtherAnswer(refusal)
  if (!isBusy && !isAway(error) && !isPage) return undefined
  // Several on their way meet the same pause.
  const times = before && before.until > now ? before.times : (before?.times ?? 0) + 1
  const asked = holdAfter(times, refusal?.retryAfterMs)
  const ms = isBusy ? asked : Math.min(asked, AWAY_MS_MAX)
  const until = now + Math.max(ms, times > 1 ? AGAIN_MS_MIN : 0)
  return { why: isBusy ? 'busy' : 'away', error, times, until: Math.max(until, before?.until ?? 0) }
}
