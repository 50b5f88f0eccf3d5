import type { TeamLeasesNow } from '../../contract/team-leases'
import type { HeldBy, NewRow, RowChange, RowPlace, RowsAsked } from '../../contract/team-rows'

/** A row as it is stored. */
export interface StoredRow {
  readonly key: string
  /** The number of its last change among all of its kind. */
  readonly changed: number
  readonly person: string
  /** JSON. */
  readonly content: string
}

type Kind = Omit<RowPlace, 'key'>

/** Rows that the pages of all people write and read (D470). */
interface RowStore {
  list(asked: RowsAsked): Promise<{ number: number; removed: number; rows: StoredRow[]; more: boolean }>
  read(place: RowPlace): Promise<StoredRow | undefined>
  /** Resolves with the number of the change. */
  write(change: RowChange, person: string): Promise<number | 'changed' | 'lease lost'>
  add(kind: Kind, rows: readonly NewRow[], person: string): Promise<number>
  remove(service: string, stores: readonly string[], keys?: readonly string[]): Promise<number>
  counts(service: string): Promise<Record<string, number>>
  /** The numbers of the last changes, of all services. */
  numbers(): Promise<readonly (Kind & { readonly number: number })[]>
}

type Lease = HeldBy & { readonly service: string }

/** Who works on what alone (D473). */
interface LeaseStore {
  take(lease: Lease, person: string, fromOthers: boolean): Promise<boolean>
  renew(lease: Lease): Promise<boolean>
  giveBack(lease: Lease): Promise<void>
  stayOpen(pages: readonly { readonly page: string; readonly person: string }[]): Promise<void>
  list(service: string): Promise<TeamLeasesNow>
  /** Differs whenever a page began or stopped to work on something. */
  mark(): Promise<string>
}

export interface LedgerStore {
  readonly rows: RowStore
  readonly leases: LeaseStore
  /** Other processes change it, too. */
  readonly isShared: boolean
  /** Tells of each change by this process. Returns how to leave. */
  onChange(listener: () => void): () => void
}
