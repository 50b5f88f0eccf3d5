import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addAgent } from '../journeys.fixture'
import { testService } from '../service.fixture'
import { calls } from '../store/schema'

const service = testService()

const dispatch = (agentId: string, body: Record<string, unknown>) =>
  service.send(`/api/v1/agent/${agentId}/dispatch`, {
    method: 'POST',
    body: { outboundPhoneNumberId: 'number-main', toPhoneNumber: '+15551234567', ...body },
  })

test('a dispatch keeps the call with everything that was sent, metadata keys that sound special too', async () => {
  const { agentId, versionId } = await addAgent(service)
  const metadata = JSON.parse('{"__proto__": {"a": 1}, "constructor": "x", "deep": {"b": [1, "ü"]}}')
  const { status, json } = await dispatch(agentId, {
    versionId,
    leadId: 'lead-7',
    firstName: 'Ada',
    variables: { plan: 'gold', visits: 3 },
    metadata,
  })
  expect(status).toBe(201)
  expect(json).toEqual({ id: expect.any(String), status: 'queued' })
  await service.service().idle()
  const [call] = await service
    .database()
    .select()
    .from(calls)
    .where(eq(calls.id, (json as { id: string }).id))
  expect(call).toMatchObject({
    agentId,
    versionId,
    fromPhoneNumber: '+15005550101',
    toPhoneNumber: '+15551234567',
    leadId: 'lead-7',
    firstName: 'Ada',
    variables: { plan: 'gold', visits: 3 },
    endedReason: 'ENDED',
  })
  expect(JSON.parse(JSON.stringify(call?.metadata))).toEqual(metadata)
})

test('only a deployed version (§1), of type CALL, of this very agent', async () => {
  const [deployed, other] = [await addAgent(service), await addAgent(service)]
  const idle = await addAgent(service, {}, false)
  const texting = await addAgent(service, { agentType: 'TEXT' })
  expect((await dispatch(idle.agentId, { versionId: idle.versionId })).json).toMatchObject({
    status: 409,
    message: 'This version is not deployed; only a deployed version handles live traffic.',
    errors: [{ path: 'versionId' }],
  })
  expect((await dispatch(texting.agentId, { versionId: texting.versionId })).status).toBe(400)
  expect((await dispatch(deployed.agentId, { versionId: other.versionId })).status).toBe(404)
  expect((await dispatch(deployed.agentId, { versionId: 'nothing' })).status).toBe(404)
  expect((await dispatch('nobody', { versionId: deployed.versionId })).status).toBe(404)
})

test('the phone number id must be known and the number international', async () => {
  const { agentId, versionId } = await addAgent(service)
  expect(await dispatch(agentId, { versionId, outboundPhoneNumberId: 'no-number' })).toMatchObject({
    status: 400,
    json: { errors: [{ path: 'outboundPhoneNumberId' }] },
  })
  expect(await dispatch(agentId, { versionId, toPhoneNumber: '5551234567' })).toMatchObject({
    status: 400,
    json: { errors: [{ path: 'toPhoneNumber' }] },
  })
})

test('required variables without a default must be given', async () => {
  const variable = (name: string, required: boolean, defaultValue = '') => ({ name, required, defaultValue })
  const { agentId, versionId } = await addAgent(service, {
    prompt: {
      system: 'Hello {{first}}',
      variables: [
        variable('first', true),
        variable('toString', true),
        variable('city', true, 'Rome'),
        variable('x', false),
      ],
      tools: [],
      preBuiltTools: [],
    },
  })
  const refused = await dispatch(agentId, { versionId, variables: { first: '  ' } })
  expect(refused.status).toBe(400)
  expect((refused.json as { errors: unknown }).errors).toEqual([
    { path: 'variables.first', message: 'The agent needs a value for the variable first.' },
    { path: 'variables.toString', message: 'The agent needs a value for the variable toString.' },
  ])
  const given = { first: 'Ada', toString: 'yes' }
  expect((await dispatch(agentId, { versionId, variables: given })).status).toBe(201)
})

test('metadata may be text that holds a JSON object; other text is refused by name (D241)', async () => {
  const { agentId, versionId } = await addAgent(service)
  const taken = await dispatch(agentId, { versionId, metadata: '{"campaign": 3, "__proto__": {"a": 1}}' })
  expect(taken.status).toBe(201)
  const { json } = await service.send(`/api/v1/agent-calls/${(taken.json as { id: string }).id}`)
  const told = (json as { agentCall: { metadata: unknown } }).agentCall.metadata
  expect(JSON.stringify(told)).toBe('{"campaign":3,"__proto__":{"a":1}}')
  const deep = `${'{"a":'.repeat(60)}1${'}'.repeat(60)}`
  for (const metadata of [
    'spring campaign',
    '[1]',
    '"x"',
    '7',
    'null',
    '',
    '{"a":"\\u0000"}',
    '{"\\ud800":1}',
    deep,
    [],
    7,
  ])
    expect((await dispatch(agentId, { versionId, metadata })).status, String(metadata).slice(0, 20)).toBe(400)
  expect(await dispatch(agentId, { versionId, metadata: 'spring campaign' })).toMatchObject({
    json: { errors: [{ path: 'metadata', message: expect.stringContaining('JSON object') }] },
  })
})

test('without a number of its own it goes out with the first that the agent can call with (D241)', async () => {
  const { agentId, versionId } = await addAgent(service)
  const { status, json } = await dispatch(agentId, { versionId, outboundPhoneNumberId: undefined })
  expect(status).toBe(201)
  const call = await service.send(`/api/v1/agent-calls/${(json as { id: string }).id}`)
  const { json: listed } = await service.send(`/api/v1/agents/${agentId}/versions`)
  const [first] = (listed as { agent: { outboundPhoneNumbers: { id: string }[] } }).agent.outboundPhoneNumbers
  expect(call.json).toMatchObject({
    agentCall: { outboundPhoneNumberId: first?.id, fromPhoneNumber: '+15005550101' },
  })
  expect(first?.id).toBe('number-main')
})

test.each([
  ['mode', 'FAX'],
  ['zipcode', 94105],
  ['customer', 'Ada'],
  ['customer.lastName', { lastName: 7 }],
  ['customer.age', { age: 7 }],
  ['forwardingNumber', '5551234'],
  ['roomName', ['a']],
])('a wrong %s is refused by name: %j', async (field, value) => {
  const { agentId, versionId } = await addAgent(service)
  const [name = ''] = field.split('.')
  expect(await dispatch(agentId, { versionId, [name]: value })).toMatchObject({
    status: 400,
    json: { errors: [{ path: field }] },
  })
})
