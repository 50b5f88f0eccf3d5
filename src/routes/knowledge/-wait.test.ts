import { expect, it } from 'vitest'
import type { KnowledgeFile } from '../../contract/files'
import { keepWaiting, waitsOn } from './-late-notice'
import { expectedWait, isLate, minutesOf, usualWait, waitedFor, waitWords } from './-wait'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
const file = (status: string | undefined, from?: number, to?: number): KnowledgeFile => ({
  fileId: 'f',
  status,
  createdAt: from === undefined ? undefined : at(from),
  updatedAt: to === undefined ? undefined : at(to),
  other: {},
})

it('counts from the record of a file that waits, whatever its status is called', () => {
  const now = Date.parse(at(10))
  expect(waitedFor(file('PROCESSING', 4, 9), now)).toBe(6 * 60_000)
  expect(waitedFor(file('SOMETHING_NEW', undefined, 9), now)).toBe(60_000)
  expect(waitedFor(file('UPLOADED', 11), now)).toBe(0)
  expect(waitedFor(file('INGESTED', 4), now)).toBeUndefined()
  expect(waitedFor(file('FAILED', 4), now)).toBeUndefined()
  expect(waitedFor(file('PROCESSING'), now)).toBeUndefined()
})

it('says how long a file waits and usually waits, and nothing of less than a second', () => {
  expect(waitWords(999, { others: 0, usualMs: 20 })).toBe('')
  expect(waitWords(0, { others: 7 })).toBe('')
  expect(waitWords(1_000, { others: 0, usualMs: 20 })).toBe('for 1 s')
  expect(waitWords(2_000, { others: 0, usualMs: 4_000 })).toBe('for 2 s, usually 4 s')
  expect(waitWords(2_000, { others: 1 })).toBe('for 2 s, 1 other waits too')
  expect(waitWords(2_000)).toBe('for 2 s')
})

it('calls twelve minutes late', () => {
  expect(isLate(12 * 60_000 - 1)).toBe(false)
  expect(isLate(12 * 60_000)).toBe(true)
  expect(minutesOf(12 * 60_000 + 59_000)).toBe('12 min')
  expect(minutesOf(125 * 60_000)).toBe('2 h 5 min')
})

it('takes the median of the files that are ready, so that one stuck for a day does not count for much', () => {
  const files = [file('INGESTED', 0, 1440), file('INGESTED', 3, 5), file('INGESTED', 6, 9)]
  expect(usualWait(files)).toBe(3 * 60_000)
  expect(usualWait([...files, file('FAILED', 0, 1), file('PROCESSING', 0, 1)])).toBe(3 * 60_000)
  expect(usualWait([file('INGESTED', 5, 5), file('INGESTED', 5)])).toBeUndefined()
  expect(usualWait([])).toBeUndefined()
})

it('does not count the turn that a file waited for: a hundred that came at once took a minute each, not fifty', () => {
  const files = Array.from({ length: 100 }, (_, turn) => file('INGESTED', 0, turn + 1))
  expect(usualWait(files)).toBe(60_000)
})

it('expects the usual of few files, and says how many wait where they wait for each other', () => {
  const ready = file('INGESTED', 0, 2)
  const waiting = (count: number) => [ready, ...Array.from({ length: count }, () => file('UPLOADED', 3))]
  expect(expectedWait([ready])).toEqual({ others: 0 })
  expect(expectedWait(waiting(3))).toEqual({ others: 0, usualMs: 120_000 })
  expect(expectedWait(waiting(101))).toEqual({ others: 100 })
})

it('says nothing for as long again to who keeps waiting, for that file only', () => {
  keepWaiting('accepted', 1_000)
  expect(waitsOn('accepted', 1_000 + 12 * 60_000 - 1)).toBe(true)
  expect(waitsOn('accepted', 1_000 + 12 * 60_000)).toBe(false)
  expect(waitsOn('another', 1_001)).toBe(false)
})
