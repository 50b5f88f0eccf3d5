import { useQuery } from '@tanstack/react-query'
import type { Operation } from '../../contract/operation'
import { isOffered, offerQueries } from '../../queries/extension'

/** Whether the connected service offers an operation; `undefined`: not known yet, because it was not asked. Asks nothing. */
export function useOffered(operation: Operation): boolean | undefined {
  const { data } = useQuery(offerQueries.all())
  return data && isOffered(data, operation)
}
