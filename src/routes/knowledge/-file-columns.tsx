import type { KnowledgeFile } from '../../contract/files'
import type { FileMembership } from '../../queries/membership'
import { formatBytes, formatCount } from '../../ui/numbers'
import type { Column } from '../../ui/table-columns'
import { TimeText } from '../../ui/time-text'
import { FileStatus, failureOf, nameOf } from './-file-status'
import { words } from './-files-words'
import { Waiting } from './-waiting'

const say = words.columns

/** Name and status of a file, in every table of files. */
export const nameColumn: Column<KnowledgeFile> = {
  id: 'name',
  header: say.name,
  opens: true,
  sortValue: nameOf,
  cell: (file) => <span title={nameOf(file)}>{nameOf(file)}</span>,
}

/** `usualMs`: how long files usually wait, where that is known. */
export const statusColumnWith = (usualMs?: number): Column<KnowledgeFile> => ({
  id: 'status',
  header: say.status,
  sortValue: ({ status }) => status,
  cell: (file) => {
    const failure = failureOf(file)
    return (
      <>
        <FileStatus status={file.status} />
        <Waiting file={file} usualMs={usualMs} />
        {failure && (
          <span title={failure} className="ml-2 text-bad">
            {failure}
          </span>
        )}
      </>
    )
  },
})

export const statusColumn = statusColumnWith()

export const updatedColumn: Column<KnowledgeFile> = {
  id: 'updated',
  header: say.updated,
  width: 118,
  sortFirst: 'desc',
  sortValue: ({ updatedAt, createdAt }) => updatedAt ?? createdAt,
  cell: ({ updatedAt, createdAt }) => <TimeText time={updatedAt ?? createdAt} />,
}

export const sizeColumn: Column<KnowledgeFile> = {
  id: 'size',
  header: say.size,
  width: 84,
  align: 'end',
  sortFirst: 'desc',
  narrow: 'hide',
  sortValue: ({ size }) => size,
  cell: ({ size }) => (size === undefined ? say.unknown : formatBytes(size)),
}

/** The columns of the Files screen. Memberships are looked up only for rows in sight. */
export function fileColumns(
  membership: ((file: KnowledgeFile) => FileMembership) | undefined,
  usualMs: number | undefined,
): readonly Column<KnowledgeFile>[] {
  return [
    nameColumn,
    statusColumnWith(usualMs),
    {
      id: 'collections',
      header: say.collections,
      width: 104,
      align: 'end',
      narrow: 'hide',
      cell: (file) => {
        const known = membership?.(file)
        if (!known || known.source === 'unknown') return say.unknown
        const count = formatCount(known.collections.length)
        return known.source === 'service' ? count : say.atLeast(count)
      },
    },
    {
      id: 'prompt',
      header: say.prompt,
      narrow: 'hide',
      sortValue: ({ prompt }) => prompt || null,
      cell: ({ prompt }) => (
        <span title={prompt} className="text-ink-muted">
          {prompt}
        </span>
      ),
    },
    updatedColumn,
  ]
}
