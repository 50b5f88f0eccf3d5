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
}

/** Whom the agent called, or who called it. */
export const otherParty = ({ launch, record }: CallRow): string | undefined =>
  launch?.request?.toPhoneNumber ??
  (record?.outbound === false ? record.fromPhoneNumber : record?.toPhoneNumber)

export const agentOf = ({ launch, record }: CallRow): string | undefined => launch?.agentId ?? record?.agentId

/** The calls of this browser and of the service, each once, newest first. */
export const mergeCalls = (records: readonly CallRecord[], launches: readonly Launch[]): readonly CallRow[] =>
  joinRecorded(records, launches, {
    idOf: ({ result }) => result?.id,
    rowOf: (record, launch) => ({
      id: launch?.id ?? record?.id ?? '',
      time: launch?.startedAt ?? record?.createdAt ?? record?.callStartedAt,
      launch,
      record,
    }),
    timeOf: ({ time }) => time,
  })

/** For a list of calls that reads on. */
export const joinedCalls = {
  operation: listCalls,
  recorded: callQueries.launched(),
  pages: callRecordQueries.pages,
  join: mergeCalls,
}
