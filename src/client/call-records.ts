import * as contract from '../contract/call-records'
import type { ListReply } from '../contract/reply'
import { type Cancellable, call } from './call'

/** Which calls to list. */
export interface CallFilter {
  /** `PENDING`, `IN_PROGRESS`, `COMPLETED` or `FAILED`. */
  readonly status?: string
  readonly agentId?: string
}

/** Lists a page of the call records, newest first. */
export function listCalls({
  cursor,
  limit,
  status,
  agentId,
  signal,
}: CallFilter & { cursor?: string; limit?: number } & Cancellable = {}): Promise<
  ListReply<contract.CallRecord>
> {
  const query = { cursor, limit: limit?.toString(), status, agentId }
  return call(contract.listCalls, { query, signal })
}

/** Reads the record of one call. */
export function readCall({ callId, signal }: { callId: string } & Cancellable): Promise<contract.CallRecord> {
  return call(contract.readCall, { params: { callId }, signal })
}
