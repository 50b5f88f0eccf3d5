import { closeEntries, type Ended, OutOfOrder, type Trouble } from './procedure'
import type { Attached, Moved, Restructure, RestructureStep, Retired } from './restructure'

/**
 * Changing the structure without a gap (§4): a pure machine from facts to the next action. The old collection loses nothing before every
 * file is in the new one, every version is moved, tested and deployed, and a person agreed.
 */

/** What goes to the service; `of` is the id of a file or of a version. */
export type Sending =
  | { readonly name: 'create' }
  | { readonly name: 'version'; readonly of: string }
  | { readonly name: 'attach' | 'remove' | 'put back' | 'take out'; readonly of: string }

/** What comes next: a request, a look at the service, something of a person, or the end. */
export type Action =
  | Sending
  /** Reads only. `look`: a request's end is not known. */
  | { readonly name: 'list' | 'look' }
  /** A person has to do something first. */
  | { readonly name: 'person'; readonly needs: Need; readonly of?: string }
  | { readonly name: 'ended' }

/** `target`: say which collection it is; `move`: move a version by hand; `undeploy`: deploy the former versions again. */
export type Need = 'target' | 'move' | 'test' | 'deploy' | 'retirement' | 'undeploy'

/** A change of structure before its first step. */
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

const isInDoubt = ({ created, files, versions, retired = [] }: Restructure) =>
  created === 'doubt' ||
  created === 'accepted' ||
  [...files, ...retired].some(({ place }) => place === 'doubt') ||
  versions.some(({ state }) => state === 'doubt')

