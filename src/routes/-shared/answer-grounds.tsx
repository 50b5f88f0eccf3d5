import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import type { GroundsCall } from '../../contract/grounds'
import type { TurnPassage } from '../../contract/turn-passage'
import { buttonClass } from '../../ui/button'
import { CodeBlock } from '../../ui/code-block'
import { formatDuration } from '../../ui/time-words'
import { searchShared } from './search-text'

type ShownCall = Omit<GroundsCall, 'other'>

interface GroundsProps {
  readonly grounds: {
    readonly passages?: readonly Omit<TurnPassage, 'other'>[]
    readonly tools?: readonly ShownCall[]
    readonly error?: string
  }
  /** Beside a form, which stays as it is. */
  readonly inNewTab?: boolean
  /** Whether nothing more comes of this answer. */
  readonly isOver?: boolean
}

export const spanOf = (ms: number) => (ms < 1_000 ? `${Math.round(ms)} ms` : formatDuration(ms))

/** What an answer rests on: each passage with the way to its page, and each tool with its request and answer. */
export function AnswerGrounds({ grounds, inNewTab = false, isOver = true }: GroundsProps) {
  const { passages = [], tools = [], error } = grounds
  return (
    <>
      {error && <p className="text-sm text-bad">The answer failed: {error}</p>}
      {passages.map((passage, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same passage may stand twice
        <Passage key={at} passage={passage} inNewTab={inNewTab} />
      ))}
      {tools.map((call, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a tool may be called twice
        <ToolCall key={at} call={call} inNewTab={inNewTab} isOver={isOver} />
      ))}
    </>
  )
}

function Passage({
  passage: { fileId, fileName = 'A file without a name', page, heading, text },
  inNewTab,
}: {
  passage: Omit<TurnPassage, 'other'>
  inNewTab: boolean
}) {
  const open = page ? `Open page ${page}` : 'Open file'
  return (
    <Fold title={page ? `${fileName}, page ${page}` : [fileName, ...(heading ?? [])].join(' › ')}>
      {text && (
        <blockquote
          dir="auto"
          className="max-h-48 overflow-auto border-l-2 border-line-strong pl-2 whitespace-pre-wrap wrap-anywhere"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
          tabIndex={0}
        >
          {text}
        </blockquote>
      )}
      {fileId && (
        <Link
          to="/knowledge/files"
          search={{
            file: fileId,
            preview: true,
            page,
            passage: page ? undefined : searchShared(text?.slice(0, 80)),
          }}
          {...linkTo(`${open} of ${fileName}`, inNewTab)}
        >
          {inNewTab && <ExternalLink size={16} aria-hidden />}
          {open}
        </Link>
      )}
    </Fold>
  )
}

/** What was sent, what came back, how long it took. */
function ToolCall({
  call: { slug, name = slug ?? 'A tool', request, status, answer, error, tookMs },
  inNewTab,
  isOver,
}: {
  call: ShownCall
  inNewTab: boolean
  isOver: boolean
}) {
  const ended = error?.replace(/\.$/, '') ?? status
  const outcome = [
    ended ?? (isOver ? 'no answer' : 'calling'),
    ...(ended !== undefined && tookMs !== undefined ? [spanOf(tookMs)] : []),
  ].join(', ')
  const headers = Object.entries(request?.headers ?? {}).map(([header, value]) => `${header}: ${value}`)
  return (
    <Fold title={`Tool ${name}: ${outcome}`}>
      {request && (
        <Said title="Request">
          {[`${request.method} ${request.url}`, ...headers, ...(request.body ? ['', request.body] : [])].join(
            '\n',
          )}
        </Said>
      )}
      {answer !== undefined && <Said title="Answer">{answer}</Said>}
      {slug && (
        <Link to="/tools" search={{ q: slug }} {...linkTo(`Open tool ${name}`, inNewTab)}>
          {inNewTab && <ExternalLink size={16} aria-hidden />}
          Open tool
        </Link>
      )}
    </Fold>
  )
}

const linkTo = (label: string, inNewTab: boolean) => ({
  'aria-label': inNewTab ? `${label} in a new tab` : label,
  target: inNewTab ? '_blank' : undefined,
  className: buttonClass('secondary', 'sm'),
})

function Said({ title, children }: { title: string; children: string }) {
  return (
    <>
      <h4 className="text-sm text-ink-muted">{title}</h4>
      <CodeBlock className="max-h-48 max-w-full whitespace-pre-wrap wrap-anywhere">{children}</CodeBlock>
    </>
  )
}

/** One cause of an answer, folded. */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="w-full min-w-0 rounded-md border border-line px-2 py-1 text-sm">
      <summary className="cursor-pointer py-0.75 wrap-anywhere">{title}</summary>
      <div className="flex min-w-0 flex-col items-start gap-1.5 py-1">{children}</div>
    </details>
  )
}
