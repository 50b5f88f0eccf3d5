import type { Collection } from '../../../contract/collections'
import { INGESTED } from '../../../contract/files'
import { formatCount } from '../../../ui/numbers'
import type { Column } from '../../../ui/table-columns'
import { TimeText } from '../../../ui/time-text'
import { words } from './-collections-words'
import type { Members } from './-members'

const say = words.columns

/** What a collection is called; an id says more than a blank. */
export const nameOf = ({ name, id }: Collection): string => name?.trim() || id

const notReadyIn = ({ files }: Members) =>
  files.filter(({ status }) => status?.toUpperCase() !== INGESTED).length

/** The columns of the list; counts only as far as somebody says what a collection holds. */
export function collectionColumns(
  membersOf: (collection: Collection) => Members,
): readonly Column<Collection>[] {
  const counted = (collection: Collection, count: (members: Members) => number) => {
    const members = membersOf(collection)
    if (members.source === 'unknown') return undefined
    return { count: count(members), certain: members.source === 'service' }
  }
  const shown = (known: ReturnType<typeof counted>) => {
    if (!known) return say.unknown
    return known.certain ? formatCount(known.count) : say.atLeast(formatCount(known.count))
  }
  const files = (collection: Collection) => counted(collection, (members) => members.files.length)
  const notReady = (collection: Collection) => counted(collection, notReadyIn)
  return [
    {
      id: 'name',
      header: say.name,
      opens: true,
      sortValue: nameOf,
      cell: (collection) => <span title={nameOf(collection)}>{nameOf(collection)}</span>,
    },
    {
      id: 'description',
      header: say.description,
      narrow: 'hide',
      sortValue: ({ description }) => description || null,
      cell: ({ description }) => (
        <span title={description} className="text-ink-muted">
          {description}
        </span>
      ),
    },
    {
      id: 'files',
      header: say.files,
      width: 90,
      align: 'end',
      narrow: 'keep',
      sortFirst: 'desc',
      sortValue: (collection) => files(collection)?.count,
      cell: (collection) => shown(files(collection)),
    },
    {
      id: 'not-ready',
      header: say.notReady,
      width: 156,
      align: 'end',
      narrow: 'hide',
      sortFirst: 'desc',
      sortValue: (collection) => notReady(collection)?.count,
      cell: (collection) => {
        const known = notReady(collection)
        return <span className={known?.count ? 'text-busy' : undefined}>{shown(known)}</span>
      },
    },
    {
      id: 'updated',
      header: say.updated,
      width: 130,
      sortFirst: 'desc',
      sortValue: ({ updatedAt, createdAt }) => updatedAt ?? createdAt,
      cell: ({ updatedAt, createdAt }) => <TimeText time={updatedAt ?? createdAt} />,
    },
  ]
}
