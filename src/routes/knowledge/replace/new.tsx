import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { KnowledgeFile } from '../../../contract/files'
import { fileQueries } from '../../../queries/files'
import { infoQueries } from '../../../queries/info'
import { prefetch } from '../../../queries/prefetch'
import { checkContent, proposeName, replacementsOf } from '../../../queries/replacements'
import { Button } from '../../../ui/button'
import { FileDrop } from '../../../ui/file-drop'
import { formatBytes } from '../../../ui/numbers'
import { Page } from '../../../ui/page'
import { ErrorNotice } from '../../-shared/error-notice'
import { FailedState } from '../../-shared/failure'
import { searchText } from '../../-shared/search-text'
import { nameOf } from '../-file-status'

export const Route = createFileRoute('/knowledge/replace/new')({
  head: () => ({ meta: [{ title: 'Replace file · Switchboard' }] }),
  validateSearch: (search: Record<string, unknown>): { file?: string } => ({ file: searchText(search.file) }),
  loader: ({ context: { queryClient } }) => prefetch(queryClient, fileQueries.list()),
  component: NewReplacement,
})

function NewReplacement() {
  const { file: fileId } = Route.useSearch()
  const list = useQuery(fileQueries.list())
  const file = list.data?.items.find((each) => each.fileId === fileId)
  const back = (
    <Link to="/knowledge/files" search={{ file: fileId }}>
      Files
    </Link>
  )
  if (list.data && file)
    return (
      <Page
        title={<span className="wrap-anywhere">{`Replace ${nameOf(file)}`}</span>}
        context="The old file keeps serving until the new one is INGESTED, in the same collections, and validated by you."
        back={back}
        width="form"
      >
        <ReplaceForm key={fileId} file={file} files={list.data.items} />
      </Page>
    )
  return (
    <Page
      title={list.data ? 'There is no file with this id' : 'Replacement'}
      context={list.data && 'It may be deleted, or belong to another organization.'}
      back={back}
    >
      {list.error && !list.data && (
        <FailedState error={list.error} onRetry={() => list.refetch()} retrying={list.isFetching} />
      )}
    </Page>
  )
}

/** The new content, the name it gets and its prompt. Nothing is sent before it is started. */
function ReplaceForm({ file, files }: { file: KnowledgeFile; files: readonly KnowledgeFile[] }) {
  const client = useQueryClient()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const limit = useQuery(infoQueries.connection()).data?.limits.uploadBytes
  const [content, setContent] = useState<File>()
  const [name, setName] = useState('')
  const [prompt, setPrompt] = useState(file.prompt ?? '')
  const [error, setError] = useState<unknown>()
  const [pending, setPending] = useState(false)
  const id = useId()
  const wanted = name.trim()
  const taken = files.some(({ fileName }) => fileName?.toLowerCase() === wanted.toLowerCase())

  const choose = ([chosen]: readonly File[]) => {
    if (!chosen) return
    // The screen that shows how it goes must be there when the console's server is not.
    void router.loadRouteChunk(router.routesByPath['/knowledge/replace/$jobId'])?.catch(() => undefined)
    setContent(chosen)
    const names = files.map(({ fileName }) => fileName)
    setName(proposeName({ oldName: nameOf(file), chosenName: chosen.name, taken: names, now: new Date() }))
    setError(undefined)
  }
  const start = async () => {
    if (!content || taken || pending) return
    setPending(true)
    setError(undefined)
    try {
      await checkContent(client, content, wanted)
      const replacements = replacementsOf(client)
      const old = { fileId: file.fileId, fileName: nameOf(file) }
      const jobId = await replacements.start({
        old,
        fileName: wanted,
        prompt: prompt.trim() || undefined,
        content,
      })
      // How it goes on, and what goes wrong, is the next screen's to show.
      replacements.goOn(jobId).catch(() => undefined)
      await navigate({ to: '/knowledge/replace/$jobId', params: { jobId }, replace: true })
    } catch (failure) {
      setError(failure)
      setPending(false)
    }
  }

  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void start()
      }}
    >
      <div className="flex flex-wrap items-center gap-3">
        <FileDrop
          wholePage
          label={content ? 'Choose another file' : 'Choose the new file'}
          hint={limit && `.pdf or .md, up to ${Math.floor(limit / 1024 / 1024)} MB`}
          accept={['.pdf', '.md']}
          onFiles={choose}
        />
        <p role="status" className="min-w-0 wrap-anywhere text-ink-muted">
          {content
            ? `${content.name}, ${formatBytes(content.size)}`
            : limit && `.pdf or .md, up to ${Math.floor(limit / 1024 / 1024)} MB`}
        </p>
      </div>
      {content && (
        <>
          <div className="flex flex-col gap-1">
            <label htmlFor={`${id}n`} className="font-semibold">
              File name
            </label>
            <input
              id={`${id}n`}
              className="control"
              value={name}
              autoComplete="off"
              spellCheck={false}
              aria-invalid={taken || undefined}
              aria-describedby={`${id}m ${id}h`}
              onChange={(event) => setName(event.target.value)}
            />
            <p id={`${id}m`} aria-live="polite" className="text-sm text-bad empty:hidden">
              {taken && 'A file of this name exists. Choose another name.'}
            </p>
            <p id={`${id}h`} className="text-sm text-ink-muted">
              Dated, to tell the old and the new file apart.
            </p>
          </div>
          <div className="flex flex-col gap-1">
            <label htmlFor={`${id}p`} className="font-semibold">
              Retrieval prompt
            </label>
            <textarea
              id={`${id}p`}
              rows={2}
              maxLength={10_000}
              className="control field-sizing-content max-h-[30dvh] min-h-13"
              value={prompt}
              aria-describedby={`${id}ph`}
              onChange={(event) => setPrompt(event.target.value)}
            />
            <p id={`${id}ph`} className="text-sm text-ink-muted">
              Taken over from the old file. Leave it empty to send none.
            </p>
          </div>
          {Boolean(error) && <ErrorNotice error={error} onDismiss={() => setError(undefined)} />}
          <div className="flex">
            <Button type="submit" variant="primary" pending={pending} aria-disabled={taken || undefined}>
              Start replacement
            </Button>
          </div>
        </>
      )}
    </form>
  )
}
