import { useNow } from './clock'
import { exactTime, nowAfter, readTime, relativeTime } from './time-words'

/**
 * A time as people say it ("5 min ago"), kept up to date; exact with zone on hover and for screen readers.
 * - `time`: ISO text, ms, s or Date, as it came; what is no time is shown raw, nothing as a dash
 * - `whole`: the exact time is shown
 */
export function TimeText({ time, whole = false }: { time: unknown; whole?: boolean }) {
  const tick = useNow()
  const at = readTime(time)
  if (at === null) {
    return typeof time === 'string' || typeof time === 'number' ? (
      <span>{time}</span>
    ) : (
      <span className="text-ink-muted">–</span>
    )
  }
  const now = nowAfter(at, tick, Date.now())
  const exact = exactTime(at)
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={exact}
      className={whole ? undefined : 'whitespace-nowrap'}
    >
      {whole ? (
        exact
      ) : (
        <>
          {relativeTime(at, now)}
          <span className="sr-only">, {exact}</span>
        </>
      )}
    </time>
  )
}
