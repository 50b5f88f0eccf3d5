import { type KnowledgeFile, progressOf } from '../contract/files'
import { type FileMembership, type KnowledgeNow, settleArriving, settleLeaving } from './knowledge-now'
import { lookedUp, type Trouble } from './procedure'
import {
  type Holder,
  INVALID,
  nextAction,
  type Replacement,
  toHolder,
  withoutOld,
  withoutUpload,
} from './replace-file'

interface Seen {
  readonly now: KnowledgeNow
  readonly old: FileMembership
  readonly fresh: FileMembership
}

export const troubles = {
  oldGone: (name: string): Trouble => ({
    title: `${name} is no longer in the list of files`,
    message: 'It was deleted elsewhere. Continue to finish with the new file.',
  }),
  nothingToReplace: (name: string): Trouble => ({
    title: `${name} is no longer in the list of files`,
    message:
      'It was deleted elsewhere, so there is nothing to replace. Roll back to end this; nothing was changed.',
  }),
  nameTaken: (name: string): Trouble => ({
    title: `There is already a file named ${name}`,
    message: 'Roll back and start again with another name, so that the two can be told apart.',
  }),
  nothingToPutBack: (old: string, fresh: string): Trouble => ({
    title: `${old} is no longer in the list of files`,
    message: `It was deleted elsewhere, so it cannot be put back. Continue to take ${fresh} out as well and delete it; then neither answers.`,
  }),
  freshGone: (name: string): Trouble => ({
    title: `${name} is no longer in the list of files`,
    message:
      'It was deleted elsewhere. Continue to upload it again, or roll back. The old file was not touched meanwhile.',
  }),
  bothGone: (old: string, fresh: string): Trouble => ({
    title: `${old} and ${fresh} are no longer in the list of files`,
    message: 'They were deleted elsewhere. Continue to upload the new file again, or roll back to end this.',
  }),
  notReady: (name: string, status: string | undefined): Trouble => ({
    title: `${name} is ${status ?? 'without a status'} now, not INGESTED`,
    message: 'Continue to wait for it; then it has to be validated again.',
  }),
  lost: (name: string): Trouble => ({
    title: `The new file is no longer in ${name}`,
    message: 'It was taken out elsewhere. Continue to add it again; then it has to be validated again.',
  }),
  held: (names: string): Trouble => ({
    title: `The old file is in a further collection: ${names}`,
    message: 'Continue to add the new file there too; then it has to be validated again.',
  }),
  freshHeld: (names: string): Trouble => ({
    title: `The new file is also in ${names}`,
    message: 'It was added there elsewhere, so its record is not deleted. Remove it there, then continue.',
  }),
  unseenWaiting: (name: string): Trouble => ({
    title: `We don't know if ${name} is INGESTED`,
    message: 'The list of files was cut short before it. Continue to check again, or roll back.',
  }),
  unseen: {
    title: "We don't know if the last request was done",
    message: 'The list of files was cut short. Check the service, then continue.',
  },
}

const nameOf = ({ id, name }: { id: string; name?: string }) => name || id

/**
 * Corrects the facts by what the service says now: settles what was in doubt, notices what others did meanwhile. Facts that
 * the removal of the old file rests on are taken back when they no longer hold, and validation with them.
 */
export function observe(job: Replacement, now: KnowledgeNow): Replacement {
  const { fileId } = job.fresh
  const seen: Seen = {
    now,
    old: now.holdersOf(job.old.fileId),
    fresh: fileId === undefined ? { collections: [], source: 'unknown' } : now.holdersOf(fileId),
  }
  const isFirst = job.source === undefined && job.course === 'forward'
  const listed = isFirst ? listHolders(job, seen) : job
  const settled = settle(listed, seen)
  return settled.course === 'back' ? checkBack(settled, seen) : checkForward(settled, seen, isFirst)
}

/** Step 1: which collections hold the old file. */
const listHolders = (job: Replacement, { old }: Seen): Replacement => ({
  ...job,
  source: old.source,
  holders: old.collections.map(toHolder),
  holdersConfirmed: old.source === 'service',
})

const fileIn = (seen: Seen, id: string | undefined) => seen.now.files.find(({ fileId }) => fileId === id)

