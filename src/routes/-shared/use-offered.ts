import { useQuery } from '@tanstack/react-query'
import { isRead, type Operation } from '../../contract/operation'
import { isOffered, offerQueries } from '../../queries/extension'
import { here, mayWrite } from '../../ui/role'
import { useProbe } from './use-probe'

/** Whether the connected service offers an operation, a viewer only those that read; `undefined`: not known yet, because it was not asked. Asks nothing to find out. */
export function useOffered(operation: Operation): boolean | undefined {
  const { data } = useQuery(offerQueries.all())
  const offered = data && isOffered(data, operation)
  // Nothing is asked for a list that the service lacks, so something else tells whether it still answers.
  const isLacking = offered === false && operation.method === 'GET' && !operation.path.includes('{')
  useProbe(isLacking)
  return mayWrite() || isRead(operation) ? offered : false
}

/**
 * Which rows a list has that the service lacks, such as those "placed from" this browser, and why; `undefined` unless `isListed` is false. An answer that
 * stands for its absence, but is a web page, is not said to be one (D907).
 */
export function useUnlisted(
  { name }: Operation,
  what: string,
  shown: string,
  isListed: boolean | undefined,
): string | undefined {
  const status = useQuery(offerQueries.all()).data?.answered[name]?.status
  return isListed === false
    ? `Only those ${shown} ${here()}. ${status ? `The service lists no ${what}` : `No list of ${what} could be read`}.`
    : undefined
}
