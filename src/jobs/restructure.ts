import { isWire } from '../contract/reply'
import {
  type Entry,
  isEntry,
  isOneOf,
  isOptionalText,
  isOptionalTrouble,
  isText,
  type Trouble,
} from './procedure'

/** The steps of §4 for a change of structure, the state listed first and the deployment named on its own. */
export const RESTRUCTURE_STEPS = ['list', 'create', 'attach', 'move', 'test', 'deploy', 'retire'] as const

export type RestructureStep = (typeof RESTRUCTURE_STEPS)[number]

/**
 * A file on its way into the new collection. `doubt`: a request was sent and its end is not known. `wasThere`: nobody here put it in.
 * `blind`: an earlier request may have been done and nobody can see it (D112).
 */
export interface Attached {
  readonly fileId: string
  readonly fileName?: string
  readonly place: 'out' | 'doubt' | 'in'
  readonly wasThere?: boolean
  readonly blind?: boolean
}

/** A file on its way out of the old collection. `left`: somebody else took it out. */
export interface Retired {
  readonly fileId: string
  readonly fileName?: string
  readonly place: 'in' | 'doubt' | 'out' | 'left'
  readonly blind?: boolean
}

/** A version whose agent is to answer from the new collection: by a copy of it, as a version that serves is not changed (D122). */
export interface Moved {
  readonly agentId: string
  readonly agentName: string
  readonly versionId: string
  readonly label?: string
  readonly state: 'here' | 'doubt' | 'moved'
  /** Why a person has to do it in the service. */
  readonly byHand?: string
  /** The agent's versions before the copy was asked for, to tell the copy from them. */
  readonly before?: readonly string[]
  /** Absent where a person only said that it is moved. */
  readonly newVersionId?: string
}

/** The whole state of one change of structure, as it is kept after every step. Facts only; what comes next is computed from them. */
export interface Restructure {
  readonly id: string
  /** ISO time. */
  readonly startedAt: string
  readonly course: 'forward' | 'back'
  readonly stopped: boolean
  readonly trouble?: Trouble
  /** The collection that is retired at the end; absent where files were picked from everywhere. */
  readonly old?: { readonly id: string; readonly name?: string }
  readonly fresh: { readonly name: string; readonly description: string; readonly id?: string }
  /** `accepted`: created, but the reply named no id. `unclear`: a person has to say which it is, or that there is none. */
  readonly created: 'none' | 'doubt' | 'accepted' | 'unclear' | 'created'
  /** The collections before the new one was asked for, to tell it from them. */
  readonly before?: readonly string[]
  readonly files: readonly Attached[]
  readonly versions: readonly Moved[]
  /** What a person agreed to take out of the old collection. */
  readonly retired?: readonly Retired[]
  /** ISO times, set by the machine alone. */
  readonly listedAt?: string
  readonly testedAt?: string
  readonly deployedAt?: string
  /** On the way back: the versions of before serve again. */
  readonly undeployedAt?: string
  /** The person keeps the old collection as it is. */
  readonly keptAt?: string
  readonly endedAt?: string
  readonly log: readonly Entry<RestructureStep | 'back'>[]
}

const isAttached = (value: unknown) =>
  isWire(value) &&
  isText(value.fileId) &&
  isOptionalText(value.fileName) &&
  isOneOf(value.place, 'out', 'doubt', 'in')

const isRetired = (value: unknown) =>
  isWire(value) &&
  isText(value.fileId) &&
  isOptionalText(value.fileName) &&
  isOneOf(value.place, 'in', 'doubt', 'out', 'left')

const isMoved = (value: unknown) =>
  isWire(value) &&
  [value.agentId, value.agentName, value.versionId].every(isText) &&
  isOneOf(value.state, 'here', 'doubt', 'moved') &&
  [value.label, value.byHand, value.newVersionId].every(isOptionalText) &&
  isOptionalIds(value.before)

const isOptionalIds = (value: unknown) => value === undefined || (Array.isArray(value) && value.every(isText))

const isListOf = (value: unknown, isItem: (item: unknown) => boolean) =>
  Array.isArray(value) && value.every(isItem)

/** Reads a kept state; `undefined` for one that cannot be gone on from, such as a newer console's. */
export function readRestructure(value: unknown): Restructure | undefined {
  const readable =
    isWire(value) &&
    [value.id, value.startedAt].every(isText) &&
    isOneOf(value.course, 'forward', 'back') &&
    typeof value.stopped === 'boolean' &&
    isOptionalTrouble(value.trouble) &&
    (value.old === undefined ||
      (isWire(value.old) && isText(value.old.id) && isOptionalText(value.old.name))) &&
    isWire(value.fresh) &&
    [value.fresh.name, value.fresh.description].every(isText) &&
    isOptionalText(value.fresh.id) &&
    isOneOf(value.created, 'none', 'doubt', 'accepted', 'unclear', 'created') &&
    isOptionalIds(value.before) &&
    isListOf(value.files, isAttached) &&
    isListOf(value.versions, isMoved) &&
    (value.retired === undefined || isListOf(value.retired, isRetired)) &&
    [value.listedAt, value.testedAt, value.deployedAt, value.undeployedAt, value.keptAt, value.endedAt].every(
      isOptionalText,
    ) &&
    isListOf(value.log, isEntry)
  return readable ? (value as unknown as Restructure) : undefined
}
