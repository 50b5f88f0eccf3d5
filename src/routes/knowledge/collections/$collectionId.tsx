import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Collection } from '../../../contract/collections'
import type { KnowledgeFile } from '../../../contract/files'
import { collectionQueries } from '../../../queries/collections'
import { fileQueries } from '../../../queries/files'
import { prefetch } from '../../../queries/prefetch'
import { Button, buttonClass } from '../../../ui/button'
import { FileDrop } from '../../../ui/file-drop'
import { IdText } from '../../../ui/id-text'
import { narrowScreen, useMedia } from '../../../ui/media'
import { Page } from '../../../ui/page'
import { here, mayWrite } from '../../../ui/role'
import type { Column } from '../../../ui/table-columns'
import { BackLink } from '../../-shared/back-link'
import { ErrorNotice } from '../../-shared/error-notice'
import { FailedState } from '../../-shared/failure'
import { late } from '../../-shared/late'
import { type List, ListTable } from '../../-shared/list-table'
import { NotHere } from '../../-shared/not-here'
import { OtherFields } from '../../-shared/other-fields'
import { searchFlag, searchParams, searchShared, searchText } from '../../-shared/search-text'
import { fileColumns } from '../-file-list'
import { nameOf as fileNameOf } from '../-file-status'
import { UploadsHere, useUploads } from '../-use-uploads'
import { nameOf, useMembers } from './-members'
import { RemoveFile } from './-remove-file'

const PassageSearch = late(async () => (await import('../../-shared/passage-search')).PassageSearch)
const UsedBy = late(async () => (await import('./-used-by')).UsedBy)
const AddFiles = late(async () => (await import('./-add-files')).AddFiles)

export const Route = createFileRoute('/knowledge/collections/$collectionId')({
  head: () => ({ meta: [{ title: 'Collection · Switchboard' }] }),
  validateSearch: searchParams({ q: searchText, sort: searchText, find: searchShared, add: searchFlag }),
  loader: ({ context }) => prefetch(context, [collectionQueries.list(), fileQueries.list()]),
  component: CollectionPage,
})

/** There is no operation that reads one collection, so it is looked for in the list (§4). */
function CollectionPage() {
  const { collectionId } = Route.useParams()
  const list = useQuery(collectionQueries.list())
  const collection = list.data?.items.find(({ id }) => id === collectionId)
  const back = <BackLink to="/knowledge/collections">Collections</BackLink>

  if (collection) return <Opened key={collectionId} collection={collection} stale={list.error} back={back} />
  if (!list.data || list.error)
    return (
      <Page title="Collection" context={list.isPending && 'Loading'} back={back}>
        {list.error && <FailedState query={list} />}
      </Page>
    )
  return <NotHere what="collection" back={back} to="/knowledge/collections" label="Show all collections" />
}

const { name, status, reason, size, updated } = fileColumns

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
  const uploading = useUploads(({ collections }) => collections?.some(({ id }) => id === collection.id))
  const upload = (chosen: readonly File[]) =>
    uploading.add(chosen, { collections: [{ id: collection.id, name: nameOf(collection) }] })

  const list = useMemo(
    (): List<KnowledgeFile> => ({
      name: 'Files',
      noun: ['file', 'files'],
      keyOf: ({ fileId }) => fileId,
      labelOf: fileNameOf,
      textsOf: ({ fileName, fileId }) => [fileName, fileId],
      searchLabel: 'Search files of this collection',
      empty:
        source === 'unknown'
          ? {
              title: 'The files of this collection are unknown',
              text: `The service does not say, and nothing was added or removed in ${here()}.`,
              how: 'You can still add files.',
            }
          : source === 'browser'
            ? {
                title: 'No file is known here',
                text: `The service does not say. What was added in ${here()} was removed again.`,
                how: 'There may be others. You can add files.',
              }
            : {
                title: 'No files in this collection',
                how: 'Add files, so that agents with this collection can answer from them.',
              },
      columns: [
        name,
        status,
        reason,
        size,
        updated,
        ...(mayWrite()
          ? [
              {
                id: 'remove',
                header: 'Remove from collection',
                hideHeader: true,
                narrow: 'keep',
                width: narrow ? 72 : 224,
                align: 'end',
                cell: (file) => (
                  <RemoveFile collection={collection} file={file} narrow={narrow} onFailure={setFailure} />
                ),
              } satisfies Column<KnowledgeFile>,
            ]
          : []),
      ],
    }),
    [collection, source, narrow],
  )
  const show = (dialog?: true) =>
    void navigate({ search: (now) => ({ ...now, add: dialog }), replace: dialog === undefined })

  return (
    <Page
      fill
      back={back}
      title={nameOf(collection)}
      context={collection.description}
      action={
        <>
          <Link
            to="/knowledge/restructure/new"
            search={{ from: collection.id }}
            className={buttonClass('secondary')}
          >
            Restructure
          </Link>
          <FileDrop
            folder
            label="Upload files"
            variant="secondary"
            hint={`.pdf and .md, into ${nameOf(collection)}`}
            accept={['.pdf', '.md']}
            onFiles={upload}
          />
          <Button writes variant="primary" icon={Plus} onClick={() => show(true)}>
            Add files
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-muted">
        <span>
          Collection id <IdText id={collection.id} name="collection id" />
        </span>
        <span>A collection cannot be renamed or deleted. Restructure moves its agents to another one.</span>
        {/* Has its room before it is known: three agents take three lines of a phone. */}
        <div className="min-h-13.5 basis-full wrap-anywhere sm:min-h-9 wide:min-h-6">
          <UsedBy collectionId={collection.id} />
        </div>
      </div>
      {Boolean(failure) && <ErrorNotice error={failure} onDismiss={() => setFailure(null)} />}
      <UploadsHere
        of={uploading}
        files={files.data?.items}
        isCut={files.data?.nextCursor !== undefined}
        collectionId={collection.id}
      >
        {(held.length > 0 || (files.isPending && !collection.files)) && (
          <div className="min-h-26 shrink-0 sm:min-h-21.5">
            {held.length > 0 && (
              <PassageSearch
                scope={{ collectionId: collection.id }}
                first={search.find}
                onQuery={(find) =>
                  void navigate({
                    search: (now) => ({ ...now, find: searchShared(find) }),
                    replace: true,
                    resetScroll: false,
                  })
                }
              />
            )}
          </div>
        )}
        <ListTable
          list={list}
          query={{
            ...files,
            // What the collection itself says that it holds needs no other list.
            error: stale ?? (held.length > 0 || !collection.files ? files.error : null),
            isPending: false,
          }}
          rows={held}
          onOpen={({ fileId }) => void navigate({ to: '/knowledge/files', search: { file: fileId } })}
          note={source === 'browser' && `Shown is what was added in ${here()}; there may be more`}
          firstAction={
            <Button writes onClick={() => show(true)}>
              Add files
            </Button>
          }
        />
      </UploadsHere>
      <OtherFields fields={collection.other} />
      {search.add && <AddFiles collection={collection} held={held} onClose={() => show()} />}
    </Page>
  )
}
