import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { gate } from '../net/gate.fixture'
import { streamAnswer } from './streamed-answer'

const PART = 'x'.repeat(512 * 1024)

test('is whole and in order for a reader who comes long after it was made, however large', async () => {
  const answer = await streamAnswer(async (write) => {
    for (let part = 0; part < 40; part++) await write(`${part}${PART}`)
  })
  // Nothing was read, and still it ends.
  await answer.made
  const text = await new Response(answer.body).text()
  expect(text).toBe(Array.from({ length: 40 }, (_, part) => `${part}${PART}`).join(''))
})

test('is sent while it is made', async () => {
  const { open: finish, opened: held } = gate()
  const answer = await streamAnswer(async (write) => {
    await write('first')
    await held
    await write('last')
  })
  const reader = answer.body.getReader()
  expect(Buffer.from((await reader.read()).value ?? '').toString()).toBe('first')
  finish()
  expect(Buffer.from((await reader.read()).value ?? '').toString()).toBe('last')
  expect((await reader.read()).done).toBe(true)
})

test('what fails before anything was sent fails as a whole; later the answer breaks off', async () => {
  const broken = new Error('the database went away')
  await expect(
    streamAnswer(async () => {
      throw broken
    }),
  ).rejects.toBe(broken)
  const answer = await streamAnswer(async (write) => {
    await write('[1,')
    await sleep(1)
    throw broken
  })
  await expect(answer.made).rejects.toBe(broken)
  await expect(new Response(answer.body).text()).rejects.toBe(broken)
})

test('is not made on for nobody', async () => {
  let parts = 0
  const answer = await streamAnswer(async (write) => {
    for (; ; parts++) {
      await write(PART)
      await sleep(1)
    }
  })
  await answer.body.cancel()
  await answer.made
  expect(parts).toBeLessThan(1_000)
})
