import 'fake-indexeddb/auto'
import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addStep, deleteSteps, type FileStep, membershipQueries, planFileSteps } from './file-steps'
import { createQueryClient } from './query-client'

/** A service that keeps files and collections; `tells`: whether its collections say what they hold. */
interface Service {
  files: Set<string>
  collections: Map<string, Set<string>>
  tells: boolean
  /** Writes that are done, and whose answer is lost on the way. */
  losesAnswerOf: string | undefined
  writes: string[]
}
let service: Service
let client: QueryClient
let counter = 0

function answer(method: string, path: string): Response {
  const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
  if (path === '/console/info')
    return json({
      service: 'local',
      serviceName: `steps-${counter}`,
      credentials: { apiKey: true, accessToken: true },
      chatOrigins: ['http://127.0.0.1'],
      limits: { uploadBytes: 1, bodyBytes: 1 },
    })
  if (method === 'GET' && path.endsWith('/files'))
    return json({ files: [...service.files].map((fileId) => ({ fileId })) })
  if (method === 'GET') {
    const told = ([id, held]: [string, Set<string>]) => ({ id, name: `Collection ${id}`, files: [...held] })
    const silent = ([id]: [string, Set<string>]) => ({ id, name: `Collection ${id}` })
    return json({ collections: [...service.collections].map(service.tells ? told : silent) })
  }
  service.writes.push(`${method} ${path.replace('/api/v1/knowledge-base', '')}`)
  const [, collection = '', member = ''] = /collection\/(\w+)\/file\/(\w+)/.exec(path) ?? []
  const [, file = ''] = /base\/file\/(\w+)/.exec(path) ?? []
  if (method === 'POST') service.collections.get(collection)?.add(member)
  else if (collection && !service.collections.get(collection)?.delete(member)) return json({}, 404)
  else if (file && !service.files.delete(file)) return json({}, 404)
  if (service.writes.at(-1) === service.losesAnswerOf) {
    service.losesAnswerOf = undefined
    throw new TypeError('the line broke')
  }
  return json({ success: true })
}

beforeEach(() => {
  counter += 1
  service = {
    files: new Set(['f', 'g']),
    collections: new Map([
      ['a', new Set(['f'])],
      ['b', new Set(['f', 'g'])],
    ]),
    tells: true,
    losesAnswerOf: undefined,
    writes: [],
  }
  client = createQueryClient()
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit) => answer(method, path))
})
afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

const now = () => client.query({ ...membershipQueries.now(), staleTime: 0 })
async function carryOut(steps: readonly FileStep[]) {
  const plan = planFileSteps(client, steps)
  await plan.run()
  return plan
}
const statesOf = (plan: Awaited<ReturnType<typeof carryOut>>) =>
  plan.getSnapshot().steps.map(({ step, state }) => `${step.id} ${state}`)

describe('deleting by a plan', () => {
  it('takes the file out of each collection that holds it, then deletes it', async () => {
    const plan = await carryOut(deleteSteps('f', (await now()).of('f')))
    expect(service.writes).toEqual([
      'DELETE /collection/a/file/f/remove',
      'DELETE /collection/b/file/f/remove',
      'DELETE /file/f',
    ])
    expect(statesOf(plan)).toEqual(['remove f a done', 'remove f b done', 'delete f done'])
  })

  it('does not delete what somebody added to a collection meanwhile', async () => {
    const steps = deleteSteps('f', (await now()).of('f'))
    service.collections.set('c', new Set(['f']))
    const plan = await carryOut(steps)
    expect(statesOf(plan).at(-1)).toBe('delete f failed')
    expect(plan.getSnapshot().steps.at(-1)?.error).toMatchObject({ message: 'It is held by Collection c.' })
    expect(service.files.has('f')).toBe(true)
  })

  it('does not send again what was done although its answer was lost', async () => {
    service.losesAnswerOf = 'DELETE /collection/a/file/f/remove'
    const plan = await carryOut(deleteSteps('f', (await now()).of('f')))
    expect(statesOf(plan)).toEqual(['remove f a failed', 'remove f b held back', 'delete f held back'])
    service.losesAnswerOf = 'DELETE /file/f'
    await plan.run()
    expect(statesOf(plan)).toEqual(['remove f a done', 'remove f b done', 'delete f failed'])
    await plan.run()
    expect(statesOf(plan).at(-1)).toBe('delete f done')
    expect(service.writes).toEqual([
      'DELETE /collection/a/file/f/remove',
      'DELETE /collection/b/file/f/remove',
      'DELETE /file/f',
    ])
  })
})

describe('where the service does not say who holds what', () => {
  it('is not known, until this browser added it, and then the plan has that collection', async () => {
    service.tells = false
    expect((await now()).of('g')).toEqual({ collections: [], source: 'unknown' })
    await carryOut([addStep('g', 'a')])
    const known = (await now()).of('g')
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
