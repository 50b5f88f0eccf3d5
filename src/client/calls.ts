import * as contract from '../contract/calls'
import type { WriteReply } from '../contract/reply'
import type { DispatchRequest } from '../contract/requests/calls'
import { type Cancellable, call } from './call'

/** Places an outbound call. It cannot be taken back, and is never sent twice by itself. */
export function dispatchCall({
  agentId,
  body,
  signal,
}: { agentId: string; body: DispatchRequest } & Cancellable): Promise<WriteReply<contract.DispatchResult>> {
  return call(contract.dispatchCall, { params: { agentId }, body, signal })
}
