import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { INGESTED, type KnowledgeFile, progressOf } from '../../contract/files'
import { collectionQueries } from '../../queries/collections'
import { ledgerQueries } from '../../queries/ledger'
import { type FileMembership, membershipOf, reportsMembers } from '../../queries/membership'
import { Button } from '../../ui/button'
import { countOf, formatBytes, formatCount } from '../../ui/numbers'
import type { Column } from '../../ui/table-columns'
import { TimeText } from '../../ui/time-text'
import { useLate } from '../../ui/use-late'
import type { List, ListQuery } from '../-shared/list-table'
import { FileNote, FileStatus, nameOf, noteOf } from './-file-status'

/** In the address, files without a status. */
const NO_STATUS = 'none'

export const updatedColumn = <Row extends Pick<KnowledgeFile, 'createdAt' | 'updatedAt'>>(
  width: number,
): Column<Row> => ({
  id: 'updated',
  header: 'Updated',
  width,
  sortFirst: 'desc',
  sortValue: ({ updatedAt, createdAt }) => updatedAt ?? createdAt,
  cell: ({ updatedAt, createdAt }) => <TimeText time={updatedAt ?? createdAt} />,
})

// Loaded with the first file that waits.
const loadWaiting = () => import('./-waiting')

function Waiting({ file }: { file: KnowledgeFile }) {
  const { part } = useLate(loadWaiting, 'now')
  return part && <part.Waiting file={file} />
}

/** The columns that every table of files has. */
export const fileColumns = {
  name: {
    id: 'name',
    header: 'Name',
    opens: true,
    sortValue: nameOf,
  },
  status: {
    id: 'status',
    header: 'Status',
    sortValue: ({ status }) => status,
    cell: (file) => (
      <>
        <FileStatus status={file.status} />
        {progressOf(file.status) === 'waiting' && <Waiting file={file} />}
      </>
    ),
  },
  reason: {
    id: 'reason',
    header: 'Reason',
    below: true,
    seldom: true,
    cell: (file) => noteOf(file) && <FileNote file={file} />,
  },
  size: {
    id: 'size',
    header: 'Size',
    width: 84,
    align: 'end',
    sortFirst: 'desc',
    narrow: 'hide',
    sortValue: ({ size }) => size,
    cell: ({ size }) => size !== undefined && formatBytes(size),
  },
  updated: updatedColumn(118),
} satisfies Record<string, Column<KnowledgeFile>>

/** The list of the Files screen. Memberships are looked up only for rows in sight. */
export function fileList(
  membership: ((file: KnowledgeFile) => FileMembership) | undefined,
): List<KnowledgeFile> {
  const { name, status, reason, updated } = fileColumns
  return {
    name: 'Files',
    noun: ['file', 'files'],
    keyOf: ({ fileId }) => fileId,
    labelOf: nameOf,
    textsOf: (file) => [file.fileName, file.fileId, file.status, noteOf(file)],
    defaultSort: { column: 'updated', direction: 'desc' },
    empty: {
      title: 'No files yet',
      how: 'Upload a PDF or Markdown document. Once it is INGESTED, put it into a collection that an agent uses.',
    },
    filters: [
      {
        param: 'status',
        label: 'Status',
        all: 'All',
        look: 'chips',
        of: (file) => file.status || NO_STATUS,
        choices: [
          { value: INGESTED, label: INGESTED },
          { value: NO_STATUS, label: 'No status' },
        ],
      },
    ],
    columns: [
      name,
      status,
      reason,
      {
        id: 'collections',
        header: 'Collections',
        width: 104,
        align: 'end',
        narrow: 'hide',
        cell: (file) => {
          const held = membership?.(file)
          if (!held || held.source === 'unknown') return null
          const count = formatCount(held.collections.length)
          return held.source === 'service' ? count : `${count} or more`
        },
      },
      {
        id: 'prompt',
        header: 'Prompt',
        seldom: true,
        narrow: 'hide',
        sortValue: ({ prompt }) => prompt || null,
      },
      updated,
    ],
  }
}

/** In the place of the note: which collections hold the files is known here only in part, or not at all. */
export function CollectionsFailed({
  query: { refetch, isFetching },
}: {
  query: Pick<ListQuery, 'refetch' | 'isFetching'>
}) {
  return (
    <>
      Collections could not be loaded.{' '}
      <Button variant="link" pending={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </>
  )
}

/** What of a list of the service is not in the table. */
export function noteOn(list: { unreadable: readonly unknown[]; nextCursor?: string } | undefined) {
  if (!list) return undefined
  const notes = [
    list.unreadable.length > 0 && `${countOf(list.unreadable.length, 'entry', 'entries')} could not be read`,
    list.nextCursor !== undefined && 'The service has more, but the interface cannot ask for them',
  ]
  return notes.filter(Boolean).join('. ') || undefined
}

/**
 * Looks up which collections hold a file, once the collections are read; `undefined` before that. Where they do not say what they hold, or
 * more exist than were listed, this browser's own record is asked (D75).
 */
export function useMembership(): ((file: KnowledgeFile) => FileMembership) | undefined {
  const { data: reply, isError } = useQuery(collectionQueries.list())
  const complete = reportsMembers(reply)
  const { data: entries, isLoading } = useQuery({
    ...ledgerQueries.entries(),
    enabled: !complete && (reply !== undefined || isError),
  })
  const unread = (!reply && !isError) || isLoading
  return useMemo(
    () => (unread ? undefined : (file) => membershipOf(file, { list: reply, entries })),
    [unread, reply, entries],
  )
}
