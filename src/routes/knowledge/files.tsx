import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { MessageSquareText } from 'lucide-react'
import { lazy, Suspense, useMemo, useState, useSyncExternalStore } from 'react'
import type { KnowledgeFile } from '../../contract/files'
import { collectionQueries } from '../../queries/collections'
import { fileQueries } from '../../queries/files'
import { infoQueries } from '../../queries/info'
import { mayHaveOpen } from '../../queries/open-work'
import { prefetch } from '../../queries/prefetch'
import { uploadsOf } from '../../queries/uploads'
import { Button } from '../../ui/button'
import { DataTable, findRow } from '../../ui/data-table'
import { EmptyState } from '../../ui/empty-state'
import { FileDrop } from '../../ui/file-drop'
import { FilterChips } from '../../ui/filters'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'
import { matchesSearch, SearchBox } from '../../ui/search-box'
import { toggleShown } from '../../ui/table-keys'
import { useLate } from '../../ui/use-late'
import { FailedState } from '../-shared/failure'
import { readSort, writeSort } from '../-shared/list-state'
import { StaleNotice } from '../-shared/stale-notice'
import { fileColumns } from './-file-columns'
import { failureOf, nameOf } from './-file-status'
import { readFilesSearch } from './-files-search'
import { words } from './-files-words'
import { useMembership } from './-membership'
import { PromptField } from './-prompt-field'
import { ALL, filterByStatus, statusChoices } from './-status-filter'
import { useEnded } from './-use-ended'
import { usualWait } from './-wait'

const loadUploads = () => import('./-uploads')
// With their dialogs, which the list does without.
const FilePanel = lazy(async () => ({ default: (await import('./-file-panel')).FilePanel }))
const OpenWork = lazy(async () => ({ default: (await import('./-open-work')).OpenWork }))
const ChangeMembership = lazy(async () => ({
  default: (await import('./-change-membership')).ChangeMembership,
}))
const DeleteFiles = lazy(async () => ({ default: (await import('./-delete-files')).DeleteFiles }))
const DeleteFile = lazy(async () => ({ default: (await import('./-delete-file')).DeleteFile }))

export const Route = createFileRoute('/knowledge/files')({
  head: () => ({ meta: [{ title: 'Files · Switchboard' }] }),
  validateSearch: readFilesSearch,
  loader: ({ context: { queryClient } }) => {
    prefetch(queryClient, fileQueries.list())
    prefetch(queryClient, collectionQueries.list())
  },
  component: Files,
})

const ACCEPTED = ['.pdf', '.md']
const NOUN = ['file', 'files'] as const
const NEWEST_FIRST = { column: 'updated', direction: 'desc' } as const
/** What can be done with the selected files. */
const BULK = ['add', 'remove', 'delete'] as const
const keyOf = ({ fileId }: KnowledgeFile) => fileId

function keepKnown(keys: ReadonlySet<string>, files: readonly KnowledgeFile[] = []): ReadonlySet<string> {
  if (keys.size === 0) return keys
  return new Set(files.flatMap(({ fileId }) => (keys.has(fileId) ? [fileId] : [])))
}

