import * as collections from '../contract/collections'
import { listFiles } from '../contract/files'
import { type Operation, pathOf } from '../contract/operation'
import type { Wire, WriteReply } from '../contract/reply'
import {
  findCopy,
  type ListedVersion,
  movedIds,
  observeRestructure,
  type RestructureSeen,
} from './observe-restructure'
import { endedWith, type Trouble } from './procedure'
import type { Moved, Restructure } from './restructure'
import {
  type Action,
  begin,
  closeIfDone,
  type Ending,
  end,
  leaveToPerson,
  nextAction,
  type Sending,
  troubled,
} from './restructure-collection'

type Member = { collectionId: string; fileId: string }

/** What a change of structure needs of the world; tests hand in their own. */
export interface RestructureClient {
  /** Reads files and collections now, never from a cache: it settles what became of writes. */
  observe(wanted: { signal?: AbortSignal }): Promise<RestructureSeen>
  createCollection(body: { name: string; description: string }): Promise<WriteReply<collections.Collection>>
  addFileToCollection(wanted: Member): Promise<unknown>
  removeFileFromCollection(wanted: Member): Promise<unknown>
  /** The versions of an agent, whole; `undefined` where the service has no such operation, or does not tell all. */
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
  /** Puts an error into words. */
  describe(error: unknown): Trouble
}

/** Why a person has to move a version. */
const REASONS = {
  noOperation: 'The service does not answer the operations that list and copy versions, or not in full.',
  notListed: 'The service does not list this version, so it cannot be copied.',
  notTold: 'The service does not tell what this version is made of, so it cannot be copied.',
  notSeen: 'A copy was asked for, and it cannot be told which version it is, or whether there is one.',
}

export interface RunOptions {
  job: Restructure
  client: RestructureClient
  /** Keeps the state; nothing more is sent when it rejects. */
  save: (job: Restructure) => Promise<void>
  /** Ends reading; a write on its way is always waited for. */
  signal: AbortSignal
  /** Milliseconds. */
  now?: () => number
}

/**
 * Goes on until a person is needed, it ends, it is stopped, or something goes wrong; resolves with the state it then has.
 * Rejects only when the state could not be kept.
 */
export async function runRestructure(options: RunOptions): Promise<Restructure> {
  return run(options).catch((error: unknown) => {
    throw error instanceof NotKept ? error.cause : error
  })
}

