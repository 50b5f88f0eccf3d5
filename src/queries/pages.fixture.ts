import type { QueryClient } from '@tanstack/react-query'
import { afterEach, vi } from 'vitest'
import { createQueryClient } from './query-client'
import { settleLost } from './write'

/** Opens pages of a browser that was started anew, in which nothing but what is stored is there. They end with their test. */
export function testPages(): () => QueryClient {
  const clients: QueryClient[] = []
  afterEach(async () => {
    const opened = clients.splice(0)
    // What a doubt set off ends with its test.
    for (const client of opened) await settleLost(client)
    for (const client of opened) client.clear()
    vi.unstubAllGlobals()
  })
  return () => {
    const client = createQueryClient()
    clients.push(client)
    return client
  }
}
