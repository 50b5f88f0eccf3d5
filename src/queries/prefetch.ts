import type { QueryClient, QueryExecuteOptions, QueryKey } from '@tanstack/react-query'

/** Starts reading what a screen will show. It is not waited for and never fails: the screen itself says what went wrong. */
export function prefetch<Data, Failure, Shown, Key extends QueryKey>(
  client: QueryClient,
  options: QueryExecuteOptions<Data, Failure, Shown, Data, Key>,
): void {
  client.query(options).catch(() => undefined)
}
