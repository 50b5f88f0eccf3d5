const minute = 60
const hour = 60 * minute
const day = 24 * hour

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** "12 May", in the zone of this browser. Formats of the browser's own take 100 ms to make on a slow machine. */
export const dayOf = (date: Date) => `${date.getDate()} ${MONTHS[date.getMonth()]}`

/** Milliseconds of what services send as a time: ISO text, a Date, or a number in ms or s. Null when it is none. */
export function readTime(value: unknown): number | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.getTime()
  if (typeof value === 'number' && Number.isFinite(value))
    return Math.abs(value) < 1e11 ? value * 1000 : value
  if (typeof value !== 'string' || !/^\d{4}-\d\d/.test(value)) return null
  const time = Date.parse(value)
  return Number.isNaN(time) ? null : time
}

/** The time to tell `time` by: `tick`, which may be seconds old, but never so that what happened since would seem to be ahead. */
export const nowAfter = (time: number, tick: number, clock: number): number =>
  time > tick ? Math.max(tick, Math.min(time, clock)) : tick

const startOf = (time: number) => new Date(time).setHours(0, 0, 0, 0)

/** "just now", "5 min ago", "3 h ago", "yesterday", "4 days ago", then the date, with the time of day in this year. Times ahead: "in 5 min". */
export function relativeTime(time: number, now: number): string {
  const seconds = Math.round((now - time) / 1000)
  const past = seconds >= 0
  const span = Math.abs(seconds)
  const say = (words: string) => (past ? `${words} ago` : `in ${words}`)
  if (span < 45) return past || span < 10 ? 'just now' : 'in less than a minute'
  if (span < 45 * minute) return say(`${Math.max(1, Math.round(span / minute))} min`)
  const days = Math.abs(Math.round((startOf(now) - startOf(time)) / 1000 / day))
  if (span < 22 * hour || days === 0) return say(`${Math.max(1, Math.round(span / hour))} h`)
  if (days === 1) return past ? 'yesterday' : 'tomorrow'
  if (days < 14) return say(`${days} days`)
  const [year, thisYear] = [time, now].map((each) => new Date(each).getFullYear())
  // Year and time of day would be wider than the columns of times.
  return exactTime(time).replace(year === thisYear ? / \d{4}|:\d\d GMT.*/g : /,.*/, '')
}

/** "12 May 2025, 14:03:22 GMT+2", in the zone of this browser. */
export function exactTime(time: number): string {
  const date = new Date(time)
  const offset = -date.getTimezoneOffset()
  const hours = Math.floor(Math.abs(offset) / 60)
  const minutes = Math.abs(offset % 60)
  const zone = offset === 0 ? '' : `${offset < 0 ? '-' : '+'}${hours}${minutes ? `:${minutes}` : ''}`
  return `${dayOf(date)} ${date.getFullYear()}, ${date.toTimeString().slice(0, 8)} GMT${zone}`
}

/** What is said while a busy service is waited for. A time and no countdown: nothing is drawn while nothing is sent. */
export const busyUntil = (time: number): string =>
  `The service is busy. Continues by itself at ${new Date(time).toLocaleTimeString()}.`

/** A length of time: "0.4 s", "12 s", "3 min 5 s", "2 h 10 min". Milliseconds in. */
export function formatDuration(ms: number): string {
  if (ms < 9_950) return `${Math.round(ms / 100) / 10} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < minute) return `${seconds} s`
  if (seconds < hour) return `${Math.floor(seconds / minute)} min ${seconds % minute} s`
  return `${Math.floor(seconds / hour)} h ${Math.floor((seconds % hour) / minute)} min`
}
