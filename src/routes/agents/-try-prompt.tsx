import { useEffect, useRef } from 'react'
import { renderText } from '../../contract/placeholders'
import { Dialog } from '../../ui/dialog'

interface Span {
  readonly start: number
  readonly end: number
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Where a line that decided stands in a prompt: as it is written, or as it reads with the values. */
export function findLine(
  prompt: string,
  line: string,
  values: Readonly<Record<string, string>>,
): Span | undefined {
  const wanted = plain(line)
  if (wanted === '') return undefined
  // A sentence may go over several lines.
  const words = wanted.split(' ').map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const found = new RegExp(words.join('\\s+')).exec(prompt)
  if (found) return { start: found.index, end: found.index + found[0].length }
  let start = 0
  for (const written of prompt.split('\n')) {
    const read = renderText(written, values)
      .map(({ text }) => text)
      .join('')
    if ([written, read].some((each) => plain(each).includes(wanted)))
      return { start, end: start + written.length }
    start += written.length + 1
  }
  return undefined
}

/** The prompt that an answer came from, with the line that decided marked and in sight. */
export function PromptDialog({
  prompt,
  line,
  span,
  onClose,
}: {
  prompt: string
  line: string
  span: Span | undefined
  onClose: () => void
}) {
  const mark = useRef<HTMLElement>(null)
  useEffect(() => mark.current?.scrollIntoView({ block: 'center' }), [])
  return (
    <Dialog
      onClose={onClose}
      title="System prompt"
      description={
        span ? 'The line that decided is marked.' : `This line is not in the prompt word for word: ${line}`
      }
      size="lg"
    >
      <p
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        tabIndex={0}
        className="max-h-[60dvh] overflow-auto rounded-md border border-line bg-surface-raised p-3 whitespace-pre-wrap wrap-anywhere"
      >
        {span ? (
          <>
            {prompt.slice(0, span.start)}
            <mark ref={mark} className="bg-accent-soft text-ink">
              {prompt.slice(span.start, span.end)}
            </mark>
            {prompt.slice(span.end)}
          </>
        ) : (
          prompt
        )}
      </p>
    </Dialog>
  )
}
