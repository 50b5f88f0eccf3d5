import 'fake-indexeddb/auto'
import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { subjectOf } from '../contract/operation'
import { createReplacement, type Replacement } from '../jobs/replace-file'
import type { StoredAgent } from '../ledger/entry'
import { openLedger } from '../ledger/open-ledger'
import { affectedVersions } from './affected-versions'
import { infoOf } from './console-info.fixture'
import { jobEngineOf } from './job-engine'
import { keys } from './keys'
import { openWork } from './open-work'
import { testPages } from './pages.fixture'
import { replacementQueries, replacementsOf } from './replacements'
import { resumeWork } from './resume-work'

let asked: string[] = []
let service = ''
let members: Set<string>
let files: { fileId: string; fileName: string; status: string }[]
/** What somebody else does while a request of this page is on its way. */
let meanwhile: (() => Promise<void>) | undefined
const json = (body: unknown) => new Response(JSON.stringify(body))
const openPage = testPages()

let counter = 0
beforeEach(() => {
  counter += 1
  service = `replacing-${counter}`
  asked = []
  meanwhile = undefined
  members = new Set(['old'])
  files = [
    { fileId: 'old', fileName: 'guide.md', status: 'INGESTED' },
    { fileId: 'new', fileName: 'guide-2026-11-20.md', status: 'INGESTED' },
  ]
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    if (method !== 'GET') asked.push(`${method} ${path}`)
    if (method !== 'GET') await meanwhile?.()
    if (path === '/console/info') return json(infoOf(service, 'local'))
    if (path.endsWith('/files')) return json({ files })
    if (path.endsWith('/collections'))
      return json({ collections: [{ id: 'c1', name: 'Returns', files: [...members] }] })
    const [, fileId = ''] = /\/collection\/c1\/file\/(\w+)/.exec(path) ?? []
    if (path.endsWith('/remove')) members.delete(fileId)
    else if (fileId) members.add(fileId)
    else files = files.filter((each) => !path.endsWith(each.fileId))
    return json({ success: true })
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** As a page left it that went away while the record was being created. */
async function leave(change: Partial<Replacement> = {}): Promise<void> {
  const job = createReplacement({
    id: 'j1',
    startedAt: '2026-11-20T10:00:00.000Z',
    old: { fileId: 'old', fileName: 'guide.md' },
    fresh: { fileName: 'guide-2026-11-20.md', sourceName: 'x.md', size: 5, fileId: 'new' },
  })
  const state: Replacement = {
    ...job,
    source: 'service',
    holdersConfirmed: true,
    holders: [{ id: 'c1', name: 'Returns', fresh: 'out', old: 'in' }],
    uploadedAt: '2026-11-20T10:00:01.000Z',
    record: 'doubt',
    ...change,
  }
  const { id, startedAt } = job
  await (await openLedger()).saveJob({ service, id, kind: 'replace-file', startedAt, revision: 1, state })
}
const read = async (client: QueryClient) =>
  (await client.query({ ...replacementQueries.one('j1'), staleTime: 0 }))?.job

describe('a replacement after a restart of the browser', () => {
  it('looks up what was in doubt, goes on to the end, and has its writes in the record', async () => {
    await leave()
    const first = openPage()
    await replacementsOf(first).goOn('j1')
    expect(asked).toEqual(['POST /api/v1/knowledge-base/collection/c1/file/new'])
    expect(await first.query(openWork())).toEqual([
      { kind: 'replacement', id: 'j1', name: 'guide.md', fileId: 'old', waits: true },
    ])
    await expect(replacementsOf(first).confirmDeletion('j1')).rejects.toThrow('holds the old file')

    const second = openPage()
    const replacements = replacementsOf(second)
    await replacements.validate('j1', true)
    await replacements.goOn('j1')
    expect(members).toEqual(new Set(['new']))
    await replacements.confirmDeletion('j1')
    expect(asked.slice(1)).toEqual([
      'DELETE /api/v1/knowledge-base/collection/c1/file/old/remove',
      'DELETE /api/v1/knowledge-base/file/old',
    ])
    expect((await read(second))?.endedAt).toBeDefined()
    expect(await second.query({ ...openWork(), staleTime: 0 })).toEqual([])
    const entries = await (await openLedger()).entries(service)
    expect(entries.map(({ operation, state }) => [operation, state]).reverse()).toEqual([
      ['addFileToCollection', 'accepted'],
      ['removeFileFromCollection', 'accepted'],
      ['deleteFile', 'accepted'],
    ])
    // What is gone is still named.
    const { operation, params, note } = entries[0] ?? {}
    expect(subjectOf({ operation: operation ?? '', params: params ?? {}, note })).toEqual({
      kind: 'file',
      fileId: 'old',
      name: 'guide.md',
    })
  })

  it('is not worked on by two pages at once', async () => {
    await leave()
    const pages = [openPage(), openPage()]
    const ends = await Promise.allSettled(pages.map((page) => replacementsOf(page).goOn('j1')))
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(asked).toEqual(['POST /api/v1/knowledge-base/collection/c1/file/new'])
  })

  it('that another page stopped meanwhile says why it stands still, whichever screen began it', async () => {
    await leave()
    const [first, second] = [openPage(), openPage()]
    meanwhile = () => replacementsOf(second).stop('j1')
    await replacementsOf(first)
      .goOn('j1')
      .catch(() => undefined)
    expect((await read(first))?.stopped).toBe(true)
    expect(jobEngineOf(first).failureOf('j1')).toMatchObject({ title: 'Another page continued this' })
    meanwhile = undefined
    await replacementsOf(first).goOn('j1')
    expect(jobEngineOf(first).failureOf('j1')).toBeUndefined()
  })

  it('waits again for its file on whatever screen, and goes on', async () => {
    await leave({ record: 'created' })
    await resumeWork(openPage())
    await vi.waitFor(() => expect(asked).toEqual(['POST /api/v1/knowledge-base/collection/c1/file/new']))
  })

  it('looks on while its page is hidden, as no other page can take it over (D1026)', async () => {
    const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' })
    vi.stubGlobal('document', page)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const waiting = files.map((file) => (file.fileId === 'new' ? { ...file, status: 'UPLOADED' } : file))
    const ready = files
    files = waiting
    const passMinutes = async (count: number) => {
      for (let at = 0; at < count * 60; at += 1) {
        await vi.advanceTimersByTimeAsync(1_000)
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    await leave({ record: 'created' })
    const run = replacementsOf(openPage()).goOn('j1')
    await passMinutes(2)
    expect(asked).toEqual([])
    files = ready
    await passMinutes(2)
    expect(asked).toEqual(['POST /api/v1/knowledge-base/collection/c1/file/new'])
    await run
  })

  it.each([{ stopped: true }, { trouble: { title: 'Failed', message: 'It cannot be read.' } }])(
    'waits for a person where it was stopped or failed',
    async (change) => {
      await leave({ record: 'created', ...change })
      await resumeWork(openPage())
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(asked).toEqual([])
    },
  )

  it('of a file is begun once: until it has ended, another one of the same file is refused (D959)', async () => {
    await leave({ endedAt: '2026-11-20T11:00:00.000Z' })
    const content = new File(['# New'], 'x.md')
    const wanted = { old: { fileId: 'old', fileName: 'guide.md' }, fileName: 'guide-2.md', content }
    const [first, second] = [replacementsOf(openPage()), replacementsOf(openPage())]
    const id = await first.start(wanted)
    await expect(second.start(wanted)).rejects.toMatchObject({ title: 'This file is being replaced already' })
    await second.start({ ...wanted, old: { fileId: 'new', fileName: 'guide-2026-11-20.md' } })
    await first.rollBack(id)
    await second.start(wanted)
  })

  it('of a file is begun by one of two tabs that start it at the same moment; the other says so (D959)', async () => {
    const held = new Map<string, Promise<unknown>>()
    const request = (name: string, ...[options, work = options]: ((lock: unknown) => unknown)[]) => {
      const done = (held.get(name) ?? Promise.resolve()).then(() => work?.({}))
      held.set(
        name,
        done.catch(() => undefined),
      )
      return done
    }
    vi.stubGlobal('navigator', { locks: { request, query: async () => ({}) } })
    const content = new File(['# New'], 'x.md')
    const wanted = { old: { fileId: 'old', fileName: 'guide.md' }, fileName: 'guide-2.md', content }
    const pages = [openPage(), openPage()]
    const ends = await Promise.allSettled(pages.map((page) => replacementsOf(page).start(wanted)))
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
    expect(refused).toMatchObject([{ title: 'This file is being replaced already' }])
    expect(await openPage().query(openWork())).toMatchObject([{ kind: 'replacement', fileId: 'old' }])
  })

  it('that begins, and what a person decides of one, is told to the other windows of this browser (D931)', async () => {
    const other = new BroadcastChannel('switchboard-changed')
    const heard: unknown[] = []
    other.onmessage = ({ data }) => heard.push(data)
    await leave({ record: 'created' })
    const replacements = replacementsOf(openPage())
    await replacements.stop('j1')
    await vi.waitFor(() => expect(heard).toEqual([[keys.ledger]]))
    await replacements.start({
      old: { fileId: 'new', fileName: 'guide-2026-11-20.md' },
      fileName: 'guide-2.md',
      content: new File(['# New'], 'x.md'),
    })
    await vi.waitFor(() => expect(heard).toHaveLength(2))
    other.close()
  })

  it('of an unreadable state is not gone on with', async () => {
    await leave({ record: 'odd' as 'none' })
    const page = openPage()
    expect(await read(page)).toBeUndefined()
    await expect(replacementsOf(page).goOn('j1')).rejects.toThrow('no longer stored')
    expect(asked).toEqual([])
  })
})

describe('affected versions', () => {
  it('are those created with one of the collections, deployed ones first', () => {
    const version = (versionId: string, ...ids: string[]) => ({
      versionId,
      request: { knowledgeBaseCollectionIds: ids },
    })
    const agent = (agentId: string, versions: StoredAgent['versions'], deployed?: string): StoredAgent => ({
      service,
      agentId,
      name: `Agent ${agentId}`,
      source: 'created',
      addedAt: '2026',
      versions,
      deployedVersionId: deployed,
    })
    const agents = [
      agent('a', [version('v1', 'c1'), version('v2', 'c3')]),
      agent('b', [version('v3', 'c2', 'c1'), { versionId: 'v4' }], 'v3'),
    ]
    expect(
      affectedVersions(agents, ['c1', 'c2']).map(({ versionId, deployed, collectionIds }) => [
        versionId,
        deployed,
        collectionIds,
      ]),
    ).toEqual([
      ['v3', true, ['c1', 'c2']],
      ['v1', false, ['c1']],
    ])
  })
})
