import type { Person } from '../../contract/session'

/** A session as it is stored, under a digest of what the browser holds. */
export interface StoredSession {
  readonly person: Person
  readonly startedAt: Date
  /** Of its last request, to the minute. */
  readonly seenAt: Date
}

/** Shared by all processes on one store. */
export interface SessionStore {
  start(digest: string, session: StoredSession): Promise<void>
  find(digest: string): Promise<StoredSession | undefined>
  see(digest: string, at: Date): Promise<void>
  end(digest: string): Promise<void>
  /** Removes sessions that began before. */
  sweep(before: Date): Promise<void>
}

/** What a console with sign-in stores. The proxy says what it needs; the service's room implements it on its database. */
export interface TeamStore {
  readonly sessions: SessionStore
  /** Absent where the store is another's to close. */
  close?(): Promise<void>
}
