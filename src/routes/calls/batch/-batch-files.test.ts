import { expect, it } from 'vitest'
import type { CallRecord } from '../../../contract/call-records'
import type { BatchView, LiveRow } from '../../../queries/batches'
import { callsByNumber } from '../../../queries/called-since'
import type { Launch } from '../../../queries/calls'
import { csvOf } from '../../-shared/save-csv'
import { earlierCalls, lacksOf, outcomeOf, resultsOf, templateOf } from './-batch-files'

const row = (
  index: number,
  state: LiveRow['state'],
  cells: string[],
  more: Partial<LiveRow> = {},
): LiveRow => ({
  row: index,
  to: cells[0] ?? '',
  cells,
  state,
  ...more,
})
const view = {
  batch: { header: ['to', 'note'] },
  rows: [
    row(0, 'accepted', ['+14155552671', '=1+1'], { callId: 'c1', status: 'queued' }),
    row(1, 'unknown', ['+14155552672'], { said: 'No answer: timed out.' }),
    row(2, 'not sent', ['4.47E+11', 'a, b'], { said: 'Shortened' }),
    row(3, 'waiting', ['+14155552674', '']),
  ],
} as unknown as BatchView

it('gives back the columns of the file with what became of each row, without formulas', () => {
  const call = { id: 'c1', status: 'COMPLETED', callEndedReason: 'customer-ended-call' } as CallRecord
  const lines = csvOf(resultsOf(view, 'all', { calls: new Map([['c1', call]]), listed: true }))
    .join('')
    .split('\r\n')
  expect(lines[0]).toBe(
    '\ufeffto,note,Row,Outcome,Problem,Call id,Status returned,Sent time,Call state,Call ended',
  )
  expect(lines[1]).toBe("+14155552671,'=1+1,1,Accepted,,c1,queued,,COMPLETED,customer-ended-call")
  expect(lines[2]).toBe('+14155552672,,2,Unknown,No answer: timed out.,,,,,')
  expect(lines).toHaveLength(6)
})

it('gives back what failed, also by the result of its call, and nothing that may yet end well or was placed', () => {
  const ended = (id: string, status: string) => [id, { id, status, callEndedReason: 'LINE_BUSY' }] as const
  const rows = [
    ...view.rows,
    row(4, 'refused', ['+14155552675', '']),
    ...['busy', 'done', 'open', 'unread'].map((callId, at) =>
      row(5 + at, 'accepted', [`+1415555268${at}`, ''], { callId }),
    ),
  ]
  const calls = new Map<string, CallRecord>([
    ended('busy', 'failed'),
    ended('done', 'COMPLETED'),
    ['open', { id: 'open', status: 'IN_PROGRESS' }],
  ] as unknown as [string, CallRecord][])
  const lines = csvOf(resultsOf({ ...view, rows }, 'failed', { calls, listed: true }))
    .join('')
    .split('\r\n')
    .slice(1, -1)
  expect(lines.map((line) => line.split(',')[0])).toEqual(['4.47E+11', '+14155552675', '+14155552680'])
  expect(lines.at(-1)).toMatch(/,6,Accepted,,busy,,,failed,LINE_BUSY$/)
  // Whoever takes the file is told how many may still be missing: the call of one of the first rows was not read, either.
  const unread = 'Not in the file: 2 results not read'
  expect(lacksOf({ rows }, 'failed', { calls, listed: true })).toBe(
    `${unread}, 1 accepted call without a result`,
  )
  expect(lacksOf({ rows }, 'all', { calls, listed: true })).toBe(unread)
  const unlisted = { calls: new Map(), listed: false }
  expect(lacksOf({ rows }, 'failed', unlisted)).toBe('Not in the file: 5 accepted calls without a result')
  expect(lacksOf({ rows }, 'all', unlisted)).toBeUndefined()
  const stateOf = (read: Parameters<typeof lacksOf>[2]) => resultsOf(view, 'all', read)[1]?.at(-2)
  expect([stateOf({ calls, listed: true }), stateOf(unlisted)]).toEqual(['Not read', ''])
})

it('says of a batch that was stopped that what waited was not sent', () => {
  const stopped = { ...view, batch: { ...view.batch, course: 'stopped' } } as BatchView
  for (const only of ['all', 'failed'] as const)
    expect(csvOf(resultsOf(stopped, only, { calls: new Map(), listed: true })).at(-1)).toContain(
      '+14155552674,,4,Not sent,',
    )
  expect(outcomeOf('waiting', view.batch)).toBe('waiting')
  expect(outcomeOf('accepted', stopped.batch)).toBe('accepted')
})

it('makes a template with the columns of the version', () => {
  const declared = [{ name: 'plan', required: false, defaultValue: 'basic' }]
  expect(csvOf(templateOf(declared)).join('')).toBe(
    '\ufefftoPhoneNumber,firstName,leadId,plan\r\n+15551234567,Ada,lead-1,basic\r\n',
  )
})

it('knows which numbers were called, or may have been, and when last', () => {
  const now = Date.parse('2026-11-20T16:00:00Z')
  const launch = (toPhoneNumber: string, state: Launch['state'], minutes: number) =>
    ({
      request: { toPhoneNumber },
      state,
      startedAt: new Date(now - minutes * 60_000).toISOString(),
    }) as Launch
  const calls = callsByNumber([
    launch('+1', 'refused', 1),
    launch('+1', 'accepted', 4),
    launch('+2', 'unknown', 5),
    launch('+1', 'unknown', 9),
  ])
  expect([...earlierCalls(calls, now)]).toEqual([
    ['+1', 'This number was called 4 min ago by this console.'],
    ['+2', 'This number may have been called 5 min ago by this console.'],
  ])
})
