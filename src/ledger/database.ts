import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import { readCreatedAgent } from '../contract/agent-created'
import { redact } from '../contract/redact'
import { Fields, isWire } from '../contract/reply'
import type {
  LabNote,
  LedgerEntry,
  LedgerProblem,
  StoredAgent,
  StoredJob,
  StoredRows,
  TestEvidence,
} from './entry'
import { isLedgerEntry } from './entry'
import { STORES } from './row-store'

interface LedgerStores extends DBSchema {
  entries: {
    key: string
    value: LedgerEntry
    indexes: {
      'by-service': [string, string]
      'by-operation': [string, string, string]
      'by-batch': [string, string, string]
      'by-state': [string, string, string]
    }
  }
  agents: { key: [string, string]; value: StoredAgent; indexes: { 'by-service': [string, string] } }
  jobs: { key: [string, string]; value: StoredJob; indexes: { 'by-service': [string, string] } }
  evidence: { key: [string, string]; value: TestEvidence; indexes: { 'by-service': [string, string] } }
  rows: { key: [string, string, number]; value: StoredRows; indexes: { 'by-service': [string, string] } }
  labNotes: { key: [string, string]; value: LabNote; indexes: { 'by-service': [string, string] } }
}

export type LedgerDatabase = IDBPDatabase<LedgerStores>

/** How long we wait for another tab with an older console to release the database. */
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
 * Opens the database and migrates it to the present version. Throws `LedgerUnavailable`.
 * `onClosed` is called when the browser or another tab closes the connection.
 */
export async function openDatabase(name: string, onClosed: () => void): Promise<LedgerDatabase> {
  if (globalThis.indexedDB === undefined) throw unavailable()
  // A browser may refuse even this at once.
  const opening = openDB<LedgerStores>(name, MIGRATIONS.length, {
    async upgrade(database, from, _to, transaction) {
      for (const migrate of MIGRATIONS.slice(from)) {
        await migrate(
          database as unknown as IDBPDatabase,
          transaction as unknown as IDBPTransaction<unknown, string[], 'versionchange'>,
        )
      }
    },
    // Another tab wants to migrate or to start a new ledger: let it.
    blocking(_from, _to, event) {
      ;(event.target as IDBDatabase).close()
      onClosed()
    },
    terminated: onClosed,
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const blocked = new Promise<never>((_, reject) => {
    const problem = new LedgerUnavailable(
      'blocked',
      'Another tab runs an older console and blocks the stored data. Close or reload that tab, then reload this page.',
    )
    timer = setTimeout(() => reject(problem), BLOCKED_MS)
  })
  try {
    const database = await Promise.race([opening, blocked])
    if (STORES.every((store) => database.objectStoreNames.contains(store))) return database
    database.close()
    throw new LedgerUnavailable(
      'broken',
      'The data stored in this browser cannot be read. Clear the site data of this page in the browser to start again.',
    )
  } catch (error) {
    // It may still open late, and then nobody else would close it.
    void opening.then((late) => late.close()).catch(() => undefined)
    throw asUnavailable(error)
  } finally {
    clearTimeout(timer)
  }
}

/** Nothing is stored, as where the browser forbids even to ask for its database. */
export const unavailable = () =>
  new LedgerUnavailable(
    'unavailable',
    'This browser stores nothing here, as in some private windows. What you do is remembered only until you close this page.',
  )

function asUnavailable(error: unknown): LedgerUnavailable {
  if (error instanceof LedgerUnavailable) return error
  if (error instanceof Error && error.name === 'VersionError') {
    return new LedgerUnavailable(
      'newer',
      'A newer console stored the data in this browser. Reload the page to get that console; until then nothing is remembered.',
    )
  }
  return unavailable()
}

type Upgrade = (
  database: IDBPDatabase,
  transaction: IDBPTransaction<unknown, string[], 'versionchange'>,
) => Promise<void>

/**
 * The steps from an empty database to the present one. Step n leads from version n to n+1. A released step is never
 * changed, only followed by another.
 */
export const MIGRATIONS: readonly Upgrade[] = [
  async function rememberWrites(database) {
    const entries = database.createObjectStore('entries', { keyPath: 'id' })
    entries.createIndex('by-service', ['service', 'startedAt'])
  },

  /** Agents get a store of their own, filled from the creations recorded so far. */
  async function rememberAgents(database, transaction) {
    const agents = database.createObjectStore('agents', { keyPath: ['service', 'agentId'] })
    agents.createIndex('by-service', ['service', 'addedAt'])
    for (const row of await transaction.objectStore('entries').getAll()) {
      if (!isLedgerEntry(row) || row.operation !== 'createAgent' || row.state !== 'accepted') continue
      const created = readCreatedAgent(row.reply)
      const request = isWire(row.body) ? new Fields(row.body) : undefined
      const name = request?.text('name')
      if (!created || name === undefined) continue
      const agent: StoredAgent = {
        service: row.service,
        agentId: created.agentId,
        name,
        agentType: request?.text('agentType'),
        testingLabId: created.testingLabId,
        source: 'created',
        addedAt: row.startedAt,
        versions: [{ versionId: created.versionId, createdAt: row.startedAt, request: row.body }],
      }
      await agents.put(agent)
    }
  },

  /** Procedures of several steps, so that they outlive the page. */
  async function rememberJobs(database) {
    const jobs = database.createObjectStore('jobs', { keyPath: ['service', 'id'] })
    jobs.createIndex('by-service', ['service', 'startedAt'])
  },

  /** Evidence about versions. */
  async function rememberEvidence(database) {
    const evidence = database.createObjectStore('evidence', { keyPath: ['service', 'id'] })
    evidence.createIndex('by-service', ['service', 'recordedAt'])
  },

  /** Batches: their rows in parts, and indexes of the writes by operation and by batch. */
  async function rememberBatches(database, transaction) {
    const rows = database.createObjectStore('rows', { keyPath: ['service', 'job', 'part'] })
    rows.createIndex('by-service', ['service', 'job'])
    const entries = transaction.objectStore('entries')
    entries.createIndex('by-operation', ['service', 'operation', 'startedAt'])
    entries.createIndex('by-batch', ['service', 'batch.id', 'startedAt'])
  },

  /** Notes about scenarios and runs of the testing lab. */
  async function rememberLabNotes(database) {
    const notes = database.createObjectStore('labNotes', { keyPath: ['service', 'id'] })
    notes.createIndex('by-service', ['service', 'notedAt'])
  },

  /** Secrets in the requests of versions, which were stored as they were sent. */
  async function forgetSecrets(_database, transaction) {
    for (
      let cursor = await transaction.objectStore('agents').openCursor();
      cursor;
      cursor = await cursor.continue()
    )
      await cursor.update(redact(cursor.value))
  },

  /** Writes by how they ended: those of unknown outcome are looked for on every visit (D980). */
  async function rememberStates(_database, transaction) {
    transaction.objectStore('entries').createIndex('by-state', ['service', 'state', 'startedAt'])
  },
]
