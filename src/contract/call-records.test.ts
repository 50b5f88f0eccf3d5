import { describe, expect, it } from 'vitest'
import { readCall } from './call-record'
import { isCallOpen, listCalls, readCallRecord } from './call-records'

/** As real services tell a call. */
const call = {
  id: 'd1',
  agentId: 'a1',
  agentVersionId: 'v1',
  mode: 'AUDIO',
  fromPhoneNumber: '+15005550101',
  toPhoneNumber: '+15551234567',
  customer: { phoneNumber: '+15551234567', firstName: 'Ada', lastName: null },
  leadId: 'lead-7',
  status: 'COMPLETED',
  callEndedReason: 'ENDED',
  callEndedBy: 'CUSTOMER',
  callStartedAt: '2026-01-02T00:00:00Z',
  callEndedAt: '2026-01-02T00:01:00Z',
  callDuration: 60,
  recordingUrl: 'https://files.example.com/d1',
  transcript: 'Agent: Hello',
  summary: 'They talked.',
  variables: { plan: 'gold' },
  outbound: true,
  createdAt: '2026-01-01T23:59:00Z',
  updatedAt: '2026-01-02T00:01:00Z',
}

describe('a call record', () => {
  it('is read whole', () => {
    const { customer: _, ...told } = call
    expect(readCallRecord(call)).toEqual({
      ...told,
      firstName: 'Ada',
      lastName: undefined,
      metadata: undefined,
      other: {},
    })
  })

  it('needs nothing but an id, and keeps what it does not know', () => {
    expect(readCallRecord({ id: 3, score: 5, status: null, callDuration: '12.5' })).toMatchObject({
      id: '3',
      status: undefined,
      callDuration: 12.5,
      other: { score: 5 },
    })
    for (const raw of [null, 'x', {}, [], { status: 'COMPLETED' }])
      expect(readCallRecord(raw)).toBeUndefined()
  })

  it('is read under other names, too (D938)', () => {
    expect(readCallRecord({ call_id: 'c', state: 'COMPLETED' })).toMatchObject({
      id: 'c',
      status: 'COMPLETED',
      other: {},
    })
  })

  it('has times in UTC where the service names no zone (D1047)', () => {
    const createdAtOf = (createdAt: string) => readCallRecord({ id: 'c', createdAt })?.createdAt
    expect(createdAtOf('2026-11-30T10:00:00.123456')).toBe('2026-11-30T10:00:00.123456Z')
    expect(createdAtOf('2026-11-30 10:00')).toBe('2026-11-30 10:00Z')
    for (const said of ['2026-11-30T10:00:00+02:00', '2026-11-30T10:00:00Z', '2026-11-30', 'at 10:00'])
      expect(createdAtOf(said)).toBe(said)
  })

  it('has ISO times, also where the service counts since 1970 (D938)', () => {
    expect(
      readCallRecord({
        id: 'd',
        createdAt: 1_767_312_000_000,
        callStartedAt: 1_767_312_060,
        updatedAt: 'soon',
      }),
    ).toMatchObject({
      createdAt: '2026-01-02T00:00:00.000Z',
      callStartedAt: '2026-01-02T00:01:00.000Z',
      updatedAt: 'soon',
    })
    expect(readCallRecord({ id: 'd', callEndedAt: 0, createdAt: 1e300 })).toMatchObject({
      callEndedAt: undefined,
      other: { callEndedAt: 0, createdAt: 1e300 },
    })
  })

  it('takes the number and name of the customer, and shows what else is said of them', () => {
    const customer = { phoneNumber: '+15551234567', firstName: 'Ada', company: 'Acme' }
    expect(readCallRecord({ id: 'd', customer })).toMatchObject({
      toPhoneNumber: '+15551234567',
      firstName: 'Ada',
      other: { customer },
    })
  })

  it('reads a transcript that is a list of turns; one that is neither stays as it is', () => {
    const read = (transcript: unknown) => readCallRecord({ id: 'd', transcript })
    expect(
      read([{ role: 'agent', content: 'Hello' }, { speaker: 'user', text: 'Hi' }, 'Bye', 3])?.transcript,
    ).toBe('agent: Hello\nuser: Hi\nBye')
    expect(read({ turns: 2 })).toMatchObject({ transcript: undefined, other: { transcript: { turns: 2 } } })
    expect(read([{ at: 1 }])).toMatchObject({ transcript: undefined, other: { transcript: [{ at: 1 }] } })
  })
})

it.each([
  [{ id: 'd', status: 'PENDING' }, true],
  [{ id: 'd', status: 'IN_PROGRESS' }, true],
  [{ id: 'd', status: 'in-progress' }, true],
  [{ id: 'd', status: 'COMPLETED' }, false],
  [{ id: 'd', status: 'FAILED' }, false],
  [{ id: 'd', status: 'something new' }, false],
  [{ id: 'd' }, false],
  [{ id: 'd', status: 'PENDING', callEndedReason: 'DNC' }, false],
  [{ id: 'd', status: 'PENDING', callEndedReason: '', callEndedAt: '' }, true],
  [{ id: 'd', status: 'IN_PROGRESS', callEndedAt: '2026-01-02T00:01:00Z' }, false],
])('says whether more is to come of %j: %s', (record, open) => {
  expect(isCallOpen(readCallRecord(record) ?? expect.fail('no record'))).toBe(open)
})

it.each([
  { agentCalls: [call], pagination: { limit: 10, nextCursor: 'n' } },
  { calls: [call], nextCursor: 'n' },
  { data: { agentCalls: [call], pagination: { nextCursor: 'n' } } },
])('finds the list and its next page in %j', (reply) => {
  const read = listCalls.reply.parse(reply)
  expect(read.items).toMatchObject([{ id: 'd1', callEndedReason: 'ENDED' }])
  expect(read.nextCursor).toBe('n')
})

it('finds one call, wrapped or bare, and refuses what is none', () => {
  for (const reply of [{ agentCall: call }, { call }, call, { data: { agentCall: call } }])
    expect(readCall.reply.parse(reply).id).toBe('d1')
  expect(listCalls.reply.parse([call]).items).toHaveLength(1)
  for (const reply of [{}, null, { success: true }]) {
    expect(readCall.reply.safeParse(reply).success).toBe(false)
    expect(listCalls.reply.safeParse(reply).success).toBe(false)
  }
})

it('a call of which no turn is told has its transcript alone', () => {
  const read = (turns: unknown) =>
    readCall.reply.parse({ agentCall: { id: 'c1', transcript: 'Agent: Hello', turns } })
  expect(read([{ who: 'agent', said: 'Hello' }]).turns).toMatchObject([{ who: 'agent', said: 'Hello' }])
  for (const none of [[], [null, 7]])
    expect(read(none)).toMatchObject({ transcript: 'Agent: Hello', turns: undefined })
})
