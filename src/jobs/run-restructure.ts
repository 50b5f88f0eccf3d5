import { createCollection } from '../contract/collection-changes'
import { addFileToCollection, removeFileFromCollection } from '../contract/collection-files'
import type { Wire } from '../contract/reply'
import {
  asks,
  cannotReturn,
  isOutAlready,
  type KnowledgeService,
  type LastLook,
  type MemberOperation,
  NOT_LOOKED,
  notPutBack,
  withListing,
} from './knowledge-now'
import { findCopy, type ListedVersion, movedIds, observeRestructure } from './observe-restructure'
import { OutOfOrder, type Request, type Run, runProcedure } from './procedure'
import {
  leaveToPerson,
  type Next,
  nextAction,
  type Restructure,
  restructuring,
  type Sending,
  withVersion,
} from './restructure'

/** What a change of structure needs of the service; tests hand in their own. */
export interface RestructureClient extends KnowledgeService {
  /** The versions of an agent, whole; `undefined` where the service has no such operation, or lists not all. */
  listVersions(wanted: {
    agentId: string
    signal: AbortSignal
  }): Promise<readonly ListedVersion[] | undefined>
  /** Creates a version; resolves with its id and its number, where the reply names them. */
  createVersion(wanted: { agentId: string; body: Wire }): Promise<{ id?: string; version?: number }>
  /** A copy whose answer was lost was found by its traces. */
  foundVersion(found: { agentId: string; versionId: string; body?: Wire }): Promise<void>
  /** Whether an error says that the service has no such operation. */
  isMissing(error: unknown): boolean
}

/** Why a person has to move a version. */
const REASONS = {
  noOperation: 'This service cannot list and copy versions.',
  notListed: 'The service does not list this version, so it cannot be copied.',
  noContent: 'The service does not report the content of this version, so it cannot be copied.',
  notSeen: 'A copy was requested. Which version it is, or whether it exists, is unknown.',
}

export function runRestructure(
  options: Run<Restructure> & { client: RestructureClient },
): Promise<Restructure> {
  const { client, signal, now = Date.now } = options
  /** As they were at the last look, right before the request. */
  let lastLook: LastLook = NOT_LOOKED
  let versions: readonly ListedVersion[] = []
  return runProcedure(restructuring, { observe, request, describe: client.describe }, options)

  async function observe(job: Restructure, act: Next): Promise<Restructure> {
    const seen = await client.observe(signal)
    lastLook = seen
    const observed = observeRestructure(job, seen)
    const settled = observed.trouble ? observed : await settleVersions(observed)
    if (act.name === 'list') {
      const at = new Date(now()).toISOString()
      const { length } = settled.files
      return withListing(
        { ...settled, listedAt: at },
        `${length} ${length === 1 ? 'file' : 'files'} to attach`,
        at,
      )
    }
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
    const all = await client.listVersions({ agentId: agentOf(job, versionId).agentId, signal })
    if (!all) return leaveToPerson(job, versionId, REASONS.noOperation)
    versions = all
    const original = all.find(({ id }) => id === versionId)
    if (original?.body) return job
    return leaveToPerson(job, versionId, original ? REASONS.noContent : REASONS.notListed)
  }

  function request(job: Restructure, act: Sending): Request<Restructure> {
    const { name, description, id: freshId } = job.fresh
    const { of: id = '' } = act
    const oldName = job.old?.name?.trim() || job.old?.id
    const file = [...job.files, ...(job.retired ?? [])].find(({ fileId }) => fileId === id)
    const about = file?.fileName ?? id
    const member = (operation: MemberOperation, collectionId = '', done: string) => {
      const params = { collectionId, fileId: id }
      return { ...asks(client, operation, { params }, `${about} ${done}`), about }
    }
    const leftAlone = (after: Restructure): Restructure => ({
      ...after,
      retired: after.retired?.map((each) => (each.fileId === id ? { ...each, place: 'left' } : each)),
    })
    const takenOut = (after: Restructure): Restructure => ({
      ...after,
      files: after.files.map((each) => (each.fileId === id ? { ...each, place: 'out' } : each)),
    })
    const removal = (
      collectionId: string | undefined,
      done: string,
      without: (after: Restructure) => Restructure,
    ): Request<Restructure> => ({
      ...member(removeFileFromCollection, collectionId, done),
      wayOut: (after, error) =>
        isOutAlready(error, lastLook, { fileId: id, collectionId })
          ? { ...without(after), trouble: undefined }
          : after,
    })
    const requests: Record<Sending['name'], () => Request<Restructure>> = {
      create: () => ({
        ...asks(client, createCollection, { body: { name, description } }, ({ record }) => ({
          id: record?.id,
          result: `${name} created`,
        })),
        job: { ...job, before: lastLook.collections.map((each) => each.id) },
      }),
      version: () => copyOf(job, id),
      attach: () => member(addFileToCollection, freshId, `added to ${name}`),
      'put back': () => ({
        ...member(addFileToCollection, job.old?.id, `put back into ${oldName}`),
        wayOut: (after, error) =>
          cannotReturn(error, lastLook, { fileId: id, collectionId: job.old?.id })
            ? { ...leftAlone(after), trouble: notPutBack(about, oldName ?? '') }
            : after,
      }),
      remove: () => removal(job.old?.id, `removed from ${oldName}`, leftAlone),
      'take out': () => removal(freshId, `removed from ${name}`, takenOut),
    }
    return requests[act.name]()
  }

  function copyOf(job: Restructure, versionId: string): Request<Restructure> {
    const { agentId, agentName } = agentOf(job, versionId)
    const original = versions.find(({ id }) => id === versionId)
    if (!original?.body) throw new OutOfOrder('a copy without content would be empty')
    const { body } = original
    const ids = movedIds(original.collectionIds, { old: job.old?.id, fresh: job.fresh.id ?? '' })
    const changed = { knowledgeBaseCollectionIds: ids }
    return {
      text: `POST /api/v1/agents/${agentId} a copy of ${versionId} with ${JSON.stringify(changed)}`,
      about: agentName,
      job: withVersion(job, versionId, { before: versions.map(({ id }) => id) }),
      run: async () => {
        const { id, version } = await client.createVersion({ agentId, body: { ...body, ...changed } })
        const named = version === undefined ? 'A version' : `Version ${version}`
        return { id, result: `${named} of ${agentName} created, not deployed` }
      },
      wayOut: (after, error) =>
        client.isMissing(error)
          ? { ...leaveToPerson(after, versionId, REASONS.noOperation), trouble: undefined }
          : after,
    }
  }
}

const agentOf = ({ versions }: Restructure, versionId: string) =>
  versions.find((each) => each.versionId === versionId) ?? { agentId: '', agentName: '' }
