import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { KnowledgeFile } from '../../contract/files'
import { collectionQueries } from '../../queries/collections'
import { ledgerQueries } from '../../queries/ledger'
import { type FileMembership, membershipOf } from '../../queries/membership'

/**
 * Tells which collections hold a file, once the collections are read; `undefined` before that. Where they do not say what they hold, or more
 * exist than were listed, this browser's own record is asked (D75).
 */
export function useMembership(): ((file: KnowledgeFile) => FileMembership) | undefined {
  const { data: reply, isError } = useQuery(collectionQueries.list())
  const complete = reply && reply.nextCursor === undefined && reply.unreadable.length === 0
  const told = complete && reply.items.every(({ files }) => files !== undefined)
  const { data: entries, isLoading } = useQuery({
    ...ledgerQueries.entries(),
    enabled: !told && (reply !== undefined || isError),
  })
  const unread = (!reply && !isError) || isLoading
  return useMemo(() => {
    if (unread) return undefined
    return (file) => {
      const known = membershipOf({ fileId: file.fileId, file, entries, collections: reply?.items })
      // "None of those listed" is no answer while others may exist.
      const partial = known.source === 'service' && !complete && !file.collectionIds
      return partial ? { ...known, source: known.collections.length > 0 ? 'browser' : 'unknown' } : known
    }
  }, [unread, reply, complete, entries])
}
