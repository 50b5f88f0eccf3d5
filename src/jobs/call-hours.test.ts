import { expect, it } from 'vitest'
import { opensAt, zonesOf } from './call-hours'

const at = (time: string) => Date.parse(time)
const opens = (country: string, from: number, to: number, now: string, startAt?: string) => {
  const time = opensAt({ startAt, fromMinute: from * 60, toMinute: to * 60 }, country, at(now))
  return Number.isFinite(time) ? new Date(time).toISOString().slice(0, 16) : time
}

it('keeps to the hours of the day where the number is', () => {
  // London is an hour ahead of UTC in July, Berlin two.
  expect(opens('GB', 9, 20, '2026-07-01T08:00:00Z')).toBe('2026-07-01T08:00')
  expect(opens('GB', 9, 20, '2026-07-01T07:59:59Z')).toBe('2026-07-01T08:00')
  expect(opens('DE', 9, 20, '2026-07-01T06:30:30Z')).toBe('2026-07-01T07:00')
  expect(opens('GB', 9, 20, '2026-07-01T19:00:00Z')).toBe('2026-07-02T08:00')
  expect(opens('IN', 10, 19, '2026-07-01T04:00:00Z')).toBe('2026-07-01T04:30')
})

it('waits until every time zone of a country is within the hours', () => {
  expect(zonesOf('US')?.length).toBeGreaterThan(3)
  // Nine in Honolulu is fifteen in New York.
  expect(opens('US', 9, 20, '2026-07-01T14:00:00Z')).toBe('2026-07-01T19:00')
  expect(opens('US', 9, 20, '2026-07-02T00:00:00Z')).toBe('2026-07-02T19:00')
  // A working day is over in the one before it begins in the other.
  expect(opens('US', 9, 14, '2026-07-01T14:00:00Z')).toBe(Number.POSITIVE_INFINITY)
})

it('may go over midnight', () => {
  expect(opens('GB', 22, 6, '2026-01-01T23:00:00Z')).toBe('2026-01-01T23:00')
  expect(opens('GB', 22, 6, '2026-01-02T05:59:00Z')).toBe('2026-01-02T05:59')
  expect(opens('GB', 22, 6, '2026-01-02T06:00:00Z')).toBe('2026-01-02T22:00')
})

it('does not begin before its time, and then not outside the hours', () => {
  expect(opensAt({ startAt: '2026-01-01T10:00:00Z' }, 'GB', at('2026-01-01T09:00:00Z'))).toBe(
    at('2026-01-01T10:00:00Z'),
  )
  const past = { startAt: '2026-01-01T10:00:00Z' }
  expect(opensAt(past, 'GB', at('2026-01-01T11:00:00Z'))).toBe(at('2026-01-01T11:00:00Z'))
  expect(opens('GB', 9, 20, '2026-01-01T05:00:00Z', '2026-01-01T21:00:00Z')).toBe('2026-01-02T09:00')
})

it('says the hour as the clock shows it after a change in the night', () => {
  // Berlin skips 02:00 to 03:00 on the one night, and has it twice on the other.
  expect(opens('DE', 8, 20, '2026-03-28T20:00:00Z')).toBe('2026-03-29T06:00')
  expect(opens('DE', 8, 20, '2026-10-24T20:00:00Z')).toBe('2026-10-25T07:00')
  // An hour that the night skips is not the one before it.
  expect(opens('DE', 2.5, 4, '2026-03-29T00:00:00Z')).toBe('2026-03-29T01:30')
})

it('takes the hours of this computer for a country whose zones are not known', () => {
  for (const country of ['XK', 'AC', 'TA']) expect(zonesOf(country)?.length, country).not.toBe(0)
  const now = Date.parse('2026-07-01T03:00:00Z')
  const hours = { fromMinute: 540, toMinute: 541 }
  expect(opensAt(hours, 'XK', now)).toBe(opensAt(hours, '', now))
  expect(opensAt(hours, 'XK', now)).toBeGreaterThan(now)
})

it('takes the hours of this computer for a country that nobody knows', () => {
  expect(opensAt({ fromMinute: 540, toMinute: 541 }, '', Date.now())).not.toBe(Number.POSITIVE_INFINITY)
  expect(opensAt({ fromMinute: 540, toMinute: 540 }, '', 5)).toBe(5)
})
