import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { describeError } from '../../queries/describe-error'
import { type PreviewedFile, previewQueries } from '../../queries/preview'
import { Button, buttonClass } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { formatBytes } from '../../ui/numbers'
import { OUTSIDE } from '../../ui/web-address'
import { late } from '../-shared/late'
import type { Place } from '../-shared/passage-text'

// Each with its reader, which is large and only for who wants to look.
const PdfPreview = late(async () => (await import('../../ui/preview/pdf-preview')).PdfPreview)
const MarkdownPreview = late(async () => (await import('../../ui/preview/markdown-preview')).MarkdownPreview)

/** The content of a file. It is read when this first shows; what cannot be shown says why and offers to open the file. `page`, `passage`: where it begins. */
export function Preview({ fileId, page, passage }: { fileId: string } & Place) {
  const [viewUrl, setViewUrl] = useState<string>()
  const [progress, setProgress] = useState<string>()
  const title = useId()
  const { data, error, isFetching, refetch } = useQuery(
    previewQueries.content(fileId, setViewUrl, (read, all) =>
      setProgress(`Reading ${formatBytes(read)}${all === undefined ? '' : ` of ${formatBytes(all)}`}`),
    ),
  )
  const open = viewUrl && <OpenFile viewUrl={viewUrl} />
  return (
    // What stands below has its place before the content is there.
    <section aria-labelledby={title} className="flex min-h-[70vh] min-w-0 flex-col gap-2">
      <h2 id={title} className="font-semibold">
        Preview
      </h2>
      {isFetching ? (
        <p role="status" className="text-ink-muted">
          {progress ?? 'Asking for the file'}
        </p>
      ) : error ? (
        <Notice
          tone="error"
          title="There is no preview"
          message={`${sentence(describeError(error).message)}\n${viewUrl ? 'Try again, or open the file instead.' : describeError(error).nextStep}`}
          action={
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => refetch()}>Try again</Button>
              {open}
            </div>
          }
        />
      ) : (
        data && <Content file={data} page={page} passage={passage} open={open} />
      )}
    </section>
  )
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

function Content({
  file: { content },
  page,
  passage,
  open,
}: {
  file: PreviewedFile
  open: ReactNode
} & Place) {
  const [problem, setProblem] = useState<keyof typeof PROBLEMS>()
  const [text] = useState(() => (content && !content.isPdf ? readText(content.bytes) : undefined))
  const instead = (why: string) => (
    <Notice
      title="There is no preview"
      message={`${why}\n${'Open the file instead: another program may show it.'}`}
      action={open}
    />
  )
  if (!content)
    return instead(
      'The view address that the service gives is private or not https, so the console does not read from it. If it is right, name its origin in UPLOAD_ORIGINS where the console is started.',
    )
  if (content.bytes.length === 0) return instead('The file is empty.')
  if (problem) return instead(PROBLEMS[problem])
  if (content.isPdf) return <PdfPreview bytes={content.bytes} page={page} onProblem={setProblem} />
  if (text === undefined)
    return instead('This is neither a PDF nor text in UTF-8, so it cannot be shown here.')
  return <MarkdownPreview text={text} place={passage} />
}

/** Only UTF-8 is text here, as for ingestion; NUL is in no text that a person wrote. */
function readText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\u0000') ? undefined : text
  } catch {
    return undefined
  }
}

const OpenFile = ({ viewUrl }: { viewUrl: string }) => (
  <a href={viewUrl} {...OUTSIDE} className={buttonClass()}>
    <ExternalLink size={16} aria-hidden />
    Open file
  </a>
)

const PROBLEMS = {
  password: 'This PDF is protected by a password, so it cannot be shown here.',
  damaged: 'This file is damaged or not a PDF, so it cannot be shown here.',
  'too slow': 'This PDF took too long to open.',
}
