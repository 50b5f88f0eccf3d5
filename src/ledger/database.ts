import { type DBSchema, deleteDB, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import type {
  KeptJob,
  KeptRows,
  LabNote,
  LedgerEntry,
  LedgerProblem,
  StoredAgent,
  TestEvidence,
} from './entry'
import { MIGRATIONS } from './migrations'

interface Stores extends DBSchema {
  entries: {
    key: string
    value: LedgerEntry
    indexes: {
      'by-service': [string, string]
      'by-operation': [string, string, string]
      'by-batch': [string, string, string]
    }
  }
  agents: { key: [string, string]; value: StoredAgent; indexes: { 'by-service': [string, string] } }
  jobs: { key: [string, string]; value: KeptJob; indexes: { 'by-service': [string, string] } }
  evidence: { key: [string, string]; value: TestEvidence; indexes: { 'by-service': [string, string] } }
  rows: { key: [string, string, number]; value: KeptRows; indexes: { 'by-service': [string, string] } }
  labNotes: { key: [string, string]; value: LabNote; indexes: { 'by-service': [string, string] } }
}

/** Every store; emptied together. */
export const STORES = ['entries', 'agents', 'jobs', 'evidence', 'rows', 'labNotes'] as const

export type LedgerDatabase = IDBPDatabase<Stores>

/** How long another tab with an older console may keep the database before we go on without it. */
const BLOCKED_MS = 5_000

/** The database cannot be used; `problem` says why. */
export class LedgerUnavailable extends Error {
  override readonly name = 'LedgerUnavailable'
  readonly problem: LedgerProblem

  constructor(reason: LedgerProblem['reason'], message: string) {
    super(message)
    this.problem = { reason, message }
  }
}

/**
 * Opens the database, brought to its present version step by step. Throws `LedgerUnavailable`.
 * `onClosed` is called when the browser or another tab took the connection away.
 */
export async function openDatabase(name: string, onClosed: () => void): Promise<LedgerDatabase> {
  if (globalThis.indexedDB === undefined) throw unavailable()
  const stop = new AbortController()
  const blocked = new Promise<never>((_, reject) => {
    const timer = setTimeout(
      () =>
        reject(
          new LedgerUnavailable(
            'blocked',
            'Another tab with an older console keeps the record of this browser. Close or reload it, then reload this page.',
          ),
        ),
      BLOCKED_MS,
    )
    stop.signal.addEventListener('abort', () => clearTimeout(timer))
  })
  const opening = openDB<Stores>(name, MIGRATIONS.length, {
    async upgrade(database, from, _to, transaction) {
      for (const migrate of MIGRATIONS.slice(from)) {
        await migrate(
          database as unknown as IDBPDatabase,
          transaction as unknown as IDBPTransaction<unknown, string[], 'versionchange'>,
        )
      }
    },
    // Another tab wants to migrate or to start a new record: let it.
    blocking(_from, _to, event) {
      ;(event.target as IDBDatabase).close()
      onClosed()
    },
    terminated: onClosed,
  })
  try {
    const database = await Promise.race([opening, blocked])
    if (STORES.every((store) => database.objectStoreNames.contains(store))) return database
    database.close()
    throw new LedgerUnavailable(
      'broken',
      'The record that this browser kept cannot be read. Clear the site data of this page in the browser to start a new one.',
    )
  } catch (error) {
    // Should it open after all, nobody is left to close it.
    void opening.then((late) => late.close()).catch(() => undefined)
    throw asUnavailable(error)
  } finally {
    stop.abort()
  }
}

/** Deletes the database, so that the next opening starts a new one. */
export async function deleteDatabase(name: string): Promise<void> {
  await deleteDB(name)
}

const unavailable = () =>
  new LedgerUnavailable(
    'unavailable',
    'This browser does not let the console keep a record here, as in some private windows. What you do is remembered only until this page is closed.',
  )

function asUnavailable(error: unknown): LedgerUnavailable {
  if (error instanceof LedgerUnavailable) return error
  if (error instanceof Error && error.name === 'VersionError') {
    return new LedgerUnavailable(
      'newer',
      'The record in this browser was kept by a newer console. Reload the page to get that one; until then nothing is remembered.',
    )
  }
  return unavailable()
}
