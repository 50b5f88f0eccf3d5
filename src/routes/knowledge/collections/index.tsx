import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import type { Collection } from '../../../contract/collections'
import { INGESTED } from '../../../contract/files'
import { collectionQueries } from '../../../queries/collections'
import { fileQueries } from '../../../queries/files'
import { prefetch } from '../../../queries/prefetch'
import { Button, buttonClass } from '../../../ui/button'
import { formatCount } from '../../../ui/numbers'
import { Page } from '../../../ui/page'
import type { Column } from '../../../ui/table-columns'
import { late } from '../../-shared/late'
import { type List, ListTable } from '../../-shared/list-table'
import { searchFlag, searchParams, searchText } from '../../-shared/search-text'
import { useHasWork } from '../../-shared/use-has-work'
import { noteOn, updatedColumn } from '../-file-list'
import { type Members, nameOf, useMembers } from './-members'

// Only where something is open (D114).
const OpenWork = late(async () => (await import('../-open-work')).OpenWork)
const NewCollection = late(async () => (await import('./-new-collection')).NewCollection)

export const Route = createFileRoute('/knowledge/collections/')({
  head: () => ({ meta: [{ title: 'Collections · Switchboard' }] }),
  validateSearch: searchParams({ q: searchText, sort: searchText, new: searchFlag }),
  loader: ({ context }) => prefetch(context, [collectionQueries.list(), fileQueries.list()]),
  component: Collections,
})

/** A column of counts, which stand only as far as somebody says what a collection holds. */
function counts(
  membersOf: (collection: Collection) => Members,
  countOf: (members: Members) => number,
  column: Pick<Column<Collection>, 'id' | 'header' | 'width' | 'narrow'> & { warns?: boolean },
): Column<Collection> {
  const { warns, ...look } = column
  const countIn = (members: Members) => (members.source === 'unknown' ? undefined : countOf(members))
  return {
    ...look,
    seldom: warns,
    align: 'end',
    sortFirst: 'desc',
    sortValue: (collection) => countIn(membersOf(collection)),
    cell: (collection) => {
      const members = membersOf(collection)
      const count = countIn(members)
      // None is as it should be, and takes no second line.
      if (count === undefined || (warns && count === 0)) return null
      const more = members.source === 'service' ? '' : ' or more'
      return <span className={warns && count > 0 ? 'text-busy' : undefined}>{formatCount(count) + more}</span>
    },
  }
}

function listOf(membersOf: (collection: Collection) => Members): List<Collection> {
  return {
    name: 'Collections',
    noun: ['collection', 'collections'],
    keyOf: ({ id }) => id,
    labelOf: nameOf,
    textsOf: ({ name, description, id }) => [name, description, id],
    empty: {
      title: 'No collections yet',
      how: 'Create one, add files to it, and give it to an agent.',
    },
    columns: [
      {
        id: 'name',
        header: 'Name',
        opens: true,
        sortValue: nameOf,
      },
      {
        id: 'description',
        header: 'Description',
        // As a column only where it has room for a sentence, else on the second line.
        width: 300,
        narrow: 'hide',
        sortValue: ({ description }) => description || null,
      },
      counts(membersOf, ({ files }) => files.length, {
        id: 'files',
        header: 'Files',
        width: 90,
        narrow: 'keep',
      }),
      counts(
        membersOf,
        ({ files }) => files.filter(({ status }) => status?.toUpperCase() !== INGESTED).length,
        { id: 'not-ready', header: 'Not INGESTED', width: 156, narrow: 'hide', warns: true },
      ),
      updatedColumn(130),
    ],
  }
}

function Collections() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const hasWork = useHasWork()
  const list = useQuery(collectionQueries.list())
  const members = useMembers()

  const table = useMemo(() => listOf(members), [members])
  const show = (form?: true) =>
    void navigate({ search: (now) => ({ ...now, new: form }), replace: form === undefined })

  return (
    <Page
      fill
      title="Collections"
      context="Groups of files. A version of an agent answers from the collections it is given."
      action={
        <>
          <Link to="/knowledge/restructure/new" className={buttonClass('secondary')}>
            Restructure
          </Link>
          <Button writes variant="primary" icon={Plus} onClick={() => show(true)}>
            New collection
          </Button>
        </>
      }
    >
      {hasWork && <OpenWork />}
      <ListTable
        list={table}
        query={list}
        rows={list.data?.items}
        onOpen={({ id }) =>
          void navigate({ to: '/knowledge/collections/$collectionId', params: { collectionId: id } })
        }
        note={noteOn(list.data)}
        firstAction={
          <Button writes onClick={() => show(true)}>
            New collection
          </Button>
        }
      />
      {search.new && <NewCollection onClose={() => show()} />}
    </Page>
  )
}
