import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Collection } from '../../../contract/collections'
import type { KnowledgeFile } from '../../../contract/files'
import { collectionQueries } from '../../../queries/collections'
import { fileQueries } from '../../../queries/files'
import { ledgerQueries } from '../../../queries/ledger'
import { membersOf } from '../../../queries/members'
import type { CollectionMembers } from '../../../queries/membership'

/** What a collection is called; an id says more than a blank. */
export const nameOf = ({ name, id }: Collection): string => name?.trim() || id

/** The files of a collection with their records, and where that comes from. */
export interface Members {
  readonly files: readonly KnowledgeFile[]
  readonly source: CollectionMembers['source']
}

/** What this browser recorded of members, read where not every collection says what it holds. */
export function useRecord() {
  const collections = useQuery(collectionQueries.list()).data?.items
  const isReported = collections?.every((each) => each.files !== undefined) ?? true
  return useQuery({ ...ledgerQueries.entries(), enabled: !isReported })
}

/** Looks up what a collection holds. The file list is polled while files wait, so its records come first (D75). */
export function useMembers(): (collection: Collection) => Members {
  const files = useQuery(fileQueries.list()).data?.items
  const { data: entries } = useRecord()
  return useMemo(() => {
    const listed = new Map(files?.map((file) => [file.fileId, file]))
    return (collection) => {
      const { fileIds, source } = membersOf({ collection, files, entries })
      const own = new Map(collection.files?.map((file) => [file.fileId, file]))
      const recordOf = (fileId: string) => listed.get(fileId) ?? own.get(fileId) ?? { fileId, other: {} }
      return { files: [...new Set(fileIds)].map(recordOf), source }
    }
  }, [files, entries])
}
