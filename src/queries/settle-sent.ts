import type { CallRecord } from '../contract/call-records'
import { isWire } from '../contract/reply'
import type { Ledger } from '../ledger/ledger'
import type { Launch } from './calls'

/** What was sent is looked for so long before and after: clocks differ, and a service may be late. */
export const BEFORE_MS = 5 * 60_000
export const AFTER_MS = 10 * 60_000
/** Where a service ignores the filters, so many pages are looked through. */
const PAGES_MAX = 10

/** What this browser sent. */
type Sent = Pick<Launch, 'id' | 'state' | 'startedAt'>

/** How what was sent is told among what the service lists. */
export interface Traits<Asked extends Sent, Listed extends { readonly id: string }> {
  /** The id that the reply had. */
  readonly idOf: (sent: Asked) => string | undefined
  /** Of a listed one, ms since 1970; `NaN` where it does not say. */
  readonly timeOf: (listed: Listed) => number
  readonly fits: (listed: Listed, sent: Asked) => boolean
  /** Whether enough is said of a listed one that fits to tell it from others. */
  readonly isWhole: (listed: Listed) => boolean
  /** Whether two would look alike. */
  readonly areAlike: (one: Asked, other: Asked) => boolean
}

/** What the service lists that may be what was sent. */
export interface Found<Listed> {
  readonly candidates: readonly Listed[]
  /** The only candidate, where nothing speaks for another. */
  readonly certain?: Listed
}

/** Whether nothing tells which one of the service's it became: no answer came, or none that has its id. */
export const isUnsettled = ({ state }: Pick<Sent, 'state'>, id: string | undefined): boolean =>
  state === 'unknown' || (state === 'accepted' && id === undefined)

/** Whether nothing that is reported speaks against what was sent. */
export const agrees = (reported: string | undefined, sent: string | undefined): boolean =>
  reported === undefined || reported === sent

const isNear = (time: number, { startedAt }: Sent) => {
  const sent = Date.parse(startedAt)
  return time >= sent - BEFORE_MS && time <= sent + AFTER_MS
}

/** Those that fit, near in time, and not those of others that were sent. With a second one that may have become the same, none is certain. */
export function findSent<Asked extends Sent, Listed extends { readonly id: string }>(
  sent: Asked,
  { all, listed }: { all: readonly Asked[]; listed: readonly Listed[] },
  { idOf, timeOf, fits, isWhole, areAlike }: Traits<Asked, Listed>,
): Found<Listed> {
  const taken = new Set(all.map(idOf))
  const candidates = listed.filter(
    (each) =>
      !taken.has(each.id) && fits(each, sent) && (Number.isNaN(timeOf(each)) || isNear(timeOf(each), sent)),
  )
  const rivals = all.some(
    (other) =>
      other.id !== sent.id &&
      (other.state === 'sending' || isUnsettled(other, idOf(other))) &&
      areAlike(other, sent) &&
      Math.abs(Date.parse(other.startedAt) - Date.parse(sent.startedAt)) < BEFORE_MS + AFTER_MS,
  )
  const [only, second] = candidates
  const isCertain = only && isWhole(only) && !Number.isNaN(timeOf(only)) && !second && !rivals
  return { candidates, certain: isCertain ? only : undefined }
}

interface Page<Listed> {
  readonly items: readonly Listed[]
  readonly nextCursor?: string | undefined
}

/** What is listed since shortly before the sending, newest first, and whether that is all; `null` where the service lists none. */
export async function readSince<Listed extends { readonly id: string }>(
  { startedAt }: Sent,
  timeOf: (listed: Listed) => number,
  read: (cursor: string | undefined) => Promise<Page<Listed> | null>,
): Promise<{ listed: readonly Listed[]; areAll: boolean } | null> {
  const from = Date.parse(startedAt) - BEFORE_MS
  // A service that repeats itself lists one more than once.
  const found = new Map<string, Listed>()
  let cursor: string | undefined
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const page = await read(cursor)
    if (!page) return null
    for (const each of page.items) found.set(each.id, each)
    const last = page.items.at(-1)
    cursor = page.nextCursor
    if (cursor === undefined || (last && timeOf(last) < from))
      return { listed: [...found.values()], areAll: true }
  }
  return { listed: [...found.values()], areAll: false }
}

/** Records what a write became, unless another tab knows that by now. `idOf`: in a recorded reply. */
export async function settleSent(
  ledger: Ledger,
  service: string,
  {
    entryId,
    became,
    idOf,
  }: {
    entryId: string
    became: Pick<CallRecord, 'id' | 'status'>
    idOf: (reply: unknown) => string | undefined
  },
): Promise<void> {
  const entry = await ledger.entry(service, entryId)
  if (!entry || !isUnsettled(entry, idOf(entry.reply))) return
  const reply = { ...(isWire(entry.reply) && entry.reply), ...became }
  await ledger.finish(service, entryId, { state: 'accepted', reply, found: true })
}
