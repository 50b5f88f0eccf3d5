import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../client/call'
import { type ConsoleInfo, readConsoleInfo } from '../contract/console-info'
import { keys } from './keys'

export const infoQueries = {
  /** What the console is connected to. When that changes, everything else that was read is read anew. */
  connection: () =>
    queryOptions({
      queryKey: keys.connection,
      queryFn: async ({ client, signal }): Promise<ConsoleInfo> => {
        const before = client.getQueryData<ConsoleInfo>(keys.connection)
        const info = await call(readConsoleInfo, { signal, waitsForSignIn: false })
        if (before && before.serviceName !== info.serviceName) {
          void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.connection[0] })
        }
        return info
      },
      staleTime: 30_000,
    }),
}

/** The connection as far as known: read anew when old, else as it was last read. Rejects when it never was. */
export async function connectionOf(client: QueryClient): Promise<ConsoleInfo> {
  try {
    return await client.query({ ...infoQueries.connection(), staleTime: 10_000 })
  } catch (error) {
    const cached = client.getQueryData<ConsoleInfo>(keys.connection)
    if (cached) return cached
    throw error
  }
}
