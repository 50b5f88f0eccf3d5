import { mutationOptions } from '@tanstack/react-query'
import { type CallRecord, listCalls } from '../contract/call-records'
import type { Reply } from '../contract/operation'
import type { Ledger } from '../ledger/ledger'
import { type CallFilter, readCallPage } from './call-records'
import type { Launch } from './calls'
import { askExtension } from './extension'
import { keys } from './keys'
import { connectedLedger, recording } from './ledger'
import type { CallRow } from './merge-calls'

/** A call is looked for so long before and after it was sent: clocks differ, and a service may place it late. */
const BEFORE_MS = 5 * 60_000
const AFTER_MS = 10 * 60_000
/** Where a service ignores the filters, so many pages are looked through. */
const PAGES_MAX = 10

const timeOf = ({ createdAt, callStartedAt }: CallRecord) => Date.parse(createdAt ?? callStartedAt ?? '')

/** What the service lists that may be the call of a launch with unknown outcome. */
export interface Found {
  readonly candidates: readonly CallRecord[]
  /** The only candidate, where nothing speaks for another. */
  readonly certain?: CallRecord
}

const isNear = (time: number, { startedAt }: Launch) => {
  const sent = Date.parse(startedAt)
  return time >= sent - BEFORE_MS && time <= sent + AFTER_MS
}

/**
 * The calls that may be the one of `launch`: same agent, number and version as far as they are reported, near in time, and not the
 * call of another launch. With a second launch that may have placed the same call, none is certain.
 */
export function findCandidates(
  launch: Launch,
  launches: readonly Launch[],
  records: readonly CallRecord[],
): Found {
  const { agentId, request } = launch
  const taken = new Set(launches.map(({ result }) => result?.id))
  const fits = (reported: string | undefined, sent: string | undefined) =>
    reported === undefined || reported === sent
  const candidates = records.filter(
    (each) =>
      !taken.has(each.id) &&
      fits(each.agentId, agentId) &&
      fits(each.toPhoneNumber, request?.toPhoneNumber) &&
      fits(each.agentVersionId, request?.versionId) &&
      each.outbound !== false &&
      (Number.isNaN(timeOf(each)) || isNear(timeOf(each), launch)),
  )
  const rivals = launches.some(
    (other) =>
      other.id !== launch.id &&
      (other.state === 'unknown' || other.state === 'sending') &&
      other.agentId === agentId &&
      other.request?.toPhoneNumber === request?.toPhoneNumber &&
      Math.abs(Date.parse(other.startedAt) - Date.parse(launch.startedAt)) < BEFORE_MS + AFTER_MS,
  )
  const [only, second] = candidates
  const isCertain =
    only?.agentId !== undefined && only.toPhoneNumber !== undefined && !Number.isNaN(timeOf(only))
  return { candidates, certain: isCertain && !second && !rivals ? only : undefined }
}

/** The same among the rows of a list. None where the outcome of the launch is known. */
export const findListed = (launch: Launch, rows: readonly CallRow[]): Found =>
  launch.state === 'unknown'
    ? findCandidates(
        launch,
        rows.flatMap((row) => row.launch ?? []),
        rows.flatMap((row) => row.record ?? []),
      )
    : { candidates: [] }

/** The calls to the number of a launch around its time, and whether those are all; `null` where the service lists none. */
async function readAround(
  { agentId, request, startedAt }: Launch,
  read: (query: CallFilter) => Promise<Reply<typeof listCalls> | null>,
): Promise<{ records: readonly CallRecord[]; areAll: boolean } | null> {
  const from = Date.parse(startedAt) - BEFORE_MS
  const query = {
    agentId,
    toPhoneNumber: request?.toPhoneNumber,
    createdAfter: new Date(from).toISOString(),
    createdBefore: new Date(Date.parse(startedAt) + AFTER_MS).toISOString(),
    limit: '100',
  }
  // A service that repeats itself lists a call more than once.
  const records = new Map<string, CallRecord>()
  const listed = (areAll: boolean) => ({ records: [...records.values()], areAll })
  let cursor: string | undefined
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const page = await read({ ...query, cursor })
    if (!page) return null
    for (const each of page.items) records.set(each.id, each)
    const last = page.items.at(-1)
    cursor = page.nextCursor
    if (cursor === undefined || (last && timeOf(last) < from)) return listed(true)
  }
  return listed(false)
}

/** Records that a call was placed, unless another tab knows its outcome by now. */
async function settle(ledger: Ledger, service: string, entryId: string, { id, status }: CallRecord) {
  const entry = await ledger.entry(service, entryId)
  if (entry?.state === 'unknown')
    await ledger.finish(service, entryId, { state: 'accepted', reply: { id, status } })
}

export const settleMutations = {
  /** Looks for the call of a launch with unknown outcome. A certain one is recorded as accepted; `null` where the service lists no calls. */
  ask: () =>
    mutationOptions({
      mutationFn: async (
        { launch, launches }: { launch: Launch; launches: readonly Launch[] },
        { client },
      ): Promise<Found | null> => {
        const { ledger, service } = await connectedLedger(client)
        const around = await readAround(launch, (query) =>
          askExtension(client, listCalls, () => readCallPage(query)),
        )
        if (!around) return null
        const { candidates, certain } = findCandidates(launch, launches, around.records)
        // Another call that fits may stand in what was not read.
        if (!certain || !around.areAll) return { candidates }
        await settle(ledger, service, launch.id, certain)
        return { candidates, certain }
      },
      meta: { invalidates: [keys.ledger, keys.calls] },
    }),

  /** Records the call that a person chose as that of a launch. */
  choose: () =>
    recording([keys.calls], ({ launch, record }: { launch: Launch; record: CallRecord }, ledger, service) =>
      settle(ledger, service, launch.id, record),
    ),
}
