import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { CallRecord } from '../contract/call-records'
import { isWire } from '../contract/reply'
import type { Ledger } from '../ledger/ledger'
import type { Launch } from './calls'
import { keys } from './keys'
import { connectedLedger } from './ledger'
import { readEverywhere } from './query-client'

/** What was sent is looked for so long before and after: clocks differ, and a service may be late. */
export const BEFORE_MS = 5 * 60_000
export const AFTER_MS = 10 * 60_000
/** Where a service ignores the filters, so many pages are looked through. */
const PAGES_MAX = 10
/** Between requests that nobody waits for: services let few through in a second. */
const PAUSE_MS = 200

/** What this browser sent. */
type Sent = Pick<Launch, 'id' | 'state' | 'startedAt'>

/** How what was sent is told among what the service lists. */
export interface Traits<Asked extends Sent, Listed extends { readonly id: string }> {
  /** The id that the reply had. */
  readonly idOf: (sent: Asked) => string | undefined
  /** Of a listed one, ms since 1970; `NaN` where it does not say. */
  readonly timeOf: (listed: Listed) => number
  /** Whom it reached, and whom it was sent to: where both are known, only equal ones fit. */
  readonly reached: (listed: Listed) => string | undefined
  readonly sentTo: (sent: Asked) => string | undefined
  readonly fits: (listed: Listed, sent: Asked) => boolean
  /** Whether enough is said of a listed one that fits to tell it from others. */
  readonly isWhole: (listed: Listed) => boolean
  /** The same of two that would look alike. */
  readonly looks: (sent: Asked) => string
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

/** What is near in time is in the same span or in one beside it. */
const SPAN_MS = BEFORE_MS + AFTER_MS
const spanOf = (time: number) => Math.floor(time / SPAN_MS)

interface Timed<T> {
  readonly of: T
  /** In ms since 1970, or `NaN`. */
  readonly time: number
}

/** What has a name in a span, of a list too long to look through for each name. */
function inSpans<T>(all: readonly Timed<T>[], nameOf: (of: T) => string | undefined) {
  const groups = new Map<string, Timed<T>[]>()
  for (const timed of all) {
    const key = `${spanOf(timed.time)} ${nameOf(timed.of)}`
    const group = groups.get(key)
    if (group) group.push(timed)
    else groups.set(key, [timed])
  }
  return (name: string | undefined, span: number) => groups.get(`${span} ${name}`) ?? []
}

/** Finds those that fit, near in time, and not those of others that were sent. With a second one that may have become the same, none is certain. */
export function finderIn<Asked extends Sent, Listed extends { readonly id: string }>(
  { all, listed }: { all: readonly Asked[]; listed: readonly Listed[] },
  { idOf, timeOf, reached, sentTo, fits, isWhole, looks }: Traits<Asked, Listed>,
): (sent: Asked) => Found<Listed> {
  const taken = new Set(all.map(idOf))
  const free = listed.flatMap((of) => (taken.has(of.id) ? [] : { of, time: timeOf(of) }))
  const unsettled = all.flatMap((of) =>
    of.state === 'sending' || isUnsettled(of, idOf(of)) ? { of, time: Date.parse(of.startedAt) } : [],
  )
  const freeIn = inSpans(free, reached)
  const unsettledIn = inSpans(unsettled, looks)
  return (sent) => {
    const at = Date.parse(sent.startedAt)
    const mayBe = ({ of, time }: Timed<Listed>) =>
      !(time < at - BEFORE_MS || time > at + AFTER_MS) && fits(of, sent)
    const isRival = ({ of, time }: Timed<Asked>) => Math.abs(time - at) < SPAN_MS && of.id !== sent.id
    const findCertain = (): Listed | undefined => {
      // Its own span first: whatever else is in there is a rival.
      const spans = [0, -1, 1].map((step) => spanOf(at) + step)
      if (spans.some((span) => unsettledIn(looks(sent), span).some(isRival))) return undefined
      let only: Timed<Listed> | undefined
      for (const to of new Set([sentTo(sent), undefined]))
        for (const span of [...spans, Number.NaN])
          for (const each of freeIn(to, span)) {
            if (!mayBe(each)) continue
            if (only) return undefined
            only = each
          }
      return only && isWhole(only.of) && !Number.isNaN(only.time) ? only.of : undefined
    }
    return {
      certain: findCertain(),
      // Only a person who chooses needs them all.
      get candidates() {
        return free.filter(mayBe).map(({ of }) => of)
      },
    }
  }
}

/** The same among rows, which are put in order once for all that is looked for in them. */
export function finderInRows<Row, Asked extends Sent, Listed extends { readonly id: string }>(
  listsOf: (rows: readonly Row[]) => { all: readonly Asked[]; listed: readonly Listed[] },
  traits: Traits<Asked, Listed>,
): (sent: Asked, rows: readonly Row[]) => Found<Listed> {
  const finders = new WeakMap<readonly Row[], (sent: Asked) => Found<Listed>>()
  return (sent, rows) => {
    const find = finders.get(rows) ?? finderIn(listsOf(rows), traits)
    finders.set(rows, find)
    return find(sent)
  }
}

interface Page<Listed> {
  readonly items: readonly Listed[]
  readonly nextCursor?: string | undefined
}

/** What was read of a list, and of which time it is everything, in ms since 1970. */
interface Reading<Listed> {
  readonly listed: readonly Listed[]
  /** `NaN` where that is not known. */
  readonly from: number
  readonly until: number
  /** Only what reached this one was listed. */
  readonly to?: string | undefined
}

const toRead = ({ startedAt }: Sent) => ({
  from: Date.parse(startedAt) - BEFORE_MS,
  until: Date.parse(startedAt) + AFTER_MS,
})

/** What the pages of a list hold that nothing narrows but these ISO times, and perhaps an agent. */
export function readingOf<Listed>(
  pages: readonly (Page<Listed> | null)[] = [],
  timeOf: (listed: Listed) => number,
  {
    createdAfter,
    createdBefore,
  }: { createdAfter?: string | undefined; createdBefore?: string | undefined } = {},
): Reading<Listed> {
  const listed = pages.flatMap((page) => page?.items ?? [])
  const last = listed.at(-1)
  const isAll = pages.length > 0 && pages.at(-1)?.nextCursor === undefined
  const from = isAll ? Number.NEGATIVE_INFINITY : last ? timeOf(last) + 1 : Number.NaN
  return {
    listed,
    from: createdAfter === undefined ? from : Math.max(from, Date.parse(createdAfter)),
    until: createdBefore === undefined ? Number.POSITIVE_INFINITY : Date.parse(createdBefore),
  }
}

/** What is listed around the sending, newest first; `null` where the service lists none. */
export async function readAround<Asked extends Sent, Listed extends { readonly id: string }>(
  sent: Asked,
  { timeOf, reached, sentTo }: Traits<Asked, Listed>,
  read: (cursor: string | undefined) => Promise<Page<Listed> | null>,
): Promise<Reading<Listed> | null> {
  const around = toRead(sent)
  // A service that repeats itself lists one more than once.
  const found = new Map<string, Listed>()
  let from = Number.NaN
  let cursor: string | undefined
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    if (pages > 0) await pause()
    const page = await read(cursor)
    if (!page) return null
    for (const each of page.items) found.set(each.id, each)
    const last = page.items.at(-1)
    cursor = page.nextCursor
    from = cursor === undefined ? around.from : last ? timeOf(last) + 1 : Number.NaN
    if (from <= around.from) break
  }
  const listed = [...found.values()]
  // What was not asked for tells that the service ignores a filter, and then it is more than was asked for. Nothing is later than now.
  const isWide = listed.some((each) => timeOf(each) > around.until || timeOf(each) < around.from)
  const until = isWide || around.until > Date.now() ? Number.POSITIVE_INFINITY : around.until
  const to = listed.every((each) => reached(each) === sentTo(sent)) ? sentTo(sent) : undefined
  return { listed, from, until, to }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

/** Whether everything that may be what was sent stands in what was read. */
export const isReadFor = <Asked extends Sent, Listed>(
  sent: Asked,
  { from, until, to }: Reading<Listed>,
  sentTo: (sent: Asked) => string | undefined,
): boolean => {
  const around = toRead(sent)
  return from <= around.from && until >= around.until && (to === undefined || to === sentTo(sent))
}

/** What was sent and became what the list has, among all that was sent. */
export interface Lost<Asked> {
  readonly lost: readonly Asked[]
  readonly all: readonly Asked[]
  /** Ids of those that the service was asked for. Grows. */
  readonly asked: Set<string>
}

interface Settling<Asked extends Sent, Listed extends { readonly id: string }> {
  readonly traits: Traits<Asked, Listed>
  /** What the list has. */
  readonly read: Reading<Listed>
  readonly ask: (sent: Asked) => Promise<Reading<Listed> | null>
  /** In a recorded reply. */
  readonly idOf: (reply: unknown) => string | undefined
  /** Under which what was sent is in the cache. */
  readonly key: QueryKey
}

/**
 * Records together what these became for certain, and resolves with them. The service is asked only where the list has not read enough (D951), the
 * oldest first: where it ignores what is asked for, that reads the others, too.
 */
export async function settleTogether<
  Asked extends Sent,
  Listed extends { readonly id: string; readonly status?: string | undefined },
>(
  client: QueryClient,
  { lost, all, asked }: Lost<Asked>,
  { traits, read, ask, idOf, key }: Settling<Asked, Listed>,
): Promise<readonly Asked[]> {
  const found = new Map<Asked, Listed>()
  const take = (reading: Reading<Listed>) => {
    const find = finderIn({ all, listed: reading.listed }, traits)
    for (const sent of lost) {
      const certain = !found.has(sent) && isReadFor(sent, reading, traits.sentTo) && find(sent).certain
      if (certain) found.set(sent, certain)
    }
  }
  take(read)
  for (const sent of lost.toSorted((one, other) => one.startedAt.localeCompare(other.startedAt))) {
    if (found.has(sent) || asked.has(sent.id)) continue
    await pause()
    // No person asked, so none is told of an error.
    const reading = await ask(sent).catch(() => null)
    asked.add(sent.id)
    if (reading) take(reading)
    if (reading && isReadFor(sent, reading, traits.sentTo)) continue
    // The others would be asked for in vain, too.
    for (const { id } of lost) asked.add(id)
  }
  if (found.size === 0) return []
  const { ledger, service } = await connectedLedger(client)
  await Promise.all(
    [...found].map(([{ id: entryId }, { id, status }]) =>
      settleSent(ledger, service, { entryId, became: { id, status }, idOf }),
    ),
  )
  // What the service lists did not change.
  await readEverywhere(client, [keys.ledger, key])
  return [...found.keys()]
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
  await ledger.finish(service, entryId, (entry) => {
    if (!isUnsettled(entry, idOf(entry.reply))) return undefined
    const reply = { ...(isWire(entry.reply) && entry.reply), ...became }
    return { state: 'accepted', reply, found: true }
  })
}
