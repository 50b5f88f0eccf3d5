import { formatBytes, formatCount } from './numbers'
import { formatDuration } from './time-words'

/** "3.1 MB of 12 MB, 1.2 MB/s, 7.4 s left"; without a total only what is done. */
export function progressWords(sent: number, total: number | null, bytesPerSecond?: number | null): string {
  const parts = [total === null ? formatBytes(sent) : `${formatBytes(sent)} of ${formatBytes(total)}`]
  if (bytesPerSecond && bytesPerSecond > 0) {
    parts.push(`${formatBytes(bytesPerSecond)}/s`)
    if (total !== null && sent < total)
      parts.push(`${formatDuration(((total - sent) / bytesPerSecond) * 1000)} left`)
  }
  return parts.join(', ')
}

/**
 * A bar of bytes with its figures.
 * - `label`: what moves, "Uploading pricing.pdf"; `sent`, `total` in bytes, `total` null while unknown; `bytesPerSecond` where measured
 */
export function ByteProgress({
  label,
  sent,
  total,
  bytesPerSecond,
}: {
  label: string
  sent: number
  total: number | null
  bytesPerSecond?: number | null
}) {
  const share = total === null ? null : total && sent / total
  return <Progress label={label} share={share} words={progressWords(sent, total, bytesPerSecond)} />
}

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
  const said = [`${formatCount(done)} of ${formatCount(total)}`, words].filter(Boolean).join(', ')
  return <Progress label={label} share={total && done / total} words={said} />
}

/** `share`: from 0 to 1, null while unknown. Screen readers hear the words with the bar. */
function Progress({ label, share, words }: { label: string; share: number | null; words: string }) {
  const percent = share === null ? undefined : Math.min(1, share) * 100
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent === undefined ? undefined : Math.floor(percent)}
        aria-valuetext={words}
        className="h-1 overflow-hidden rounded-full bg-line"
      >
        <div
          className={percent === undefined ? 'h-full w-full animate-wait bg-accent' : 'h-full bg-accent'}
          style={percent === undefined ? undefined : { width: `${percent}%` }}
        />
      </div>
      <span aria-hidden className="truncate text-sm text-ink-muted">
        {words}
      </span>
    </div>
  )
}
