import 'fake-indexeddb/auto'
import type { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openLedger } from '../ledger/open-ledger'
import { describeError } from './describe-error'
import {
  addStep,
  deleteSteps,
  FilePlan,
  type FileStep,
  findPlan,
  PLAN_KIND,
  removeStep,
  undoOf,
} from './file-plans'
import { DELETION, type FileService, serveFiles } from './file-service.fixture'
import { keys } from './keys'
import { mayHaveOpen } from './open-note'
import { openWork } from './open-work'
import { testPages } from './pages.fixture'
import { otherWorker } from './workers'

let service: FileService
const openPage = testPages()
const openIn = (client: QueryClient) => client.query({ ...openWork(), staleTime: 0 })
const held = (collectionId: string) => [...(service.collections.get(collectionId) ?? [])]

beforeEach(() => {
  service = serveFiles()
  const stored: Record<string, string> = {}
  const storage = Object.defineProperties(stored, {
    getItem: { value: (key: string) => stored[key] ?? null },
    setItem: {
      value: (key: string, text: string) => {
        stored[key] = text
      },
    },
    removeItem: { value: (key: string) => delete stored[key] },
  })
  vi.stubGlobal('localStorage', storage)
})

const about = { kind: 'delete', files: { f: 'guide.md' }, collections: { a: 'A', b: 'B', c: 'C' } } as const
const deletion = () =>
  deleteSteps('f', {
    collections: [{ id: 'a' }, { id: 'b' }],
    source: 'service',
  })

it('its end, and that it was dismissed, is told the other windows (D931)', async () => {
  const other = new BroadcastChannel('switchboard-changed')
  const heard: unknown[] = []
  other.onmessage = ({ data }) => heard.push(data)
  const plan = new FilePlan(openPage(), { about, steps: deletion() })
  await plan.run({ limit: 1 })
  await expect
    .poll(() => heard)
    .toEqual([expect.arrayContaining([keys.files, keys.collections, keys.ledger])])
  await plan.dismiss()
  await expect.poll(() => heard.at(-1)).toEqual([keys.ledger])
  other.close()
})