function Files() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const queryClient = useQueryClient()
  const list = useQuery(fileQueries.list())
  const limit = useQuery(infoQueries.connection()).data?.limits.uploadBytes
  const membership = useMembership()
  const queue = uploadsOf(queryClient)
  const uploads = useSyncExternalStore(queue.subscribe, queue.getSnapshot)
  const [prompt, setPrompt] = useState<string>()
  const [selected, setSelection] = useState<ReadonlySet<string>>(new Set())
  /** What is uploaded once the open file is deleted. */
  const [again, setAgain] = useState<File[]>([])
  const [bulk, setBulk] = useState<{ kind: (typeof BULK)[number]; files: readonly KnowledgeFile[] }>()

  // Before it is needed: when files are dropped, the console's own server may be gone.
  const late = useLate(loadUploads, uploads.length > 0 ? 'now' : list.isPending ? undefined : 'soon')

  const files = list.data?.items
  const ended = useEnded(files, uploads)
  const usualMs = useMemo(() => usualWait(files ?? []), [files])
  const columns = useMemo(() => fileColumns(membership, usualMs), [membership, usualMs])
  const matching = useMemo(
    () =>
      files?.filter((file) =>
        matchesSearch(search.q ?? '', [file.fileName, file.fileId, file.status, failureOf(file)]),
      ) ?? [],
    [files, search.q],
  )
  const shown = useMemo(() => filterByStatus(matching, search.status), [matching, search.status])
  // A file that is gone is not selected any more; one that a filter hides still is.
  const selection = useMemo(() => keepKnown(selected, files), [selected, files])
  const opened = files?.find(({ fileId }) => fileId === search.file)

  const change = (next: Partial<typeof search>, { replace = false } = {}) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace })
  const upload = (chosen: readonly File[]) => queue.add(chosen, { prompt: prompt?.trim() || undefined })
  const close = () => change({ file: undefined, delete: undefined })
  const forget = (fileId: string) => {
    queue.forget(fileId)
    close()
  }
  const startBulk = (kind: (typeof BULK)[number], keys: readonly string[]) => {
    const wanted = new Set(keys)
    setBulk({ kind, files: shown.filter(({ fileId }) => wanted.has(fileId)) })
  }
  const bulkDone = () => {
    if (bulk?.kind === 'delete') for (const { fileId } of bulk.files) queue.forget(fileId)
    const done = bulk?.files.map(keyOf) ?? []
    setBulk(undefined)
    setSelection((now) => toggleShown(now, done, false))
  }

  return (
    <Page
      fill
      title={words.title}
      context={words.context}
      action={
        <>
          <Button
            variant="quiet"
            icon={MessageSquareText}
            aria-expanded={prompt !== undefined}
            onClick={() => setPrompt(prompt === undefined ? '' : undefined)}
          >
            {words.prompt.label}
          </Button>
          <FileDrop
            wholePage
            label={words.upload}
            hint={limit && words.accepted(limit)}
            accept={ACCEPTED}
            onFiles={upload}
          />
        </>
      }
    >
      {prompt !== undefined && <PromptField value={prompt} onChange={setPrompt} />}
      {late.part && <late.part.Uploads queue={queue} files={files} />}
      {late.failed && (
        <Notice
          tone="error"
          title={words.uploads.missing(uploads.length)}
          message={words.uploads.missingText}
          action={
            <Button size="sm" onClick={late.retry}>
              {words.uploads.retry}
            </Button>
          }
        />
      )}
      {mayHaveOpen() && (
        <Suspense>
          <OpenWork />
        </Suspense>
      )}
      <p role="status" className="sr-only">
        {ended.map((file) => words.ended(nameOf(file), failureOf(file))).join(' ')}
      </p>
      {files && <StaleNotice error={list.error} title={words.stale} />}
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          label={words.search}
          value={search.q ?? ''}
          onChange={(q) => change({ q: q || undefined }, { replace: true })}
        />
        <FilterChips
          label={words.filter}
          choices={statusChoices(files && matching, search.status)}
          value={search.status ?? ALL}
          onChange={(status) => change({ status: status === ALL ? undefined : status })}
        />
      </div>
      <div className="flex min-h-64 grow flex-col">
        <DataTable
          name={words.title}
          noun={NOUN}
          rows={shown}
          total={files?.length}
          rowKey={keyOf}
          rowLabel={nameOf}
          columns={columns}
          sort={
            readSort(
              search.sort,
              columns.map(({ id }) => id),
            ) ?? NEWEST_FIRST
          }
          onSort={(sort) => change({ sort: writeSort(sort) }, { replace: true })}
          onOpen={({ fileId }) => change({ file: fileId }, { replace: search.file !== undefined })}
          openKey={search.file}
          selection={selection}
          onSelectionChange={setSelection}
          bulkActions={(keys) =>
            BULK.map((kind) => (
              <Button key={kind} size="sm" onClick={() => startBulk(kind, keys)}>
                {words.bulk[kind]}
              </Button>
            ))
          }
          loading={list.isPending}
          note={list.data && words.note(list.data)}
          empty={
            files === undefined ? (
              <FailedState error={list.error} onRetry={() => list.refetch()} retrying={list.isFetching} />
            ) : files.length === 0 ? (
              <EmptyState
                kind="nothing-yet"
                title={words.empty.title}
                text={words.empty.text}
                action={<FileDrop label={words.upload} accept={ACCEPTED} onFiles={upload} />}
              />
            ) : (
              <EmptyState kind="no-match" onClear={() => change({ q: undefined, status: undefined })} />
            )
          }
        />
      </div>
      <Suspense>
        {search.file !== undefined && !list.isPending && (
          <FilePanel
            file={opened}
            membership={opened && membership?.(opened)}
            onClose={close}
            onDelete={(next = []) => {
              setAgain(next)
              change({ delete: true })
            }}
            onCheck={() => list.refetch()}
            checking={list.isFetching}
            returnFocus={() => findRow(words.title, search.file ?? '')}
          />
        )}
        {bulk?.kind === 'delete' && (
          <DeleteFiles files={bulk.files} onClose={() => setBulk(undefined)} onDone={bulkDone} />
        )}
        {bulk && bulk.kind !== 'delete' && (
          <ChangeMembership
            kind={bulk.kind}
            files={bulk.files}
            onClose={() => setBulk(undefined)}
            onDone={bulkDone}
          />
        )}
        {search.delete && opened && (
          <DeleteFile
            key={opened.fileId}
            file={opened}
            thenUpload={again[0]?.name}
            onClose={() => {
              setAgain([])
              change({ delete: undefined })
            }}
            onDeleted={() => {
              forget(opened.fileId)
              if (again.length > 0) upload(again)
            }}
          />
        )}
      </Suspense>
    </Page>
  )
}
