import type { QueryClient } from '@tanstack/react-query'
import { type CallOptions, call } from '../client/call'
import { inSession } from '../client/in-session'
import type { Operation, Reply } from '../contract/operation'
import { type WriteRequest, write } from './write'

/** Sends requests of any operation, writes through the ledger, for work that nobody waits at: again where somebody had to sign in first (D480). */
export const sender =
  (client: QueryClient) =>
  <O extends Operation>(operation: O, request: CallOptions<O>): Promise<Reply<O>> =>
    operation.done
      ? inSession(() => write(client, operation, request as WriteRequest<O>), {
          signal: request.signal,
          waits: true,
        })
      : call(operation, request)
