import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { expect, inject, onTestFinished, test } from 'vitest'
import { placeEmptyDatabase } from '../empty-database.fixture'
import type { FromWorker, ToWorker } from './pglite-messages'

const ROUNDS = 50

test('the database forgets each answer once it is given (D710)', { timeout: 120_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pglite-worker-'))
  await placeEmptyDatabase(dataDir)
  const workerData = { directory: join(dataDir, 'database') }
  const worker = new Worker(join(inject('programs'), 'pglite-worker.js'), { workerData })
  onTestFinished(async () => {
    await worker.terminate()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const said = async (): Promise<FromWorker> => (await once(worker, 'message'))[0]
  expect(await said()).toEqual({ kind: 'ready' })
  for (let round = 1; round <= ROUNDS; round += 1) {
    const query = Buffer.from(`Q0000select 'answer ' || 'number ${round} of many'\0`)
    query.writeInt32BE(query.length - 1, 1)
    worker.postMessage({ bytes: query } satisfies ToWorker)
    const reply = await said()
    expect(reply.kind === 'reply' && Buffer.from(reply.bytes).toString()).toContain(`answer number ${round} `)
  }
  const memory = await text(await worker.getHeapSnapshot())
  expect(memory.includes('execProtocolRawStream'), 'memory was read').toBe(true)
  expect(memory.match(/answer number \d+ of many/g) ?? []).toEqual([])
})
