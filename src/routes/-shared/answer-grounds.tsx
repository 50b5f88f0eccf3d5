import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Grounds } from '../../contract/grounds'
import { buttonClass } from '../../ui/button'
import { CodeBlock } from '../../ui/code-block'

/** What an answer rests on: each passage with the way to its page, and each tool with its request and answer. */
export function AnswerGrounds({ grounds: { passages = [], tools = [], error } }: { grounds: Grounds }) {
  return (
    <>
      {error && <p className="text-sm text-bad">The answer failed: {error}</p>}
      {passages.map(({ fileId, fileName = 'A file without a name', page, text }, at) => {
        const where = page === undefined ? fileName : `${fileName}, page ${page}`
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same passage may stand twice
          <Fold key={at} title={where}>
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
                search={{ file: fileId }}
                aria-label={page === undefined ? `Open file ${fileName}` : `Open page ${page} of ${fileName}`}
                className={buttonClass('secondary', 'sm')}
              >
                {page === undefined ? 'Open file' : `Open page ${page}`}
              </Link>
            )}
          </Fold>
        )
      })}
      {tools.map(({ name = 'A tool', request, status, answer, error, tookMs }, at) => (
        <Fold
          // biome-ignore lint/suspicious/noArrayIndexKey: a tool may be called twice
          key={at}
          title={`Tool ${name}: ${error ?? status ?? 'no answer'}${tookMs === undefined ? '' : `, ${Math.round(tookMs)} ms`}`}
        >
          {request && (
            <CodeBlock className="max-h-48 max-w-full whitespace-pre-wrap wrap-anywhere">
              {[`${request.method} ${request.url}`, request.body].filter(Boolean).join('\n\n')}
            </CodeBlock>
          )}
          {answer !== undefined && (
            <CodeBlock className="max-h-48 max-w-full whitespace-pre-wrap wrap-anywhere">{answer}</CodeBlock>
          )}
        </Fold>
      ))}
    </>
  )
}

function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="w-full min-w-0 text-sm">
      <summary className="min-h-6 cursor-pointer text-accent wrap-anywhere">{title}</summary>
      <div className="flex min-w-0 flex-col items-start gap-1.5 py-1">{children}</div>
    </details>
  )
}
