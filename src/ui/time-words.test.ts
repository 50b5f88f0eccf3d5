import { describe, expect, it } from 'vitest'
import { exactTime, formatDuration, nowAfter, readTime, relativeTime } from './time-words'

const now = Date.parse('2025-05-12T12:00:00Z')
const ago = (seconds: number) => relativeTime(now - seconds * 1000, now)

describe('time', () => {
  it.each([
    [0, 'just now'],
    [44, 'just now'],
    [45, '1 min ago'],
    [5 * 60, '5 min ago'],
    [44 * 60, '44 min ago'],
    [50 * 60, '1 h ago'],
    [3 * 3600, '3 h ago'],
    [21 * 3600, '21 h ago'],
    [23 * 3600, 'yesterday'],
    [4 * 86400, '4 days ago'],
    [-5, 'just now'],
    [-30, 'in less than a minute'],
    [-5 * 60, 'in 5 min'],
    [-86400, 'tomorrow'],
  ])('%d seconds past is "%s"', (seconds, words) => {
    expect(ago(seconds)).toBe(words)
  })

  it('is of yesterday or tomorrow by the calendar', () => {
    const [late, early] = [new Date(2025, 4, 12, 23, 30).getTime(), new Date(2025, 4, 12, 0, 30).getTime()]
    expect(relativeTime(early, late)).toBe('23 h ago')
    expect(relativeTime(late, early)).toBe('in 23 h')
    expect(relativeTime(new Date(2025, 4, 10, 23, 30).getTime(), early)).toBe('2 days ago')
  })

  it('becomes a date after two weeks, with the time of day, or with the year where it differs', () => {
    const at = new Date(now - 20 * 86_400_000)
    expect(ago(20 * 86400)).toBe(`22 Apr, ${at.toTimeString().slice(0, 5)}`)
    expect(ago(200 * 86400)).toBe('24 Oct 2024')
  })

  it('is exact to the second and names the zone', () => {
    const before = process.env.TZ
    try {
      for (const [zone, words] of [
        ['Europe/Berlin', '12 May 2025, 14:00:00 GMT+2'],
        ['Asia/Kathmandu', '12 May 2025, 17:45:00 GMT+5:45'],
        ['America/St_Johns', '12 May 2025, 09:30:00 GMT-2:30'],
        ['UTC', '12 May 2025, 12:00:00 GMT'],
      ] as const) {
        process.env.TZ = zone
        expect(exactTime(now)).toBe(words)
        expect(Date.parse(words)).toBe(now)
      }
    } finally {
      process.env.TZ = before
    }
  })

  it('is read from what services send, and from nothing else', () => {
    expect(readTime('2025-05-12T12:00:00Z')).toBe(now)
    expect(readTime(now)).toBe(now)
    expect(readTime(now / 1000)).toBe(now)
    expect(readTime(new Date(now))).toBe(now)
    expect(readTime('12')).toBeNull()
    expect(readTime('soon')).toBeNull()
    expect(readTime(null)).toBeNull()
    expect(readTime('2025-99-99')).toBeNull()
  })

  it('measures spans', () => {
    expect(formatDuration(400)).toBe('0.4 s')
    expect(formatDuration(4_000)).toBe('4 s')
    expect(formatDuration(9_960)).toBe('10 s')
    expect(formatDuration(185_000)).toBe('3 min 5 s')
    expect(formatDuration(7_800_000)).toBe('2 h 10 min')
  })
})

it('what happened since the last tick is not ahead', () => {
  const at = Date.parse('2026-05-12T12:00:00Z')
  expect(relativeTime(at, nowAfter(at, at - 14_000, at + 1_000))).toBe('just now')
  expect(relativeTime(at, nowAfter(at, at - 14_000, at - 14_000))).toBe('in less than a minute')
  expect(nowAfter(at, at + 5, at + 10)).toBe(at + 5)
})
