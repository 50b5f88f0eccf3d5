import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { PROMPT_MAX, requestUpload } from '../../../contract/file-changes'
import type { KnowledgeFile } from '../../../contract/files'
import { fileQueries } from '../../../queries/files'
import { infoQueries } from '../../../queries/info'
import { prefetch } from '../../../queries/prefetch'
import { checkContent, proposeName, replacementQueries, replacementsOf } from '../../../queries/replacements'
import { buttonClass } from '../../../ui/button'
import { FormShell, formDefaults } from '../../../ui/fields/form'
import { TextareaField, TextField } from '../../../ui/fields/inputs'
import { FileDrop } from '../../../ui/file-drop'
import { LookOnly, Notice } from '../../../ui/notice'
import { formatBytes } from '../../../ui/numbers'
import { Page } from '../../../ui/page'
import { mayWrite } from '../../../ui/role'
import { FailedState, useFormError } from '../../-shared/failure'
import { FirstRequest } from '../../-shared/first-request'
import { useLeaveGuard, useLeft } from '../../-shared/leave-guard'
import { NotHere } from '../../-shared/not-here'
import { searchText } from '../../-shared/search-text'
import { tellElsewhere } from '../../-shared/waiting'
import { nameOf } from '../-file-status'

export const Route = createFileRoute('/knowledge/replace/new')({
  head: () => ({ meta: [{ title: 'Replace file · Switchboard' }] }),
  validateSearch: (search: Record<string, unknown>): { file?: string } => ({ file: searchText(search.file) }),
  loader: ({ context }) => prefetch(context, [fileQueries.list()]),
  component: NewReplacement,
})

function NewReplacement() {
  const { file: fileId } = Route.useSearch()
  const list = useQuery(fileQueries.list())
  const { data } = list
  const file = data?.items.find((each) => each.fileId === fileId)
  const back = (
    <Link to="/knowledge/files" search={{ file: fileId }}>
      Files
    </Link>
  )
  if (data && file)
    return (
      <Page
        title={`Replace ${nameOf(file)}`}
        context="The old file stays as it is until the new one is INGESTED, in the same collections, and validated by you."
        back={back}
        width="form"
      >
        <ReplaceForm key={fileId} file={file} files={data.items} />
      </Page>
    )
  if (data)
    return (
      <NotHere
        what="file"
        words={
          fileId
            ? undefined
            : { title: 'No file is chosen', context: 'Open the file in the list, and replace it from there.' }
        }
        back={back}
        to="/knowledge/files"
        label="Show all files"
      />
    )
  return (
    <Page title="Replacement" context={list.isPending && 'Loading'} back={back}>
      {list.error && <FailedState query={list} />}
    </Page>
  )
}

interface Values {
  fileName: string
  prompt: string
}

