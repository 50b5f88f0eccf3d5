import type { QueryClient } from '@tanstack/react-query'
import { UnreadableReply } from '../client/api-error'
import type { Ledger } from '../ledger/ledger'
import { connectionOf } from './info'
import { ledgerOf, recordWrite, type Write } from './record-write'

/**
 * As `recordWrite`, for a write from which something follows that this browser remembers apart, such as what is deployed. `remember` is
 * called once the write was done, also where its reply could not be read. The write is done whether or not that can be remembered; the
 * ledger's `problem` then says so.
 */
export async function recordWriteAnd<T>(
  client: QueryClient,
  write: Write<T>,
  remember: (ledger: Ledger, service: string) => Promise<unknown>,
): Promise<T> {
  try {
    const { reply, ledger, service } = await recordWrite(client, write)
    await remember(ledger, service).catch(() => undefined)
    return reply
  } catch (error) {
    if (error instanceof UnreadableReply)
      await Promise.all([ledgerOf(client), connectionOf(client)])
        .then(([ledger, { serviceName }]) => remember(ledger, serviceName))
        .catch(() => undefined)
    throw error
  }
}
