import { beforeEach, describe, expect, test } from 'vitest'
import { addAgent } from '../journeys.fixture'
import { testService } from '../service.fixture'

const service = testService()

interface Call {
  id: string
  status: string
  [name: string]: unknown
}
interface Page {
  agentCalls: Call[]
  pagination: { limit: number; nextCursor: string | null }
}

const pass = (seconds: number) => {
  service.clock.at = new Date(service.clock.at.getTime() + seconds * 1000)
}
const list = async (query = '') => {
  const { status, json } = await service.send(`/api/v1/agent-calls${query}`)
  expect(status).toBe(200)
  return json as Page
}
const read = async (id: string) =>
  ((await service.send(`/api/v1/agent-calls/${id}`)).json as { agentCall: Call }).agentCall

const prompt = {
  system: '# Role\nYou remind {{name}} of your appointment at {{time}}. Never argue.',
  variables: [
    { name: 'name', required: true, defaultValue: '' },
    { name: 'time', required: false, defaultValue: 'noon' },
  ],
  tools: [],
  preBuiltTools: [],
}

let agent: Awaited<ReturnType<typeof addAgent>>
beforeEach(async () => {
  agent = await addAgent(service, { prompt })
})

async function place(changes: Record<string, unknown> = {}, { agentId, versionId } = agent) {
  const { status, json } = await service.send(`/api/v1/agent/${agentId}/dispatch`, {
    method: 'POST',
    body: {
      versionId,
      outboundPhoneNumberId: 'number-main',
      toPhoneNumber: '+15551234567',
      firstName: 'Ada',
      leadId: 'lead-7',
      variables: { name: 'Ada' },
      metadata: { campaign: 3 },
      ...changes,
    },
  })
  expect(status, JSON.stringify(json)).toBe(201)
  await service.service().idle()
  return (json as { id: string }).id
}

