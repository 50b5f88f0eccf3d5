import {
  deleteDatabase,
  type LedgerDatabase,
  type LedgerStores,
  LedgerUnavailable,
  openDatabase,
  STORES,
} from './database'
import {
  type EntryEnd,
  isLabNote,
  isLedgerEntry,
  isStoredAgent,
  isStoredJob,
  isTestEvidence,
  type LabNote,
  type LedgerEntry,
  type LedgerProblem,
  type NewEntry,
  type StoredAgent,
  type StoredJob,
  type StoredRows,
  type TestEvidence,
} from './entry'
import { JobChanged, type Ledger, type LedgerCount, type LedgerSurroundings } from './ledger'
import { type EntryIndex, readEntries } from './read-entries'
import { redact } from './redact'
import { joinTabs, newId, type Tabs } from './tabs'

/** Makes an entry reach the disk before its write is sent. */
const DURABLE = { durability: 'strict' } as const

/** All keys with this beginning. An array sorts after every string. */
const startingWith = (...parts: readonly string[]) => IDBKeyRange.bound(parts, [...parts, []])
const ofService = (service: string) => startingWith(service)

/** The stores with small rows, which are read whole. */
type Listed = 'agents' | 'jobs' | 'evidence' | 'labNotes'

/** The ledger in IndexedDB. */
export class StoredLedger implements Ledger {
  readonly #open: (onClosed: () => void) => Promise<LedgerDatabase>
  readonly #tabs: Tabs
  readonly #now: () => Date
  #connection: Promise<LedgerDatabase> | undefined
  #problem: LedgerProblem | undefined

  constructor({
    open,
    tabs,
    now,
  }: {
    open: (onClosed: () => void) => Promise<LedgerDatabase>
    tabs: Tabs
    now: () => Date
  }) {
    this.#open = open
    this.#tabs = tabs
    this.#now = now
  }

  get problem() {
    return this.#problem
  }

