import 'fake-indexeddb/auto'
import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  addStep,
  deleteSteps,
  FilePlan,
  type FileStep,
  membershipQueries,
  removeStep,
  undoOf,
} from './file-plans'
import { DELETION, type FileService, serveFiles } from './file-service.fixture'
import { createQueryClient } from './query-client'
import { settleLost } from './write'

let service: FileService
let client: QueryClient
beforeEach(() => {
  service = serveFiles()
  client = createQueryClient()
})
afterEach(async () => {
  // What a doubt set off ends with its test.
  await settleLost(client)
  client.clear()
  vi.unstubAllGlobals()
})

const now = () => client.query({ ...membershipQueries.now(), staleTime: 0 })
async function carryOut(steps: readonly FileStep[]) {
  const plan = new FilePlan(client, { about: { kind: 'delete', files: {}, collections: {} }, steps })
  await plan.run()
  return plan
}
const statesOf = (plan: Awaited<ReturnType<typeof carryOut>>) =>
  plan.getSnapshot().steps.map(({ step, state }) => `${step.id} ${state}`)

describe('deleting by a plan', () => {
  it('takes the file out of each collection that holds it, then deletes it', async () => {
    const plan = await carryOut(deleteSteps('f', (await now()).holdersOf('f')))
    expect(service.writes).toEqual(DELETION)
    expect(statesOf(plan)).toEqual(['remove f a done', 'remove f b done', 'delete f done'])
  })

  it('does not delete what somebody added to a collection meanwhile', async () => {
    const steps = deleteSteps('f', (await now()).holdersOf('f'))
    service.collections.set('c', new Set(['f']))
    const plan = await carryOut(steps)
    expect(statesOf(plan).at(-1)).toBe('delete f failed')
    expect(plan.getSnapshot().steps.at(-1)?.error).toMatchObject({ message: 'It is held by Collection c.' })
    expect(service.files.has('f')).toBe(true)
  })

  it.each(['DELETE /collection/a/file/f/remove', 'DELETE /file/f'])(
    'looks whether it was done where the answer to %s is lost, and does not send it again (D792)',
    async (lost) => {
      service.losesAnswerOf = lost
      const plan = await carryOut(deleteSteps('f', (await now()).holdersOf('f')))
      expect(statesOf(plan)).toEqual(['remove f a done', 'remove f b done', 'delete f done'])
      expect(service.writes).toEqual(DELETION)
    },
  )
})

describe('deleting many that a collection holds', () => {
  const ids = Array.from({ length: 50 }, (_, at) => `m${at}`)
  const deletions = () =>
    ids.flatMap((id) => deleteSteps(id, { collections: [{ id: 'a' }], source: 'service' }))
  const wasSent = (fileId: string) => service.writes.includes(`DELETE /file/${fileId}`)
  /** Answers as the service does, after `then` was told of the request. */
  const listen = (then: (request: string) => void) => {
    const answering = globalThis.fetch
    vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
      then(`${init.method ?? 'GET'} ${path.replace('/api/v1/knowledge-base', '')}`)
      return answering(path, init)
    })
  }
  beforeEach(() => {
    service.files = new Set(ids)
    service.collections = new Map([
      ['a', new Set(ids)],
      ['c', new Set()],
    ])
  })

  it('reads the lists once for all of them, and knows what it removed itself', async () => {
    const reads: string[] = []
    // A busy machine may take the five seconds after which they are read again.
    vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    listen((request) => request.startsWith('GET') && request.endsWith('s') && reads.push(request))
    const plan = await carryOut(deletions())
    vi.restoreAllMocks()
    expect(plan.isDone()).toBe(true)
    expect(service.files.size).toBe(0)
    expect(reads.toSorted()).toEqual(['GET /collections', 'GET /files'])
  })

  it('stops at what was added elsewhere since a look that is five seconds old', async () => {
    listen((request) => {
      if (request !== 'DELETE /file/m0') return
      service.collections.get('c')?.add('m7')
      vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 5_001)
    })
    await carryOut(deletions())
    vi.restoreAllMocks()
    expect([...service.files]).toEqual(['m7'])
    expect(wasSent('m7')).toBe(false)
  })

  it('looks again once an answer disagrees: what is removed already, or refused, says that somebody else works there', async () => {
    listen((request) => {
      if (request !== 'DELETE /file/m0') return
      service.collections.get('a')?.delete('m3')
      for (const id of ['m2', 'm7']) service.collections.get('c')?.add(id)
    })
    const plan = await carryOut(deletions())
    // The service refused the first of them; the look after that found the other.
    expect([...service.files]).toEqual(['m2', 'm7'])
    expect([wasSent('m2'), wasSent('m7')]).toEqual([true, false])
    expect(plan.getSnapshot().steps.filter(({ byOthers }) => byOthers)).toHaveLength(1)
  })
})

describe('what another tab removed already', () => {
  it.each([true, false])('is done, and says so, whoever held it (the service tells: %s)', async (tells) => {
    service.tells = tells
    service.collections.get('a')?.delete('f')
    const plan = await carryOut([removeStep('f', 'a')])
    expect(plan.getSnapshot().steps).toMatchObject([{ state: 'done', byOthers: true }])
    // Undoing would add what this page did not remove.
    expect(undoOf(client, plan)).toBeUndefined()
  })

  it('is done where the file itself is gone', async () => {
    service.files.delete('f')
    service.collections.clear()
    const plan = await carryOut(deleteSteps('f', { collections: [], source: 'service' }))
    expect(plan.getSnapshot().steps).toMatchObject([{ state: 'done', gone: true }])
  })

  it('is not done where the collection still has it, whatever was answered', async () => {
    const answering = globalThis.fetch
    vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) =>
      init.method === 'DELETE' ? Response.json({ message: 'No.' }, { status: 404 }) : answering(path, init),
    )
    expect(statesOf(await carryOut([removeStep('f', 'a')]))).toEqual(['remove f a failed'])
  })
})

describe('where the service does not say who holds what', () => {
  it('is not known, until this browser added it, and then the plan has that collection', async () => {
    service.tells = false
    expect((await now()).holdersOf('g')).toEqual({ collections: [], source: 'unknown' })
    await carryOut([addStep('g', 'a')])
    const known = (await now()).holdersOf('g')
    expect(known).toMatchObject({ collections: [{ id: 'a' }], source: 'browser' })
    expect(deleteSteps('g', known).map(({ id }) => id)).toEqual(['remove g a', 'delete g'])
  })

  it('tries a step again rather than to believe that it was done', async () => {
    service.tells = false
    service.losesAnswerOf = 'POST /collection/a/file/g'
    const plan = await carryOut([addStep('g', 'a')])
    expect(statesOf(plan)).toEqual(['add g a failed'])
    await plan.run()
    expect(statesOf(plan)).toEqual(['add g a done'])
    expect(service.writes).toHaveLength(2)
  })
})
