import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { Collection } from '../../../contract/collections'
import type { KnowledgeFile } from '../../../contract/files'
import { collectionQueries } from '../../../queries/collections'
import { fileQueries } from '../../../queries/files'
import { prefetch } from '../../../queries/prefetch'
import { Button, buttonClass } from '../../../ui/button'
import { DataTable } from '../../../ui/data-table'
import { EmptyState } from '../../../ui/empty-state'
import { IdText } from '../../../ui/id-text'
import { narrowScreen, useMedia } from '../../../ui/media'
import { OtherFields } from '../../../ui/other-fields'
import { Page } from '../../../ui/page'
import { matchesSearch, SearchBox } from '../../../ui/search-box'
import { ErrorNotice } from '../../-shared/error-notice'
import { FailedState } from '../../-shared/failure'
import { readSort, writeSort } from '../../-shared/list-state'
import { StaleNotice } from '../../-shared/stale-notice'
import { nameOf as fileNameOf } from '../-file-status'
import { nameOf } from './-collection-columns'
import { readCollectionSearch } from './-collections-search'
import { words } from './-collections-words'
import { memberColumns } from './-member-columns'
import { useMembers } from './-members'

const say = words.page

const PassageSearch = lazy(async () => ({ default: (await import('../-passage-search')).PassageSearch }))
const AddFiles = lazy(async () => ({ default: (await import('./-add-files')).AddFiles }))

export const Route = createFileRoute('/knowledge/collections/$collectionId')({
  head: () => ({ meta: [{ title: 'Collection · Switchboard' }] }),
  validateSearch: readCollectionSearch,
  loader: ({ context: { queryClient } }) => {
    prefetch(queryClient, collectionQueries.list())
    prefetch(queryClient, fileQueries.list())
  },
  component: CollectionPage,
})

/** There is no operation that reads one collection, so it is looked for in the list (§4). */
function CollectionPage() {
  const { collectionId } = Route.useParams()
  const list = useQuery(collectionQueries.list())
  const collection = list.data?.items.find(({ id }) => id === collectionId)
  const back = <Link to="/knowledge/collections">{words.title}</Link>

  if (collection) return <Opened key={collectionId} collection={collection} stale={list.error} back={back} />
  if (list.isPending) return <Page title={say.loading} context={words.loading} back={back} />
  if (!list.data) {
    return (
      <Page title={say.loading} back={back}>
        <FailedState error={list.error} onRetry={() => list.refetch()} retrying={list.isFetching} />
      </Page>
    )
  }
  return (
    <Page title={say.missing} context={say.missingText} back={back}>
      <IdText id={collectionId} name={say.id} whole />
      <p>
        <Link to="/knowledge/collections" className={buttonClass('primary')}>
          {say.back}
        </Link>
      </p>
    </Page>
  )
}

const NOUN = ['file', 'files'] as const
const keyOf = ({ fileId }: KnowledgeFile) => fileId

function Opened({
  collection,
  stale,
  back,
}: {
  collection: Collection
  stale: unknown
  back: React.ReactNode
}) {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const files = useQuery(fileQueries.list())
  const narrow = useMedia(narrowScreen)
  const { files: held, source } = useMembers()(collection)
  const [failure, setFailure] = useState<unknown>(null)

  const columns = useMemo(
    () => memberColumns({ collection, narrow, onFailure: setFailure }),
    [collection, narrow],
  )
  const shown = held.filter(({ fileName, fileId }) => matchesSearch(search.q ?? '', [fileName, fileId]))
  const change = (next: Partial<typeof search>, { replace = false } = {}) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace })
  const openAdd = () => change({ add: true })

  return (
    <Page
      fill
      back={back}
      title={<span className="wrap-anywhere">{nameOf(collection)}</span>}
      context={collection.description}
      action={
        <>
          <Link
            to="/knowledge/restructure/new"
            search={{ from: collection.id }}
            className={buttonClass('secondary')}
          >
            {words.restructure}
          </Link>
          <Button variant="primary" icon={Plus} onClick={openAdd}>
            {say.add}
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-muted">
        <span>
          {say.id} <IdText id={collection.id} name="collection id" />
        </span>
        <span>{say.lasting}</span>
      </div>
      <StaleNotice error={stale ?? files.error} title={say.stale} />
      {Boolean(failure) && <ErrorNotice error={failure} onDismiss={() => setFailure(null)} />}
      <Suspense>{held.length > 0 && <PassageSearch scope={{ collectionId: collection.id }} />}</Suspense>
      <div className="flex">
        <SearchBox
          label={say.search}
          value={search.q ?? ''}
          onChange={(q) => change({ q: q || undefined }, { replace: true })}
        />
      </div>
      <div className="flex min-h-64 grow flex-col">
        <DataTable
          name={say.files}
          noun={NOUN}
          rows={shown}
          total={held.length}
          rowKey={keyOf}
          rowLabel={fileNameOf}
          columns={columns}
          sort={readSort(
            search.sort,
            columns.map(({ id }) => id),
          )}
          onSort={(sort) => change({ sort: writeSort(sort) }, { replace: true })}
          onOpen={({ fileId }) => void navigate({ to: '/knowledge/files', search: { file: fileId } })}
          note={source === 'browser' && say.membershipHere}
          empty={
            held.length > 0 ? (
              <EmptyState kind="no-match" onClear={() => change({ q: undefined })} />
            ) : (
              <EmptyState
                kind="nothing-yet"
                {...(source === 'unknown' ? say.unknown : say.empty)}
                action={<Button onClick={openAdd}>{say.add}</Button>}
              />
            )
          }
        />
      </div>
      <OtherFields fields={collection.other} />
      <Suspense>
        {search.add && (
          <AddFiles collection={collection} held={held} onClose={() => change({ add: undefined })} />
        )}
      </Suspense>
    </Page>
  )
}
