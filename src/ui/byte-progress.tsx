import { formatBytes } from './numbers'
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
  const share = total ? Math.min(1, sent / total) : 0
  const words = progressWords(sent, total, bytesPerSecond)
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={total === null ? undefined : Math.floor(share * 100)}
        aria-valuetext={words}
        className="h-1 overflow-hidden rounded-full bg-line"
      >
        <div
          className={total === null ? 'h-full w-full animate-wait bg-accent' : 'h-full bg-accent'}
          style={total === null ? undefined : { width: `${share * 100}%` }}
        />
      </div>
      <span aria-hidden className="truncate text-sm text-ink-muted">
        {words}
      </span>
    </div>
  )
}
