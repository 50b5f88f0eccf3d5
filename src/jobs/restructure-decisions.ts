import { closeIfDone, goOn, logged, OutOfOrder } from './procedure'
import {
  mayDeploy,
  mayRetire,
  mayRollBack,
  mayTest,
  type Restructure,
  type Retired,
  restructuring,
  withVersion,
} from './restructure'

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
  const result = newVersionId === undefined ? 'Noted as moved' : `Version ${newVersionId} noted`
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
