import { doubtIn, type Facts } from './facts'
import { logged } from './knowledge-now'
import { closeIfDone, type Definition, goOn, OutOfOrder, procedureFields } from './procedure'
import { count, flag, list, type Of, oneOf, optional, reader, shape, text } from './stored'

/** The steps of §4 for a change of structure, the state listed first and the deployment named on its own. */
export const RESTRUCTURE_STEPS = ['list', 'create', 'attach', 'move', 'test', 'deploy', 'retire'] as const

/** A file on its way into the new collection. `blind`: an earlier request may have been done, which cannot be looked up (D112). */
const attached = shape({
  fileId: text,
  fileName: optional(text),
  /** `doubt`: a request was sent and its end is unknown. */
  place: oneOf('out', 'doubt', 'in'),
  /** Somebody else put it in. */
  wasThere: optional(flag),
  blind: optional(flag),
})

/** A file on its way out of the old collection. `left`: somebody else took it out. */
const retired = shape({
  fileId: text,
  fileName: optional(text),
  place: oneOf('in', 'doubt', 'out', 'left'),
  blind: optional(flag),
})

/** A version whose agent is to answer from the new collection: by a copy of it, as a version that serves is not changed (D122). */
const moved = shape({
  agentId: text,
  agentName: text,
  versionId: text,
  label: optional(text),
  state: oneOf('here', 'doubt', 'moved'),
  /** Why a person has to do it in the service. */
  byHand: optional(text),
  /** The agent's versions before the copy was asked for, to recognize the copy. */
  before: optional(list(text)),
  /** Absent where a person only said that it is moved. */
  newVersionId: optional(text),
})

/** The whole state of one change of structure. Facts only; what comes next is computed from them. Times are ISO. */
const restructure = shape({
  ...procedureFields(RESTRUCTURE_STEPS),
  /** The collection that is retired at the end; absent where files were picked from everywhere. */
  old: optional(shape({ id: text, name: optional(text) })),
  fresh: shape({ name: text, description: text, id: optional(text) }),
  /** `accepted`: created, but the reply named no id. `unclear`: a person has to say which it is, or that there is none. */
  created: oneOf('none', 'doubt', 'accepted', 'unclear', 'created'),
  /** The collections before the new one was asked for, to recognize it. */
  before: optional(list(text)),
  files: list(attached),
  versions: list(moved),
  /** What a person agreed to take out of the old collection. */
  retired: optional(list(retired)),
  /** How many files the old collection holds beside those, which stay; absent where the service does not say. */
  stays: optional(count),
  listedAt: optional(text),
  testedAt: optional(text),
  deployedAt: optional(text),
  /** On the way back: the versions of before serve again. */
  undeployedAt: optional(text),
  /** The person leaves the old collection as it is. */
  keptAt: optional(text),
})

export type Attached = Of<typeof attached>
export type Retired = Of<typeof retired>
export type Moved = Of<typeof moved>
export type Restructure = Of<typeof restructure>

/** `target`: say which collection it is; `move`: move a version by hand; `undeploy`: deploy the former versions again. */
export type Need = 'target' | 'move' | 'test' | 'deploy' | 'retirement' | 'undeploy'

/** What goes to the service; `of`: id of a file or of a version. */
export type Sending =
  | { readonly name: 'create'; readonly of?: undefined }
  | { readonly name: 'version' | 'attach' | 'remove' | 'put back' | 'take out'; readonly of: string }

export type Next =
  | Sending
  | { readonly name: 'list' | 'look' | 'ended'; readonly of?: undefined }
  | { readonly name: 'person'; readonly needs: Need; readonly of?: string }

export const createRestructure = (
  given: Pick<Restructure, 'id' | 'startedAt' | 'old' | 'fresh'> & {
    files: readonly Pick<Attached, 'fileId' | 'fileName'>[]
    versions: readonly Pick<Moved, 'agentId' | 'agentName' | 'versionId' | 'label'>[]
  },
): Restructure => ({
  ...given,
  files: given.files.map((file): Attached => ({ ...file, place: 'out' })),
  versions: given.versions.map((version): Moved => ({ ...version, state: 'here' })),
  course: 'forward',
  stopped: false,
  created: 'none',
  log: [],
})

