import { expect, it } from 'vitest'
import { type CallRecord, readCallRecord } from '../contract/call-records'
import { findCall } from './call-record'
import type { Launch } from './calls'
import { mergeCalls, otherParty } from './merge-calls'

const record = (id: string, fields: object = {}) => readCallRecord({ id, ...fields }) as CallRecord
const launch = (id: string, startedAt: string, callId?: string): Launch => ({
  id,
  startedAt,
  state: callId ? 'accepted' : 'unknown',
  result: callId === undefined ? undefined : { id: callId, other: {} },
  request: { versionId: 'v1', outboundPhoneNumberId: 'n1', toPhoneNumber: '+15005550110' },
})

it('lists each call once, newest first, with what both sides know of it', () => {
  const rows = mergeCalls(
    [record('c2', { createdAt: '2026-05-03T10:00:00Z' }), record('c1', { status: 'COMPLETED' })],
    [launch('e2', '2026-05-02T10:00:00Z', 'c1'), launch('e1', '2026-05-01T10:00:00Z')],
  )
  expect(
    rows.map(({ id, launch: { id: entry } = {}, record: { id: call } = {} }) => [id, entry, call]),
  ).toEqual([
    ['c2', undefined, 'c2'],
    ['e2', 'e2', 'c1'],
    ['e1', 'e1', undefined],
  ])
})

it('shows a row of a batch once, that was refused for the moment and sent again', () => {
  const ofBatch = (each: Launch, row: number, state: Launch['state'], batch = 'b1'): Launch => ({
    ...each,
    state,
    batch: { id: batch, row },
  })
  const rows = mergeCalls(
    [record('c1', { status: 'COMPLETED' })],
    [
      ofBatch(launch('e9', '2026-05-01T10:00:09Z'), 2, 'refused'),
      ofBatch(launch('e3', '2026-05-01T10:00:03Z', 'c1'), 0, 'accepted'),
      ofBatch(launch('e2', '2026-05-01T10:00:02Z'), 2, 'refused'),
      ofBatch(launch('e1', '2026-05-01T10:00:01Z'), 0, 'refused'),
      // What may have been placed stays, and so does the same row of another batch, and each test call.
      ofBatch(launch('d2', '2026-05-01T09:00:02Z'), 1, 'refused'),
      ofBatch(launch('d1', '2026-05-01T09:00:01Z'), 1, 'unknown'),
      ofBatch(launch('c', '2026-05-01T08:00:00Z'), 0, 'refused', 'b2'),
      ofBatch(launch('b', '2026-05-01T07:00:01Z'), -1, 'refused'),
      ofBatch(launch('a', '2026-05-01T07:00:00Z'), -1, 'refused'),
    ],
  )
  expect(rows.map(({ id }) => id)).toEqual(['e9', 'e3', 'd2', 'd1', 'c', 'b', 'a'])
  expect(findCall(rows, 'e1')?.id).toBe('e3')
})

it('finds a call by the id of its entry, or by its own', () => {
  const rows = mergeCalls([record('c2')], [launch('e1', '2026-05-01T10:00:00Z', 'c1')])
  expect(findCall(rows, 'e1')?.id).toBe('e1')
  expect(findCall(rows, 'c1')?.id).toBe('e1')
  expect(findCall(rows, 'c2')?.id).toBe('c2')
  expect(findCall(rows, 'c3')).toBeUndefined()
})

it('names the person: who was called, or who called', () => {
  const numbers = { fromPhoneNumber: '+15005550001', toPhoneNumber: '+15005550002' }
  expect(otherParty({ id: 'c1', record: record('c1', numbers) })).toBe('+15005550002')
  expect(otherParty({ id: 'c1', record: record('c1', { ...numbers, outbound: false }) })).toBe('+15005550001')
})