describe('a plan after a reload', () => {
  it('is listed with how far it came, sends nothing by itself, and is carried out to its end', async () => {
    const left = new FilePlan(openPage(), { about, steps: deletion() })
    expect(mayHaveOpen()).toBe(false)
    await left.run({ limit: 1 })
    expect(mayHaveOpen()).toBe(true)

    const page = openPage()
    const { collections, ...rest } = about
    expect(await openIn(page)).toEqual([
      {
        kind: 'plan',
        id: left.id,
        about: { ...rest, collections: { a: collections.a, b: collections.b } },
        done: 1,
        total: 3,
      },
    ])
    const plan = await findPlan(page, left.id)
    expect(plan?.getSnapshot().steps.map(({ state }) => state)).toEqual(['done', 'waiting', 'waiting'])
    expect(service.writes).toHaveLength(1)
    await plan?.run()
    expect(service.writes).toEqual(DELETION)
    expect(await openIn(page)).toEqual([])
    expect(mayHaveOpen()).toBe(false)
  })

  it('looks up the step that was on its way when the page went', async () => {
    // The answer never arrives, as the page is gone before it does.
    const answering = globalThis.fetch
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      const answer = await answering(path, init)
      return init.method === 'DELETE' ? new Promise<never>(() => undefined) : answer
    })
    const left = new FilePlan(openPage(), { about, steps: deletion() })
    void left.run()
    await vi.waitFor(() => expect(service.writes).toHaveLength(1))
    vi.stubGlobal('fetch', answering)
    // The lock of the page that is gone went with it.
    vi.stubGlobal('navigator', {})

    await (await findPlan(openPage(), left.id))?.run()
    expect(service.writes).toEqual(DELETION)
  })

  it('looks before each step: what somebody else did meanwhile is not sent', async () => {
    const about = { kind: 'add', files: { f: 'f', g: 'g', h: 'h' }, collections: { c: 'C' } } as const
    service.collections.set('c', new Set())
    const steps = ['f', 'g', 'h'].map((file) => addStep(file, 'c'))
    const left = new FilePlan(openPage(), { about, steps })
    await left.run({ limit: 1 })
    service.collections.get('c')?.add('g')
    const page = openPage()
    await (await findPlan(page, left.id))?.run({ limit: 1 })
    expect(service.writes).toEqual(['POST /collection/c/file/f'])
    // The list counts it, too.
    expect(await openIn(page)).toMatchObject([{ done: 2, total: 3 }])
  })

  it('ends as done where its file is gone, and says so', async () => {
    const about = { kind: 'remove', files: { f: 'f', g: 'g' }, collections: { b: 'B' } } as const
    const left = new FilePlan(openPage(), { about, steps: [removeStep('f', 'b'), removeStep('g', 'b')] })
    await left.run({ limit: 1 })
    service.files.delete('g')
    service.collections.get('b')?.delete('g')
    const page = openPage()
    const plan = await findPlan(page, left.id)
    await plan?.run()
    expect(plan?.isDone()).toBe(true)
    expect(plan?.getSnapshot().steps.map(({ gone }) => gone)).toEqual([undefined, true])
    expect(await openIn(page)).toEqual([])
    expect(service.writes).toHaveLength(1)
  })

  it('is read to its end where another page took it and ended it between two looks at who works on it', async () => {
    const [one, other, reader] = [openPage(), openPage(), openPage()]
    const mine = new FilePlan(one, { about, steps: deletion() })
    await mine.run({ limit: 1 })
    const plan = await findPlan(reader, mine.id)
    const look = () => reader.query({ ...otherWorker({ kind: PLAN_KIND, id: mine.id, plan }), staleTime: 0 })
    expect(await look()).toBeNull()
    await (await findPlan(other, mine.id))?.run()
    expect(await look()).toBeNull()
    expect(plan?.isDone()).toBe(true)
  })

  it('goes on from how far another page came', async () => {
    const [one, other] = [openPage(), openPage()]
    const mine = new FilePlan(one, { about, steps: deletion() })
    await mine.run({ limit: 1 })
    await (await findPlan(other, mine.id))?.run({ limit: 1 })
    // Out of date, it may not send anything.
    await mine.run()
    expect(mine.getSnapshot().problem).toMatchObject({ name: 'JobChanged' })
    expect(service.writes).toHaveLength(2)
    const again = await findPlan(one, mine.id)
    expect(again).not.toBe(mine)
    await again?.run()
    expect(service.writes).toHaveLength(3)
  })

  it('is left alone while another page works on it, and that is said so', async () => {
    const request = (_name: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    vi.stubGlobal('navigator', { locks: { request } })
    const left = new FilePlan(openPage(), { about, steps: deletion() })
    const refused = await left.run().catch(describeError)
    expect(refused).toMatchObject({ title: 'Another page is working on this', outcome: 'refused' })
    expect(service.writes).toEqual([])
  })

  it('is no longer open once it is dismissed', async () => {
    const left = new FilePlan(openPage(), { about, steps: deletion() })
    await left.run({ limit: 1 })
    const page = openPage()
    await (await findPlan(page, left.id))?.dismiss()
    expect(await openIn(page)).toEqual([])
    expect(service.writes).toHaveLength(1)
  })

  it('is open again where that is taken back', async () => {
    const left = new FilePlan(openPage(), { about, steps: deletion() })
    await left.run({ limit: 1 })
    const page = openPage()
    const open = await openIn(page)
    const undo = await (await findPlan(page, left.id))?.dismiss()
    expect(await openIn(page)).toEqual([])
    await undo?.()
    expect(await openIn(page)).toEqual(open)
  })
})

