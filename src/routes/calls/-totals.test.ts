import { expect, it } from 'vitest'
import { type CallRecord, readCallRecord } from '../../contract/call-records'
import type { CallRow } from '../../queries/merge-calls'
import { CSV_COLUMNS, csvRow, totalsOf } from './-totals'

const reported = (id: string, fields: object): CallRow => ({
  id,
  time: '2026-05-02T10:00:00Z',
  record: readCallRecord({ id, agentId: 'a1', ...fields }) as CallRecord,
})
const rows: CallRow[] = [
  reported('c1', { status: 'COMPLETED', callEndedReason: 'ENDED', callDuration: 30 }),
  reported('c2', { status: 'COMPLETED', callEndedReason: 'ENDED', callDuration: 12, agentId: 'a2' }),
  reported('c3', { status: 'IN_PROGRESS', callDuration: 0 }),
  {
    id: 'e1',
    time: '2026-05-01T10:00:00Z',
    launch: { id: 'e1', agentId: 'a1', state: 'unknown', startedAt: '' },
  },
]

it('keeps the same day of two years apart', () => {
  const years = ['2026-05-02T10:00:00Z', '2025-05-02T10:00:00Z'].map((time) => ({ id: time, time }))
  expect(totalsOf(years, String).byDay).toEqual([
    { label: '2 May 2025', calls: 1 },
    { label: '2 May', calls: 1 },
  ])
})

it('has the newest days, whatever the list is sorted by', () => {
  const days = Array.from({ length: 16 }, (_, at) => `2026-05-${String(at + 10)}T10:00:00Z`)
  const labels = totalsOf(
    days.map((time) => ({ id: time, time })),
    String,
  ).byDay.map(({ label }) => label)
  expect(labels).toHaveLength(14)
  expect(labels.at(0)).toBe('12 May')
  expect(labels.at(-1)).toBe('25 May')
})

it('counts what never left apart from what was refused', () => {
  const launch = { id: 'e', state: 'refused', startedAt: '' } as const
  const [unsent, refused] = [{ message: 'Away' }, { message: 'No', status: 422 }].map((error) => ({
    id: 'e',
    launch: { ...launch, error },
  }))
  expect(totalsOf([unsent, refused, refused] as CallRow[], String).byResult).toEqual([
    { label: 'Dispatch refused', calls: 2 },
    { label: 'Not sent', calls: 1 },
  ])
  expect(csvRow(unsent as CallRow, undefined, '')).toContain('unsent')
})

it('counts calls by result, agent and day', () => {
  expect(totalsOf(rows, (id) => `Agent ${id}`)).toEqual({
    byResult: [
      { label: 'Ended', calls: 2 },
      { label: 'Dispatch unknown', calls: 1 },
      { label: 'In progress', calls: 1 },
    ],
    byAgent: [
      { label: 'Agent a1', calls: 3 },
      { label: 'Agent a2', calls: 1 },
    ],
    byDay: [
      { label: '1 May', calls: 1 },
      { label: '2 May', calls: 3 },
    ],
    seconds: 42,
    timed: 2,
  })
})

it('writes a value for each column of the file', () => {
  for (const row of rows) expect(csvRow(row, '+15005550110', 'Front desk')).toHaveLength(CSV_COLUMNS.length)
  expect(csvRow(rows[0] as CallRow, '+15005550110', 'Front desk').slice(1, 6)).toEqual([
    '+15005550110',
    'COMPLETED',
    'ENDED',
    '30',
    'Front desk',
  ])
})
