import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import type { Collection } from '../../../contract/collections'
import { INGESTED } from '../../../contract/files'
import { collectionQueries } from '../../../queries/collections'
import { fileQueries } from '../../../queries/files'
import { mayHaveOpen } from '../../../queries/open-work'
import { prefetch } from '../../../queries/prefetch'
import { Button, buttonClass } from '../../../ui/button'
import { formatCount } from '../../../ui/numbers'
import { Page } from '../../../ui/page'
import { TimeText } from '../../../ui/time-text'
import { type List, ListTable } from '../../-shared/list-table'
import { searchFlag, searchParams, searchText } from '../../-shared/search-text'
import { noteOn } from '../-file-list'
import { type Members, nameOf, useMembers } from './-members'

// Only where something is open (D114).
const OpenWork = lazy(async () => ({ default: (await import('../-open-work')).OpenWork }))
const NewCollection = lazy(async () => ({ default: (await import('./-new-collection')).NewCollection }))

export const Route = createFileRoute('/knowledge/collections/')({
  head: () => ({ meta: [{ title: 'Collections · Switchboard' }] }),
  validateSearch: searchParams({ q: searchText, sort: searchText, new: searchFlag }),
  loader: ({ context: { queryClient } }) => {
    prefetch(queryClient, collectionQueries.list())
    prefetch(queryClient, fileQueries.list())
  },
  component: Collections,
})

const notReadyIn = ({ files }: Members) =>
  files.filter(({ status }) => status?.toUpperCase() !== INGESTED).length

/** Counts stand only as far as somebody says what a collection holds. */
function listOf(membersOf: (collection: Collection) => Members): List<Collection> {
  const counted = (collection: Collection, count: (members: Members) => number) => {
    const members = membersOf(collection)
    if (members.source === 'unknown') return undefined
    return { count: count(members), certain: members.source === 'service' }
  }
  const shown = (known: ReturnType<typeof counted>) => {
    if (!known) return null
    return known.certain ? formatCount(known.count) : `${formatCount(known.count)} or more`
  }
  const files = (collection: Collection) => counted(collection, (members) => members.files.length)
  const notReady = (collection: Collection) => counted(collection, notReadyIn)
  return {
    name: 'Collections',
    noun: ['collection', 'collections'],
    keyOf: ({ id }) => id,
    labelOf: nameOf,
    textsOf: ({ name, description, id }) => [name, description, id],
    empty: {
      title: 'No collections yet',
      text: 'Create one, add files to it, and give it to an agent.',
    },
    columns: [
      {
        id: 'name',
        header: 'Name',
        opens: true,
        sortValue: nameOf,
        cell: (collection) => <span title={nameOf(collection)}>{nameOf(collection)}</span>,
      },
      {
        id: 'description',
        header: 'Description',
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
        header: 'Files',
        width: 90,
        align: 'end',
        narrow: 'keep',
        sortFirst: 'desc',
        sortValue: (collection) => files(collection)?.count,
        cell: (collection) => shown(files(collection)),
      },
      {
        id: 'not-ready',
        header: 'Not INGESTED',
        width: 156,
        align: 'end',
        narrow: 'hide',
        sortFirst: 'desc',
        sortValue: (collection) => notReady(collection)?.count,
        cell: (collection) => {
          const known = notReady(collection)
          return known && <span className={known.count ? 'text-busy' : undefined}>{shown(known)}</span>
        },
      },
      {
        id: 'updated',
        header: 'Updated',
        width: 130,
        sortFirst: 'desc',
        sortValue: ({ updatedAt, createdAt }) => updatedAt ?? createdAt,
        cell: ({ updatedAt, createdAt }) => <TimeText time={updatedAt ?? createdAt} />,
      },
    ],
  }
}

function Collections() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = useQuery(collectionQueries.list())
  const members = useMembers()

  const table = useMemo(() => listOf(members), [members])
  const show = (form?: true) =>
    void navigate({ search: (now) => ({ ...now, new: form }), replace: form === undefined })

  return (
    <Page
      fill
      title={table.name}
      context="Groups of files. A version of an agent answers from the collections it is given."
      action={
        <>
          <Link to="/knowledge/restructure/new" className={buttonClass('secondary')}>
            Restructure
          </Link>
          <Button variant="primary" icon={Plus} onClick={() => show(true)}>
            New collection
          </Button>
        </>
      }
    >
      {mayHaveOpen() && (
        <Suspense>
          <OpenWork />
        </Suspense>
      )}
      <ListTable
        list={table}
        query={list}
        rows={list.data?.items}
        onOpen={({ id }) =>
          void navigate({ to: '/knowledge/collections/$collectionId', params: { collectionId: id } })
        }
        note={noteOn(list.data)}
        firstAction={<Button onClick={() => show(true)}>New collection</Button>}
      />
      <Suspense>{search.new && <NewCollection onClose={() => show()} />}</Suspense>
    </Page>
  )
}
