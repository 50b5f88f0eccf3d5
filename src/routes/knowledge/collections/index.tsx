import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import type { Collection } from '../../../contract/collections'
import { collectionQueries } from '../../../queries/collections'
import { fileQueries } from '../../../queries/files'
import { mayHaveOpen } from '../../../queries/open-work'
import { prefetch } from '../../../queries/prefetch'
import { Button, buttonClass } from '../../../ui/button'
import { DataTable } from '../../../ui/data-table'
import { EmptyState } from '../../../ui/empty-state'
import { Page } from '../../../ui/page'
import { matchesSearch, SearchBox } from '../../../ui/search-box'
import { FailedState } from '../../-shared/failure'
import { readSort, writeSort } from '../../-shared/list-state'
import { StaleNotice } from '../../-shared/stale-notice'
import { collectionColumns, nameOf } from './-collection-columns'
import { readCollectionsSearch } from './-collections-search'
import { words } from './-collections-words'
import { useMembers } from './-members'

// Only where something is open (D114).
const OpenWork = lazy(async () => ({ default: (await import('../-open-work')).OpenWork }))
const NewCollection = lazy(async () => ({ default: (await import('./-new-collection')).NewCollection }))

export const Route = createFileRoute('/knowledge/collections/')({
  head: () => ({ meta: [{ title: 'Collections · Switchboard' }] }),
  validateSearch: readCollectionsSearch,
  loader: ({ context: { queryClient } }) => {
    prefetch(queryClient, collectionQueries.list())
    prefetch(queryClient, fileQueries.list())
  },
  component: Collections,
})

const NOUN = ['collection', 'collections'] as const
const keyOf = ({ id }: Collection) => id

function Collections() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = useQuery(collectionQueries.list())
  const members = useMembers()

  const collections = list.data?.items
  const columns = useMemo(() => collectionColumns(members), [members])
  const shown = useMemo(
    () =>
      collections?.filter(({ id, name, description }) =>
        matchesSearch(search.q ?? '', [name, description, id]),
      ) ?? [],
    [collections, search.q],
  )
  const change = (next: Partial<typeof search>, { replace = false } = {}) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace })
  const openNew = () => change({ new: true })

  return (
    <Page
      fill
      title={words.title}
      context={words.context}
      action={
        <>
          <Link to="/knowledge/restructure/new" className={buttonClass('secondary')}>
            {words.restructure}
          </Link>
          <Button variant="primary" icon={Plus} onClick={openNew}>
            {words.new}
          </Button>
        </>
      }
    >
      {collections && <StaleNotice error={list.error} title={words.stale} />}
      {mayHaveOpen() && (
        <Suspense>
          <OpenWork />
        </Suspense>
      )}
      <div className="flex">
        <SearchBox
          label={words.search}
          value={search.q ?? ''}
          onChange={(q) => change({ q: q || undefined }, { replace: true })}
        />
      </div>
      <div className="flex min-h-64 grow flex-col">
        <DataTable
          name={words.title}
          noun={NOUN}
          rows={shown}
          total={collections?.length}
          rowKey={keyOf}
          rowLabel={nameOf}
          columns={columns}
          sort={readSort(
            search.sort,
            columns.map(({ id }) => id),
          )}
          onSort={(sort) => change({ sort: writeSort(sort) }, { replace: true })}
          onOpen={({ id }) =>
            void navigate({ to: '/knowledge/collections/$collectionId', params: { collectionId: id } })
          }
          loading={list.isPending}
          note={list.data && words.note(list.data)}
          empty={
            collections === undefined ? (
              <FailedState error={list.error} onRetry={() => list.refetch()} retrying={list.isFetching} />
            ) : collections.length === 0 ? (
              <EmptyState
                kind="nothing-yet"
                title={words.empty.title}
                text={words.empty.text}
                action={<Button onClick={openNew}>{words.new}</Button>}
              />
            ) : (
              <EmptyState kind="no-match" onClear={() => change({ q: undefined })} />
            )
          }
        />
      </div>
      <Suspense>{search.new && <NewCollection onClose={() => change({ new: undefined })} />}</Suspense>
    </Page>
  )
}
