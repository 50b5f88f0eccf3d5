import { type CallRecord, listCalls } from '../contract/call-records'
import { callRecordQueries } from './call-records'
import { callQueries, type Launch } from './calls'
import { joinRecorded } from './listed-pages'

/** A call, as this browser placed it, as the service reports it, or both. */
export interface CallRow {
  /** Id of the ledger entry, or of the call where another placed it. */
  readonly id: string
  /** ISO time at which it was sent or created. */
  readonly time?: string
  readonly launch?: Launch
  readonly record?: CallRecord
  /** Ids of the ledger entries of attempts before the launch, each of which the service refused for the moment. */
  readonly before?: readonly string[]
}

/** Whom the agent called, or who called it. */
export const otherParty = ({ launch, record }: CallRow): string | undefined =>
  launch?.request?.toPhoneNumber ??
  (record?.outbound === false ? record.fromPhoneNumber : record?.toPhoneNumber)

export const agentOf = ({ launch, record }: CallRow): string | undefined => launch?.agentId ?? record?.agentId

/** The calls of this browser and of the service, each once, newest first. A row of a batch that was refused and sent again is one call. */
export function mergeCalls(records: readonly CallRecord[], launches: readonly Launch[]): readonly CallRow[] {
  const [last, before] = lastAttempts(launches)
  return joinRecorded(records, last, {
    idOf: ({ result }) => result?.id,
    rowOf: (record, launch): CallRow => ({
      id: launch?.id ?? record?.id ?? '',
      time: launch?.startedAt ?? record?.createdAt ?? record?.callStartedAt,
      launch,
      record,
      before: launch && before.get(launch.id),
    }),
    timeOf: ({ time }) => time,
  })
}

/** The launches without the attempts after which the same row of a batch was sent again, and those by the id of the one that followed. */
function lastAttempts(launches: readonly Launch[]) {
  const lastOf = new Map<string, string>()
  const before = new Map<string, string[]>()
  // Newest first, so the first of a row is its last attempt.
  const last = launches.filter(({ id, batch, state }) => {
    // Each test call is one of its own.
    if (!batch || batch.row < 0) return true
    const row = `${batch.id} ${batch.row}`
    const later = lastOf.get(row)
    if (later === undefined) lastOf.set(row, id)
    else if (state === 'refused') before.set(later, [...(before.get(later) ?? []), id])
    return later === undefined || state !== 'refused'
  })
  return [last, before] as const
}

/** For a list of calls that reads on. */
export const joinedCalls = {
  operation: listCalls,
  recorded: callQueries.launched(),
  pages: callRecordQueries.pages,
  join: mergeCalls,
}
