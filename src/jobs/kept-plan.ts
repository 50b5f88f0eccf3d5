import { isWire } from '../contract/reply'
import { isOneOf, isText } from './procedure'
import type { PlanStep, StepMark } from './step-plan'

/** One write of a plan over files; the steps of one file are a group. */
export type FileStep = PlanStep & { readonly fileId: string } & (
    | { readonly action: 'add' | 'remove'; readonly collectionId: string }
    | { readonly action: 'delete' }
  )

/** What a plan is for, in words that outlive the page: the file may be gone from the list when they are read. */
export interface PlanAbout {
  readonly kind: 'add' | 'remove' | 'delete'
  /** Names by id, of the files and of the collections. */
  readonly files: Readonly<Record<string, string>>
  readonly collections: Readonly<Record<string, string>>
}

/** A plan as it is kept once, before its first step. How far it came is kept apart, as that changes with every step (D120). */
export interface KeptPlanState {
  readonly about: PlanAbout
  readonly steps: readonly FileStep[]
}

/** How far it came: a letter for each step. `over`: it needs nobody any more. */
export interface PlanProgress {
  readonly marks: string
  readonly over: boolean
}

const LETTERS: Readonly<Record<StepMark, string>> = { done: 'd', tried: 't', untried: '-' }

/** How far a plan came, as one letter for each step. */
export const writeMarks = (marks: readonly StepMark[]): string => marks.map((mark) => LETTERS[mark]).join('')

/** The same read back; a letter that nobody knows counts as untried. */
export const readMarks = (letters: string): StepMark[] =>
  Array.from(letters, (letter) => (letter === 'd' ? 'done' : letter === 't' ? 'tried' : 'untried'))

const isStep = (value: unknown) =>
  isWire(value) &&
  [value.id, value.group, value.fileId].every(isText) &&
  (value.action === 'delete' || (isOneOf(value.action, 'add', 'remove') && isText(value.collectionId)))

const isNames = (value: unknown) => isWire(value) && Object.values(value).every(isText)

/** Reads a kept plan; `undefined` for one that cannot be gone on from. */
export function readKeptPlan(value: unknown): KeptPlanState | undefined {
  const readable =
    isWire(value) &&
    isWire(value.about) &&
    isOneOf(value.about.kind, 'add', 'remove', 'delete') &&
    isNames(value.about.files) &&
    isNames(value.about.collections) &&
    Array.isArray(value.steps) &&
    value.steps.every(isStep)
  return readable ? (value as unknown as KeptPlanState) : undefined
}

/** Reads how far a plan came; `undefined` for what cannot be understood. */
export function readProgress(value: unknown): PlanProgress | undefined {
  const readable = isWire(value) && isText(value.marks) && typeof value.over === 'boolean'
  return readable ? (value as unknown as PlanProgress) : undefined
}