/** Whether there is something to test: every file is in the new collection, and every version moved to it. */
export const mayTest = (job: Restructure): boolean =>
  job.course === 'forward' &&
  job.created === 'created' &&
  job.fresh.id !== undefined &&
  job.files.length > 0 &&
  job.files.every(({ place }) => place === 'in') &&
  job.versions.every(({ state }) => state === 'moved')

/** Whether the moved versions may be deployed: a person tested their answers. */
export const mayDeploy = (job: Restructure): boolean => mayTest(job) && job.testedAt !== undefined

/** Whether the old collection may lose files. Without a version there is nothing to deploy. */
export const mayRetire = (job: Restructure): boolean =>
  mayDeploy(job) && (job.versions.length === 0 || job.deployedAt !== undefined)

/** Whether it can still be undone: until it has ended. */
export const mayRollBack = (job: Restructure): boolean =>
  job.course === 'forward' && job.endedAt === undefined

const FACTS: Facts = {
  create: { field: 'created', before: 'none', after: 'created' },
  attach: { list: 'files', key: 'fileId', field: 'place', before: 'out', after: 'in' },
  version: { list: 'versions', key: 'versionId', field: 'state', before: 'here', after: 'moved' },
  remove: { list: 'retired', key: 'fileId', field: 'place', before: 'in', after: 'out' },
  'take out': { list: 'files', key: 'fileId', field: 'place', before: 'in', after: 'out' },
  'put back': { list: 'retired', key: 'fileId', field: 'place', before: 'out', after: 'in' },
}

export function nextAction(job: Restructure): Next {
  if (job.endedAt !== undefined) return { name: 'ended' }
  if (doubtIn(FACTS, job) || job.created === 'accepted') return { name: 'look' }
  if (job.course === 'back') return nextBack(job)
  if (job.listedAt === undefined) return { name: 'list' }
  if (job.created === 'unclear') return { name: 'person', needs: 'target' }
  if (job.created === 'none') return { name: 'create' }
  const file = job.files.find(({ place }) => place === 'out')
  if (file) return { name: 'attach', of: file.fileId }
  const version = job.versions.find(({ state, byHand }) => state === 'here' && byHand === undefined)
  if (version) return { name: 'version', of: version.versionId }
  const byHand = job.versions.find(({ state }) => state === 'here')
  if (byHand) return { name: 'person', needs: 'move', of: byHand.versionId }
  if (job.testedAt === undefined) return { name: 'person', needs: 'test' }
  if (job.versions.length > 0 && job.deployedAt === undefined) return { name: 'person', needs: 'deploy' }
  if (job.old === undefined || job.keptAt !== undefined) return { name: 'ended' }
  if (job.retired === undefined) return { name: 'person', needs: 'retirement' }
  const retiring = job.retired.find(({ place }) => place === 'in')
  return retiring ? { name: 'remove', of: retiring.fileId } : { name: 'ended' }
}

/** Backwards the old collection is filled first, then its versions serve, and only then the new one is emptied. */
function nextBack({ retired = [], deployedAt, undeployedAt, files, created }: Restructure): Next {
  const without = retired.find(({ place }) => place === 'out')
  if (without) return { name: 'put back', of: without.fileId }
  if (deployedAt !== undefined && undeployedAt === undefined) return { name: 'person', needs: 'undeploy' }
  const within = created === 'created' && files.find(({ place, wasThere }) => place === 'in' && !wasThere)
  return within ? { name: 'take out', of: within.fileId } : { name: 'ended' }
}

/**
 * Changing the structure without a gap (§4): the old collection loses nothing before every file is in the new one, every version is moved,
 * tested and deployed, and a person agreed.
 */
