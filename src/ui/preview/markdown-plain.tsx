import { type ReactNode, useMemo } from 'react'
import { formatCount } from '../numbers'
import { linesIn } from './markdown-place'

/** Once, when it is there. */
const showMark = (mark: HTMLElement | null) => mark?.scrollIntoView({ block: 'center' })

/** What is shown as the place that was asked for. */
export const Found = ({ children }: { children: ReactNode }) => (
  <mark ref={showMark} className="block rounded-sm bg-accent-soft text-ink">
    {children}
  </mark>
)

/** So many characters are shown. */
const PLAIN_MAX = 100_000

const PLAIN_REASONS = {
  'too long': 'This document is too long to format. It is shown as plain text.',
  'too tangled': 'This document is too complex to format. It is shown as plain text.',
}

/** A text as it is written, around the lines in which `words` begin. */
export function Plain({
  text,
  problem,
  words = '',
}: {
  text: string
  problem: 'too long' | 'too tangled'
  words: string | undefined
}) {
  const place = useMemo(() => linesIn(text, words), [text, words])
  // Of a place farther on, what stands around it.
  const isFar = place !== undefined && place.end > PLAIN_MAX
  const from = isFar ? Math.max(0, place.start - PLAIN_MAX / 2) : 0
  const to = Math.min(text.length, from + PLAIN_MAX)
  return (
    <>
      <p className="text-ink-muted">
        {PLAIN_REASONS[problem]}{' '}
        {text.length > PLAIN_MAX &&
          `${isFar ? `From ${formatCount(from + 1)} to` : 'The first'} ${formatCount(to)} of ${formatCount(text.length)} characters.`}
      </p>
      <pre className="text-sm whitespace-pre-wrap">
        {text.slice(from, place?.start ?? to)}
        {place && (
          <>
            <Found>{text.slice(place.start, place.end)}</Found>
            {text.slice(text[place.end] === '\n' ? place.end + 1 : place.end, to)}
          </>
        )}
      </pre>
    </>
  )
}
