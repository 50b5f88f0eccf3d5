import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { Pool } from 'undici'
import { expect, it, onTestFinished } from 'vitest'
import { standstill, startUpstream } from './console.fixture'
import { exchange } from './exchange'

async function openExchange(listener: Parameters<typeof startUpstream>[0]) {
  const origin = await startUpstream(listener)
  const pool = new Pool(origin, { connections: 1 })
  onTestFinished(() => pool.destroy())
  return () => exchange(pool, { origin, path: '/', method: 'GET' })
}

it('gives pieces in order, and then an end', async () => {
  const send = await openExchange(async (_, response) => {
    for (const piece of ['one ', 'two ', 'three']) await new Promise((done) => response.write(piece, done))
    response.end()
  })
  const { status, header, body } = await send().reply
  expect(status).toBe(200)
  expect(header('transfer-encoding')).toBe('chunked')
  let text = ''
  for await (const piece of body) text += piece
  expect(text).toBe('one two three')
})

it('holds the service back while nobody reads', async () => {
  let taken = 0
  const send = await openExchange(async (_, response) => {
    for (let at = 0; at < 200 && !response.destroyed; at++) {
      if (!response.write(Buffer.alloc(256 * 1024))) await once(response, 'drain')
      taken += 256 * 1024
    }
    response.end()
  })
  const { body } = await send().reply
  await standstill(() => taken)
  expect(taken).toBeLessThan(50 * 2 ** 20)
  let size = 0
  for await (const piece of body) size += piece.length
  expect(size).toBe(200 * 256 * 1024)
})

it('ends the request when it is abandoned: while it waits for its turn, for its head, or for the rest', async () => {
  const heard: ServerResponse[] = []
  const send = await openExchange((_, response) => heard.push(response))
  const first = send()
  const waiting = send()
  await expect.poll(() => heard.length).toBe(1)
  waiting.abandon(new Error('too long'))
  await expect(waiting.reply).rejects.toThrow('too long')
  first.abandon()
  await expect(first.reply).rejects.toThrow('abandoned')
  await expect.poll(() => heard[0]?.destroyed).toBe(true)

  const begun = send()
  await expect.poll(() => heard.length).toBeGreaterThan(1)
  heard.at(-1)?.writeHead(200).write('begin')
  const { body } = await begun.reply
  for await (const _ of body) break
  await expect.poll(() => heard.at(-1)?.destroyed).toBe(true)
})

it('a rest that breaks off is an error for who reads it', async () => {
  const send = await openExchange((_, response) => {
    response.writeHead(200, { 'content-length': 10 }).write('half', () => response.destroy())
  })
  const { body } = await send().reply
  const read = async () => {
    for await (const _ of body);
  }
  await expect(read()).rejects.toThrow()
})
