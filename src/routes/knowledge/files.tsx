import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { MessageSquareText } from 'lucide-react'
import { lazy, Suspense, useId, useMemo, useState, useSyncExternalStore } from 'react'
import { PROMPT_MAX } from '../../contract/file-changes'
import type { KnowledgeFile } from '../../contract/files'
import { collectionQueries } from '../../queries/collections'
import { fileQueries } from '../../queries/files'
import { infoQueries } from '../../queries/info'
import { mayHaveOpen } from '../../queries/open-work'
import { prefetch } from '../../queries/prefetch'
import { uploadsOf } from '../../queries/uploads'
import { Button } from '../../ui/button'
import { FileButton } from '../../ui/file-button'
import { FileDrop } from '../../ui/file-drop'
import { Notice } from '../../ui/notice'
import { countOf } from '../../ui/numbers'
import { Page } from '../../ui/page'
import { toggleShown } from '../../ui/table-keys'
import { useLate } from '../../ui/use-late'
import { ListTable } from '../-shared/list-table'
import { searchCount, searchFlag, searchParams, searchText } from '../-shared/search-text'
import { fileList, noteOn, useMembership } from './-file-list'
import { failureOf, nameOf } from './-file-status'
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
  // `file`: the id of the open file; `delete`: whether it is asked if that is to be deleted.
  validateSearch: searchParams({
    q: searchText,
    status: searchText,
    sort: searchText,
    file: searchText,
    // The page at which the preview of the file is open.
    page: searchCount,
    delete: searchFlag,
  }),
  loader: ({ context: { queryClient } }) => {
    prefetch(queryClient, fileQueries.list())
    prefetch(queryClient, collectionQueries.list())
  },
  component: Files,
})

const ACCEPTED = ['.pdf', '.md']
const BULK = { add: 'Add to collection', remove: 'Remove from collection', delete: 'Delete' }
type Bulk = keyof typeof BULK
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
  /** Where a link led; another file that is opened then begins without a preview. */
  const [linked] = useState({ file: search.file, page: search.page })
  /** What is uploaded once the open file is deleted. */
  const [again, setAgain] = useState<File[]>([])
  const [bulk, setBulk] = useState<{ kind: Bulk; files: readonly KnowledgeFile[] }>()

  // Before it is needed: when files are dropped, the console's own server may be gone.
  const late = useLate(loadUploads, uploads.length > 0 ? 'now' : list.isPending ? undefined : 'soon')

  const files = list.data?.items
  const ended = useEnded(files, uploads)
  const usualMs = useMemo(() => usualWait(files ?? []), [files])
  const table = useMemo(() => fileList(membership, usualMs), [membership, usualMs])
  // A file that is gone is not selected any more; one that a filter hides still is.
  const selection = useMemo(() => keepKnown(selected, files), [selected, files])
  const opened = files?.find(({ fileId }) => fileId === search.file)

  const change = (next: Pick<typeof search, 'file' | 'delete'>) =>
    void navigate({ search: (now) => ({ ...now, ...next }) })
  const upload = (chosen: readonly File[]) => queue.add(chosen, { prompt: prompt?.trim() || undefined })
  const close = () => change({ file: undefined, delete: undefined })
  const startBulk = (kind: Bulk, keys: readonly string[]) => {
    const wanted = new Set(keys)
    setBulk({ kind, files: files?.filter(({ fileId }) => wanted.has(fileId)) ?? [] })
  }
  const asked = {
    onClose: () => setBulk(undefined),
    onDone: () => {
      const done = bulk?.files.map(keyOf) ?? []
      if (bulk?.kind === 'delete') for (const fileId of done) queue.forget(fileId)
      setBulk(undefined)
      setSelection((now) => toggleShown(now, done, false))
    },
  }

  return (
    <Page
      fill
      title="Files"
      context="PDF and Markdown documents that agents answer from, ready to use once they are INGESTED."
      action={
        <>
          <Button
            variant="quiet"
            icon={MessageSquareText}
            aria-expanded={prompt !== undefined}
            onClick={() => setPrompt(prompt === undefined ? '' : undefined)}
          >
            Retrieval prompt
          </Button>
          <FileDrop
            label="Upload files"
            hint={limit && `.pdf and .md, up to ${Math.floor(limit / 1024 / 1024)} MB each`}
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
          title={`${countOf(uploads.length, 'upload')} cannot be shown`}
          message="Can't reach Switchboard, so this part of the page could not be loaded. Nothing you chose is lost. Is Switchboard still running?"
          action={
            <Button size="sm" onClick={late.retry}>
              Try again
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
        {ended
          .map((file) =>
            failureOf(file)
              ? `${nameOf(file)} is FAILED. ${failureOf(file)}`
              : `${nameOf(file)} is INGESTED.`,
          )
          .join(' ')}
      </p>
      <ListTable
        list={table}
        query={list}
        rows={files}
        note={noteOn(list.data)}
        selection={selection}
        onSelectionChange={setSelection}
        bulkActions={(keys) =>
          (['add', 'remove', 'delete'] as const).map((kind) => (
            <Button key={kind} size="sm" onClick={() => startBulk(kind, keys)}>
              {BULK[kind]}
            </Button>
          ))
        }
        firstAction={<FileButton label="Upload files" accept={ACCEPTED} onFiles={upload} />}
        panel={{
          param: 'file',
          show: ({ row }) => (
            <FilePanel
              file={row}
              page={row?.fileId === linked.file ? linked.page : undefined}
              membership={row && membership?.(row)}
              onClose={close}
              onDelete={(next = []) => {
                setAgain(next)
                change({ delete: true })
              }}
              onCheck={() => list.refetch()}
              checking={list.isFetching}
            />
          ),
        }}
      />
      <Suspense>
        {bulk &&
          (bulk.kind === 'delete' ? (
            <DeleteFiles {...asked} files={bulk.files} />
          ) : (
            <ChangeMembership {...asked} kind={bulk.kind} files={bulk.files} />
          ))}
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
              queue.forget(opened.fileId)
              close()
              if (again.length > 0) upload(again)
            }}
          />
        )}
      </Suspense>
    </Page>
  )
}

/** The retrieval prompt that goes with the files chosen next. */
function PromptField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId()
  return (
    <div className="flex max-w-[44rem] flex-col gap-1">
      <label htmlFor={id} className="font-semibold">
        Retrieval prompt
      </label>
      <textarea
        id={id}
        rows={2}
        maxLength={PROMPT_MAX}
        value={value}
        aria-describedby={`${id}h`}
        onChange={(event) => onChange(event.target.value)}
        className="control field-sizing-content max-h-[30dvh] min-h-13"
      />
      <p id={`${id}h`} className="text-sm text-ink-muted">
        Instructions for how agents use these files. Added to each file you upload now.{' '}
        {value.length > PROMPT_MAX * 0.9 && `${countOf(PROMPT_MAX - value.length, 'character')} left.`}
      </p>
    </div>
  )
}
