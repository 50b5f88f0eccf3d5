import { describe, expect, it } from 'vitest'
import { dispatchCall } from '../../contract/calls'
import { schemaOf } from '../../contract/schema'
import type { Launch } from '../../queries/calls'
import { keyOf } from '../-shared/variable-values'
import {
  type CallFormValues,
  callResolver,
  emptyCall,
  fromRequest,
  placeErrors,
  recentCall,
  toRequest,
} from './-call-form'

const filled: CallFormValues = {
  ...emptyCall,
  agentId: 'agent-1',
  versionId: ' version-1 ',
  outboundPhoneNumberId: 'number-1',
  toPhoneNumber: '+15005550100',
}
const declared = [
  { name: 'customer', required: true, defaultValue: '' },
  { name: 'order.id', required: false, defaultValue: 'none' },
]

describe('the request of a call', () => {
  it('leaves out what is empty', () => {
    const request = toRequest({ ...filled, leadId: '  ', declared: { $customer: '' } }, declared)
    expect(JSON.parse(JSON.stringify(request))).toEqual({
      versionId: 'version-1',
      outboundPhoneNumberId: 'number-1',
      toPhoneNumber: '+15005550100',
    })
    expect(schemaOf(dispatchCall.sendsBody).safeParse(request).success).toBe(true)
  })

  it('holds declared and free variables under their own names, and only those of this version', () => {
    const request = toRequest(
      {
        ...filled,
        leadId: 'lead-7',
        firstName: 'Ada',
        declared: { $customer: 'Ada', [keyOf('order.id')]: '12', $old: 'of another version' },
        extra: [
          { name: ' campaign ', value: 'spring' },
          { name: '', value: '' },
        ],
        metadata: '{"source": "crm"}',
      },
      declared,
    )
    expect(request).toMatchObject({
      leadId: 'lead-7',
      firstName: 'Ada',
      variables: { customer: 'Ada', 'order.id': '12', campaign: 'spring' },
      metadata: { source: 'crm' },
    })
    expect(request.variables).not.toHaveProperty('old')
  })

  it('comes back as values for calling again, without what was not stored', () => {
    const values: CallFormValues = {
      ...filled,
      versionId: 'version-1',
      declared: { $customer: 'Ada' },
      extra: [{ name: 'campaign', value: 'spring' }],
      metadata: '{\n  "source": "crm"\n}',
    }
    const request = toRequest(values, declared)
    const sent = { ...request, variables: { ...request.variables, token: '[not stored]', none: null } }
    expect(fromRequest('agent-1', sent, declared)).toEqual(values)
  })
})

it('an id of a number that is not there yet is left out of what is shown (D14)', () => {
  expect(toRequest(emptyCall, []).outboundPhoneNumberId).toBeUndefined()
})

describe('what the form says before the service does', () => {
  const errorsOf = async (values: CallFormValues) =>
    (await callResolver(values, undefined, { fields: {}, shouldUseNativeValidation: false })).errors

  it('refuses a number without + and ids of only spaces, each on its field', async () => {
    const errors = await errorsOf({ ...filled, agentId: '  ', toPhoneNumber: '15005550100' })
    expect(errors.agentId?.message).toBe('Agent id is needed')
    expect(errors.toPhoneNumber?.message).toMatch(/international format/)
  })

  it('refuses a value without a name and a name that is there twice', async () => {
    const extra = [
      { name: 'a', value: '1' },
      { name: ' ', value: '2' },
      { name: 'a ', value: '3' },
    ]
    const errors = await errorsOf({ ...filled, extra })
    expect(errors.extra?.[1]?.name?.message).toMatch(/is needed/)
    expect(errors.extra?.[2]?.name?.message).toBe('Variable name a is used twice')
    expect(await errorsOf({ ...filled, extra: [{ name: '', value: '' }] })).toEqual({})
  })
})

it('puts complaints about variables onto their inputs', () => {
  const complaints = [
    'variables.customer',
    'variables.order.id',
    'variables[campaign]',
    'variables.x',
    'versionId',
  ]
  const placed = placeErrors(
    complaints.map((path) => ({ path, message: 'no' })),
    { declared: {}, extra: [{ name: 'campaign', value: '' }] },
    declared,
  )
  expect(placed.map(({ path }) => path)).toEqual([
    'declared.$customer',
    'declared.$order·id',
    'extra.0.value',
    'variables.x',
    'versionId',
  ])
})

const now = Date.parse('2026-01-02T12:00:00Z')
const call = (
  id: string,
  state: Launch['state'],
  minutesAgo: number,
  toPhoneNumber = '+15005550100',
): Launch => ({
  id,
  state,
  startedAt: new Date(now - minutesAgo * 60_000).toISOString(),
  request: { versionId: 'v', outboundPhoneNumberId: 'n', toPhoneNumber },
})

it.each(['accepted', 'unknown', 'sending'] as const)('warns of a call to the number that is %s', (state) => {
  expect(recentCall([call('a', state, 59)], '+15005550100', now)?.id).toBe('a')
})

it('does not warn of a refused one, of one long ago, or of another number', () => {
  const calls = [call('a', 'refused', 1), call('b', 'accepted', 61), call('c', 'accepted', 1, '+15005550199')]
  expect(recentCall(calls, '+15005550100', now)).toBeUndefined()
})
