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
import { type FileService, serveFiles } from './file-service.fixture'
import { createQueryClient } from './query-client'

let service: FileService
let client: QueryClient
beforeEach(() => {
  service = serveFiles()
  client = createQueryClient()
})
afterEach(() => {
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
    expect(service.writes).toEqual([
      'DELETE /collection/a/file/f/remove',
      'DELETE /collection/b/file/f/remove',
      'DELETE /file/f',
    ])
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
      expect(service.writes).toEqual([
        'DELETE /collection/a/file/f/remove',
        'DELETE /collection/b/file/f/remove',
        'DELETE /file/f',
      ])
    },
  )
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