async function run(options: RunOptions): Promise<Restructure> {
  const { client, signal, save } = options
  const now = options.now ?? Date.now
  const at = () => new Date(now()).toISOString()
  let { job } = options
  const keep = async (next: Restructure) => {
    if (next === job) return
    await save(next).catch((error: unknown) => {
      throw new NotKept('not kept', { cause: error })
    })
    job = next
  }
  const isAborted = () => signal.aborted

  while (!job.stopped && !isAborted()) {
    const action = nextAction(job)
    if (action.name === 'person') return job
    if (action.name === 'ended') {
      await keep(closeIfDone(job, at()))
      return job
    }
    // Before anything is sent, the service says how things stand: what was in doubt is settled, what others did is noticed.
    try {
      const seen = await client.observe({ signal })
      const observed = observeRestructure({ ...job, trouble: undefined }, seen)
      await keep(action.name === 'list' ? listed(observed, at()) : observed)
      if (job.trouble) return job
      if (job.versions.some(({ state }) => state === 'doubt')) await settleVersions()
      const next = nextAction(job)
      if (!isSame(next, action)) continue
      if (isSending(next)) await send(next, seen)
    } catch (error) {
      if (error instanceof NotKept) throw error
      if (!isAborted()) await keep(troubled(job, client.describe(error), at()))
      return job
    }
    if (job.trouble) return job
  }
  return job

  /** A copy whose request's end is not known: the list of versions says whether it was made. */
  async function settleVersions() {
    for (const version of job.versions.filter(({ state }) => state === 'doubt')) {
      const { agentId, versionId } = version
      const all = await client.listVersions({ agentId, signal })
      const copy = all && findCopy(job, version, all)
      const untouched = all?.every(({ id }) => version.before?.includes(id))
      if (copy) {
        await keep(withState(job, version, { state: 'moved', newVersionId: copy.id }))
        await client.foundVersion({ agentId, versionId: copy.id, body: copy.body })
      } else if (untouched) await keep(withState(job, version, { state: 'here' }))
      else await keep(leaveToPerson(job, versionId, REASONS.notSeen))
    }
  }

  async function send(sending: Sending, seen: RestructureSeen) {
    if (sending.name === 'version') return sendVersion(sending)
    const before = sending.name === 'create' ? seen.collections.map(({ id }) => id) : undefined
    const { request, run } = prepare(sending)
    await carryOut(sending, { request, before, run })
  }

  async function sendVersion(sending: Sending & { name: 'version' }) {
    const version = job.versions.find(({ versionId }) => versionId === sending.of)
    if (!version) return
    const { agentId, versionId } = version
    const all = await client.listVersions({ agentId, signal })
    if (!all) return keep(leaveToPerson(job, versionId, REASONS.noOperation))
    const original = all.find(({ id }) => id === versionId)
    if (!original?.body)
      return keep(leaveToPerson(job, versionId, original ? REASONS.notTold : REASONS.notListed))
    const ids = movedIds(original.collectionIds, { old: job.old?.id, fresh: job.fresh.id ?? '' })
    const body = { ...original.body, knowledgeBaseCollectionIds: ids }
    const told = JSON.stringify({ knowledgeBaseCollectionIds: ids })
    let missing = false
    await carryOut(sending, {
      request: `POST /api/v1/agents/${agentId} a copy of ${versionId} with ${told}`,
      before: all.map(({ id }) => id),
      run: async () => {
        try {
          const id = await client.createVersion({ agentId, body })
          return { id, result: id === undefined ? 'Version created' : `Version ${id} created, not deployed` }
        } catch (error) {
          missing = client.isMissing(error)
          throw error
        }
      },
    })
    if (missing) await keep({ ...leaveToPerson(job, versionId, REASONS.noOperation), trouble: undefined })
  }

  async function carryOut(
    sending: Sending,
    given: {
      request: string
      before?: readonly string[]
      run: () => Promise<{ result: string; id?: string }>
    },
  ) {
    const { request, before, run } = given
    await keep(begin(job, sending, { at: at(), request, before }))
    let ending: Ending
    try {
      const said = await run()
      ending = { outcome: 'accepted', at: at(), ...said }
    } catch (error) {
      ending = endedWith(error, { at: at(), describe: client.describe, cutShort: isAborted() })
    }
    await keep(end(job, sending, ending))
  }

  /** The request in words, for the record, and the request itself. */
  function prepare(sending: Exclude<Sending, { name: 'version' }>) {
    if (sending.name === 'create') {
      const { name, description } = job.fresh
      const body = { name, description }
      return {
        request: `${requestOf(collections.createCollection)} ${JSON.stringify(body)}`,
        run: async () => {
          const { record } = await client.createCollection(body)
          return { id: record?.id, result: record ? `Collection id ${record.id}` : 'Collection created' }
        },
      }
    }
    const isInOld = sending.name === 'remove' || sending.name === 'put back'
    const params = { collectionId: (isInOld ? job.old?.id : job.fresh.id) ?? '', fileId: sending.of }
    const isAdd = sending.name === 'attach' || sending.name === 'put back'
    const operation = isAdd ? collections.addFileToCollection : collections.removeFileFromCollection
    const name = [...job.files, ...(job.retired ?? [])].find(({ fileId }) => fileId === sending.of)?.fileName
    return {
      request: requestOf(operation, params),
      run: async () => {
        await (isAdd ? client.addFileToCollection(params) : client.removeFileFromCollection(params))
        return { result: `${name ?? sending.of} ${isAdd ? 'added' : 'removed'}` }
      },
    }
  }
}

/** The state could not be kept; nothing more may be sent. */
class NotKept extends Error {}

const withState = (job: Restructure, { versionId }: Moved, change: Partial<Moved>): Restructure => ({
  ...job,
  versions: job.versions.map((each) => (each.versionId === versionId ? { ...each, ...change } : each)),
})

const isSending = (action: Action): action is Sending =>
  !['list', 'look', 'person', 'ended'].includes(action.name)

const isSame = (one: Action, other: Action) =>
  one.name === other.name && ('of' in one ? one.of : '') === ('of' in other ? other.of : '')

const requestOf = (operation: Operation, params: Record<string, string> = {}) =>
  `${operation.method} ${pathOf(operation, params as never)}`

/** Step 1 is in the record too, with what it found. */
function listed(job: Restructure, at: string): Restructure {
  const request = `${requestOf(listFiles)}, ${requestOf(collections.listCollections)}`
  const count = job.files.length
  const result = `${count} ${count === 1 ? 'file' : 'files'} to attach`
  return {
    ...job,
    listedAt: at,
    log: [...job.log, { step: 'list', request, at, endedAt: at, state: 'accepted', result }],
  }
}
