import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { MessageSquareText } from 'lucide-react'
import { Suspense, startTransition, useCallback, useMemo, useState } from 'react'
import type { KnowledgeFile } from '../../contract/files'
import { collectionQueries } from '../../queries/collections'
import { fileQueries } from '../../queries/files'
import { infoQueries } from '../../queries/info'
import { prefetch } from '../../queries/prefetch'
import { keepPrompt, promptOf, typedPrompt } from '../../queries/typed-prompt'
import { Button } from '../../ui/button'
import { FileButton } from '../../ui/file-button'
import { FileDrop } from '../../ui/file-drop'
import { Page } from '../../ui/page'
import { toggleShown } from '../../ui/table-keys'
import { toast } from '../../ui/toast-store'
import { late, lateWithin } from '../-shared/late'
import { type ListQuery, ListTable } from '../-shared/list-table'
import { searchCount, searchFlag, searchParams, searchShared, searchText } from '../-shared/search-text'
import { useHasWork } from '../-shared/use-has-work'
import { CollectionsFailed, fileList, noteOn, useMembership } from './-file-list'
import { endedWords, useEnded } from './-use-ended'
import { UploadsHere, useUploads } from './-use-uploads'

// With their dialogs, which the list does without.
const FilePanel = late(async () => (await import('./-file-panel')).FilePanel)
const OpenWork = late(async () => (await import('./-open-work')).OpenWork)
const PromptField = lateWithin(async () => (await import('./-prompt-field')).PromptField)
const BulkDialog = late(async () => (await import('./-bulk-dialog')).BulkDialog)
const DeleteFile = late(async () => (await import('./-delete-file')).DeleteFile)

export const Route = createFileRoute('/knowledge/files')({
  head: () => ({ meta: [{ title: 'Files · Switchboard' }] }),
  // `file`: the id of the open file; `delete`: whether it is asked if that is to be deleted.
  validateSearch: searchParams({
    q: searchText,
    status: searchText,
    sort: searchText,
    file: searchText,
    // The preview of the file is open, at this page where it has pages.
    preview: searchFlag,
    page: searchCount,
    // Or at these words of it.
    passage: searchShared,
    // What is searched for in the file.
    find: searchShared,
    delete: searchFlag,
  }),
  loader: ({ context }) => prefetch(context, [fileQueries.list(), collectionQueries.list()]),
  component: Files,
})

const ACCEPTED = ['.pdf', '.md']
const BULK = { add: 'Add to collection', remove: 'Remove from collection', delete: 'Delete' }
type Bulk = keyof typeof BULK
const NONE_HELD = 'No collection contains any of these files'
/** What the address says of the open file. */
const CLOSED = {
  file: undefined,
  preview: undefined,
  page: undefined,
  passage: undefined,
  find: undefined,
  delete: undefined,
}
const keyOf = ({ fileId }: KnowledgeFile) => fileId

function onlyPresent(keys: ReadonlySet<string>, files: readonly KnowledgeFile[] = []): ReadonlySet<string> {
  if (keys.size === 0) return keys
  return new Set(files.flatMap(({ fileId }) => (keys.has(fileId) ? [fileId] : [])))
}

