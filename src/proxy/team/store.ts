import type { AuditQuery } from '../../contract/audit'
import type { Person, StoredSession } from '../../contract/session'
import type { LedgerStore } from './ledger-store'

/** Shared by all processes on one store. */
export interface SessionStore {
  start(digest: string, session: StoredSession): Promise<void>
  find(digest: string): Promise<StoredSession | undefined>
  see(digest: string, at: Date): Promise<void>
  end(digest: string): Promise<void>
  /** Removes sessions that began before. */
  sweep(before: Date): Promise<void>
}

/** An entry of the audit log: `AuditEntry` of the contract, as it is stored. */
export interface StoredEntry {
  readonly id: number
  readonly at: Date
  readonly person: string
  readonly role: Person['role'] | null
  readonly session: string | null
  readonly address: string
  readonly operation: string
  readonly ids: Readonly<Record<string, string>>
  readonly status: number | null
  readonly duration: number | null
}

export interface AuditStore {
  /** Resolves with the id once the entry is stored. */
  begin(entry: Omit<StoredEntry, 'id'>): Promise<number>
  end(id: number, how: Pick<StoredEntry, 'status' | 'duration' | 'ids'>): Promise<void>
  /** The newest first. */
  list(query: AuditQuery): Promise<readonly StoredEntry[]>
  people(): Promise<readonly string[]>
  sweep(before: Date): Promise<void>
}

/** What a console with sign-in stores. The proxy says what it needs; the service's room implements it on its database. */
export interface TeamStore {
  readonly sessions: SessionStore
  readonly audit: AuditStore
  /** Absent: what people do is recorded in their browsers. */
  readonly ledger?: LedgerStore
  /** A key for a purpose, the same in every process on the store. Absent where the local service has it. */
  sharedKey?(purpose: string): Uint8Array<ArrayBuffer>
  /** Absent where the local service says so. */
  isAnswering?(): Promise<boolean>
  /** Absent where the store is another's to close. */
  close?(): Promise<void>
}
