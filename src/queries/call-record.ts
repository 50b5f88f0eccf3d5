import { queryOptions } from '@tanstack/react-query'
import { call } from '../client/call'
import { readCall } from '../contract/call-record'
import { isCallOpen } from '../contract/call-records'
import { LOOK_MS } from './call-records'
import { askExtension, isNotFound } from './extension'
import { keys } from './keys'
import type { CallRow } from './merge-calls'
import { recoverDelay } from './polling'

/** What is said in a call shows this soon, in milliseconds. */
const HEAR_MS = 1_000
/** A call that is open for longer is looked at less often. */
const LONG_MS = 2 * 60_000

/** What became of one call, looked at while it goes on; `null` where the service does not answer that, or has no such call. */
export const callQuery = (callId: string) =>
  queryOptions({
    queryKey: [...keys.calls, 'record', callId],
    queryFn: ({ client, signal }) =>
      askExtension(client, readCall, () => call(readCall, { params: { callId }, signal }), callId).catch(
        (error: unknown) => {
          if (isNotFound(error)) return null
          throw error
        },
      ),
    refetchInterval: ({ state }) => {
      const recovers = recoverDelay(state.error, state.errorUpdateCount)
      if (recovers || !state.data || !isCallOpen(state.data)) return recovers
      const since = Date.parse(state.data.createdAt ?? '')
      return Date.now() - since > LONG_MS ? 5 * LOOK_MS : HEAR_MS
    },
  })

/** The row that an address means by a ledger id or the id of a call. */
export const findCall = (rows: readonly CallRow[], id: string): CallRow | undefined =>
  rows.find((row) => row.id === id) ??
  rows.find(({ launch, record }) => launch?.result?.id === id || record?.id === id)