/** What comes next, from the facts alone. */
export function nextAction(job: Restructure): Action {
  if (job.endedAt !== undefined) return { name: 'ended' }
  if (isInDoubt(job)) return { name: 'look' }
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
function nextBack({ retired = [], deployedAt, undeployedAt, files, created }: Restructure): Action {
  const without = retired.find(({ place }) => place === 'out')
  if (without) return { name: 'put back', of: without.fileId }
  if (deployedAt !== undefined && undeployedAt === undefined) return { name: 'person', needs: 'undeploy' }
  const within = created === 'created' && files.find(({ place, wasThere }) => place === 'in' && !wasThere)
  return within ? { name: 'take out', of: within.fileId } : { name: 'ended' }
}

const STEP_OF: Readonly<Record<string, RestructureStep>> = {
  version: 'move',
  remove: 'retire',
  ended: 'retire',
  target: 'create',
  retirement: 'retire',
}

/** The step that an action belongs to. */
export function stepOf(action: Action, job: Restructure): RestructureStep | 'back' {
  if (job.course === 'back') return 'back'
  if (action.name === 'look') return stepInDoubt(job)
  const name = action.name === 'person' ? action.needs : action.name
  return STEP_OF[name] ?? (name as RestructureStep)
}

function stepInDoubt({ created, files, versions }: Restructure): RestructureStep {
  if (created !== 'created') return 'create'
  if (files.some(({ place }) => place === 'doubt')) return 'attach'
  return versions.some(({ state }) => state === 'doubt') ? 'move' : 'retire'
}

const idOf = (action: Action) => ('of' in action ? action.of : undefined)

/**
 * Lets a request out: writes down, before it is sent, that its end is not known. Throws `OutOfOrder` for anything but the next
 * action, and for a removal from the old collection whose conditions do not hold. `before`: what there was before something is created.
 */
export function begin(
  job: Restructure,
  sending: Sending,
  { at, request, before }: { at: string; request: string; before?: readonly string[] },
): Restructure {
  const next = nextAction(job)
  if (next.name !== sending.name || idOf(next) !== idOf(sending) || job.stopped)
    throw new OutOfOrder(`${sending.name} is not what comes next`)
  if (sending.name === 'remove' && !mayRetire(job))
    throw new OutOfOrder('the old collection stays until the new one serves, tested')
  const known = sending.name === 'create' ? { ...job, before } : withVersion(job, idOf(sending), { before })
  return {
    ...withFact(known, sending, 'doubt'),
    trouble: undefined,
    log: [...job.log, { step: stepOf(sending, job), request, at, state: 'sending' }],
  }
}

/** How a request of a change of structure ended; `id`: of what it created. */
export interface Ending extends Ended {
  readonly id?: string
}

/** Writes down how the request ended that `begin` let out. */
export function end(job: Restructure, sending: Sending, ending: Ending): Restructure {
  const id = idOf(sending)
  const blind = [...job.files, ...(job.retired ?? [])].some((each) => each.fileId === id && each.blind)
  // After an attempt nobody can see, "it is in already" and "it is not in" say that it was done (D112).
  const isAdding = sending.name === 'attach' || sending.name === 'put back'
  const alreadySo = blind && ending.outcome === 'refused' && ending.status === (isAdding ? 409 : 404)
  const outcome = alreadySo ? 'accepted' : ending.outcome
  const log = closeEntries(job.log, { state: outcome, endedAt: ending.at, result: ending.result })
  const after: Restructure = { ...job, log, trouble: outcome === 'accepted' ? undefined : ending.trouble }
  if (outcome === 'unknown') return after
  if (outcome === 'refused') return withFact(after, sending, 'before')
  if (sending.name === 'create')
    return ending.id === undefined
      ? { ...after, created: 'accepted' }
      : { ...after, created: 'created', fresh: { ...after.fresh, id: ending.id } }
  if (sending.name === 'version')
    return ending.id === undefined
      ? after
      : withVersion(after, id, { state: 'moved', newVersionId: ending.id })
  return closeIfDone(withFact(after, sending, 'after'), ending.at)
}

/** The fact that a write changes: as it is while its end is not known, after it was refused, after it was done. */
function withFact(job: Restructure, sending: Sending, when: 'doubt' | 'before' | 'after'): Restructure {
  const pick = <T>(before: T, after: T): T | 'doubt' =>
    when === 'doubt' ? when : when === 'before' ? before : after
  switch (sending.name) {
    case 'create':
      return { ...job, created: pick('none', 'created') }
    case 'version':
      return withVersion(job, sending.of, { state: pick('here', 'moved') })
    case 'attach':
      return withAttached(job, sending.of, { place: pick('out', 'in') })
    case 'take out':
      return withAttached(job, sending.of, { place: pick('in', 'out') })
    case 'remove':
      return withRetired(job, sending.of, { place: pick('in', 'out') })
    case 'put back':
      return withRetired(job, sending.of, { place: pick('out', 'in') })
  }
}

const withAttached = (job: Restructure, fileId: string, change: Partial<Attached>): Restructure => ({
  ...job,
  files: job.files.map((each) => (each.fileId === fileId ? { ...each, ...change } : each)),
})

const withRetired = (job: Restructure, fileId: string, change: Partial<Retired>): Restructure => ({
  ...job,
  retired: job.retired?.map((each) => (each.fileId === fileId ? { ...each, ...change } : each)),
})

const withVersion = (
  job: Restructure,
  versionId: string | undefined,
  change: Partial<Moved>,
): Restructure => ({
  ...job,
  versions: job.versions.map((each) => (each.versionId === versionId ? { ...each, ...change } : each)),
})

/** Marks the end, where nothing is left to do. */
export function closeIfDone(job: Restructure, at: string): Restructure {
  return job.endedAt === undefined && nextAction(job).name === 'ended'
    ? { ...job, endedAt: at, stopped: false, trouble: undefined }
    : job
}

/** Stops with a reason, without any request having changed something. */
export const troubled = (job: Restructure, trouble: Trouble, at: string): Restructure => ({
  ...job,
  trouble,
  log: closeEntries(job.log, { state: 'refused', endedAt: at, result: trouble.title }),
})

/** The service cannot move this version, or cannot be asked whether it did: a person does. */
export const leaveToPerson = (job: Restructure, versionId: string, byHand: string): Restructure =>
  withVersion(job, versionId, { state: 'here', byHand })

/** A person moved a version in the service; `newVersionId`: the one that uses the new collection, if they know it. */
export function movedByHand(
  job: Restructure,
  versionId: string,
  { newVersionId, at }: { newVersionId: string | undefined; at: string },
): Restructure {
  const version = job.versions.find((each) => each.versionId === versionId)
  if (job.course !== 'forward' || version?.state !== 'here' || version.byHand === undefined)
    throw new OutOfOrder('this version does not wait for a person')
  const entry: Restructure['log'][number] = {
    step: 'move',
    request: `By hand, a copy of ${versionId}`,
    at,
    endedAt: at,
    state: 'accepted',
    result: newVersionId === undefined ? 'Noted as moved' : `Version ${newVersionId} noted`,
  }
  return withVersion({ ...job, log: [...job.log, entry] }, versionId, { state: 'moved', newVersionId })
}

/** A person says which collection was created; without an id: none was. */
export function chooseTarget(job: Restructure, id: string | undefined): Restructure {
  if (job.created !== 'unclear') throw new OutOfOrder('the new collection is known')
  if (id === undefined) return { ...job, created: 'none' }
  return { ...job, created: 'created', fresh: { ...job.fresh, id } }
}

/** A person tested the answers from the new collection, or takes that back. */
export function test(job: Restructure, at: string | undefined): Restructure {
  if (!mayTest(job)) throw new OutOfOrder('there is nothing to test yet')
  if (at === undefined && job.retired !== undefined)
    throw new OutOfOrder('the old collection is being retired')
  return { ...job, testedAt: at }
}

/** A person deployed the moved versions wherever the former ones served, or takes that back. */
export function deployed(job: Restructure, at: string | undefined): Restructure {
  if (!mayDeploy(job) || job.retired !== undefined) throw new OutOfOrder('there is nothing to deploy yet')
  return { ...job, deployedAt: at }
}

/** A person agrees that these files leave the old collection. */
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

/** A person keeps the old collection as it is. */
export function keepOld(job: Restructure, at: string): Restructure {
  if (!mayRetire(job) || job.retired !== undefined) throw new OutOfOrder('there is nothing to keep yet')
  return closeIfDone({ ...job, keptAt: at }, at)
}

/** On the way back: the former versions serve again, or need not. */
export function undeployed(job: Restructure, at: string): Restructure {
  if (job.course !== 'back') throw new OutOfOrder('it goes forward')
  return { ...job, undeployedAt: at }
}

/** A person says "stop here". */
export const stop = (job: Restructure): Restructure =>
  job.endedAt === undefined ? { ...job, stopped: true } : job

/** A person goes on, whatever was the matter. */
export const goOn = (job: Restructure): Restructure => ({ ...job, stopped: false, trouble: undefined })

/** Turns round. Possible until the end: nothing of this deletes anything. */
export function rollBack(job: Restructure, at: string): Restructure {
  if (!mayRollBack(job)) throw new OutOfOrder('it has ended')
  return closeIfDone({ ...goOn(job), course: 'back' }, at)
}