function settle(job: Replacement, seen: Seen): Replacement {
  const unseen = (there: KnowledgeFile | undefined) => !there && !seen.now.allFiles
  const fresh = fileIn(seen, job.fresh.fileId)
  const old = fileIn(seen, job.old.fileId)
  // On the way back, what was deleted elsewhere needs no undoing (D1032).
  const isGone = (there: KnowledgeFile | undefined) => job.course === 'back' && !there && seen.now.allFiles
  let { record, oldRecord, trouble } = job
  if (record === 'doubt' && unseen(fresh)) trouble = troubles.unseen
  else if (record === 'doubt' || isGone(fresh)) record = fresh ? 'created' : 'none'
  if (oldRecord === 'doubt' && unseen(old)) trouble = troubles.unseen
  else if (oldRecord === 'doubt') oldRecord = old ? 'kept' : 'deleted'
  if (isGone(old) && record === 'created' && job.holders.some((each) => each.old !== 'left'))
    trouble = troubles.nothingToPutBack(job.old.fileName, job.fresh.fileName)
  const holders = job.holders.map(
    (each): Holder => ({
      ...settleHolder(each, seen, job.course),
      ...(isGone(fresh) && { fresh: 'out' }),
      ...(isGone(old) && { old: 'left' }),
    }),
  )
  return { ...job, record, oldRecord, trouble, holders, log: lookedUp(job.log) }
}

/** Whether a collection holds a file, where the service says so. */
const heldIn = ({ collections, source }: FileMembership, holder: Holder) =>
  source === 'service' ? collections.some(({ id }) => id === holder.id) : undefined

function settleHolder(holder: Holder, seen: Seen, course: Replacement['course']): Holder {
  const isForward = course === 'forward'
  const fresh = settleArriving(holder.fresh, { held: heldIn(seen.fresh, holder), isForward })
  const old = settleLeaving(holder.old, { held: heldIn(seen.old, holder), isForward })
  return { ...holder, fresh: fresh.place, old: old.place, blind: fresh.blind ?? old.blind ?? holder.blind }
}

function checkForward(job: Replacement, seen: Seen, isFirst: boolean): Replacement {
  const isMissing = (id: string | undefined) => seen.now.allFiles && !fileIn(seen, id)
  const isOldGone = job.oldRecord === 'kept' && isMissing(job.old.fileId)
  const isFreshGone = job.record === 'created' && isMissing(job.fresh.fileId)
  const [old, fresh] = [job.old.fileName, job.fresh.fileName]
  if (isOldGone && job.record === 'none') return { ...job, trouble: troubles.nothingToReplace(old) }
  const known = isOldGone ? withoutOld(job) : job
  if (isFreshGone) {
    const holders = known.holders.map((each) => ({ ...each, fresh: 'out' as const }))
    const trouble = isOldGone ? troubles.bothGone(old, fresh) : troubles.freshGone(fresh)
    return { ...withoutUpload(known), holders, trouble }
  }
  // Once it is validated, nothing else was left to be done.
  if (isOldGone) return job.validatedAt ? known : { ...known, trouble: troubles.oldGone(old) }
  if (isFirst || job.record === 'none') {
    const taken = seen.now.files.some(
      ({ fileName, fileId }) =>
        fileId !== job.fresh.fileId && fileName?.toLowerCase() === job.fresh.fileName.toLowerCase(),
    )
    return taken ? { ...job, trouble: troubles.nameTaken(job.fresh.fileName) } : job
  }
  const file = fileIn(seen, job.fresh.fileId)
  if (job.ingestedAt !== undefined && file && progressOf(file.status) !== 'ready') {
    const trouble = troubles.notReady(fresh, file.status)
    return { ...job, ...INVALID, ingestedAt: undefined, trouble }
  }
  return checkCollections(job, seen)
}

function checkCollections(job: Replacement, seen: Seen): Replacement {
  const lost = job.holders.filter((each) => each.fresh === 'in' && heldIn(seen.fresh, each) === false)
  const further =
    seen.old.source === 'service'
      ? seen.old.collections.filter(({ id }) => !job.holders.some((each) => each.id === id))
      : []
  if (lost.length === 0 && further.length === 0) return job
  const holders: Holder[] = [
    ...job.holders.map((each): Holder => (lost.includes(each) ? { ...each, fresh: 'out' } : each)),
    ...further.map(toHolder),
  ]
  const first = lost[0]
  const trouble = first ? troubles.lost(nameOf(first)) : troubles.held(further.map(nameOf).join(', '))
  return { ...job, ...INVALID, holders, trouble }
}

/** A new file that others put to use meanwhile is not deleted under them (§4 rule 3). */
function checkBack(job: Replacement, seen: Seen): Replacement {
  if (nextAction(job, { content: false, address: false }).name !== 'delete fresh') return job
  const others = seen.fresh.source === 'service' ? seen.fresh.collections : []
  return others.length > 0 ? { ...job, trouble: troubles.freshHeld(others.map(nameOf).join(', ')) } : job
}
