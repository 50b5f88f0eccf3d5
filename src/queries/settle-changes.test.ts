import 'fake-indexeddb/auto'
import { expect, it, vi } from 'vitest'
import { closeThread, readThreadRecord, type ThreadRecord, updateThread } from '../contract/thread-records'
import { infoOf } from './console-info.fixture'
import { ledgerQueries } from './ledger'
import { createQueryClient } from './query-client'
import { settleChanges } from './settle-changes'
import { write } from './write'

it('records a close and a change without an answer as done once the thread shows them, and nothing else', async () => {
  vi.stubGlobal('fetch', async (path: string) => {
    if (path !== '/console/info') throw new TypeError('cut')
    return Response.json(infoOf('https://lost-changes.example'))
  })
  const client = createQueryClient()
  const params = { threadId: 't1' }
  const lose = (sending: Promise<unknown>) => sending.catch(() => undefined)
  const order = { metadata: { order: { id: 7, open: true } }, variables: { name: 'Ada' } }
  await lose(write(client, closeThread, { params, body: { reason: 'ENDED' } }))
  await lose(write(client, updateThread, { params, body: order }))
  await lose(write(client, updateThread, { params: { threadId: 't2' }, body: order }))
  const states = async () =>
    (await client.query({ ...ledgerQueries.entries(), staleTime: 0 })).map(
      ({ operation, params: { threadId }, state, found }) =>
        `${operation} ${threadId} ${found ? 'found' : state}`,
    )
  const settle = (fields: object) =>
    client
      .getMutationCache()
      .build(client, settleChanges())
      .execute(readThreadRecord({ id: 't1', ...fields }) as ThreadRecord)
  const others = ['updateThread t2 unknown', 'updateThread t1 unknown', 'closeThread t1 unknown'].sort()
  await settle({ isActive: true, metadata: { order: { open: true, id: 8 } }, variables: { name: 'Ada' } })
  expect((await states()).sort()).toEqual(others)
  // Somebody else closed it meanwhile.
  await settle({ isActive: false, closedReason: 'OPTED_OUT' })
  expect((await states()).sort()).toEqual(others)
  await settle({
    isActive: false,
    closedReason: 'ENDED',
    metadata: { order: { open: true, id: 7 }, more: 1 },
    variables: { name: 'Ada' },
  })
  expect((await states()).sort()).toEqual([
    'closeThread t1 found',
    'updateThread t1 found',
    'updateThread t2 unknown',
  ])
})