export const restructuring: Definition<Restructure, Next> = {
  kind: 'restructure',
  read: reader(restructure),
  next: nextAction,
  steps: {
    look: 'create',
    version: 'move',
    remove: 'retire',
    ended: 'retire',
    target: 'create',
    retirement: 'retire',
  },
  facts: FACTS,
  forbids: (job, { name }) =>
    name === 'remove' && !mayRetire(job)
      ? 'the old collection stays until the new one serves, tested'
      : undefined,
  after(job, { name, of }, { outcome, id }) {
    if (outcome === 'refused') return job
    // Without an id it has to be looked up what was created.
    if (name === 'create')
      return id === undefined ? { ...job, created: 'accepted' } : { ...job, fresh: { ...job.fresh, id } }
    if (name === 'version')
      return withVersion(job, of, id === undefined ? { state: 'doubt' } : { newVersionId: id })
    return job
  },
}

export const withVersion = (
  job: Restructure,
  versionId: string | undefined,
  change: Partial<Moved>,
): Restructure => ({
  ...job,
  versions: job.versions.map((each) => (each.versionId === versionId ? { ...each, ...change } : each)),
})

/** The service cannot move this version, or cannot be asked whether it did: a person does. */
export const leaveToPerson = (job: Restructure, versionId: string, byHand: string): Restructure =>
  withVersion(job, versionId, { state: 'here', byHand })

/** What a person decides in a change of structure. Each throws `OutOfOrder` where the state does not allow it. */

/** They moved a version in the service; `newVersionId`: the one that uses the new collection, if they know it. */
export function movedByHand(
  job: Restructure,
  versionId: string,
  { newVersionId, at }: { newVersionId: string | undefined; at: string },
): Restructure {
  const version = job.versions.find((each) => each.versionId === versionId)
  if (job.course !== 'forward' || version?.state !== 'here' || version.byHand === undefined)
    throw new OutOfOrder('this version does not wait for a person')
  const result = `${version.agentName} noted as moved by hand`
  const entry = logged('move', `By hand, a copy of ${versionId}`, result, at)
  return withVersion({ ...job, log: [...job.log, entry] }, versionId, { state: 'moved', newVersionId })
}

/** Which collection was created; without an id: none was. */
export function chooseTarget(job: Restructure, id: string | undefined): Restructure {
  if (job.created !== 'unclear') throw new OutOfOrder('the new collection is known')
  if (id === undefined) return { ...job, created: 'none' }
  return { ...job, created: 'created', fresh: { ...job.fresh, id } }
}

/** They tested the answers from the new collection, or take that back. */
export function test(job: Restructure, at: string | undefined): Restructure {
  if (!mayTest(job)) throw new OutOfOrder('there is nothing to test yet')
  if (at === undefined && job.retired !== undefined)
    throw new OutOfOrder('the old collection is being retired')
  return { ...job, testedAt: at }
}

/** They deployed the moved versions wherever the former ones served, or take that back. */
export function deployed(job: Restructure, at: string | undefined): Restructure {
  if (!mayDeploy(job) || job.retired !== undefined) throw new OutOfOrder('there is nothing to deploy yet')
  return { ...job, deployedAt: at }
}

/** These files may leave the old collection. */
export function retire(
  job: Restructure,
  files: readonly Pick<Retired, 'fileId' | 'fileName'>[],
): Restructure {
  if (!mayRetire(job) || job.old === undefined || job.keptAt !== undefined)
    throw new OutOfOrder('the old collection stays until the new one serves, tested')
  const before = job.retired ?? []
  const further = files.filter(({ fileId }) => !before.some((each) => each.fileId === fileId))
  return { ...job, retired: [...before, ...further.map((file): Retired => ({ ...file, place: 'in' }))] }
}

/** The old collection stays as it is. */
export function keepOld(job: Restructure, at: string): Restructure {
  if (!mayRetire(job) || job.retired !== undefined) throw new OutOfOrder('there is nothing to keep yet')
  return closeIfDone(restructuring, { ...job, keptAt: at }, at)
}

/** On the way back: the former versions serve again, or need not. */
export function undeployed(job: Restructure, at: string): Restructure {
  if (job.course !== 'back') throw new OutOfOrder('it goes forward')
  return { ...job, undeployedAt: at }
}

/** Turns round. Possible until the end: nothing of this deletes anything. */
export function rollBack(job: Restructure, at: string): Restructure {
  if (!mayRollBack(job)) throw new OutOfOrder('it has ended')
  return closeIfDone(restructuring, { ...goOn(job), course: 'back' }, at)
}
