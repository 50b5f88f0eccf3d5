import {
  MutationCache,
  type Query,
  QueryClient,
  type QueryExecuteOptions,
  type QueryKey,
  QueryObserver,
} from '@tanstack/react-query'
import { isRefusedBy } from '../client/api-error'
import type { Operation } from '../contract/operation'
import { keys } from './keys'
import { mayLook, recoverDelay, retriesRead, retryDelay } from './polling'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The operations that it sends; what they may change is read anew when it ends, whatever its end. */
      writes?: readonly Operation[]
      /** What else it may have changed, in this browser. */
      invalidates?: readonly QueryKey[]
    }
  }
}

/** The other windows of this browser. None hears its own news. */
const windows = new BroadcastChannel('switchboard-changed')

/** A write is shown as done at the latest this long after it was, even when what it changed cannot be read. */
const REFRESH_WAIT_MS = 5_000

/**
 * The cache of the console. Reads are tried again where that may help; a write never is. After a write, what its
 * `meta` names is read anew before the write counts as ended; failure to read it is no failure of the write (D64).
 */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      // Also after an error: a refusal such as "no such file" says that what is shown is out of date.
      onSettled: (_data, error, _variables, _context, mutation) =>
        refresh(client, [
          ...staleAfter(mutation.meta?.writes ?? []),
          ...(mutation.meta?.invalidates ?? []),
          ...(isForOperators(error) ? [keys.connection] : []),
        ]),
    }),
    defaultOptions: {
      queries: {
        // A console on this machine works offline; a call that cannot leave says so itself (D63).
        networkMode: 'always',
        retry: retriesRead,
        retryDelay,
        staleTime: 5_000,
        refetchInterval: ({ state }) => recoverDelay(state.error, state.errorUpdateCount),
        refetchOnWindowFocus: ({ state }) => mayLook(state),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  // Of two windows side by side both are in sight all the time.
  globalThis.window?.addEventListener('focus', () => client.getQueryCache().onFocus())
  // A hidden one reads when it is looked at, whatever it was read for.
  windows.onmessage = ({ data }) => readAll(client, data, globalThis.document?.hidden ? 'none' : 'active')
  // A read that failed stays failed while it is tried again: else its error would go and come every few seconds, and "Try again" with it (D755).
  // It is then tried once each time, and its failures in a row are counted (D986).
  const errors = new WeakMap<Query, Error | null>()
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { query, action } = event
    const error = action.type === 'fetch' && errors.get(query)
    if (error) {
      query.options.retry = false
      query.setState({ error, status: 'error' })
    } else {
      if (action.type === 'fetch') query.setState({ errorUpdateCount: 0 })
      errors.set(query, query.state.error)
    }
  })
  return client
}

/** Whether it was refused to a viewer, whom this page takes for an operator: it shows nobody else what writes. */
const isForOperators = (error: unknown) => isRefusedBy('VIEWER', error)

/** What is out of date after some writes. */
function staleAfter(writes: readonly Operation[]): readonly QueryKey[] {
  if (writes.length === 0) return []
  const changed = new Set(writes.flatMap(({ changes = [] }) => changes))
  return [keys.ledger, ...[...changed].map((resource) => keys[resource])]
}

/** Reads what is shown of this key again. The cache joins a first reading that is under way, which may have begun too early: then once more. */
export async function readAnew(
  client: QueryClient,
  queryKey: QueryKey,
  refetchType?: 'none' | 'active',
): Promise<void> {
  const isFirst = client.isFetching({ queryKey, predicate: ({ state }) => state.data === undefined }) > 0
  await client.invalidateQueries({ queryKey, refetchType })
  if (isFirst) await client.invalidateQueries({ queryKey, refetchType })
}

/**
 * What a query has or reads, for whoever needs it beyond the screen that asks for it, too: once nobody observes a query that can be aborted, it is, and
 * `client.query` would reject, or answer with what was read before (D987).
 */
export function askShared<Data, Key extends QueryKey>(
  client: QueryClient,
  options: QueryExecuteOptions<Data, Error, Data, Data, Key>,
): Promise<Data> {
  const leave = new QueryObserver(client, { ...options, enabled: false }).subscribe(() => {})
  return client.query(options).finally(leave)
}

/** Reads anew what this window may have changed, and so do the other windows of this browser (D931). */
export async function readEverywhere(client: QueryClient, queryKeys: readonly QueryKey[]): Promise<void> {
  windows.postMessage(queryKeys)
  await readAll(client, queryKeys)
}

const readAll = (client: QueryClient, queryKeys: readonly QueryKey[], refetchType?: 'none' | 'active') =>
  Promise.all(queryKeys.map((queryKey) => readAnew(client, queryKey, refetchType)))

/** Marks as out of date what these writes may have changed, without waiting for it to be read anew. */
export function makeStale(client: QueryClient, ...writes: readonly Operation[]): void {
  void readAll(client, staleAfter(writes))
}

/** Resolves when nothing is being read, or after so many milliseconds. */
export function untilRead(client: QueryClient, atMost: number): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (client.isFetching() === 0) done()
    }
    const done = () => {
      stop()
      clearTimeout(timer)
      resolve()
    }
    const stop = client.getQueryCache().subscribe(look)
    const timer = setTimeout(done, atMost)
    look()
  })
}

async function refresh(client: QueryClient, invalidates: readonly QueryKey[]): Promise<void> {
  const reads = readEverywhere(client, invalidates)
  let timer: ReturnType<typeof setTimeout> | undefined
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, REFRESH_WAIT_MS)
  })
  await Promise.race([reads, enough]).catch(() => undefined)
  clearTimeout(timer)
}
