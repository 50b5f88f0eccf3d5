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
