import { type KnowledgeFile, progressOf } from '../contract/files'
import { closeEntries, type Ended, OutOfOrder, type Trouble } from './procedure'
import type { Holder, LogEntry, Replacement, StepName } from './replacement'

/**
 * Replacing a file without a gap (§4): a pure machine from facts to the next action. Nothing is sent but what `begin` let through,
 * and `begin` lets the old file be taken out only after the new one is INGESTED, in its place and validated.
 */

/** What goes to the service; `holder` is the id of a collection. */
export type Sending =
  | { readonly name: 'address' | 'upload' | 'record' | 'delete' | 'delete fresh' }
  | { readonly name: 'add' | 'remove' | 'put back' | 'take out'; readonly holder: string }

/** What comes next: a request, a look at the service, something of a person, or the end. */
export type Action =
  | Sending
  /** Reads only. `look`: a request's end is not known. */
  | { readonly name: 'list' | 'look' | 'wait' }
  /** A person has to do something first. */
  | { readonly name: 'person'; readonly needs: 'content' | 'holders' | 'validation' | 'deletion' }
  | { readonly name: 'ended' }

/** What only the open page has: the content, and the address it may be sent to. */
export interface AtHand {
  readonly content: boolean
  readonly address: boolean
}

/** A replacement before its first step. */
export function createReplacement(
  given: Pick<Replacement, 'id' | 'startedAt' | 'old' | 'fresh'>,
): Replacement {
  return {
    ...given,
    course: 'forward',
    stopped: false,
    holders: [],
    holdersConfirmed: false,
    record: 'none',
    oldRecord: 'kept',
    log: [],
  }
}

/** Whether the old file may be taken out of its collections: the new one is ready, in each of them, and a person validated it. */
export function mayRemoveOld(job: Replacement): boolean {
  return mayValidate(job) && job.validatedAt !== undefined
}

/** Whether there is something to validate: the new file is ready and in every collection. */
export function mayValidate(job: Replacement): boolean {
  return (
    job.course === 'forward' &&
    job.source !== undefined &&
    job.holdersConfirmed &&
    job.fresh.fileId !== undefined &&
    job.record === 'created' &&
    job.ingestedAt !== undefined &&
    job.holders.every(({ fresh }) => fresh === 'in')
  )
}

const mayDeleteOld = (job: Replacement) =>
  mayRemoveOld(job) &&
  job.deletionConfirmedAt !== undefined &&
  job.holders.every(({ old }) => old === 'out' || old === 'left')

/** Whether it can still be undone: until the old record is deleted, or may be. */
export const mayRollBack = (job: Replacement): boolean =>
  job.course === 'forward' && job.endedAt === undefined && job.oldRecord === 'kept'

const isInDoubt = ({ record, oldRecord, holders }: Replacement) =>
  [record, oldRecord, ...holders.flatMap(({ fresh, old }) => [fresh, old])].includes('doubt')

/** What comes next, from the facts alone. */
export function nextAction(job: Replacement, { content, address }: AtHand): Action {
  if (job.endedAt !== undefined) return { name: 'ended' }
  if (isInDoubt(job)) return { name: 'look' }
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
  if (adding) return { name: 'add', holder: adding.id }
  if (job.validatedAt === undefined) return { name: 'person', needs: 'validation' }
  const removing = job.holders.find(({ old }) => old === 'in')
  if (removing) return { name: 'remove', holder: removing.id }
  if (job.oldRecord === 'deleted') return { name: 'ended' }
  if (job.deletionConfirmedAt === undefined) return { name: 'person', needs: 'deletion' }
  return { name: 'delete' }
}

/** Backwards the old file returns first, so that answers have a ground at every moment. */
function nextBack({ holders, record }: Replacement): Action {
  const without = holders.find(({ old }) => old === 'out')
  if (without) return { name: 'put back', holder: without.id }
  const within = holders.find(({ fresh }) => fresh === 'in')
  if (within) return { name: 'take out', holder: within.id }
  return { name: record === 'created' ? 'delete fresh' : 'ended' }
}

const BACKWARDS: readonly Action['name'][] = ['put back', 'take out', 'delete fresh']

