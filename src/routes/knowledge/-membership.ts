import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { KnowledgeFile } from '../../contract/files'
import { collectionQueries } from '../../queries/collections'
import { ledgerQueries } from '../../queries/ledger'
import { type FileMembership, membershipIn, tellsMembers } from '../../queries/membership'

/**
 * Tells which collections hold a file, once the collections are read; `undefined` before that. Where they do not say what they hold, or more
 * exist than were listed, this browser's own record is asked (D75).
 */
export function useMembership(): ((file: KnowledgeFile) => FileMembership) | undefined {
  const { data: reply, isError } = useQuery(collectionQueries.list())
  const told = tellsMembers(reply)
  const { data: entries, isLoading } = useQuery({
    ...ledgerQueries.entries(),
    enabled: !told && (reply !== undefined || isError),
  })
  const unread = (!reply && !isError) || isLoading
  return useMemo(
    () => (unread ? undefined : (file) => membershipIn(file, { list: reply, entries })),
    [unread, reply, entries],
  )
}
