import { progressOf } from '../contract/files'
import type { Wire } from '../contract/reply'
import { type CollectionMembers, type KnowledgeNow, settleArriving, settleLeaving } from './knowledge-now'
import { lookedUp, type Trouble } from './procedure'
import type { Attached, Moved, Restructure, Retired } from './restructure'

/** A version as the service lists it; `body`: what a copy of it is created with, absent where the service does not report it. */
export interface ListedVersion {
  readonly id: string
  readonly collectionIds: readonly string[]
  readonly body?: Wire
}

export const troubles = {
  nameTaken: (name: string): Trouble => ({
    title: `There is already a collection named ${name}`,
    message: 'Start again with a name that tells the two apart, or continue to create another of that name.',
  }),
  gone: (names: string): Trouble => ({
    title: `No longer in the list of files: ${names}`,
    message: 'Deleted elsewhere, so it is left out. Continue with the other files, or roll back.',
  }),
  lost: (names: string): Trouble => ({
    title: `No longer in the new collection: ${names}`,
    message: 'Taken out elsewhere. Continue to add it again; then the answers have to be tested again.',
  }),
  targetGone: ({ fresh, old, retired = [] }: Restructure): Trouble => {
    const out = retired.filter(({ place }) => place === 'out').length
    const files = out === 1 ? '1 file was' : `${out} files were`
    return {
      title: `${fresh.name} is no longer in the list of collections`,
      message:
        out > 0
          ? `${files} taken out of the old collection already. Roll back to put ${out === 1 ? 'it' : 'them'} back.`
          : `Roll back to end this.${old ? ' The old collection holds what it held.' : ''}`,
    }
  },
  notReady: (names: string): Trouble => ({
    title: `Not INGESTED: ${names}`,
    message:
      'Agents would lose these answers with the old collection. Wait until it is INGESTED, then continue.',
  }),
  nothingLeft: {
    title: 'None of the chosen files is left',
    message: 'All were deleted elsewhere. Roll back to end this.',
  },
}

const nameOf = ({ fileId, fileName }: { fileId: string; fileName?: string }) => fileName || fileId
const namesOf = (files: readonly { fileId: string; fileName?: string }[]) => files.map(nameOf).join(', ')

/**
 * Corrects the facts by what the service says now: settles what was in doubt, notices what others did meanwhile. Where the
 * retirement's grounds do not hold any more, they are taken back.
 */
export function observeRestructure(job: Restructure, seen: KnowledgeNow): Restructure {
  const settled = settleFiles(settleTarget({ ...job, log: lookedUp(job.log) }, seen), seen)
  return settled.course === 'back' ? settled : check(settled, seen)
}

/** Which collection the creation in doubt made, if it made one: the one of that name that was not there before. */
function settleTarget(job: Restructure, seen: KnowledgeNow): Restructure {
  if (job.created !== 'doubt' && job.created !== 'accepted') return job
  const found = seen.collections.filter(
    ({ id, name }) => name?.trim() === job.fresh.name && !job.before?.includes(id),
  )
  const only = found.length === 1 ? found[0] : undefined
  if (only) return { ...job, created: 'created', fresh: { ...job.fresh, id: only.id } }
  const certainlyNone = found.length === 0 && seen.allCollections && job.created === 'doubt'
  return { ...job, created: certainlyNone ? 'none' : 'unclear' }
}

/** Whether a collection holds a file, where the service says so. */
const heldIn = (members: CollectionMembers | undefined, fileId: string) =>
  members?.source === 'service' ? members.fileIds.includes(fileId) : undefined

const inFreshOf = ({ fresh }: Restructure, seen: KnowledgeNow) =>
  fresh.id === undefined ? undefined : seen.membersOf(fresh.id)

