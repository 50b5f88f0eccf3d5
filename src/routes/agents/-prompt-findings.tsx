import type { ReactNode } from 'react'
import { Button } from '../../ui/button'
import { countOf } from '../../ui/numbers'
import type { TextFinding, TextHandle } from '../../ui/prompt-editor/text-handle'

/** More than these are not listed; mending some brings up the next. */
const MOST = 8

/**
 * What was found in the prompt: said when it changes, and a list that leads to each place and offers what mends it. It stands in the frame of the
 * text and takes its room from there: nothing of the form moves while somebody types (D210).
 */
export function PromptFindings({
  findings,
  text,
  handle,
  size,
}: {
  findings: readonly TextFinding[]
  /** The text they were found in. */
  text: string
  handle: () => TextHandle | null
  /** How long the text is. */
  size: ReactNode
}) {
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const doubts = findings.length - errors
  const summary = [errors > 0 && countOf(errors, 'mistake'), doubts > 0 && countOf(doubts, 'doubt')]
    .filter(Boolean)
    .join(' and ')
  const shown = findings.slice(0, MOST)
  const mend = ({ start, end }: TextFinding, insert: string) => {
    const target = handle()
    // Typed on meanwhile: the place is another now.
    if (!target || target.text().slice(start, end) !== text.slice(start, end)) return
    target.change([{ start, end, text: insert }])
    target.select(start, start + insert.length)
  }
  return (
    <section
      aria-label="Findings in the prompt"
      className="flex max-h-1/2 shrink-0 flex-col border-t border-line bg-surface text-sm"
    >
      {shown.length > 0 && (
        <ul className="flex max-h-32 min-h-0 flex-col divide-y divide-line overflow-auto border-b border-line">
          {shown.map((finding) => (
            <li
              key={`${finding.start} ${finding.message}`}
              className="flex flex-wrap items-center gap-x-2 gap-y-1 px-2 py-1"
            >
              <span className="min-w-0 grow basis-96 break-words">{finding.message}</span>
              <Button size="sm" onClick={() => handle()?.select(finding.start, finding.end)}>
                Go to it
              </Button>
              {finding.fixes.map(({ label, insert, run }) => (
                <Button
                  key={label}
                  size="sm"
                  className="max-w-full overflow-hidden"
                  onClick={() => (insert === undefined ? run?.() : mend(finding, insert))}
                >
                  {label}
                </Button>
              ))}
            </li>
          ))}
          {findings.length > MOST && (
            <li className="px-2 py-1 text-ink-muted">and {findings.length - MOST} more</li>
          )}
        </ul>
      )}
      <div className="flex flex-wrap justify-between gap-x-4 px-2 py-1">
        <p role="status" className={errors > 0 ? 'text-bad' : 'text-ink-muted'}>
          {findings.length > 0
            ? `${summary} in the prompt.`
            : text.includes('{{')
              ? 'Every variable of the prompt is declared.'
              : ''}
        </p>
        {size}
      </div>
    </section>
  )
}
