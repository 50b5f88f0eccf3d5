import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { TEST_NUMBERS, type TestNumber } from '../../contract/test-numbers'
import { addAgent } from '../journeys.fixture'
import { testService } from '../service.fixture'
import { calls } from '../store/schema'

const service = testService({ slowAnswerMs: 50 })

const prompt = {
  system: 'You remind {{name}} of the appointment. Never argue.',
  variables: [{ name: 'name', required: true, defaultValue: '' }],
  tools: [],
  preBuiltTools: [],
}
let agent: Awaited<ReturnType<typeof addAgent>>
beforeAll(async () => {
  agent = await addAgent(service, { prompt, voicemailMessage: 'Please call back, {{name}}.' })
})

const numberOf = (behaviour: TestNumber['behaviour']) =>
  TEST_NUMBERS.find((each) => each.behaviour === behaviour)?.phoneNumber ?? expect.fail(behaviour)

const dispatch = (toPhoneNumber: string, { agentId, versionId } = agent) =>
  service.send(`/api/v1/agent/${agentId}/dispatch`, {
    method: 'POST',
    body: {
      versionId,
      outboundPhoneNumberId: 'number-main',
      toPhoneNumber,
      firstName: 'Ada',
      variables: { name: 'Ada' },
    },
  })
const pass = (seconds: number) => {
  service.clock.at = new Date(service.clock.at.getTime() + seconds * 1000)
}
const kept = (toPhoneNumber: string) =>
  service.database().select().from(calls).where(eq(calls.toPhoneNumber, toPhoneNumber))

/** Calls a number and gives what there is to read of the call once it is over. */
async function outcome(toPhoneNumber: string, of = agent) {
  const { status, json } = await dispatch(toPhoneNumber, of)
  expect(status).toBe(201)
  await service.service().idle()
  pass(120)
  const { json: read } = await service.send(`/api/v1/agent-calls/${(json as { id: string }).id}`)
  return (read as { agentCall: Record<string, unknown> }).agentCall
}

describe('a test number that is called', () => {
  test('connects', async () => {
    expect(await outcome(numberOf('talks'))).toMatchObject({ status: 'COMPLETED', callEndedReason: 'ENDED' })
  })

  test('asks for a person, whom the agent transfers to if it can', async () => {
    const number = numberOf('wants a person')
    expect(await outcome(number)).toMatchObject({ callEndedReason: 'ENDED', callEndedBy: 'CUSTOMER' })
    const able = await addAgent(service, { prompt: { ...prompt, preBuiltTools: ['transfer-call'] } })
    expect(await outcome(number, able)).toMatchObject({
      status: 'COMPLETED',
      callEndedReason: 'WARM_TRANSFER',
      callEndedBy: 'AGENT',
    })
  })

  test('hangs up at once', async () => {
    expect(await outcome(numberOf('hangs up'))).toMatchObject({
      status: 'COMPLETED',
      callEndedReason: 'NOT_INTERESTED',
      callEndedBy: 'CUSTOMER',
      turns: [{ who: 'agent' }, { who: 'customer', said: expect.stringContaining('no time') }],
    })
  })

  test('is busy', async () => {
    expect(await outcome(numberOf('busy'))).toMatchObject({
      status: 'FAILED',
      callEndedReason: 'LINE_BUSY',
      callStartedAt: null,
      callDuration: 0,
      transcript: null,
    })
  })

  test('is not answered', async () => {
    expect(await outcome(numberOf('no answer'))).toMatchObject({
      status: 'FAILED',
      callEndedReason: 'NO_ANSWER',
      callDuration: 0,
    })
  })

  test('is a mailbox, which gets the voicemail message of the version, or nothing', async () => {
    expect(await outcome(numberOf('voicemail'))).toMatchObject({
      status: 'COMPLETED',
      callEndedReason: 'LEFT_VOICEMAIL',
      transcript: 'Agent: Please call back, Ada.',
    })
    const silent = await addAgent(service, { prompt, voicemailMessage: null })
    expect(await outcome(numberOf('voicemail'), silent)).toMatchObject({
      callEndedReason: 'NO_ANSWER',
      transcript: null,
      summary: expect.stringContaining('no voicemail message'),
    })
  })
})

describe('a test number that is not called', () => {
  test.each([
    ['invalid', 400, 'does not exist'],
    ['refused', 409, 'do-not-call'],
  ] as const)('is %s: %d on the field, with words, and no call is kept', async (behaviour, status, words) => {
    expect(await dispatch(numberOf(behaviour))).toMatchObject({
      status,
      json: { message: expect.stringContaining(words), errors: [{ path: 'toPhoneNumber' }] },
    })
    expect(await kept(numberOf(behaviour))).toEqual([])
  })

  test('is rate-limited, every time, and says when to ask again', async () => {
    for (let attempt = 0; attempt < 3; attempt++) {
      const { status, headers } = await dispatch(numberOf('rate limited'))
      expect([status, headers.get('retry-after')]).toEqual([429, '3'])
      pass(10)
    }
    expect(await kept(numberOf('rate limited'))).toEqual([])
  })

  test('is rate-limited at first, and connects for who waits as long as was said', async () => {
    const number = numberOf('rate limited once')
    expect((await dispatch(number)).status).toBe(429)
    pass(2)
    expect((await dispatch(number)).status).toBe(429)
    pass(1)
    expect(await outcome(number)).toMatchObject({ callEndedReason: 'ENDED' })
    // And so again for the next one.
    expect((await dispatch(number)).status).toBe(429)
    expect(await kept(number)).toHaveLength(1)
  })

  test('answers slowly: 504, and the call was placed all the same', async () => {
    const started = performance.now()
    expect(await dispatch(numberOf('slow'))).toMatchObject({
      status: 504,
      json: { code: 'GATEWAY_TIMEOUT', message: expect.stringContaining('may have been placed') },
    })
    expect(performance.now() - started).toBeGreaterThan(45)
    expect(await kept(numberOf('slow'))).toHaveLength(1)
  })

  test('keeps nobody else waiting while it does', async () => {
    const slow = dispatch(numberOf('slow'))
    expect((await dispatch('+15551234567')).status).toBe(201)
    expect((await slow).status).toBe(504)
  })
})

test('what is wrong with the request is said before a test number is looked at', async () => {
  const idle = await addAgent(service, {}, false)
  expect(await dispatch(numberOf('rate limited'), idle)).toMatchObject({
    status: 409,
    json: { errors: [{ path: 'versionId' }] },
  })
})
