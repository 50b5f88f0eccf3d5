import type { QueryClient, QueryExecuteOptions } from '@tanstack/react-query'

// biome-ignore lint/suspicious/noExplicitAny: whatever is read
type Read = QueryExecuteOptions<any, any, any, any, any>

/** Starts reading what a screen will show. It is not waited for and never fails: the screen itself says what went wrong. */
export function prefetch({ queryClient }: { queryClient: QueryClient }, reads: readonly Read[]): void {
  for (const options of reads) queryClient.query(options).catch(() => undefined)
}