/** The new content, the name it gets and its prompt. Nothing is sent before it is started. */
function ReplaceForm({ file, files }: { file: KnowledgeFile; files: readonly KnowledgeFile[] }) {
  const client = useQueryClient()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const limit = useQuery(infoQueries.connection()).data?.limits.uploadBytes
  const [content, setContent] = useState<File>()
  const { data: other, isPending } = useQuery(replacementQueries.ofFile(file.fileId))
  const form = useForm<Values>({
    ...formDefaults,
    mode: 'onChange',
    defaultValues: { fileName: '', prompt: file.prompt ?? '' },
    resolver: (values) => {
      const wanted = values.fileName.trim().toLowerCase()
      const isTaken = files.some(({ fileName }) => fileName?.toLowerCase() === wanted)
      const taken = { type: 'taken', message: 'A file of this name exists. Choose another name.' }
      const long = { type: 'max', message: 'The prompt is too long.' }
      const errors = {
        ...(isTaken && { fileName: taken }),
        ...(values.prompt.length > PROMPT_MAX && { prompt: long }),
      }
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
    },
  })
  const { sending, isLeft } = useLeft()
  const start = useMutation({
    onMutate: sending,
    mutationFn: async ({ fileName, prompt }: Values) => {
      if (!content) return
      await checkContent(client, content, fileName.trim())
      const replacements = replacementsOf(client)
      const jobId = await replacements.start({
        old: { fileId: file.fileId, fileName: nameOf(file) },
        fileName: fileName.trim(),
        prompt: prompt.trim() || undefined,
        content,
      })
      // How it continues, and what goes wrong, is the next screen's to show.
      replacements.goOn(jobId).catch(() => undefined)
      if (isLeft()) return
      await navigate({
        to: '/knowledge/replace/$jobId',
        params: { jobId },
        replace: true,
        ignoreBlocker: true,
      })
    },
    onError: (error) => {
      if (isLeft()) tellElsewhere(error)
    },
  })
  useLeaveGuard(content !== undefined, { isSent: start.isPending })
  const error = useFormError(start.error)

  const [severalChosen, setSeveralChosen] = useState(false)
  const choose = ([chosen, ...others]: readonly File[]) => {
    // What is on its way is not changed any more, though the chooser or a drop may still bring one.
    if (start.isPending) return
    setSeveralChosen(others.length > 0)
    if (!chosen || others.length > 0) return
    // The screen that shows how it goes must be there when the console's server is not.
    void router.loadRouteChunk(router.routesByPath['/knowledge/replace/$jobId'])?.catch(() => undefined)
    const taken = files.map(({ fileName }) => fileName)
    const name = proposeName({ oldName: nameOf(file), chosenName: chosen.name, taken, now: new Date() })
    form.setValue('fileName', name, { shouldValidate: true })
    setContent(chosen)
    start.reset()
  }
  if (!mayWrite()) return <LookOnly />
  // The one that is begun here is shown by its own screen.
  const underWay = other && !start.isPending && (
    <Notice
      tone="warn"
      title="This file is being replaced already"
      message="Finish that replacement or roll it back before you start another."
      action={
        <Link to="/knowledge/replace/$jobId" params={{ jobId: other }} className={buttonClass('link')}>
          Open replacement
        </Link>
      }
    />
  )
  // What was chosen here stays, should it be begun elsewhere meanwhile.
  if (isPending || (other && !content)) return underWay
  const accepted = limit && `.pdf or .md, up to ${Math.floor(limit / 1024 / 1024)} MB`
  return (
    <>
      {underWay}
      <div className="flex flex-wrap items-center gap-3">
        <FileDrop
          label={content ? 'Choose another file' : 'Choose the new file'}
          variant={content ? 'secondary' : 'primary'}
          hint={accepted}
          accept={['.pdf', '.md']}
          pending={start.isPending}
          onFiles={choose}
        />
        <p role="status" className="min-w-0 wrap-anywhere text-ink-muted">
          {content ? `${content.name}, ${formatBytes(content.size)}` : accepted}
        </p>
      </div>
      {severalChosen && <Notice tone="warn" title="Choose one file at a time." />}
      {content && (
        <FormShell
          form={form}
          label="Replace file"
          onSubmit={(values) => start.mutate(values)}
          pending={start.isPending}
          error={error}
          submitLabel="Start replacement"
          actions={
            <FirstRequest
              operation={requestUpload}
              request={() => ({ body: { fileName: form.getValues('fileName').trim() } })}
              then="The first of several. The others need the id of the new file; the next screen shows each of them."
            />
          }
        >
          <TextField
            control={form.control}
            name="fileName"
            label="File name"
            hint="Dated, to tell the old and the new file apart."
            required
          />
          <TextareaField
            control={form.control}
            name="prompt"
            label="Retrieval prompt"
            hint={`${file.prompt ? 'Taken over from the old file.' : 'The old file has none.'} Leave it empty to send none.`}
            rows={2}
            max={PROMPT_MAX}
          />
        </FormShell>
      )}
    </>
  )
}
