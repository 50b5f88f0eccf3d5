import { doubtIn, type Facts, withFact } from './facts'
import { isNotThere } from './knowledge-now'
import { closeIfDone, type Definition, goOn, OutOfOrder, procedureFields } from './procedure'
import { count, flag, list, type Of, oneOf, optional, reader, shape, text } from './stored'

/** The steps of §4 "Safe replacement order", in that order. */
export const STEPS = [
  'list',
  'address',
  'upload',
  'record',
  'ingest',
  'add',
  'validate',
  'remove',
  'delete',
] as const

/** A collection that held the old file when the state was listed. */
const holder = shape({
  id: text,
  name: optional(text),
  /** `doubt`: a request was sent and its end is unknown. */
  fresh: oneOf('out', 'doubt', 'in'),
  /** `left`: somebody else took the old file out. */
  old: oneOf('in', 'doubt', 'out', 'left'),
  /** An earlier request may have been done, which cannot be looked up: "already so" is then no refusal (D112). */
  blind: optional(flag),
})

export type Holder = Of<typeof holder>

/** The whole state of one replacement. Facts only; what comes next is computed from them. Times are ISO. */
const replacement = shape({
  ...procedureFields(STEPS),
  old: shape({ fileId: text, fileName: text }),
  fresh: shape({
    /** Under which it is uploaded. */
    fileName: text,
    /** What the chosen file is called on the person's disk, and its bytes: to recognize it. */
    sourceName: text,
    size: count,
    prompt: optional(text),
    /** Once an upload address was given. */
    fileId: optional(text),
  }),
  /** Who says which collections hold the old file; absent before the state was listed. */
  source: optional(oneOf('service', 'browser', 'unknown')),
  holders: list(holder),
  /** Where the service does not say which collections hold the file, a person does. */
  holdersConfirmed: flag,
  uploadedAt: optional(text),
  ingestedAt: optional(text),
  validatedAt: optional(text),
  deletionConfirmedAt: optional(text),
  record: oneOf('none', 'doubt', 'created'),
  oldRecord: oneOf('kept', 'doubt', 'deleted'),
})

export type Replacement = Of<typeof replacement>

type Need = 'content' | 'holders' | 'validation' | 'deletion'

/** What goes to the service; `of`: id of a collection. */
export type Sending =
  | { readonly name: 'address' | 'upload' | 'record' | 'delete' | 'delete fresh'; readonly of?: undefined }
  | { readonly name: 'add' | 'remove' | 'put back' | 'take out'; readonly of: string }

export type Next =
  | Sending
  | { readonly name: 'list' | 'look' | 'wait' | 'ended'; readonly of?: undefined }
  | { readonly name: 'person'; readonly needs: Need; readonly of?: undefined }

/** What only the open page has: the content, and the address it may be sent to. */
export interface AtHand {
  readonly content: boolean
  readonly address: boolean
}

export const createReplacement = (
  given: Pick<Replacement, 'id' | 'startedAt' | 'old' | 'fresh'>,
): Replacement => ({
  ...given,
  course: 'forward',
  stopped: false,
  holders: [],
  holdersConfirmed: false,
  record: 'none',
  oldRecord: 'kept',
  log: [],
})

/** Whether the old file may be taken out of its collections: the new one is ready, in each of them, and a person validated it. */
export const mayRemoveOld = (job: Replacement): boolean => mayValidate(job) && job.validatedAt !== undefined

/** Whether there is something to validate: the new file is ready and in every collection. */
const mayValidate = (job: Replacement): boolean =>
  job.course === 'forward' &&
  job.endedAt === undefined &&
  job.source !== undefined &&
  job.holdersConfirmed &&
  job.fresh.fileId !== undefined &&
  job.record === 'created' &&
  job.ingestedAt !== undefined &&
  job.holders.every(({ fresh }) => fresh === 'in')

/** Whether a person may say that it is valid, or take that back, which ends with the old file being taken out (D1031). */
export const asksValidation = (job: Replacement): boolean =>
  mayValidate(job) &&
  (job.validatedAt === undefined || job.holders.every(({ old }) => old === 'in' || old === 'left'))

const mayConfirmDeletion = (job: Replacement) =>
  mayRemoveOld(job) && job.holders.every(({ old }) => old === 'out' || old === 'left')

/** Whether it can still be undone: until the old record is deleted, or may be. */
export const mayRollBack = (job: Replacement): boolean =>
  job.course === 'forward' && job.endedAt === undefined && job.oldRecord === 'kept'

const HOLDER = { list: 'holders', key: 'id' }
const FACTS: Facts = {
  record: { field: 'record', before: 'none', after: 'created' },
  add: { ...HOLDER, field: 'fresh', before: 'out', after: 'in' },
  remove: { ...HOLDER, field: 'old', before: 'in', after: 'out' },
  delete: { field: 'oldRecord', before: 'kept', after: 'deleted' },
  'delete fresh': { field: 'record', before: 'created', after: 'none' },
  'take out': { ...HOLDER, field: 'fresh', before: 'in', after: 'out' },
  'put back': { ...HOLDER, field: 'old', before: 'out', after: 'in' },
}

