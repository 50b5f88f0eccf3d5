import { MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { isTemporary } from '../client/api-error'
import { recoverDelay } from './polling'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** What the write may have changed; read anew when it ends, whatever its end. */
      invalidates?: readonly QueryKey[]
    }
  }
}

/** A write is shown as done at the latest this long after it was, even when what it changed cannot be read. */
const REFRESH_WAIT_MS = 5_000

/**
 * The cache of the console. Reads are tried again where that may help; a write never is. After a write, what its
 * `meta.invalidates` names is read anew before the write counts as ended; failure to read it is no failure of the write (D64).
 */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      // Also after an error: a refusal such as "no such file" says that what is shown is out of date.
      onSettled: (_data, _error, _variables, _context, mutation) =>
        refresh(client, mutation.meta?.invalidates ?? []),
    }),
    defaultOptions: {
      queries: {
        // A console on this machine works offline; a call that cannot leave says so itself (D63).
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && isTemporary(error),
        retryDelay: (failures) => 500 * 2 ** failures,
        staleTime: 5_000,
        refetchInterval: (query) => recoverDelay(query.state.error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return client
}

async function refresh(client: QueryClient, invalidates: readonly QueryKey[]): Promise<void> {
  const reads = Promise.all(invalidates.map((queryKey) => client.invalidateQueries({ queryKey })))
  let timer: ReturnType<typeof setTimeout> | undefined
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, REFRESH_WAIT_MS)
  })
  await Promise.race([reads, enough]).catch(() => undefined)
  clearTimeout(timer)
}