function settleFiles(job: Restructure, seen: KnowledgeNow): Restructure {
  const isForward = job.course === 'forward'
  const inFresh = inFreshOf(job, seen)
  const inOld = job.old && seen.membersOf(job.old.id)
  const freshIsGone = seen.allCollections && !seen.collections.some(({ id }) => id === job.fresh.id)
  const listed = new Set(seen.files.map(({ fileId }) => fileId))
  // On the way back, what was deleted elsewhere is in no collection, and what no collection holds need not be taken out.
  const isGone = ({ fileId }: Attached | Retired) => !isForward && seen.allFiles && !listed.has(fileId)
  const files = job.files.map((each): Attached => {
    if (isGone(each) || (!isForward && freshIsGone)) return { ...each, place: 'out', blind: undefined }
    const held = heldIn(inFresh, each.fileId)
    // Somebody else put it there: done, and not ours to take out again.
    if (each.place === 'out' && held && isForward) return { ...each, place: 'in', wasThere: true }
    return settled(each, settleArriving(each.place, { held, isForward }))
  })
  const retired = job.retired?.map((each): Retired => {
    if (isGone(each)) return { ...each, place: 'left', blind: undefined }
    return settled(each, settleLeaving(each.place, { held: heldIn(inOld, each.fileId), isForward }))
  })
  return { ...job, files, retired, stays: retired && staysIn(inOld, retired) }
}

/** How many files were added to the old collection since a person agreed to what it loses. */
function staysIn(inOld: CollectionMembers | undefined, retired: readonly Retired[]): number | undefined {
  if (inOld?.source !== 'service') return undefined
  const agreed = new Set(retired.map(({ fileId }) => fileId))
  return new Set(inOld.fileIds.filter((id) => !agreed.has(id))).size
}

const settled = <F extends Attached | Retired>(file: F, { place, blind }: Pick<F, 'place' | 'blind'>): F =>
  file.place === 'doubt' ? { ...file, place, blind } : { ...file, place }

function check(job: Restructure, seen: KnowledgeNow): Restructure {
  const { fresh, created } = job
  if (created === 'none' && job.listedAt === undefined) {
    const taken = seen.collections.some(({ name }) => name?.trim() === fresh.name)
    if (taken) return { ...job, trouble: troubles.nameTaken(fresh.name) }
  }
  if (created === 'created' && seen.allCollections && !seen.collections.some(({ id }) => id === fresh.id))
    return { ...job, trouble: troubles.targetGone(job) }
  const listed = new Map(seen.files.map((file) => [file.fileId, file]))
  const gone = seen.allFiles ? job.files.filter(({ fileId }) => !listed.has(fileId)) : []
  if (gone.length > 0) {
    const files = job.files.filter((each) => !gone.includes(each))
    const trouble = files.length > 0 ? troubles.gone(namesOf(gone)) : troubles.nothingLeft
    return { ...job, files: files.length > 0 ? files : job.files, testedAt: undefined, trouble }
  }
  const inFresh = inFreshOf(job, seen)
  const lost = job.files.filter(({ fileId, place }) => place === 'in' && heldIn(inFresh, fileId) === false)
  if (lost.length > 0) {
    const files = job.files.map(
      (each): Attached => (lost.includes(each) ? { ...each, place: 'out', wasThere: undefined } : each),
    )
    return { ...job, files, testedAt: undefined, trouble: troubles.lost(namesOf(lost)) }
  }
  // What could not be read answers nothing, in whichever collection.
  const unready = job.files.filter(({ fileId }) => {
    const file = listed.get(fileId)
    return file !== undefined && progressOf(file.status) === 'waiting'
  })
  if (job.retired !== undefined && unready.length > 0)
    return { ...job, trouble: troubles.notReady(namesOf(unready)) }
  return job
}

/** The collections of the copy: the new one in the place of the old one, or beside what is there. */
export function movedIds(
  ids: readonly string[],
  { old, fresh }: { old: string | undefined; fresh: string },
): string[] {
  const replaced = ids.map((id) => (id === old ? fresh : id))
  return [...new Set(replaced.includes(fresh) ? replaced : [...replaced, fresh])]
}

/** The copy that was made of a version whose request is in doubt: a version that was not there before and uses the new collection. */
export function findCopy(
  job: Restructure,
  version: Moved,
  listed: readonly ListedVersion[],
): ListedVersion | undefined {
  const taken = new Set(job.versions.map(({ newVersionId }) => newVersionId))
  const found = listed.filter(
    ({ id, collectionIds }) =>
      !version.before?.includes(id) && !taken.has(id) && collectionIds.includes(job.fresh.id ?? ''),
  )
  return found.length === 1 ? found[0] : undefined
}
