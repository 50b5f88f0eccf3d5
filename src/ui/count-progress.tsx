import { formatCount } from './numbers'

/** A bar of things done out of a whole. `label`: what goes on; `words`: more beside the figures, such as the time left. */
export function CountProgress({
  label,
  done,
  total,
  words,
}: {
  label: string
  done: number
  total: number
  words?: string
}) {
  const share = total > 0 ? Math.min(1, done / total) : 0
  const said = [`${formatCount(done)} of ${formatCount(total)}`, words].filter(Boolean).join(', ')
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share * 100)}
        aria-valuetext={said}
        className="h-1 overflow-hidden rounded-full bg-line"
      >
        <div className="h-full bg-accent" style={{ width: `${share * 100}%` }} />
      </div>
      <span className="text-sm text-ink-muted">{said}</span>
    </div>
  )
}