function Files() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const queryClient = useQueryClient()
  const hasWork = useHasWork()
  const list = useQuery(fileQueries.list())
  const limit = useQuery(infoQueries.connection()).data?.limits.uploadBytes
  const collections = useQuery(collectionQueries.list())
  // Also while they are asked for again.
  const hasFailed = !collections.data && collections.errorUpdateCount > 0
  const membership = useMembership()
  const uploading = useUploads()
  const { queue } = uploading
  const [prompt, showPrompt] = useState(typedPrompt(queryClient).text)
  const setPrompt = (text: string | undefined) => {
    keepPrompt(queryClient, text)
    showPrompt(text)
  }
  const [selected, setSelection] = useState<ReadonlySet<string>>(new Set())
  /** The file whose deletion is in question, which may be gone from the list meanwhile, and what is uploaded after it. */
  const [asked, setAsked] = useState<{ file: KnowledgeFile; again: readonly File[] }>()
  const [bulk, setBulk] = useState<{ kind: Bulk; files: readonly KnowledgeFile[] }>()

  const files = list.data?.items
  const reading: ListQuery = {
    error: list.error,
    isPending: list.isPending,
    isFetching: list.isFetching,
    refetch: () => {
      if (hasFailed) void collections.refetch()
      return list.refetch()
    },
  }
  const ended = useEnded(files, queue?.getSnapshot() ?? [])
  const table = useMemo(() => fileList(membership), [membership])
  // A file that is gone is not selected any more; one that a filter hides still is.
  const selection = useMemo(() => onlyPresent(selected, files), [selected, files])
  // Links of earlier versions have the page alone.
  const previews = Boolean(search.preview ?? search.page)
  const opened = files?.find(({ fileId }) => fileId === search.file)
  const kept = asked?.file.fileId === search.file ? asked : undefined
  const toDelete = opened ?? kept?.file

  const change = (next: Pick<typeof search, 'file' | 'preview' | 'page' | 'passage' | 'find' | 'delete'>) =>
    void navigate({
      search: (now) => ({ ...now, ...next }),
      replace: !('file' in next || 'delete' in next),
      resetScroll: false,
    })
  const upload = (chosen: readonly File[]) => uploading.add(chosen, { prompt: promptOf(queryClient) })
  const close = () => change(CLOSED)
  const startBulk = (kind: Bulk, keys: readonly string[]) => {
    const wanted = new Set(keys)
    setBulk({ kind, files: files?.filter(({ fileId }) => wanted.has(fileId)) ?? [] })
  }
  const isLoose = (file: KnowledgeFile) => {
    const held = membership?.(file)
    return held?.source === 'service' && held.collections.length === 0
  }
  const noneHeld = (keys: readonly string[]) => {
    const wanted = new Set(keys)
    return files?.every((file) => !wanted.has(file.fileId) || isLoose(file))
  }
  const askDelete = useCallback(
    (these: readonly KnowledgeFile[]) => setBulk({ kind: 'delete', files: these }),
    [],
  )
  const ends = {
    onClose: () => setBulk(undefined),
    onDone: () => {
      const done = bulk?.files.map(keyOf) ?? []
      if (bulk?.kind === 'delete') for (const fileId of done) queue?.forget(fileId)
      setBulk(undefined)
      setSelection((now) => toggleShown(now, done, false))
    },
  }

  return (
    <Page
      fill
      title="Files"
      context="PDF and Markdown documents that agents answer from."
      action={
        <>
          <Button
            writes
            variant="quiet"
            icon={MessageSquareText}
            aria-expanded={prompt !== undefined}
            onClick={() => {
              startTransition(() => setPrompt(prompt === undefined ? '' : undefined))
              if (prompt?.trim())
                toast({
                  tone: 'info',
                  title: 'The retrieval prompt goes with no file',
                  action: { label: 'Undo', onSelect: () => setPrompt(prompt) },
                })
            }}
          >
            Retrieval prompt
          </Button>
          <FileDrop
            folder
            // The panel of a file has a main action of its own.
            variant={opened ? 'secondary' : 'primary'}
            label="Upload files"
            hint={limit && `.pdf and .md, up to ${Math.floor(limit / 1024 / 1024)} MB each`}
            accept={ACCEPTED}
            onFiles={upload}
          />
        </>
      }
    >
      <p role="status" className="sr-only">
        {endedWords(ended)}
      </p>
      <Suspense fallback={<div className="grow" />}>
        {/* The list comes with it, which would move. */}
        {prompt !== undefined && <PromptField value={prompt} onChange={setPrompt} />}
        <UploadsHere
          of={uploading}
          files={files}
          isCut={list.data?.nextCursor !== undefined}
          onDelete={askDelete}
          onAdd={(these) => setBulk({ kind: 'add', files: these })}
          isLoose={isLoose}
        >
          {hasWork && <OpenWork />}
          <ListTable
            list={table}
            query={reading}
            rows={files}
            note={hasFailed && files ? <CollectionsFailed query={collections} /> : noteOn(list.data)}
            selection={selection}
            onSelectionChange={setSelection}
            bulkActions={(keys) =>
              (['add', 'remove', 'delete'] as const).map((kind) => {
                const reason = kind === 'remove' && noneHeld(keys) ? NONE_HELD : undefined
                return (
                  <Button
                    writes
                    key={kind}
                    size="sm"
                    aria-disabled={reason !== undefined}
                    title={reason}
                    onClick={() => reason ?? startBulk(kind, keys)}
                  >
                    {BULK[kind]}
                  </Button>
                )
              })
            }
            firstAction={
              <FileButton variant="secondary" label="Upload files" accept={ACCEPTED} onFiles={upload} />
            }
            panel={{
              param: 'file',
              within: Object.keys(CLOSED),
              wide: previews,
              show: ({ row }) =>
                files && (
                  <FilePanel
                    file={row}
                    preview={previews}
                    place={{ page: search.page, passage: search.passage }}
                    onPreview={(preview, { page, passage } = {}) => change({ preview, page, passage })}
                    query={search.find}
                    onQuery={(find) => change({ find: searchShared(find) })}
                    membership={row && membership?.(row)}
                    onClose={close}
                    onDelete={(again = []) => {
                      setAsked(row && { file: row, again })
                      change({ delete: true })
                    }}
                    onCheck={() => list.refetch()}
                    checking={list.isFetching}
                  />
                ),
            }}
          />
        </UploadsHere>
      </Suspense>
      {bulk && <BulkDialog {...ends} {...bulk} />}
      {search.delete && toDelete && (
        <DeleteFile
          key={toDelete.fileId}
          file={toDelete}
          again={kept?.again ?? []}
          onUpload={uploading.add}
          onClose={() => {
            setAsked(undefined)
            change({ delete: undefined })
          }}
          onDeleted={(isShown) => {
            queue?.forget(toDelete.fileId)
            setAsked(undefined)
            if (isShown) close()
          }}
        />
      )}
    </Page>
  )
}
