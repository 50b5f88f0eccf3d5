import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { addAgent, addCollection, addFile } from '../journeys.fixture'
import { testService } from '../service.fixture'
import { calls, callTurns } from '../store/schema'

const service = testService()
const { send } = service

interface Turn {
  who: string
  said: string
  grounds: { passages: { fileName: string; page: number | null }[] } | null
}
interface Call {
  status: string
  turns: Turn[]
  [name: string]: unknown
}

let agent: Awaited<ReturnType<typeof addAgent>>
beforeAll(async () => {
  service.readFilesWith(async () => ({
    ok: true,
    passages: [
      { text: 'Shipping to Norway takes seven days.', page: 2 },
      { text: 'Returns are accepted within thirty days.', page: 3 },
    ],
  }))
  const fileId = await addFile(service, 'handbook.pdf')
  await service.service().idle()
  const collectionId = await addCollection(service)
  const path = `/api/v1/knowledge-base/collection/${collectionId}/file/${fileId}`
  expect((await send(path, { method: 'POST' })).status).toBe(200)
  agent = await addAgent(service, { knowledgeBaseCollectionIds: [collectionId], firstMessage: 'Good day.' })
})

const pass = (seconds: number) => {
  service.clock.at = new Date(service.clock.at.getTime() + seconds * 1000)
}
const idle = () => service.service().idle()
const read = async (id: string) =>
  ((await send(`/api/v1/agent-calls/${id}`)).json as { agentCall: Call }).agentCall

async function place(toPhoneNumber = '+15005550110') {
  const { status, json } = await send(`/api/v1/agent/${agent.agentId}/dispatch`, {
    method: 'POST',
    body: { versionId: agent.versionId, outboundPhoneNumberId: 'number-main', toPhoneNumber },
  })
  expect(status, JSON.stringify(json)).toBe(201)
  return (json as { id: string }).id
}

/** Takes a call back to how a process left it that was killed after so many turns. */
async function leaveAfter(id: string, turns: number) {
  await idle()
  const db = service.database()
  await db.execute(sql`delete from call_turns where call_id = ${id} and number >= ${turns}`)
  await db
    .update(calls)
    .set({ endsAt: null, endStatus: null, endedReason: null, endedBy: null, transcript: null, summary: null })
    .where(eq(calls.id, id))
  await db.execute(sql`insert into jobs (queue, key) values ('call', ${id})`)
}

