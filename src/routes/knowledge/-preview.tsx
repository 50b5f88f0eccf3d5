import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { describeError } from '../../queries/describe-error'
import { type PreviewedFile, previewQueries } from '../../queries/preview'
import { Button, buttonClass } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { formatBytes } from '../../ui/numbers'
import { OUTSIDE } from '../../ui/web-address'
import { words } from './-preview-words'

// Each with its reader, which is large and only for who wants to look.
const PdfPreview = lazy(async () => ({ default: (await import('../../ui/preview/pdf-preview')).PdfPreview }))
const MarkdownPreview = lazy(async () => ({
  default: (await import('../../ui/preview/markdown-preview')).MarkdownPreview,
}))

/** The content of a file. It is read when this first shows; what cannot be shown says why and offers to open the file. */
export function Preview({ fileId }: { fileId: string }) {
  const [viewUrl, setViewUrl] = useState<string>()
  const [progress, setProgress] = useState<string>()
  const title = useId()
  const { data, error, isFetching, refetch } = useQuery(
    previewQueries.content(fileId, setViewUrl, (read, all) =>
      setProgress(words.reading(formatBytes(read), all === undefined ? undefined : formatBytes(all))),
    ),
  )
  const open = viewUrl && <OpenFile viewUrl={viewUrl} />
  return (
    <section aria-labelledby={title} className="flex min-w-0 flex-col gap-2">
      <h2 id={title} className="font-semibold">
        {words.title}
      </h2>
      {isFetching ? (
        <p role="status" className="text-ink-muted tabular-nums">
          {progress ?? words.asking}
        </p>
      ) : error ? (
        <Notice
          tone="error"
          title={words.failed}
          message={`${sentence(describeError(error).message)}\n${viewUrl ? words.retry : describeError(error).nextStep}`}
          action={
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => refetch()}>{words.again}</Button>
              {open}
            </div>
          }
        />
      ) : (
        data && <Content file={data} open={open} />
      )}
    </section>
  )
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

function Content({ file: { content }, open }: { file: PreviewedFile; open: ReactNode }) {
  const [problem, setProblem] = useState<keyof typeof words.problems>()
  const [text] = useState(() => (content && !content.isPdf ? readText(content.bytes) : undefined))
  const instead = (why: string) => (
    <Notice title={words.failed} message={`${why}\n${words.openInstead}`} action={open} />
  )
  if (!content) return instead(words.noAddress)
  if (content.bytes.length === 0) return instead(words.empty)
  if (problem) return instead(words.problems[problem])
  if (content.isPdf)
    return (
      <Suspense>
        <PdfPreview bytes={content.bytes} onProblem={setProblem} />
      </Suspense>
    )
  if (text === undefined) return instead(words.notText)
  return (
    <Suspense>
      <MarkdownPreview text={text} />
    </Suspense>
  )
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
    {words.open}
  </a>
)