/** The step that an action belongs to. */
export function stepOf(action: Action, job: Replacement): LogEntry['step'] {
  if (job.course === 'back' || BACKWARDS.includes(action.name)) return 'back'
  switch (action.name) {
    case 'look':
      return stepInDoubt(job)
    case 'wait':
      return 'ingest'
    case 'person':
      return ({ content: 'address', holders: 'list', validation: 'validate', deletion: 'delete' } as const)[
        action.needs
      ]
    case 'ended':
      return 'delete'
    default:
      return action.name as StepName
  }
}

function stepInDoubt({ record, holders }: Replacement): StepName {
  if (record === 'doubt') return 'record'
  if (holders.some(({ fresh }) => fresh === 'doubt')) return 'add'
  return holders.some(({ old }) => old === 'doubt') ? 'remove' : 'delete'
}

/**
 * Lets a request out: writes down, before it is sent, that its end is not known. Throws `OutOfOrder` for anything but the
 * next action, and for every removal or deletion of the old file whose conditions do not hold.
 */
export function begin(
  job: Replacement,
  sending: Sending,
  { at, request, atHand }: { at: string; request: string; atHand: AtHand },
): Replacement {
  const next = nextAction(job, atHand)
  const isNext = next.name === sending.name && ('holder' in next ? next.holder : '') === holderOf(sending)
  if (!isNext || job.stopped) throw new OutOfOrder(`${sending.name} is not what comes next`)
  if (sending.name === 'remove' && !mayRemoveOld(job))
    throw new OutOfOrder('the old file stays until the new one is INGESTED and validated')
  if (sending.name === 'delete' && !mayDeleteOld(job))
    throw new OutOfOrder('the old record stays until no collection holds it')
  const entry: LogEntry = { step: stepOf(sending, job), request, at, state: 'sending' }
  return { ...withFact(job, sending, 'doubt'), trouble: undefined, log: [...job.log, entry] }
}

const holderOf = (sending: Sending) => ('holder' in sending ? sending.holder : '')

/** How a request of a replacement ended. */
export interface Ending extends Ended {
  /** Id that came with an upload address. */
  readonly fileId?: string
}

/** Writes down how the request ended that `begin` let out. */
export function end(job: Replacement, sending: Sending, ending: Ending): Replacement {
  const holder = job.holders.find(({ id }) => id === holderOf(sending))
  // After an attempt nobody can see, "it is in already" and "it is not in" say that it was done (D112).
  const alreadySo =
    ending.outcome === 'refused' &&
    holder?.blind === true &&
    ending.status === (sending.name === 'add' || sending.name === 'put back' ? 409 : 404)
  const outcome = alreadySo ? 'accepted' : ending.outcome
  const log = closeEntries(job.log, { state: outcome, endedAt: ending.at, result: ending.result })
  const after: Replacement = { ...job, log, trouble: outcome === 'accepted' ? undefined : ending.trouble }
  if (outcome === 'unknown') return after
  if (outcome === 'refused') {
    const before = withFact(after, sending, 'before')
    // The upload is not known to the service, or no longer: the content has to be sent again.
    const gone = sending.name === 'record' && [404, 409, 410].includes(ending.status ?? 0)
    return gone ? withoutUpload(before) : before
  }
  if (sending.name === 'address')
    return { ...after, fresh: { ...after.fresh, fileId: ending.fileId }, uploadedAt: undefined }
  if (sending.name === 'upload') return { ...after, uploadedAt: ending.at }
  const record = sending.name === 'record' && ending.fileId !== undefined
  const fresh = record ? { ...after.fresh, fileId: ending.fileId } : after.fresh
  return closeIfDone(withFact({ ...after, fresh }, sending, 'after'), ending.at)
}

/** The fact that a write changes: as it is while its end is not known, after it was refused, after it was done. */
function withFact(job: Replacement, sending: Sending, when: 'doubt' | 'before' | 'after'): Replacement {
  const pick = <T>(before: T, after: T): T | 'doubt' =>
    when === 'doubt' ? when : when === 'before' ? before : after
  switch (sending.name) {
    case 'record':
      return { ...job, record: pick('none', 'created') }
    case 'delete fresh':
      return { ...job, record: pick('created', 'none') }
    case 'delete':
      return { ...job, oldRecord: pick('kept', 'deleted') }
    case 'add':
      return withHolder(job, sending.holder, { fresh: pick('out', 'in') })
    case 'take out':
      return withHolder(job, sending.holder, { fresh: pick('in', 'out') })
    case 'remove':
      return withHolder(job, sending.holder, { old: pick('in', 'out') })
    case 'put back':
      return withHolder(job, sending.holder, { old: pick('out', 'in') })
    default:
      return job
  }
}

