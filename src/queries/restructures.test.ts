import 'fake-indexeddb/auto'
import type { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { nextAction } from '../jobs/restructure'
import { openLedger } from '../ledger/open-ledger'
import { type FileService, serveFiles } from './file-service.fixture'
import { openWork } from './open-work'
import { testPages } from './pages.fixture'
import { restructureQueries, restructuresOf } from './restructures'
import { servingQueries } from './serving'

let service: FileService
const openPage = testPages()
beforeEach(() => {
  service = serveFiles()
})

const version = { agentId: 'agent', agentName: 'Desk', versionId: 'v1' }
/** Begun on one page, which comes as far as it does without a person. */
async function begun() {
  const page = openPage()
  await (await openLedger()).changeAgent(service.name, 'agent', () => ({
    service: service.name,
    agentId: 'agent',
    name: 'Desk',
    source: 'created',
    addedAt: '2026-11-20T10:00:00.000Z',
    versions: [{ versionId: 'v1' }],
    deployedVersionId: 'v1',
  }))
  const restructures = restructuresOf(page)
  const id = await restructures.start({
    old: { id: 'b', name: 'Collection b' },
    fresh: { name: 'New', description: '' },
    files: [{ fileId: 'f' }, { fileId: 'g' }],
    versions: [version],
  })
  await restructures.goOn(id)
  return { page, id, restructures }
}
const read = async (client: QueryClient, id: string) => {
  const kept = await client.query({ ...restructureQueries.one(id), staleTime: 0 })
  if (!kept) throw new Error('not kept')
  return kept.job
}
const deploy = (versionId: string) =>
  openLedger().then((ledger) =>
    ledger.changeAgent(service.name, 'agent', (known) => {
      if (!known) throw new Error('not known')
      return { ...known, deployedVersionId: versionId }
    }),
  )

const original = {
  id: 'v1',
  version: 1,
  deployed: true,
  createdAt: '2026-11-20T10:00:00.000Z',
  prompt: { system: 'Be brief.', variables: [{ name: 'town', required: true }], tools: ['find-order'] },
  voicemailMessage: null,
  useKnowledgeBase: true,
  knowledgeBaseCollectionIds: ['other', 'b'],
  voiceId: 'voice',
  maxCallDuration: 600,
}

/** Deployed by somebody elsewhere. */
const serveAtService = (versionId: string) => {
  service.versions = service.versions?.map((each) => ({ ...each, deployed: each.id === versionId }))
}

describe('a change of structure over pages', () => {
  it('goes on in another page, to the retired collection, and is listed until then', async () => {
    const { id } = await begun()
    expect(service.writes).toEqual([
      'POST /collection',
      'POST /collection/new/file/f',
      'POST /collection/new/file/g',
    ])
    const page = openPage()
    expect(await page.query(openWork())).toEqual([
      { kind: 'restructure', id, name: 'Collection b into New', waits: true },
    ])
    const restructures = restructuresOf(page)
    await restructures.moved(id, version, 'v2')
    await restructures.test(id, true)
    await deploy('v2')
    await restructures.deployed(id, true)
    await restructures.retire(id, [{ fileId: 'f' }, { fileId: 'g' }])
    expect((await read(page, id)).endedAt).toBeDefined()
    expect([...(service.collections.get('b') ?? [])]).toEqual([])
    expect([...(service.collections.get('new') ?? [])]).toEqual(['f', 'g'])
    expect(await page.query({ ...openWork(), staleTime: 0 })).toEqual([])
  })

  it('does not take the old collection away under a version that this browser knows to serve', async () => {
    const { id, restructures } = await begun()
    await restructures.moved(id, version, 'v2')
    await restructures.test(id, true)
    await expect(restructures.deployed(id, true)).rejects.toMatchObject({ name: 'NotDone' })
    await deploy('v2')
    await restructures.deployed(id, true)
    // Somebody deploys the former version again before the person agrees.
    await deploy('v1')
    await expect(restructures.retire(id, [{ fileId: 'f' }])).rejects.toMatchObject({ name: 'NotDone' })
    expect([...(service.collections.get('b') ?? [])]).toEqual(['f', 'g'])
  })

  it('asks the service which version serves, whatever this browser has', async () => {
    service.versions = [{ ...original, deployed: true }]
    const { page, id, restructures } = await begun()
    await deploy('v2')
    await restructures.test(id, true)
    await expect(restructures.deployed(id, true)).rejects.toMatchObject({
      message: 'The former version of Desk is still deployed.',
    })
    expect((await read(page, id)).deployedAt).toBeUndefined()
    // Deployed elsewhere, of which this browser has nothing.
    await deploy('v1')
    serveAtService('v2')
    await restructures.deployed(id, true)
    expect((await read(page, id)).deployedAt).toBeDefined()
    // Somebody deploys the former version again before the person agrees.
    serveAtService('v1')
    await expect(restructures.retire(id, [{ fileId: 'f' }])).rejects.toMatchObject({ name: 'NotDone' })
    expect([...(service.collections.get('b') ?? [])]).toEqual(['f', 'g'])
    serveAtService('v2')
    service.losesAnswerOf = 'DELETE /collection/b/file/f/remove'
    await restructures.retire(id, [{ fileId: 'f' }, { fileId: 'g' }])
    // The record learns what the look found (D936).
    await vi.waitFor(async () => {
      const removals = await (await openLedger()).entries(service.name, 'removeFileFromCollection')
      expect(removals.map(({ state, found }) => [state, found])).toEqual([['accepted', true]])
    })
    // And once more while the retirement stands still.
    serveAtService('v1')
    await expect(restructures.goOn(id)).rejects.toMatchObject({ name: 'NotDone' })
    expect([...(service.collections.get('b') ?? [])]).toEqual(['g'])
    serveAtService('v2')
    await restructures.rollBack(id)
    await deploy('v1')
    await expect(restructures.undeployed(id)).rejects.toMatchObject({ name: 'NotDone' })
    serveAtService('v1')
    await restructures.undeployed(id)
    expect((await read(page, id)).endedAt).toBeDefined()
  })

  it('goes by its record where the service reports nothing, and says so', async () => {
    const { page, id, restructures } = await begun()
    await restructures.moved(id, version, 'v2')
    await restructures.test(id, true)
    await expect(restructures.deployed(id, true)).rejects.toMatchObject({
      message: 'The former version of Desk is recorded here as deployed.',
      nextStep: expect.stringContaining('The service does not report what is deployed.'),
    })
    expect(await page.query(servingQueries.one('agent'))).toEqual({ versionIds: ['v1'], isReported: false })
  })

  it('remembers a version that was moved by hand, and refuses what is no id or not a new one', async () => {
    const { page, id, restructures } = await begun()
    for (const wrong of ['v1', 'not an id', 'a/b'])
      await expect(restructures.moved(id, version, wrong)).rejects.toMatchObject({ name: 'NotDone' })
    expect(nextAction(await read(page, id))).toMatchObject({ needs: 'move' })
    await restructures.moved(id, version, 'v2')
    const agent = await (await openLedger()).agent(service.name, 'agent')
    expect(agent?.versions.map(({ versionId }) => versionId)).toEqual(['v2', 'v1'])
    expect(agent?.deployedVersionId).toBe('v1')
  })

  it('empties the new collection only after the former versions serve again', async () => {
    const { page, id, restructures } = await begun()
    await restructures.moved(id, version, 'v2')
    await restructures.test(id, true)
    await deploy('v2')
    await restructures.deployed(id, true)
    await restructures.rollBack(id)
    await expect(restructures.undeployed(id)).rejects.toMatchObject({ name: 'NotDone' })
    expect([...(service.collections.get('new') ?? [])]).toEqual(['f', 'g'])
    await deploy('v1')
    await restructures.undeployed(id)
    expect([...(service.collections.get('new') ?? [])]).toEqual([])
    expect((await read(page, id)).endedAt).toBeDefined()
  })

  it.each(['as the service reports', 'as this browser recorded'])(
    'asks for the former versions, %s, where a moved one serves that nobody noted as deployed',
    async (known) => {
      const isReported = known === 'as the service reports'
      if (isReported) service.versions = [original]
      const { page, id, restructures } = await begun()
      if (!isReported) await restructures.moved(id, version, 'v2')
      const serve = async (versionId: string) => (isReported ? serveAtService(versionId) : deploy(versionId))
      await serve('v2')
      await restructures.rollBack(id)
      expect(nextAction(await read(page, id))).toMatchObject({ needs: 'undeploy' })
      expect([...(service.collections.get('new') ?? [])]).toEqual(['f', 'g'])
      await serve('v1')
      await restructures.undeployed(id)
      expect([...(service.collections.get('new') ?? [])]).toEqual([])
      expect((await read(page, id)).endedAt).toBeDefined()
    },
  )

  const copied = {
    prompt: {
      system: 'Be brief.',
      variables: [{ name: 'town', required: true, defaultValue: '' }],
      tools: ['find-order'],
    },
    voicemailMessage: null,
    useKnowledgeBase: true,
    knowledgeBaseCollectionIds: ['other', 'new'],
    voiceId: 'voice',
    maxCallDuration: 600,
  }

  it.each(['arrives', 'is lost'])(
    'copies the version where the service can, with all it holds, and remembers it; the answer %s',
    async (answer) => {
      service.versions = [original]
      if (answer === 'is lost') service.losesAnswerOf = 'POST version'
      const { page, id, restructures } = await begun()
      if (answer === 'is lost') await restructures.goOn(id)
      const job = await read(page, id)
      expect(nextAction(job)).toMatchObject({ needs: 'test' })
      expect(job.versions).toMatchObject([{ state: 'moved', newVersionId: 'v2' }])
      expect(service.versions).toEqual([original, { ...copied, id: 'v2', version: 2 }])
      const ledger = await openLedger()
      // What is found needs nobody who looks (D936).
      const [copy, ...others] = await ledger.entries(service.name, 'createAgentVersion')
      expect(others).toEqual([])
      expect(copy).toMatchObject({ state: 'accepted', ...(answer === 'is lost' && { found: true }) })
      expect(await ledger.agent(service.name, 'agent')).toMatchObject({
        name: 'Desk',
        deployedVersionId: 'v1',
        versions: [{ versionId: 'v2', request: copied }, { versionId: 'v1' }],
      })
    },
  )

  it('leaves the move to a person where the list of versions is cut short', async () => {
    service.versions = [original, { ...original, id: '' }]
    const { page, id } = await begun()
    expect(nextAction(await read(page, id))).toMatchObject({ needs: 'move' })
    expect(service.writes).not.toContain('POST version')
  })
})
