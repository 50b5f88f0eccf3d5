import { field, type RecordOf, recordReader } from './record'
import { anyReply } from './reply'

const readResult = recordReader({
  id: field.id('id', 'callId', 'dispatchId', 'agentCallId', 'call_id'),
  status: field.text('status', 'state'),
})

/** What a dispatch answered, as far as it says; nothing of it is documented. */
export type DispatchResult = RecordOf<typeof readResult>

/** Reads what a dispatch answered; something with neither id nor status is none. */
export function readDispatchResult(value: unknown): DispatchResult | undefined {
  const result = readResult(value)
  return result?.id === undefined && result?.status === undefined ? undefined : result
}

const REPLY_NAMES = ['dispatch', 'agentCall', 'call']

/** Apart from the operation, so that lists of calls do not load what makes a request (D18). */
export const dispatchReply = anyReply(REPLY_NAMES, readDispatchResult)
