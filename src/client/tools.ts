import type { ListReply } from '../contract/reply'
import * as contract from '../contract/tools'
import { type Cancellable, call } from './call'

/** Lists a page of the custom tools (§4). `limit` is the page size; the service's default is 10 (§8). */
export function listTools({
  cursor,
  limit,
  signal,
}: { cursor?: string; limit?: number } & Cancellable = {}): Promise<ListReply<contract.Tool>> {
  return call(contract.listTools, { query: { cursor, limit: limit?.toString() }, signal })
}