describe('the record of a call (D134)', () => {
  test('goes on by the clock and tells nothing that is yet to come', async () => {
    const placedAt = service.clock.at.toISOString()
    const id = await place()
    const pending = await read(id)
    expect(pending).toMatchObject({
      agentId: agent.agentId,
      agentVersionId: agent.versionId,
      outbound: true,
      fromPhoneNumber: '+15005550101',
      toPhoneNumber: '+15551234567',
      customer: { phoneNumber: '+15551234567', firstName: 'Ada', lastName: null },
      leadId: 'lead-7',
      variables: { name: 'Ada' },
      metadata: { campaign: 3 },
      status: 'PENDING',
      createdAt: placedAt,
      updatedAt: placedAt,
    })
    const later = [
      'callEndedReason',
      'callEndedBy',
      'callStartedAt',
      'callEndedAt',
      'callDuration',
      'transcript',
      'summary',
    ]
    for (const name of later) expect(pending[name], name).toBeNull()

    pass(2)
    expect(await read(id)).toMatchObject({ status: 'IN_PROGRESS', callStartedAt: null, transcript: null })
    pass(2)
    const talking = await read(id)
    expect(talking).toMatchObject({ status: 'IN_PROGRESS', callEndedAt: null, callDuration: null })
    expect(talking.transcript).toBe('Agent: Hello Ada, this is Reception.')
    expect(talking.callStartedAt).not.toBeNull()
    expect(talking.updatedAt).toBe(talking.callStartedAt)

    pass(60)
    const ended = await read(id)
    expect(ended).toMatchObject({ status: 'COMPLETED', callEndedReason: 'ENDED', callEndedBy: 'CUSTOMER' })
    const started = Date.parse(String(ended.callStartedAt))
    expect((Date.parse(String(ended.callEndedAt)) - started) / 1000).toBe(ended.callDuration)
    expect(ended.callDuration).toBeGreaterThan(5)
    expect(ended.updatedAt).toBe(ended.callEndedAt)
  })

  test('has a transcript grounded in the prompt with its values, after the first message of the version', async () => {
    const id = await place()
    pass(60)
    expect(String((await read(id)).transcript).split('\n')).toEqual([
      'Agent: Hello Ada, this is Reception.',
      'Customer: Hello. What can you help me with?',
      'Agent: I remind Ada of my appointment at noon.',
      'Customer: I see. Thank you, that is all I needed. Goodbye.',
      'Agent: You are welcome. Goodbye.',
    ])
    const path = `/api/v1/agents/${agent.agentId}`
    const { json } = await service.send(`${path}/versions`)
    const { agent: listed } = json as { agent: { versions: Record<string, unknown>[] } }
    const created = await service.send(path, {
      method: 'POST',
      body: { ...listed.versions[0], firstMessage: 'Good day, {{name}}.' },
    })
    const { version } = created.json as { version: { id: string } }
    await service.send(`${path}/versions/${version.id}/deploy`, { method: 'PATCH' })
    const second = await place({ versionId: version.id, variables: { name: 'Bo' } })
    pass(60)
    expect((await read(second)).transcript).toMatch(/^Agent: Good day, Bo\.\n/)
  })

  test('tells everything that was sent with the dispatch (D241)', async () => {
    const sent = {
      mode: 'WEB',
      zipcode: '94105',
      forwardingNumber: '+15551230000',
      roomName: 'room 7',
      customer: { firstName: 'Grace', lastName: 'Hopper' },
    }
    const id = await place({ ...sent, outboundPhoneNumberId: 'number-second', firstName: 'Amazing Grace' })
    const told = {
      ...sent,
      customer: { ...sent.customer, phoneNumber: '+15551234567' },
      firstName: 'Amazing Grace',
      outboundPhoneNumberId: 'number-second',
      fromPhoneNumber: '+15005550102',
    }
    expect(await read(id)).toMatchObject(told)
    expect((await list()).agentCalls).toContainEqual(expect.objectContaining({ id, roomName: 'room 7' }))

    const bare = await place({ firstName: undefined, customer: { firstName: 'Bo' } })
    const unsent = { mode: 'AUDIO', zipcode: null, forwardingNumber: null, roomName: null, firstName: null }
    expect(await read(bare)).toMatchObject({
      ...unsent,
      customer: { phoneNumber: '+15551234567', firstName: 'Bo', lastName: null },
    })
    pass(60)
    expect((await read(bare)).transcript).toMatch(/^Agent: Hello Bo,/)
  })

  test('of a drawn conversation says that it was played by its prompt (D240)', async () => {
    const drawn = await addAgent(service, { prompt, mode: 'FLOW' })
    const id = await place({}, drawn)
    pass(60)
    expect((await read(id)).summary).toContain('FLOW')
  })

  test('stays as it was after the version of the call was replaced, and after a restart', async () => {
    const id = await place()
    pass(60)
    const before = await read(id)
    await service.restart()
    expect(await read(id)).toEqual(before)
  })

  test('is 404 for an id that no call has', async () => {
    expect((await service.send('/api/v1/agent-calls/nothing')).status).toBe(404)
  })
})