export function nextAction(job: Replacement, { content, address }: AtHand = ALL_AT_HAND): Next {
  if (job.endedAt !== undefined) return { name: 'ended' }
  if (doubtIn(FACTS, job)) return { name: 'look' }
  if (job.course === 'back') return nextBack(job)
  if (job.source === undefined) return { name: 'list' }
  if (!job.holdersConfirmed) return { name: 'person', needs: 'holders' }
  if (job.uploadedAt === undefined) {
    if (!content) return { name: 'person', needs: 'content' }
    return { name: job.fresh.fileId !== undefined && address ? 'upload' : 'address' }
  }
  if (job.record === 'none') return { name: 'record' }
  if (job.ingestedAt === undefined) return { name: 'wait' }
  const adding = job.holders.find(({ fresh }) => fresh === 'out')
  if (adding) return { name: 'add', of: adding.id }
  if (job.validatedAt === undefined) return { name: 'person', needs: 'validation' }
  const removing = job.holders.find(({ old }) => old === 'in')
  if (removing) return { name: 'remove', of: removing.id }
  if (job.oldRecord === 'deleted') return { name: 'ended' }
  return job.deletionConfirmedAt === undefined ? { name: 'person', needs: 'deletion' } : { name: 'delete' }
}

const ALL_AT_HAND: AtHand = { content: true, address: false }

/** Backwards the old file returns first, so that answers have a ground at every moment. */
function nextBack({ holders, record }: Replacement): Next {
  const without = holders.find(({ old }) => old === 'out')
  if (without) return { name: 'put back', of: without.id }
  const within = holders.find(({ fresh }) => fresh === 'in')
  if (within) return { name: 'take out', of: within.id }
  return { name: record === 'created' ? 'delete fresh' : 'ended' }
}

/** Replacing a file without a gap (§4): the old file is taken out only after the new one is INGESTED, in its place and validated. */
export const replacing: Definition<Replacement, Next, AtHand> = {
  kind: 'replace-file',
  read: reader(replacement),
  next: nextAction,
  steps: {
    content: 'address',
    holders: 'list',
    validation: 'validate',
    deletion: 'delete',
    wait: 'ingest',
    ended: 'delete',
  },
  facts: FACTS,
  forbids(job, { name }) {
    if (name === 'remove' && !mayRemoveOld(job))
      return 'the old file stays until the new one is INGESTED and validated'
    if (name === 'delete' && !(mayConfirmDeletion(job) && job.deletionConfirmedAt !== undefined))
      return 'the old record stays until no collection holds it'
    return undefined
  },
  after(job, { name }, { outcome, status, id, at, error }) {
    if (outcome === 'refused') {
      // What was deleted elsewhere, beyond a list that was cut short, needs no deletion.
      if ((name === 'delete' || name === 'delete fresh') && isNotThere(error))
        return withFact(FACTS, { ...job, trouble: undefined }, { name }, 'after')
      // The service does not know the upload, or no longer: the content has to be sent again.
      const isGone = name === 'record' && [404, 409, 410].includes(status ?? 0)
      return isGone ? withoutUpload(job) : job
    }
    if (name === 'address') return { ...job, fresh: { ...job.fresh, fileId: id }, uploadedAt: undefined }
    if (name === 'upload') return { ...job, uploadedAt: at }
    return name === 'record' && id !== undefined ? { ...job, fresh: { ...job.fresh, fileId: id } } : job
  },
}

/** What rests on the new file: taken back when it turns out not to be so any more. */
export const INVALID = { validatedAt: undefined, deletionConfirmedAt: undefined }

export const withoutUpload = (job: Replacement): Replacement => ({
  ...job,
  ...INVALID,
  fresh: { ...job.fresh, fileId: undefined },
  uploadedAt: undefined,
  ingestedAt: undefined,
  record: 'none',
})

/** The old file was deleted, so no collection holds it. */
export const withoutOld = (job: Replacement): Replacement => ({
  ...job,
  oldRecord: 'deleted',
  holders: job.holders.map((each) => (each.old === 'in' ? { ...each, old: 'out' } : each)),
})

/** A person validated the answers with the new file, or takes that back. */
export function validate(job: Replacement, at: string | undefined): Replacement {
  if (!mayValidate(job)) throw new OutOfOrder('there is nothing to validate yet')
  if (at === undefined && job.holders.some(({ old }) => old === 'out' || old === 'doubt'))
    throw new OutOfOrder('the old file was taken out already')
  return { ...job, validatedAt: at, deletionConfirmedAt: undefined }
}

/** A person says which collections hold the old file, where the service does not. */
export function confirmHolders(
  job: Replacement,
  chosen: readonly Pick<Holder, 'id' | 'name'>[],
): Replacement {
  if (job.source === undefined || job.holdersConfirmed || job.course === 'back')
    throw new OutOfOrder('the collections are not asked for')
  return { ...job, holders: chosen.map(toHolder), holdersConfirmed: true }
}

/** A collection before anything was done there. */
export const toHolder = ({ id, name }: Pick<Holder, 'id' | 'name'>): Holder => ({
  id,
  name,
  fresh: 'out',
  old: 'in',
})

/** A person agrees to the one thing that cannot be undone. */
export function confirmDeletion(job: Replacement, at: string): Replacement {
  if (!mayConfirmDeletion(job)) throw new OutOfOrder('a collection holds the old file')
  return { ...job, deletionConfirmedAt: at }
}

/** Turns round. Possible until the old record is deleted. */
export function rollBack(job: Replacement, at: string): Replacement {
  if (!mayRollBack(job)) throw new OutOfOrder('the old record is deleted; there is no way back')
  return closeIfDone(replacing, { ...goOn(job), ...INVALID, course: 'back' }, at)
}

/** The name the chosen file has to have, and its bytes, when it is chosen again after a reload. */
export const isSameContent = (job: Replacement, file: { name: string; size: number }): boolean =>
  file.name === job.fresh.sourceName && file.size === job.fresh.size