function withHolder(job: Replacement, holderId: string, change: Partial<Holder>): Replacement {
  const blind = Object.values(change).includes('doubt') ? {} : { blind: undefined }
  const holders = job.holders.map((each) => (each.id === holderId ? { ...each, ...blind, ...change } : each))
  return { ...job, holders }
}

const withoutUpload = (job: Replacement): Replacement => ({
  ...job,
  fresh: { ...job.fresh, fileId: undefined },
  uploadedAt: undefined,
  ingestedAt: undefined,
  validatedAt: undefined,
  deletionConfirmedAt: undefined,
  record: 'none',
})

/** Marks the end, where nothing is left to do. */
export function closeIfDone(job: Replacement, at: string): Replacement {
  if (job.endedAt !== undefined || isInDoubt(job)) return job
  const over =
    job.course === 'back'
      ? nextBack(job).name === 'ended'
      : nextAction(job, { content: true, address: true }).name === 'ended'
  return over ? { ...job, endedAt: at, stopped: false } : job
}

/** The new file as the list has it; only `INGESTED` lets the job go on. */
export function ingested(job: Replacement, file: KnowledgeFile, at: string): Replacement {
  if (file.fileId !== job.fresh.fileId || progressOf(file.status) !== 'ready' || job.record !== 'created')
    throw new OutOfOrder('only the new file, and only when it is INGESTED')
  const log = closeEntries(job.log, { state: 'accepted', endedAt: at, result: file.status ?? '' })
  return { ...job, ingestedAt: job.ingestedAt ?? at, log, trouble: undefined }
}

/** Waiting begins; read requests leave nothing in doubt. */
export const waiting = (job: Replacement, request: string, at: string): Replacement => ({
  ...job,
  trouble: undefined,
  log: [
    ...closeEntries(job.log, { state: 'unknown', endedAt: at }),
    { step: 'ingest', request, at, state: 'sending' },
  ],
})

/** Stops with a reason, without any request having changed something. */
export const troubled = (job: Replacement, trouble: Trouble, at: string): Replacement => ({
  ...job,
  trouble,
  log: closeEntries(job.log, { state: 'refused', endedAt: at, result: trouble.title }),
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
  chosen: readonly { readonly id: string; readonly name?: string }[],
): Replacement {
  if (job.source === undefined || job.holdersConfirmed || job.course === 'back')
    throw new OutOfOrder('the collections are not asked for')
  const holders = chosen.map(({ id, name }): Holder => ({ id, name, fresh: 'out', old: 'in' }))
  return { ...job, holders, holdersConfirmed: true }
}

/** A person agrees to the one thing that cannot be undone. */
export function confirmDeletion(job: Replacement, at: string): Replacement {
  const allowed = mayRemoveOld(job) && job.holders.every(({ old }) => old === 'out' || old === 'left')
  if (!allowed) throw new OutOfOrder('a collection holds the old file')
  return { ...job, deletionConfirmedAt: at }
}

/** A person says "stop here". */
export const stop = (job: Replacement): Replacement =>
  job.endedAt === undefined ? { ...job, stopped: true } : job

/** A person goes on, whatever was the matter. */
export const goOn = (job: Replacement): Replacement => ({ ...job, stopped: false, trouble: undefined })

/** Turns round. Possible until the old record is deleted. */
export function rollBack(job: Replacement, at: string): Replacement {
  if (!mayRollBack(job)) throw new OutOfOrder('the old record is deleted; there is no way back')
  return closeIfDone(
    { ...goOn(job), course: 'back', validatedAt: undefined, deletionConfirmedAt: undefined },
    at,
  )
}

/** The name the chosen file has to have, and its bytes, when it is chosen again after a reload. */
export const isSameContent = (job: Replacement, file: { name: string; size: number }): boolean =>
  file.name === job.fresh.sourceName && file.size === job.fresh.size
