import type { LedgerEntry, LedgerProblem } from './entry'

/** Every store; emptied together. */
export const STORES = ['entries', 'agents', 'jobs', 'evidence', 'rows', 'labNotes'] as const
export type StoreName = (typeof STORES)[number]

/** By which rows of a kind are in order. */
export const TIMES: Readonly<Record<StoreName, string>> = {
  entries: 'startedAt',
  agents: 'addedAt',
  jobs: 'startedAt',
  evidence: 'recordedAt',
  rows: 'part',
  labNotes: 'notedAt',
}

/** Each begins with the service. */
export type Key = readonly [service: string, ...(string | number)[]]

/** A row as it was stored, perhaps by another version of the console. */
export type Row = Readonly<Record<string, unknown>>

export type EntryIndex = 'by-service' | 'by-operation' | 'by-batch' | 'by-state'

/** By what an index finds an entry, beside its service. */
export const nameIn = (index: EntryIndex, { operation, state, batch }: LedgerEntry): string | undefined =>
  index === 'by-batch' ? batch?.id : index === 'by-state' ? state : operation

export interface NewestEntries {
  readonly entries: LedgerEntry[]
  /** There are older ones. */
  readonly more: boolean
}

/** Which entries are removed. */
export interface EntryRemoval {
  /** ISO time before which they began. */
  readonly before: string
  readonly keeps: (entry: LedgerEntry) => boolean
  /** Told before each step how many are removed, of at most how many; by a browser alone, which has nobody else's rows. */
  readonly onStep?: ((removed: number, most: number) => void) | undefined
}

/** Where the rows of the ledger are: the browser's database, the console's server, or the memory of this page. */
export interface RowStore {
  readonly problem: LedgerProblem | undefined
  /** Resolves once it is safe on disk. */
  add(entry: LedgerEntry): Promise<void>
  get(store: StoreName, key: Key): Promise<Row | undefined>
  /** Oldest first. */
  list(store: StoreName, service: string): Promise<Row[]>
  /** Readable entries, oldest first: of a service, or of one of its operations, of its batches, or in one state. */
  entries(index: EntryIndex, parts: readonly [service: string, id?: string]): Promise<LedgerEntry[]>
  /** The entries of a service, or of one of its operations, that began last, oldest first, about this many. */
  newest(service: string, count: number, operation?: string): Promise<NewestEntries>
  put(store: StoreName, key: Key, row: object): Promise<void>
  /** Reads and replaces one row in one step, safe on disk; `undefined` leaves it as it is. */
  change(store: StoreName, key: Key, change: (row: Row | undefined) => object | undefined): Promise<void>
  /** Removes the rows of these stores whose keys begin with this one, together. */
  remove(stores: readonly StoreName[], key: Key): Promise<void>
  /** Removes the entries of a service that began before this ISO time, some at once, except those to keep; resolves with how many. */
  removeEntries(service: string, removal: EntryRemoval): Promise<number>
  count(store: StoreName, service: string): Promise<number>
  /** Removes all of a service. */
  empty(service: string): Promise<void>
}
