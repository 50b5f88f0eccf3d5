import { operation, sends } from './operation'
import { anyReply, Fields, isWire, type OtherFields } from './reply'
import type { DispatchRequest } from './requests/calls'

/** What a dispatch answered, as far as it says; nothing of it is documented. Without id and status nothing was read. */
export interface DispatchResult {
  readonly id?: string
  readonly status?: string
  readonly other: OtherFields
}

/** Reads what a dispatch answered; something with neither id nor status is none. */
export function readDispatchResult(value: unknown): DispatchResult | undefined {
  if (!isWire(value)) return undefined
  const fields = new Fields(value)
  const id = fields.id('id', 'callId', 'dispatchId', 'agentCallId')
  const status = fields.text('status')
  return id === undefined && status === undefined ? undefined : { id, status, other: fields.others() }
}

export const dispatchCall = operation({
  name: 'dispatchCall',
  method: 'POST',
  path: '/api/v1/agent/{agentId}/dispatch',
  summary: 'Places an outbound call. It cannot be taken back.',
  to: 'place the call',
  done: 'the call was placed',
  changes: ['calls'],
  sendsBody: sends<DispatchRequest>(),
  reply: anyReply(['dispatch', 'agentCall', 'call'], readDispatchResult),
})
