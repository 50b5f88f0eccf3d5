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

export type StepName = (typeof STEPS)[number]

/**
 * A collection that held the old file when the state was listed. `doubt`: a request was sent and its end is not known,
 * so it has to be looked up. `left`: somebody else took the old file out.
 */
export interface Holder {
  readonly id: string
  readonly name?: string
  readonly fresh: 'out' | 'doubt' | 'in'
  readonly old: 'in' | 'doubt' | 'out' | 'left'
  /** An earlier request may have been done and nobody can see it: "already so" is then no refusal (D112). */
  readonly blind?: boolean
}

export type LogEntry = Entry<StepName | 'back'>

/** The whole state of one replacement, as it is kept after every step. Facts only; what comes next is computed from them. */
export interface Replacement {
  readonly id: string
  /** ISO time. */
  readonly startedAt: string
  readonly old: { readonly fileId: string; readonly fileName: string }
  readonly fresh: {
    /** Under which it is uploaded. */
    readonly fileName: string
    /** What the chosen file is called on the person's disk, and its bytes: to know it again. */
    readonly sourceName: string
    readonly size: number
    readonly prompt?: string
    /** Once an upload address was given. */
    readonly fileId?: string
  }
  readonly course: 'forward' | 'back'
  /** A person said "stop here". */
  readonly stopped: boolean
  readonly trouble?: Trouble
  /** Who says which collections hold the old file; absent before the state was listed. */
  readonly source?: 'service' | 'browser' | 'unknown'
  readonly holders: readonly Holder[]
  /** Where the service does not say which collections hold the file, a person does. */
  readonly holdersConfirmed: boolean
  /** ISO times, set by the machine alone. */
  readonly uploadedAt?: string
  readonly ingestedAt?: string
  readonly validatedAt?: string
  readonly deletionConfirmedAt?: string
  readonly endedAt?: string
  readonly record: 'none' | 'doubt' | 'created'
  readonly oldRecord: 'kept' | 'doubt' | 'deleted'
  readonly log: readonly LogEntry[]
}

const isHolder = (value: unknown) =>
  isWire(value) &&
  isText(value.id) &&
  isOptionalText(value.name) &&
  isOneOf(value.fresh, 'out', 'doubt', 'in') &&
  isOneOf(value.old, 'in', 'doubt', 'out', 'left')

/** Reads a kept state; `undefined` for one that cannot be gone on from, such as a newer console's. */
export function readReplacement(value: unknown): Replacement | undefined {
  const readable =
    isWire(value) &&
    isText(value.id) &&
    isText(value.startedAt) &&
    isWire(value.old) &&
    isText(value.old.fileId) &&
    isText(value.old.fileName) &&
    isWire(value.fresh) &&
    isText(value.fresh.fileName) &&
    isText(value.fresh.sourceName) &&
    typeof value.fresh.size === 'number' &&
    isOptionalText(value.fresh.prompt) &&
    isOptionalText(value.fresh.fileId) &&
    isOneOf(value.course, 'forward', 'back') &&
    typeof value.stopped === 'boolean' &&
    typeof value.holdersConfirmed === 'boolean' &&
    (value.source === undefined || isOneOf(value.source, 'service', 'browser', 'unknown')) &&
    [value.uploadedAt, value.ingestedAt, value.validatedAt, value.deletionConfirmedAt, value.endedAt].every(
      isOptionalText,
    ) &&
    isOneOf(value.record, 'none', 'doubt', 'created') &&
    isOneOf(value.oldRecord, 'kept', 'doubt', 'deleted') &&
    isOptionalTrouble(value.trouble) &&
    Array.isArray(value.holders) &&
    value.holders.every(isHolder) &&
    Array.isArray(value.log) &&
    value.log.every(isEntry)
  return readable ? (value as unknown as Replacement) : undefined
}