describe('a call to a person', () => {
  test('is heard turn by turn, and each answer rests on its passage', async () => {
    const id = await place()
    await idle()
    const heard: number[] = []
    for (let second = 0; second < 60; second += 1) {
      const { turns, status, transcript } = await read(id)
      heard.push(turns.length)
      expect(
        String(transcript ?? '')
          .split('\n')
          .filter(Boolean),
      ).toHaveLength(turns.length)
      if (status === 'COMPLETED') break
      pass(1)
    }
    // One more at a time, and never fewer.
    expect(heard.every((count, at) => at === 0 || [0, 1].includes(count - (heard[at - 1] ?? 0)))).toBe(true)
    const { turns, callEndedReason, callEndedBy, summary } = await read(id)
    expect([callEndedReason, callEndedBy]).toEqual(['ENDED', 'CUSTOMER'])
    const asked = turns.find(({ who }) => who === 'customer')?.said.replace('Hello. ', '')
    expect(summary).toContain(`Asked “${asked}”`)
    expect(summary).toMatch(/answers? came from the documents/)
    expect(turns.map(({ who }) => who).join(' ')).toMatch(/^agent( customer agent)+$/)
    const answers = turns.filter(({ grounds }) => (grounds?.passages.length ?? 0) > 0)
    expect(answers.length).toBeGreaterThan(0)
    for (const { said, grounds } of answers) {
      expect(grounds?.passages[0]).toMatchObject({ fileName: 'handbook.pdf' })
      expect(said).toMatch(/seven days|thirty days/)
    }
  })

  test('goes the same way again', async () => {
    const ids = [await place(), await place()]
    await idle()
    pass(120)
    const said = await Promise.all(ids.map(async (id) => (await read(id)).turns.map((turn) => turn.said)))
    expect(said[0]).toEqual(said[1])
  })

  test.each([0, 2, 4])(
    'goes on after %d turns where a process left it, and says nothing twice',
    async (turns) => {
      const whole = await place()
      const id = await place()
      await leaveAfter(id, turns)
      await service.restart()
      await idle()
      pass(120)
      const [expected, continued] = [await read(whole), await read(id)]
      expect(continued.transcript).toBe(expected.transcript)
      expect(continued.status).toBe('COMPLETED')
      const rows = await service.database().select().from(callTurns).where(eq(callTurns.callId, id))
      expect(rows.map(({ number }) => number).sort()).toEqual(rows.map((_, at) => at))
    },
  )

  test('that nobody plays for two minutes has lost its customer', async () => {
    const id = await place()
    await leaveAfter(id, 2)
    pass(300)
    await service.restart()
    await idle()
    const call = await read(id)
    expect(call).toMatchObject({ status: 'FAILED', callEndedBy: 'CUSTOMER', callEndedReason: 'ENDED' })
    expect(call.turns).toHaveLength(2)
    expect(call.summary).toContain('two minutes')
  })

  test('whose worker failed three times ends truthfully with what was said', async () => {
    const id = await place()
    await leaveAfter(id, 2)
    await service.database().execute(sql`update jobs set attempts = 3 where key = ${id}`)
    await service.restart()
    await idle()
    expect((await read(id)).status).toBe('PENDING')
    pass(120)
    expect(await read(id)).toMatchObject({ status: 'FAILED', callEndedBy: 'SYSTEM', turns: [{}, {}] })
  })

  test('shares the work with forty others', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, (_, at) => place(`+1555000${1000 + at}`)))
    await idle()
    pass(300)
    for (const id of ids) expect((await read(id)).status).toBe('COMPLETED')
  }, 60_000)
})

describe('a call to an agent', () => {
  const simulate = (body: object) => send('/api/v1/agent-calls/simulate-inbound', { method: 'POST', body })

  test('reaches the number that it got when it was deployed', async () => {
    const { json } = await send(`/api/v1/agents/${agent.agentId}/versions`)
    const [number] = (json as { agent: { inboundPhoneNumbers: { phoneNumber: string }[] } }).agent
      .inboundPhoneNumbers
    expect(number?.phoneNumber).toMatch(/^\+1500555\d{4}$/)
    const { status, json: made } = await simulate({ agentId: agent.agentId, fromPhoneNumber: '+15557654321' })
    expect(status).toBe(201)
    await idle()
    pass(120)
    const call = await read((made as { id: string }).id)
    expect(call).toMatchObject({
      outbound: false,
      outboundPhoneNumberId: null,
      fromPhoneNumber: '+15557654321',
      toPhoneNumber: number?.phoneNumber,
      customer: { phoneNumber: '+15557654321' },
      status: 'COMPLETED',
    })
    expect(call.turns[0]).toMatchObject({ who: 'agent', said: 'Good day.' })
    // It is not offered to call out from.
    const { json: list } = await send(`/api/v1/agents/${agent.agentId}/versions`)
    const outbound = (list as { agent: { outboundPhoneNumbers: { id: string }[] } }).agent
      .outboundPhoneNumbers
    expect(outbound).toEqual([{ id: 'number-main' }, { id: 'number-second' }])
  })

  test('is refused for one that is not deployed, or takes no calls', async () => {
    const idleAgent = await addAgent(service, {}, false)
    expect((await simulate({ agentId: idleAgent.agentId })).status).toBe(409)
    const text = await addAgent(service, { agentType: 'TEXT' })
    expect((await simulate({ agentId: text.agentId })).status).toBe(400)
    expect((await simulate({ agentId: 'nobody' })).status).toBe(404)
  })
})
