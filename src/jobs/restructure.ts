import { type Definition, procedureFields } from './procedure'
import { flag, list, type Of, oneOf, optional, reader, shape, text } from './stored'

/** The steps of §4 for a change of structure, the state listed first and the deployment named on its own. */
export const RESTRUCTURE_STEPS = ['list', 'create', 'attach', 'move', 'test', 'deploy', 'retire'] as const

export type RestructureStep = (typeof RESTRUCTURE_STEPS)[number]

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
export function nextAction(job: Restructure): Next {
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
function nextBack({ retired = [], deployedAt, undeployedAt, files, created }: Restructure): Next {
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
export function stepOf(act: Next, job: Restructure): RestructureStep | 'back' {
  if (job.course === 'back') return 'back'
  if (act.name === 'look') {
    if (job.created !== 'created') return 'create'
    if (job.files.some(({ place }) => place === 'doubt')) return 'attach'
    return job.versions.some(({ state }) => state === 'doubt') ? 'move' : 'retire'
  }
  const name = act.name === 'person' ? act.needs : act.name
  return STEP_OF[name] ?? (name as RestructureStep)
}

/**
 * Changing the structure without a gap (§4): the old collection loses nothing before every file is in the new one, every version is moved,
 * tested and deployed, and a person agreed.
 */
export const restructuring: Definition<Restructure, Next> = {
  kind: 'restructure',
  read: reader(restructure),
  next: nextAction,
  stepOf,
  forbids: (job, { name }) =>
    name === 'remove' && !mayRetire(job)
      ? 'the old collection stays until the new one serves, tested'
      : undefined,
  doubt: (job, act) => withFact(job, act, 'doubt'),
  alreadySo(job, { name, of }) {
    const isBlind = [...job.files, ...(job.retired ?? [])].some(({ fileId, blind }) => fileId === of && blind)
    return isBlind ? (name === 'attach' || name === 'put back' ? 409 : 404) : undefined
  },
  settle(job, act, { outcome, id }) {
    if (outcome === 'refused') return withFact(job, act, 'before')
    if (act.name === 'create')
      return id === undefined
        ? { ...job, created: 'accepted' }
        : { ...job, created: 'created', fresh: { ...job.fresh, id } }
    if (act.name === 'version')
      return id === undefined ? job : withVersion(job, act.of, { state: 'moved', newVersionId: id })
    return withFact(job, act, 'after')
  },
}

/** What a write changes, and how that is before and after. */
const FACTS = {
  create: ['created', 'none', 'created'],
  version: ['versions', 'here', 'moved'],
  attach: ['files', 'out', 'in'],
  'take out': ['files', 'in', 'out'],
  remove: ['retired', 'in', 'out'],
  'put back': ['retired', 'out', 'in'],
} as const

/** The state while the end of a write is unknown, after it was refused, after it was done. */
function withFact(job: Restructure, { name, of }: Next, when: 'doubt' | 'before' | 'after'): Restructure {
  const fact = FACTS[name as keyof typeof FACTS]
  if (!fact) return job
  const [key, before, after] = fact
  const value = when === 'doubt' ? when : when === 'before' ? before : after
  if (key === 'created') return { ...job, created: value as Restructure['created'] }
  if (key === 'versions') return withVersion(job, of, { state: value as Moved['state'] })
  const place = value as Attached['place']
  return { ...job, [key]: job[key]?.map((each) => (each.fileId === of ? { ...each, place } : each)) }
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
