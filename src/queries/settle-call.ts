import { mutationOptions } from '@tanstack/react-query'
import { dispatchReply } from '../contract/call-placed'
import { type CallRecord, listCalls } from '../contract/call-records'
import type { Ledger } from '../ledger/ledger'
import { readCallPage } from './call-records'
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
  isUnsettled,
  readSince,
  settleSent,
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

/** Records that a call was placed. */
const settle = (ledger: Ledger, service: string, entryId: string, { id, status }: CallRecord) =>
  settleSent(ledger, service, {
    entryId,
    became: { id, status },
    idOf: (reply) => dispatchReply.safeParse(reply).data?.record?.id,
  })

export const settleMutations = {
  /** Looks for the call of a launch. A certain one is recorded as accepted; `null` where the service lists no calls. */
  ask: () =>
    mutationOptions({
      mutationFn: async (
        { launch, launches }: { launch: Launch; launches: readonly Launch[] },
        { client },
      ): Promise<Found | null> => {
        const { ledger, service } = await connectedLedger(client)
        const { agentId, request, startedAt } = launch
        const query = {
          agentId,
          toPhoneNumber: request?.toPhoneNumber,
          createdAfter: new Date(Date.parse(startedAt) - BEFORE_MS).toISOString(),
          createdBefore: new Date(Date.parse(startedAt) + AFTER_MS).toISOString(),
          limit: '100',
        }
        const around = await readSince(launch, timeOf, (cursor) =>
          askExtension(client, listCalls, () => readCallPage({ ...query, cursor })),
        )
        if (!around) return null
        const { candidates, certain } = findCandidates(launch, launches, around.listed)
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
