import { type LedgerDatabase, LedgerUnavailable, STORES } from './database'
import {
  type EntryEnd,
  isKeptJob,
  isLabNote,
  isLedgerEntry,
  isStoredAgent,
  isTestEvidence,
  type KeptJob,
  type KeptRows,
  type LabNote,
  type LedgerEntry,
  type LedgerProblem,
  type NewEntry,
  type StoredAgent,
  type TestEvidence,
} from './entry'
import { JobChanged } from './job-changed'
import type { Ledger, LedgerCount } from './ledger'
import { redact } from './redact'
import { newId, type Tabs } from './tabs'

/** Without Web Locks, a write is taken for abandoned after this long: twice the longest wait for an answer (D65). */
const ABANDONED_MS = 120_000

/** Reaches the disk before the write is sent, not some time later. */
const DURABLE = { durability: 'strict' } as const

/** So many rows are read at once: what a browser turns into objects in one go must not be felt. */
const PAGE = 1_000

/** All keys that begin like this. An array sorts after every string. */
const startingWith = (...parts: readonly string[]) => IDBKeyRange.bound(parts, [...parts, []])
const ofService = (service: string) => startingWith(service)

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

  /** Connects, again if another tab took the connection away. */
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

  async agents(service: string) {
    const database = await this.connect()
    const rows = await database.getAllFromIndex('agents', 'by-service', ofService(service))
    return rows.reverse().filter(isStoredAgent)
  }

  async agent(service: string, agentId: string) {
    const row = await (await this.connect()).get('agents', [service, agentId])
    return isStoredAgent(row) ? row : undefined
  }

  changeAgent(service: string, agentId: string, change: (known: StoredAgent | undefined) => StoredAgent) {
    return this.#write(async (database) => {
      const transaction = database.transaction('agents', 'readwrite')
      const row = await transaction.store.get([service, agentId])
      const changed = change(isStoredAgent(row) ? row : undefined)
      await Promise.all([transaction.store.put(changed), transaction.done])
      return changed
    })
  }

  forgetAgent(service: string, agentId: string) {
    return this.#write((database) => database.delete('agents', [service, agentId]))
  }

  async jobs(service: string) {
    const database = await this.connect()
    const rows = await database.getAllFromIndex('jobs', 'by-service', ofService(service))
    return rows.reverse().filter(isKeptJob)
  }

  async job(service: string, id: string) {
    const row = await (await this.connect()).get('jobs', [service, id])
    return isKeptJob(row) ? row : undefined
  }

  async saveJob(job: KeptJob) {
    const saved = await this.#write(async (database) => {
      const transaction = database.transaction('jobs', 'readwrite', DURABLE)
      const kept = await transaction.store.get([job.service, job.id])
      const follows = job.revision === (kept?.revision ?? 0) + 1
      if (follows) await transaction.store.put(job)
      await transaction.done
      return follows
    })
    if (!saved) throw new JobChanged()
  }

  async evidence(service: string, agentId?: string) {
    const database = await this.connect()
    const rows = await database.getAllFromIndex('evidence', 'by-service', ofService(service))
    return rows
      .reverse()
      .filter((row) => isTestEvidence(row) && (agentId === undefined || row.agentId === agentId))
  }

  saveEvidence(evidence: TestEvidence) {
    return this.#write(async (database) => {
      await database.put('evidence', evidence)
    })
  }

  removeEvidence(service: string, id: string) {
    return this.#write((database) => database.delete('evidence', [service, id]))
  }

  saveRows(part: KeptRows) {
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

  async labNotes(service: string) {
    const database = await this.connect()
    const rows = await database.getAllFromIndex('labNotes', 'by-service', ofService(service))
    return rows.reverse().filter(isLabNote)
  }

  changeLabNote(service: string, id: string, change: (known: LabNote | undefined) => LabNote) {
    return this.#write(async (database) => {
      const transaction = database.transaction('labNotes', 'readwrite')
      const row = await transaction.store.get([service, id])
      const changed = change(isLabNote(row) ? row : undefined)
      await Promise.all([transaction.store.put(changed), transaction.done])
      return changed
    })
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

  /** Entries of an index, oldest first, page by page. */
  async #readEntries(index: 'by-service' | 'by-operation' | 'by-batch', range: IDBKeyRange) {
    const database = await this.connect()
    const rows: LedgerEntry[] = []
    const start = range.lower as readonly string[]
    let from = range
    let count = PAGE
    for (;;) {
      const page = await database.getAllFromIndex('entries', index, from, count)
      // A page begins with the last time of the one before: several writes can have begun in one millisecond.
      const known = new Set(rows.slice(-count).map(({ id }) => id))
      const fresh = page.filter(({ id }) => !known.has(id))
      for (const row of fresh) rows.push(row)
      const last = page.at(-1)
      if (!last || page.length < count) break
      if (fresh.length === 0) count *= 2
      from = IDBKeyRange.bound([...start, last.startedAt], range.upper)
    }
    const abandoned = await this.#settleAbandoned(rows)
    return rows.map((row) => abandoned.get(row.id) ?? row).filter(isLedgerEntry)
  }

  /** Writes that a closed tab left as `sending`: what became of them is unknown. Returns the rows it changed. */
  async #settleAbandoned(rows: readonly LedgerEntry[]): Promise<Map<string, LedgerEntry>> {
    const changed = new Map<string, LedgerEntry>()
    const others = rows.filter((row) => row.state === 'sending' && row.tab !== this.#tabs.own)
    if (others.length === 0) return changed
    const living = await this.#tabs.living()
    const now = this.#now()
    const gone = others.filter((row) =>
      living ? !living.has(row.tab) : now.getTime() - Date.parse(row.startedAt) > ABANDONED_MS,
    )
    if (gone.length === 0) return changed
    const transaction = (await this.connect()).transaction('entries', 'readwrite')
    for (const { id } of gone) {
      const row = await transaction.store.get(id)
      if (row?.state !== 'sending') continue
      const settled: LedgerEntry = {
        ...row,
        state: 'unknown',
        finishedAt: now.toISOString(),
        error: { message: 'The page was closed before the answer arrived.' },
      }
      await transaction.store.put(settled)
      changed.set(id, settled)
    }
    await transaction.done
    return changed
  }

  /** Runs a change; when the browser refuses it, the console can say so from then on. */
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
                'This browser refused to keep what was just done. It may be out of space; free some, then reload the page.',
            }
      throw error
    }
  }
}
