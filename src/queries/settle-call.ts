import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { dispatchReply } from '../contract/call-placed'
import { type CallRecord, listCalls } from '../contract/call-records'
import type { Ledger } from '../ledger/ledger'
import { type CallFilter, callRecordQueries, readCallPage } from './call-records'
import type { Launch } from './calls'
import { askExtension } from './extension'
import { keys } from './keys'
import { connectedLedger, recording } from './ledger'
import type { CallRow } from './merge-calls'
import {
  AFTER_MS,
  agrees,
  BEFORE_MS,
  type Found as FoundOf,
  finderIn,
  finderInRows,
  isReadFor,
  isUnsettled,
  type Lost,
  readAround,
  readingOf,
  settleSent,
  settleTogether,
  type Traits,
} from './settle-sent'

const timeOf = ({ createdAt, callStartedAt }: CallRecord) => Date.parse(createdAt ?? callStartedAt ?? '')

/** What the service lists that may be the call of a launch. */
export type Found = FoundOf<CallRecord>

const TRAITS: Traits<Launch, CallRecord> = {
  idOf: ({ result }) => result?.id,
  timeOf,
  reached: ({ toPhoneNumber }) => toPhoneNumber,
  sentTo: ({ request }) => request?.toPhoneNumber,
  fits: (each, { agentId, request }) =>
    agrees(each.agentId, agentId) &&
    agrees(each.toPhoneNumber, request?.toPhoneNumber) &&
    agrees(each.agentVersionId, request?.versionId) &&
    each.outbound !== false,
  isWhole: (each) => each.agentId !== undefined && each.toPhoneNumber !== undefined,
  looks: ({ agentId, request }) => `${agentId} ${request?.toPhoneNumber}`,
}

/** The calls that may be the one of `launch`: same agent, number and version as far as they are reported. */
export const findCandidates = (
  launch: Launch,
  launches: readonly Launch[],
  records: readonly CallRecord[],
): Found => finderIn({ all: launches, listed: records }, TRAITS)(launch)

const findInRows = finderInRows(
  (rows: readonly CallRow[]) => ({
    all: rows.flatMap(({ launch }) => launch ?? []),
    listed: rows.flatMap(({ record }) => record ?? []),
  }),
  TRAITS,
)

/** The same among the rows of a list. None where the call of the launch is known. */
export const findListed = (launch: Launch, rows: readonly CallRow[]): Found =>
  isUnsettled(launch, launch.result?.id) ? findInRows(launch, rows) : { candidates: [] }

const idOf = (reply: unknown) => dispatchReply.safeParse(reply).data?.record?.id

/** Records that a call was placed. */
const settle = (ledger: Ledger, service: string, entryId: string, { id, status }: CallRecord) =>
  settleSent(ledger, service, { entryId, became: { id, status }, idOf })

/** What the service lists around a launch. */
function askAround(client: QueryClient, launch: Launch) {
  const { agentId, request, startedAt } = launch
  const query = {
    agentId,
    toPhoneNumber: request?.toPhoneNumber,
    createdAfter: new Date(Date.parse(startedAt) - BEFORE_MS).toISOString(),
    createdBefore: new Date(Date.parse(startedAt) + AFTER_MS).toISOString(),
    limit: '100',
  }
  return readAround(launch, TRAITS, (cursor) =>
    askExtension(client, listCalls, () => readCallPage({ ...query, cursor })),
  )
}

export const settleMutations = {
  /** Looks for the call of a launch. A certain one is recorded as accepted; `null` where the service lists no calls. */
  ask: () =>
    mutationOptions({
      mutationFn: async (
        { launch, launches }: { launch: Launch; launches: readonly Launch[] },
        { client },
      ): Promise<Found | null> => {
        const around = await askAround(client, launch)
        if (!around) return null
        const { candidates, certain } = findCandidates(launch, launches, around.listed)
        // Another call that fits may stand in what was not read.
        if (!certain || !isReadFor(launch, around, TRAITS.sentTo)) return { candidates }
        const { ledger, service } = await connectedLedger(client)
        await settle(ledger, service, launch.id, certain)
        return { candidates, certain }
      },
      meta: { invalidates: [keys.ledger, keys.calls] },
    }),

  /** Records the calls that the list has for certain, and resolves with their launches. `filter`: what was asked for. */
  together: () =>
    mutationOptions({
      mutationFn: ({ filter, ...launches }: Lost<Launch> & { filter: CallFilter }, { client }) => {
        // Those of another state are missing in a narrowed list.
        const { agentId, createdAfter, createdBefore } = filter
        const { queryKey } = callRecordQueries.pages({ agentId, createdAfter, createdBefore })
        return settleTogether(client, launches, {
          traits: TRAITS,
          read: readingOf(client.getQueryData(queryKey)?.pages, timeOf, filter),
          ask: (launch) => askAround(client, launch),
          idOf,
          key: keys.launched,
        })
      },
    }),

  /** Records the call that a person chose as that of a launch. */
  choose: () =>
    recording([keys.calls], ({ launch, record }: { launch: Launch; record: CallRecord }, ledger, service) =>
      settle(ledger, service, launch.id, record),
    ),
}
