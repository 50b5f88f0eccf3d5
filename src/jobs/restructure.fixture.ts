import { ServiceRefusal } from '../client/api-error'
import type { KnowledgeFile } from '../contract/files'
import type { ListedVersion } from './observe-restructure'
import { goOn } from './procedure'
import { AT, membersOf, type Sent, savingTo, sendTo, writesOf } from './replacement.fixture'
import {
  createRestructure,
  deployed,
  movedByHand,
  nextAction,
  type Restructure,
  restructuring,
  retire,
  test,
  undeployed,
} from './restructure'
import { type RestructureClient, runRestructure } from './run-restructure'

/** `namesIds`: replies tell what was created. A small service: files f and g in the collection `old`, an agent whose deployed version v1 answers from it. It sees every gap. */
export function setUp({ visible = true, versioned = true, namesIds = true } = {}) {
  const files = new Map<string, KnowledgeFile>(
    ['f', 'g', 'h'].map((id) => [id, { fileId: id, fileName: `${id}.md`, status: 'INGESTED', other: {} }]),
  )
  const collections = new Map([['old', new Set(['f', 'g'])]])
  const names = new Map([['old', 'Old']])
  const versions = new Map<string, ListedVersion>([
    ['v1', { id: 'v1', collectionIds: ['other', 'old'], body: { voiceId: 'clara' } }],
  ])
  const saved: Restructure[] = []
  const gaps: string[] = []
  const found: string[] = []
  let serving = 'v1'

  /** Whatever happens, the version that serves finds f and g in its collections. */
  const watch = (name: string) => {
    const served =
      versions.get(serving)?.collectionIds.flatMap((id) => [...(collections.get(id) ?? [])]) ?? []
    for (const id of ['f', 'g']) if (!served.includes(id)) gaps.push(`${name} left ${serving} without ${id}`)
  }
  const { write, ...faults } = writesOf(watch)

  const operations: Record<string, (sent: Sent) => unknown> = {
    createCollection: async ({ name }) => {
      const id = `c${collections.size}`
      await write('create', () => {
        collections.set(id, new Set())
        names.set(id, name)
      })
      return { record: namesIds ? { id, name, other: {} } : undefined, beside: {}, raw: {} }
    },
    ...membersOf({ files, collections }, write),
  }
  const client: RestructureClient = {
    observe: async () => ({
      collections: [...collections.keys()].map((id) => ({ id, name: names.get(id), other: {} })),
      allCollections: true,
      files: [...files.values()],
      allFiles: true,
      holdersOf: () => ({ collections: [], source: 'unknown' }),
      membersOf: (id) =>
        visible && collections.has(id)
          ? { fileIds: [...(collections.get(id) ?? [])], source: 'service' }
          : { fileIds: [], source: 'unknown' },
    }),
    send: sendTo(operations),
    listVersions: async () => (versioned ? [...versions.values()] : undefined),
    foundVersion: async ({ versionId }) => {
      found.push(versionId)
    },
    createVersion: async ({ body }) => {
      const id = `v${versions.size + 1}`
      const { knowledgeBaseCollectionIds, ...rest } = body
      const collectionIds = knowledgeBaseCollectionIds as string[]
      await write(`version ${collectionIds.join(',')}`, () =>
        versions.set(id, { id, collectionIds, body: rest }),
      )
      return namesIds ? { id } : {}
    },
    isMissing: (error) => error instanceof ServiceRefusal && [404, 405, 501].includes(error.status),
    describe: (error) => ({ title: String(error), message: '' }),
  }
  const start = (change: Partial<Restructure> = {}) => ({
    ...createRestructure({
      id: 'r1',
      startedAt: AT,
      old: { id: 'old', name: 'Old' },
      fresh: { name: 'New', description: '' },
      files: ['f', 'g'].map((fileId) => ({ fileId, fileName: `${fileId}.md` })),
      versions: [{ agentId: 'a1', agentName: 'Desk', versionId: 'v1' }],
    }),
    ...change,
  })
  const run = (job: Restructure, signal = new AbortController().signal) =>
    runRestructure({
      job,
      client,
      save: savingTo(saved, restructuring),
      signal,
      now: () => Date.parse(AT),
    })
  const serve = (id: string | undefined) => {
    serving = id ?? serving
    watch('deploy')
  }
  /** What a person does where the procedure waits for one. */
  const help = (job: Restructure): Restructure => {
    const action = nextAction(job)
    if (action.name !== 'person') return job
    switch (action.needs) {
      case 'move': {
        const id = 'by-hand'
        versions.set(id, { id, collectionIds: ['other', job.fresh.id ?? ''], body: {} })
        return movedByHand(job, action.of ?? '', { newVersionId: id, at: AT })
      }
      case 'test':
        return test(job, AT)
      case 'deploy':
        serve(job.versions[0]?.newVersionId)
        return deployed(job, AT)
      case 'undeploy':
        serve('v1')
        return undeployed(job, AT)
      case 'retirement':
        return retire(
          job,
          [...(collections.get('old') ?? [])].map((fileId) => ({ fileId })),
        )
      case 'target':
        throw new Error('nobody here knows the collection')
    }
  }
  /** Does what a person does until it ends: continue after trouble, tick, agree. */
  const finish = async (job: Restructure) => {
    let now = goOn(job)
    for (let turn = 0; turn < 40 && now.endedAt === undefined; turn += 1) now = help(await run(goOn(now)))
    return now
  }
  return {
    files,
    collections,
    versions,
    saved,
    gaps,
    /** Copies of which the procedure told that their answer was lost and they were found. */
    found,
    client,
    start,
    run,
    help,
    finish,
    ...faults,
    held: (id: string) => [...(collections.get(id) ?? [])],
    serving: () => serving,
  }
}