  /** Connects, and again after another tab closed the connection. */
  connect(): Promise<LedgerDatabase> {
    this.#connection ??= this.#open(() => {
      this.#connection = undefined
    }).catch((error: unknown) => {
      this.#connection = undefined
      throw error
    })
    return this.#connection
  }

  begin(entry: NewEntry) {
    const id = newId()
    const row: LedgerEntry = {
      ...entry,
      body: redact(entry.body),
      id,
      startedAt: this.#now().toISOString(),
      state: 'sending',
      tab: this.#tabs.own,
    }
    return this.#write(async (database) => {
      const transaction = database.transaction('entries', 'readwrite', DURABLE)
      await Promise.all([transaction.store.add(row), transaction.done])
      return id
    })
  }

  finish(id: string, end: EntryEnd) {
    return this.#write(async (database) => {
      const transaction = database.transaction('entries', 'readwrite', DURABLE)
      const row = await transaction.store.get(id)
      const finishedAt = this.#now().toISOString()
      if (row)
        await transaction.store.put({
          ...row,
          ...end,
          error: end.error,
          reply: redact(end.reply),
          finishedAt,
        })
      await transaction.done
    })
  }

  async entries(service: string, operation?: string) {
    const rows = operation
      ? await this.#readEntries('by-operation', startingWith(service, operation))
      : await this.#readEntries('by-service', ofService(service))
    return rows.reverse()
  }

  batchEntries(service: string, batchId: string) {
    return this.#readEntries('by-batch', startingWith(service, batchId))
  }

  async entry(service: string, id: string) {
    const row = await (await this.connect()).get('entries', id)
    return isLedgerEntry(row) && row.service === service ? row : undefined
  }

  agents(service: string) {
    return this.#list('agents', service, isStoredAgent)
  }

  async agent(service: string, agentId: string) {
    const row = await (await this.connect()).get('agents', [service, agentId])
    return isStoredAgent(row) ? row : undefined
  }

  changeAgent(service: string, agentId: string, change: (stored: StoredAgent | undefined) => StoredAgent) {
    return this.#change('agents', [service, agentId], isStoredAgent, change)
  }

  forgetAgent(service: string, agentId: string) {
    return this.#write((database) => database.delete('agents', [service, agentId]))
  }

  jobs(service: string) {
    return this.#list('jobs', service, isStoredJob)
  }

  async job(service: string, id: string) {
    const row = await (await this.connect()).get('jobs', [service, id])
    return isStoredJob(row) ? row : undefined
  }

  async saveJob(job: StoredJob) {
    const saved = await this.#write(async (database) => {
      const transaction = database.transaction('jobs', 'readwrite', DURABLE)
      const stored = await transaction.store.get([job.service, job.id])
      const follows = job.revision === (stored?.revision ?? 0) + 1
      if (follows) await transaction.store.put(job)
      await transaction.done
      return follows
    })
    if (!saved) throw new JobChanged()
  }

  async evidence(service: string, agentId?: string) {
    const rows = await this.#list('evidence', service, isTestEvidence)
    return rows.filter((row) => agentId === undefined || row.agentId === agentId)
  }

  saveEvidence(evidence: TestEvidence) {
    return this.#write(async (database) => {
      await database.put('evidence', evidence)
    })
  }

  removeEvidence(service: string, id: string) {
    return this.#write((database) => database.delete('evidence', [service, id]))
  }

  saveRows(part: StoredRows) {
    return this.#write(async (database) => {
      await database.put('rows', part)
    })
  }

  async rows(service: string, job: string, part: number) {
    return (await (await this.connect()).get('rows', [service, job, part]))?.rows
  }

  forgetJob(service: string, id: string) {
    return this.#write(async (database) => {
      const transaction = database.transaction(['jobs', 'rows'], 'readwrite')
      await transaction.objectStore('jobs').delete([service, id])
      await transaction.objectStore('rows').delete(IDBKeyRange.bound([service, id], [service, id, []]))
      await transaction.done
    })
  }

  async count(service: string): Promise<LedgerCount> {
    const database = await this.connect()
    const countOf = (store: (typeof STORES)[number]) =>
      database.countFromIndex(store, 'by-service', ofService(service))
    const [entries, agents, jobs, evidence, labNotes, rows] = await Promise.all([
      countOf('entries'),
      countOf('agents'),
      countOf('jobs'),
      countOf('evidence'),
      countOf('labNotes'),
      countOf('rows'),
    ])
    return { entries, agents, jobs, evidence, labNotes, rows }
  }

  labNotes(service: string) {
    return this.#list('labNotes', service, isLabNote)
  }

  changeLabNote(service: string, id: string, change: (stored: LabNote | undefined) => LabNote) {
    return this.#change('labNotes', [service, id], isLabNote, change)
  }

  empty(service: string) {
    return this.#write(async (database) => {
      const transaction = database.transaction(STORES, 'readwrite')
      for (const store of STORES) {
        const keys = await transaction.objectStore(store).index('by-service').getAllKeys(ofService(service))
        await Promise.all(keys.map((key) => transaction.objectStore(store).delete(key as never)))
      }
      await transaction.done
    })
  }

  /** The readable rows of a store, newest first. */
  async #list<Row>(store: Listed, service: string, isRow: (row: unknown) => row is Row): Promise<Row[]> {
    const database = await this.connect()
    const rows: unknown[] = await database.getAllFromIndex(store, 'by-service', ofService(service))
    return rows.reverse().filter(isRow)
  }

  /** Reads and replaces one row in one transaction. */
  #change<Store extends 'agents' | 'labNotes', Row extends LedgerStores[Store]['value']>(
    store: Store,
    key: [string, string],
    isRow: (row: unknown) => row is Row,
    change: (stored: Row | undefined) => Row,
  ): Promise<Row> {
    return this.#write(async (database) => {
      const transaction = database.transaction(store, 'readwrite')
      const row: unknown = await transaction.store.get(key)
      const changed = change(isRow(row) ? row : undefined)
      await Promise.all([transaction.store.put(changed), transaction.done])
      return changed
    })
  }

  async #readEntries(index: EntryIndex, range: IDBKeyRange) {
    return readEntries(await this.connect(), { index, range, tabs: this.#tabs, now: this.#now() })
  }

  /** Runs a change. If the browser refuses it, `problem` says so from then on. */
  async #write<T>(change: (database: LedgerDatabase) => Promise<T>): Promise<T> {
    try {
      const done = await change(await this.connect())
      this.#problem = undefined
      return done
    } catch (error) {
      this.#problem =
        error instanceof LedgerUnavailable
          ? error.problem
          : {
              reason: 'full',
              message:
                'This browser could not store what you just did. It may be out of space: free some, then reload the page.',
            }
      throw error
    }
  }
}

/** Opens the stored ledger, or one in memory that says why there is no stored one. */
export async function createLedger({ databaseName, now, locks }: LedgerSurroundings): Promise<Ledger> {
  const tabs = await joinTabs(locks)
  const stored = new StoredLedger({ open: (onClosed) => openDatabase(databaseName, onClosed), tabs, now })
  try {
    await stored.connect()
    return stored
  } catch (error) {
    const problem: LedgerProblem =
      error instanceof LedgerUnavailable
        ? error.problem
        : { reason: 'broken', message: 'The data stored in this browser cannot be opened.' }
    const { MemoryLedger } = await import('./memory-ledger')
    return new MemoryLedger({ problem, now, deleteStored: () => deleteDatabase(databaseName) })
  }
}
