import { useQuery } from '@tanstack/react-query'
import { isRead, type Operation } from '../../contract/operation'
import { isOffered, offerQueries } from '../../queries/extension'
import { mayWrite } from '../../ui/role'

/** Whether the connected service offers an operation, a viewer only those that read; `undefined`: not known yet, because it was not asked. Asks nothing. */
export function useOffered(operation: Operation): boolean | undefined {
  const { data } = useQuery(offerQueries.all())
  return mayWrite() || isRead(operation) ? data && isOffered(data, operation) : false
}
