import { sql } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '../service.fixture'

const opened = await openTestDatabase()
afterAll(() => opened.close())

const answers = async () => (await opened.db.execute(sql`select 1 as one`)).rows

test('a connection that breaks before a transaction has begun is given back', async () => {
  const { db } = opened
  const breakIt = (client: PoolClient) => {
    const { stream } = (client as unknown as { connection: { stream: { destroy(error: Error): void } } })
      .connection
    stream.destroy(new Error('cut'))
  }
  // One more than there are connections on a server; the embedded database has one.
  for (let time = 0; time < 11; time += 1) {
    db.$client.once('acquire', breakIt)
    await expect(db.transaction(async () => {})).rejects.toThrow()
  }
  expect(await answers()).toEqual([{ one: 1 }])
})

test('one that breaks in the middle ends neither the process nor what comes after', async () => {
  const { db } = opened
  await db.execute(sql`create table lines (x int)`)
  const broken = db.transaction(async (tx) => {
    await tx.execute(sql`insert into lines values (1)`)
    const [client] = (
      db.$client as unknown as { _clients: { connection: { stream: { destroy(error: Error): void } } }[] }
    )._clients.slice(-1)
    client?.connection.stream.destroy(new Error('cut'))
    await new Promise((resolve) => setImmediate(resolve))
    await tx.execute(sql`insert into lines values (2)`)
  })
  await expect(broken).rejects.toThrow()
  expect(await answers()).toEqual([{ one: 1 }])
})
