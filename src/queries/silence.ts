import type { QueryClient } from '@tanstack/react-query'
import { isTemporary } from '../client/api-error'

/** Whether the latest news of any read now on the screen is that the service, or the console's own server, did not answer. */
export function isServiceSilent(client: QueryClient): boolean {
  return client
    .getQueryCache()
    .getAll()
    .some(
      (query) =>
        query.isActive() && query.state.fetchFailureReason && isTemporary(query.state.fetchFailureReason),
    )
}
