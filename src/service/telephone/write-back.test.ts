import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findThread, lockThread } from '../handlers/thread-rows'
import { randomIds } from '../ids'
import { addAgent } from '../journeys.fixture'
import { testService } from '../service.fixture'
import { receive } from './write-back'

const service = testService()
const { send } = service

const prompt = {
  system: 'You answer for a shop. Returns are free for 30 days. Parcels take 3 days to arrive.',
  variables: [],
  tools: [],
  preBuiltTools: [],
}

async function start(path: string, body: object) {
  const { versionId } = await addAgent(service, { agentType: 'TEXT', prompt })
  const { status, json } = await send(path, { method: 'POST', body: { agentVersionId: versionId, ...body } })
  expect(status, JSON.stringify(json)).toBe(201)
  return (json as { thread: { id: string } }).thread.id
}
const startSms = (toPhoneNumber: string) =>
  start('/api/v1/threads', { toPhoneNumber, initialMessage: 'Your parcel is on its way.' })
const startEmail = (toEmail: string) =>
  start('/api/v1/email/threads', { toEmail, subject: 'Parcel', firstMessage: 'Your parcel is on its way.' })

async function read(id: string) {
  const { json } = await send(`/api/v1/threads/${id}/messages`)
  const { thread } = json as {
    thread: {
      isActive: boolean
      closedReason: string | null
      messages: { direction: string; messageBody: string }[]
    }
  }
  return { ...thread, said: thread.messages.reverse().map((each) => `${each.direction} ${each.messageBody}`) }
}

/** Lets who writes back do so at once, until nobody does. */
async function talk(id: string) {
  for (let round = 0; round < 12; round += 1) {
    await service.database().execute(sql`update jobs set start_after = now() where queue = 'person'`)
    const before = (await read(id)).said.length
    await service.restart()
    await expect
      .poll(
        async () =>
          (
            await service
              .database()
              .execute(sql`select from jobs where queue = 'person' and start_after <= now()`)
          ).rows.length,
      )
      .toBe(0)
    await service.service().idle()
    if ((await read(id)).said.length === before) return
  }
}

test('an SMS to somebody who writes back becomes a dialogue, which ends with thanks', async () => {
  const id = await startSms('+15005550121')
  await talk(id)
  const { said, isActive } = await read(id)
  expect(isActive).toBe(true)
  expect(said.length).toBeGreaterThanOrEqual(5)
  expect(said.map((each) => each.split(' ')[0])).toEqual(
    said.map((_, at) => (at % 2 === 0 ? 'OUTBOUND' : 'INBOUND')),
  )
  expect(said.join('\n')).toMatch(/OUTBOUND .*(?:30 days|3 days)/)
  expect(said.at(-2)).toContain('Thank you')
  expect(new Set(said).size).toBe(said.length)
})

test.each([
  ['SMS', () => startSms('+15005550122')],
  ['e-mail', () => startEmail('ada@opts-out.example')],
])('STOP closes the %s thread, and nothing is sent after it', async (_, begin) => {
  const id = await begin()
  await talk(id)
  const { said, isActive, closedReason } = await read(id)
  expect([isActive, closedReason]).toEqual([false, 'OPTED_OUT'])
  expect(said.at(-1)).toBe('INBOUND STOP')
  expect(said.filter((each) => each.startsWith('OUTBOUND'))).toHaveLength(2)
})

test('nobody writes back for ever', async () => {
  const id = await startSms('+15005550121')
  await service.service().close()
  await service.database().transaction(async (tx) => {
    const thread = await lockThread(tx, id)
    for (let number = 1; number <= 24; number += 1)
      await receive(tx, randomIds, thread, `How many days, for the ${number}th time?`, service.clock.now())
  })
  await service.restart()
  await service.service().idle()
  await talk(id)
  expect((await read(id)).said.filter((each) => each.startsWith('INBOUND'))).toHaveLength(24)
})

test('nobody else writes back, and nobody in a closed thread', async () => {
  const quiet = await startSms('+15551234567')
  const closed = await startSms('+15005550121')
  await send(`/api/v1/threads/${closed}/close`, { method: 'PATCH', body: {} })
  await talk(closed)
  for (const id of [quiet, closed]) expect((await read(id)).said).toHaveLength(1)
})

test.each([
  'stop',
  'STOPALL',
  'Unsubscribe!',
  'cancel',
  'END',
  'quit',
  'Alto',
  'baja',
  'Please stop texting me.',
])('%j ends a thread that waits for a reply, too', async (words) => {
  const id = await startSms('+15551234567')
  const say = (body: string) =>
    service
      .database()
      .transaction(async (tx) => receive(tx, randomIds, await lockThread(tx, id), body, service.clock.now()))
  await service.service().close()
  await say('When does it arrive?')
  await say(words)
  await service.restart()
  await service.service().idle()
  const { said, closedReason } = await read(id)
  expect(closedReason).toBe('OPTED_OUT')
  expect(said).toHaveLength(3)
})

test.each(['Can I cancel my order?', 'At the end of the week?', 'Please do not stop.'])(
  '%j ends nothing',
  async (words) => {
    const id = await startSms('+15551234567')
    await service
      .database()
      .transaction(async (tx) => receive(tx, randomIds, await lockThread(tx, id), words, service.clock.now()))
    expect((await findThread(service.database(), id)).thread.isActive).toBe(true)
  },
)