describe('a write without an answer', () => {
  const statesOf = async () => {
    const entries = await (await openLedger()).entries(service.name)
    return entries.map(({ operation, state, found }) => `${operation} ${found ? 'found' : state}`)
  }

  it.each([true, false])(
    'is closed in the record once the plan found it done, whether collections say what they hold: %s (D936)',
    async (tells) => {
      service.tells = tells
      service.losesAnswerOf = 'DELETE /collection/b/file/f/remove'
      const plan = new FilePlan(openPage(), { about, steps: deletion() })
      await plan.run()
      if (!plan.isDone()) await plan.run()
      expect(plan.isDone()).toBe(true)
      await vi.waitFor(async () => expect(await statesOf()).toContain('removeFileFromCollection found'))
      expect((await statesOf()).filter((each) => each.endsWith('unknown'))).toEqual([])
    },
  )

  it('is closed by the page that goes on with the plan of one that was left (D936)', async () => {
    const answering = globalThis.fetch
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      const answer = await answering(path, init)
      return init.method === 'DELETE' ? Promise.reject(new TypeError('cut')) : answer
    })
    // What is looked up at once is not found either.
    const left = new FilePlan(openPage(), { about, steps: deletion().slice(1, 2) })
    service.tells = false
    await left.run()
    expect(await statesOf()).toEqual(['removeFileFromCollection unknown'])
    vi.stubGlobal('fetch', answering)
    service.tells = true
    const page = openPage()
    await (await findPlan(page, left.id))?.run()
    expect(service.writes).toHaveLength(1)
    await vi.waitFor(async () => expect(await statesOf()).toEqual(['removeFileFromCollection found']))
  })
})

it.each([true, false])(
  'a file that went meanwhile needs nothing more, whether collections say what they hold: %s',
  async (tells) => {
    service.tells = tells
    service.files.delete('f')
    for (const held of service.collections.values()) held.delete('f')
    const plan = new FilePlan(openPage(), { about, steps: deletion() })
    await plan.run()
    expect(plan.getSnapshot().steps.map(({ state, gone }) => [state, gone])).toEqual(
      Array.from({ length: 3 }, () => ['done', true]),
    )
  },
)

it('keeps nothing before its first step', async () => {
  const plan = new FilePlan(openPage(), { about, steps: deletion() })
  await plan.dismiss()
  expect(await (await openLedger()).jobs(service.name)).toEqual([])
})

it('a row that cannot be read is passed over', async () => {
  const left = new FilePlan(openPage(), { about, steps: deletion() })
  await left.run({ limit: 1 })
  const ledger = await openLedger()
  const row = await ledger.job(service.name, left.id)
  if (!row) throw new Error('not kept')
  await ledger.saveJob({ ...row, revision: row.revision + 1, state: { about, steps: [{ action: 'burn' }] } })
  expect(await openIn(openPage())).toEqual([])
  expect(await findPlan(openPage(), left.id)).toBeUndefined()
})

describe('undoing', () => {
  const plan = async (kind: 'add' | 'remove', steps: FileStep[]) => {
    const made = new FilePlan(openPage(), { about: { ...about, kind }, steps })
    await made.run()
    return made
  }

  it('adds back exactly what was removed', async () => {
    service.collections.get('b')?.delete('g')
    const done = await plan('remove', [removeStep('f', 'b'), removeStep('g', 'b')])
    expect(done.getSnapshot().steps.map(({ state }) => state)).toEqual(['done', 'done'])
    await undoOf(openPage(), done)?.run()
    expect(held('b')).toEqual(['f'])
  })

  it.each([true, false])(
    'leaves what somebody else did meanwhile, also after a reload: %s',
    async (reloads) => {
      const to = { kind: 'add', files: { f: 'f', g: 'g', h: 'h' }, collections: { c: 'C' } } as const
      service.files.add('h')
      service.collections.set('c', new Set())
      const steps = ['f', 'g', 'h'].map((file) => addStep(file, 'c'))
      const left = new FilePlan(openPage(), { about: to, steps })
      await left.run({ limit: 1 })
      service.collections.get('c')?.add('g')
      const page = openPage()
      const plan = await findPlan(page, left.id)
      if (reloads) await plan?.run({ limit: 1 })
      const later = reloads ? await findPlan(openPage(), left.id) : plan
      await later?.run()
      expect(later?.isDone()).toBe(true)
      if (later) await undoOf(openPage(), later)?.run()
      expect(held('c')).toEqual(['g'])
    },
  )

  it('removes what was added, and a deletion cannot be undone', async () => {
    const done = await plan('add', [addStep('g', 'a')])
    await undoOf(openPage(), done)?.run()
    expect(held('a')).toEqual(['f'])
    const deleted = new FilePlan(openPage(), { about, steps: deletion() })
    await deleted.run()
    expect(undoOf(openPage(), deleted)).toBeUndefined()
  })
})
