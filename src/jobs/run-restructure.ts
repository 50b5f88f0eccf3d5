import * as collections from '../contract/collections'
import { listFiles } from '../contract/files'
import type { Wire, WriteReply } from '../contract/reply'
import {
  findCopy,
  type ListedVersion,
  movedIds,
  observeRestructure,
  type RestructureSeen,
} from './observe-restructure'
import { logged, OutOfOrder, type Request, requestOf, runProcedure, type Trouble } from './procedure'
import {
  leaveToPerson,
  type Next,
  nextAction,
  type Restructure,
  restructuring,
  withVersion,
} from './restructure'

type Member = { collectionId: string; fileId: string }

/** What a change of structure needs of the service; tests hand in their own. */
export interface RestructureClient {
  /** Reads files and collections now, never from a cache: it settles what became of writes. */
  observe(wanted: { signal?: AbortSignal }): Promise<RestructureSeen>
  createCollection(body: { name: string; description: string }): Promise<WriteReply<collections.Collection>>
  addFileToCollection(wanted: Member): Promise<unknown>
  removeFileFromCollection(wanted: Member): Promise<unknown>
  /** The versions of an agent, whole; `undefined` where the service has no such operation, or lists not all. */
  listVersions(wanted: {
    agentId: string
    signal?: AbortSignal
  }): Promise<readonly ListedVersion[] | undefined>
  /** Creates a version; resolves with its id, where the reply names one. */
  createVersion(wanted: { agentId: string; body: Wire }): Promise<string | undefined>
  /** A copy whose answer was lost was found by its traces. */
  foundVersion(found: { agentId: string; versionId: string; body?: Wire }): Promise<void>
  /** Whether an error says that the service has no such operation. */
  isMissing(error: unknown): boolean
  describe(error: unknown): Trouble
}

/** Why a person has to move a version. */
const REASONS = {
  noOperation: 'The service does not answer the operations that list and copy versions, or not in full.',
  notListed: 'The service does not list this version, so it cannot be copied.',
  noContent: 'The service does not tell what this version is made of, so it cannot be copied.',
  notSeen: 'A copy was asked for, and it cannot be told which version it is, or whether there is one.',
}

/** Continues a change of structure, as `runProcedure`. */
export function runRestructure(options: {
  job: Restructure
  client: RestructureClient
  save: (job: Restructure) => Promise<void>
  signal: AbortSignal
  /** Milliseconds. */
  now?: () => number
}): Promise<Restructure> {
  const { client, signal, now = Date.now } = options
  /** As they were at the last look, right before the request. */
  let collectionIds: readonly string[] = []
  let versions: readonly ListedVersion[] = []
  return runProcedure(restructuring, { observe, request, describe: client.describe }, options)

  async function observe(job: Restructure, act: Next): Promise<Restructure> {
    const seen = await client.observe({ signal })
    collectionIds = seen.collections.map(({ id }) => id)
    const observed = observeRestructure(job, seen)
    const settled = observed.trouble ? observed : await settleVersions(observed)
    if (act.name === 'list') return withListing(settled, new Date(now()).toISOString())
    const next = nextAction(settled)
    const isCopying = !settled.trouble && act.name === 'version' && next.name === 'version'
    return isCopying ? lookAtVersion(settled, next.of) : settled
  }

  /** A copy whose request's end is unknown: the list of versions says whether it was made. */
  async function settleVersions(job: Restructure): Promise<Restructure> {
    let settled = job
    for (const version of job.versions.filter(({ state }) => state === 'doubt')) {
      const { agentId, versionId } = version
      const all = await client.listVersions({ agentId, signal })
      const copy = all && findCopy(settled, version, all)
      if (copy) {
        await client.foundVersion({ agentId, versionId: copy.id, body: copy.body })
        settled = withVersion(settled, versionId, { state: 'moved', newVersionId: copy.id })
      } else if (all?.every(({ id }) => version.before?.includes(id)))
        settled = withVersion(settled, versionId, { state: 'here' })
      else settled = leaveToPerson(settled, versionId, REASONS.notSeen)
    }
    return settled
  }

  /** A version that cannot be copied is left to a person before anything is asked for. */
  async function lookAtVersion(job: Restructure, versionId: string): Promise<Restructure> {
    const agentId = job.versions.find((each) => each.versionId === versionId)?.agentId ?? ''
    const all = await client.listVersions({ agentId, signal })
    if (!all) return leaveToPerson(job, versionId, REASONS.noOperation)
    versions = all
    const original = all.find(({ id }) => id === versionId)
    if (original?.body) return job
    return leaveToPerson(job, versionId, original ? REASONS.noContent : REASONS.notListed)
  }

  function request(job: Restructure, act: Next): Request<Restructure> {
    const { name, description, id: freshId = '' } = job.fresh
    const oldId = job.old?.id ?? ''
    const member = (isAdd: boolean, collectionId: string) => {
      const params = { collectionId, fileId: act.of ?? '' }
      const file = [...job.files, ...(job.retired ?? [])].find(({ fileId }) => fileId === act.of)
      return {
        text: requestOf(
          isAdd ? collections.addFileToCollection : collections.removeFileFromCollection,
          params,
        ),
        run: async () => {
          await (isAdd ? client.addFileToCollection(params) : client.removeFileFromCollection(params))
          return { result: `${file?.fileName ?? act.of} ${isAdd ? 'added' : 'removed'}` }
        },
      }
    }
    switch (act.name) {
      case 'create':
        return {
          text: `${requestOf(collections.createCollection)} ${JSON.stringify({ name, description })}`,
          job: { ...job, before: collectionIds },
          run: async () => {
            const { record } = await client.createCollection({ name, description })
            return { id: record?.id, result: record ? `Collection id ${record.id}` : 'Collection created' }
          },
        }
      case 'version':
        return copyOf(job, act.of)
      case 'attach':
        return member(true, freshId)
      case 'put back':
        return member(true, oldId)
      case 'remove':
        return member(false, oldId)
      case 'take out':
        return member(false, freshId)
      default:
        throw new OutOfOrder(`${act.name} is no request`)
    }
  }

  function copyOf(job: Restructure, versionId: string): Request<Restructure> {
    const agentId = job.versions.find((each) => each.versionId === versionId)?.agentId ?? ''
    const original = versions.find(({ id }) => id === versionId)
    if (!original?.body) throw new OutOfOrder('a copy without content would be empty')
    const { body } = original
    const ids = movedIds(original.collectionIds, { old: job.old?.id, fresh: job.fresh.id ?? '' })
    const changed = { knowledgeBaseCollectionIds: ids }
    return {
      text: `POST /api/v1/agents/${agentId} a copy of ${versionId} with ${JSON.stringify(changed)}`,
      job: withVersion(job, versionId, { before: versions.map(({ id }) => id) }),
      run: async () => {
        const id = await client.createVersion({ agentId, body: { ...body, ...changed } })
        return { id, result: id === undefined ? 'Version created' : `Version ${id} created, not deployed` }
      },
      wayOut: (after, error) =>
        client.isMissing(error)
          ? { ...leaveToPerson(after, versionId, REASONS.noOperation), trouble: undefined }
          : after,
    }
  }
}

/** Step 1 is in the log too, with what it found. */
function withListing(job: Restructure, at: string): Restructure {
  const request = `${requestOf(listFiles)}, ${requestOf(collections.listCollections)}`
  const { length } = job.files
  const entry = logged('list', request, `${length} ${length === 1 ? 'file' : 'files'} to attach`, at)
  return { ...job, listedAt: at, log: [...job.log, entry] }
}