describe('the list of calls', () => {
  test('is newest first, also for calls of the same moment, and goes on from page to page', async () => {
    const ids: string[] = []
    for (let index = 0; index < 5; index++) {
      if (index === 2) pass(1)
      ids.push(await place())
    }
    const seen: string[] = []
    let cursor: string | null = ''
    let pages = 0
    while (cursor !== null) {
      const query: string = `?agentId=${agent.agentId}&limit=2${cursor && `&cursor=${cursor}`}`
      const page = await list(query)
      expect(page.pagination.limit).toBe(2)
      seen.push(...page.agentCalls.map(({ id }) => id))
      cursor = page.pagination.nextCursor
      pages += 1
    }
    expect(pages).toBe(3)
    expect([...seen.slice(0, 3)].sort()).toEqual(ids.slice(2).sort())
    expect([...seen.slice(3)].sort()).toEqual(ids.slice(0, 2).sort())
  })

  test('can be of one agent, and of one state', async () => {
    const other = await addAgent(service)
    const first = await place()
    await place({ variables: {} }, other)
    const busy = await place({ toPhoneNumber: '+15005550111' })
    pass(60)
    const pending = await place()
    pass(0.5)
    const mine = `?agentId=${agent.agentId}`
    const idsOf = async (query: string) => (await list(query)).agentCalls.map(({ id }) => id)
    expect([...(await idsOf(mine))].sort()).toEqual([first, busy, pending].sort())
    expect(await idsOf(`${mine}&status=COMPLETED`)).toEqual([first])
    expect(await idsOf(`${mine}&status=FAILED`)).toEqual([busy])
    expect(await idsOf(`${mine}&status=PENDING`)).toEqual([pending])
    expect(await idsOf(`${mine}&status=IN_PROGRESS`)).toEqual([])
    pass(2)
    expect(await idsOf(`${mine}&status=IN_PROGRESS`)).toEqual([pending])
    for (const { id, status } of (await list(mine)).agentCalls) expect((await read(id)).status).toBe(status)
    expect((await list('?agentId=nobody')).agentCalls).toEqual([])
  })

  test('can be of those that ended for one reason, from when they ended on', async () => {
    const mine = `?agentId=${agent.agentId}`
    const idsOf = async (query: string) => (await list(mine + query)).agentCalls.map(({ id }) => id)
    const talked = await place()
    const busy = await place({ toPhoneNumber: '+15005550111' })
    expect(await idsOf('&callEndedReason=LINE_BUSY')).toEqual([])
    pass(60)
    expect(await idsOf('&callEndedReason=LINE_BUSY')).toEqual([busy])
    expect(await idsOf('&callEndedReason=ENDED')).toEqual([talked])
    expect(await idsOf('&callEndedReason=DNC')).toEqual([])
    expect(await idsOf('&callEndedReason=LINE_BUSY&status=COMPLETED')).toEqual([])
  })

  test('can be of those to one number, and of a time: from its start on, before its end', async () => {
    const mine = `?agentId=${agent.agentId}`
    const idsOf = async (query: string) => (await list(mine + query)).agentCalls.map(({ id }) => id)
    const at = () => service.clock.now().toISOString()
    const start = at()
    const first = await place({ toPhoneNumber: '+15550001111' })
    pass(60)
    const middle = at()
    const second = await place({ toPhoneNumber: '+15550002222' })
    pass(60)
    expect(await idsOf('&toPhoneNumber=%2B15550001111')).toEqual([first])
    expect(await idsOf('&toPhoneNumber=%2B15550003333')).toEqual([])
    expect(await idsOf(`&createdAfter=${start}&createdBefore=${at()}`)).toEqual([second, first])
    expect(await idsOf(`&createdAfter=${middle}`)).toEqual([second])
    expect(await idsOf(`&createdAfter=${start}&createdBefore=${middle}`)).toEqual([first])
    expect(await idsOf(`&createdAfter=${start}&toPhoneNumber=%2B15550002222`)).toEqual([second])
  })

  test('has ten unless told otherwise, and at most a hundred (D27)', async () => {
    expect((await list()).pagination.limit).toBe(10)
    expect((await list('?limit=500')).pagination.limit).toBe(100)
  })

  test.each([
    ['status=DONE', 'status'],
    ['callEndedReason=HUNG_UP', 'callEndedReason'],
    ['callEndedReason=', 'callEndedReason'],
    ['toPhoneNumber=5550001111', 'toPhoneNumber'],
    ['toPhoneNumber=', 'toPhoneNumber'],
    ['createdAfter=yesterday', 'createdAfter'],
    ['createdAfter=2026-03-01', 'createdAfter'],
    ['createdBefore=2026-13-01T00:00:00Z', 'createdBefore'],
    ['createdBefore=2026-03-01T00:00:00', 'createdBefore'],
    ['colour=red', 'colour'],
    ['limit=0', 'limit'],
    ['cursor=made-up', 'cursor'],
  ])('refuses ?%s by name', async (query, path) => {
    expect(await service.send(`/api/v1/agent-calls?${query}`)).toMatchObject({
      status: 400,
      json: { errors: [{ path }] },
    })
  })
})
