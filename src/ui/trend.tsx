import type { Tone } from './badge'
import { classNames } from './class-names'
import { formatCount } from './numbers'

/** Its colour in a plot. */
export const fills: Readonly<Record<Tone, string>> = {
  good: 'fill-good',
  waiting: 'fill-waiting',
  busy: 'fill-busy',
  bad: 'fill-bad',
  unknown: 'fill-unknown',
}

/** One part of a whole. */
export interface Share {
  readonly label: string
  readonly count: number
  readonly tone: Tone
}

/** A bar of the parts of a whole, each with its colour, and their counts in words. `label`: what is counted. */
export function Shares({ label, parts }: { label: string; parts: readonly Share[] }) {
  const shown = parts.filter(({ count }) => count > 0)
  const total = shown.reduce((sum, { count }) => sum + count, 0)
  let start = 0
  return (
    <div className="flex flex-col gap-1">
      <svg aria-hidden viewBox="0 0 100 6" preserveAspectRatio="none" className="h-1.5 w-full rounded-full">
        <rect width="100" height="6" className="fill-line" />
        {shown.map(({ label: part, count, tone }) => {
          const x = start
          start += (count / total) * 100
          return <rect key={part} x={x} width={start - x} height="6" className={fills[tone]} />
        })}
      </svg>
      <ul aria-label={label} className="flex flex-wrap gap-x-3 text-sm text-ink-muted">
        {shown.map(({ label: part, count, tone }) => (
          <li key={part} className="flex items-center gap-1.5">
            <svg aria-hidden viewBox="0 0 8 8" className={classNames('size-2 shrink-0', fills[tone])}>
              <rect width="8" height="8" rx="2" />
            </svg>
            {`${formatCount(count)} ${part}`}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Columns are as wide as if there were so many, so that two or three do not look like blocks. */
const SLOTS = 14

/** Columns of a few values in order, the last one marked. `label` says what they are and what they come to; each tells itself on hover. */
export function Columns({
  label,
  values,
  most = Math.max(1, ...values.map(({ value }) => value)),
}: {
  label: string
  values: readonly { readonly label: string; readonly value: number }[]
  /** The value of a whole column. */
  most?: number
}) {
  const wide = 100 / Math.max(SLOTS, values.length)
  return (
    <svg role="img" aria-label={label} viewBox="0 0 100 24" preserveAspectRatio="none" className="h-8 w-full">
      <rect y="23.5" width="100" height="0.5" className="fill-line-strong" />
      {values.map(({ label: of, value }, place) => {
        const height = (value / most) * 22
        return (
          <rect
            key={of}
            x={place * wide + wide * 0.1}
            y={23.5 - height}
            width={wide * 0.8}
            height={height}
            className={place === values.length - 1 ? 'fill-accent' : 'fill-line-strong'}
          >
            <title>{of}</title>
          </rect>
        )
      })}
    </svg>
  )
}
