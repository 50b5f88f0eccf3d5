/** When the calls of a batch may be placed, besides its pace. */
export interface CallHours {
  /** ISO time of the first one; absent: at once. */
  readonly startAt?: string
  /** Minutes of the day, where the number is; absent or alike: at any hour. From later than to: over midnight. */
  readonly fromMinute?: number
  readonly toMinute?: number
}

const DAY = 1_440
const MINUTE_MS = 60_000

/** Since Chrome 99 a method, before that and in Safari a property; elsewhere nothing. */
type Located = Intl.Locale & { getTimeZones?: () => string[]; readonly timeZones?: string[] }

/** The time zones of a country, or `undefined` where the browser does not know them. */
export function zonesOf(country: string): readonly string[] | undefined {
  try {
    const locale = new Intl.Locale(`und-${country}`) as Located
    const zones = locale.getTimeZones?.() ?? locale.timeZones
    return zones?.length ? zones : undefined
  } catch {
    return undefined
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Minutes since midnight, in a zone or, without one, on this computer. */
function minuteIn(zone: string, time: number): number {
  let format = formats.get(zone)
  if (!format) {
    const timeZone = zone === '' ? undefined : zone
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    formats.set(zone, format)
  }
  const [hour = 0, minute = 0] = format.format(time).split(':').map(Number)
  return hour * 60 + minute
}

/**
 * From when, in milliseconds since 1970, a number of this country may be called: `now` where it may be at once, `Infinity` where no hour
 * of a day suits all time zones of the country. Where the country or its zones are not known, the hours are those of this computer.
 */
export function opensAt({ startAt, fromMinute, toMinute }: CallHours, country: string, now: number): number {
  const start = Math.max(now, startAt === undefined ? now : Date.parse(startAt))
  if (fromMinute === undefined || toMinute === undefined || fromMinute === toMinute) return start
  const zones = new Map((zonesOf(country) ?? ['']).map((zone) => [minuteIn(zone, start), zone]))
  const minutes = [...zones.keys()]
  const open = (later: number) =>
    minutes.every((minute) => {
      const then = (minute + later) % DAY
      return fromMinute < toMinute
        ? then >= fromMinute && then < toMinute
        : then >= fromMinute || then < toMinute
    })
  if (open(0)) return start
  // The hours of a country begin where those of one of its zones do.
  const waits = minutes.map((minute) => (fromMinute - minute + DAY) % DAY).filter(open)
  if (waits.length === 0) return Number.POSITIVE_INFINITY
  const wait = Math.min(...waits)
  const opens = (Math.floor(start / MINUTE_MS) + wait) * MINUTE_MS
  // The clock may be changed meanwhile; an hour that it skips is left as it is.
  const zone = zones.get((fromMinute - wait + DAY) % DAY) ?? ''
  const changed = opens + (fromMinute - minuteIn(zone, opens)) * MINUTE_MS
  return minuteIn(zone, changed) === fromMinute ? changed : opens
}
