import { type LedgerDatabase, LedgerUnavailable, STORES } from './database'
import {
  type EntryEnd,
  isKeptJob,
  isKnownAgent,
  isLedgerEntry,
  isTestEvidence,
  JobChanged,
  type KeptJob,
  type KnownAgent,
  type LedgerEntry,
  type LedgerProblem,
  type NewEntry,
  type TestEvidence,
} from './entry'
import type { Ledger } from './ledger'
import { redact } from './redact'
import { newId, type Tabs } from './tabs'

/** Without Web Locks, a write is taken for abandoned after this long: twice the longest wait for an answer (D65). */
const ABANDONED_MS = 120_000

/** Reaches the disk before the write is sent, not some time later. */
const DURABLE = { durability: 'strict' } as const

/** All keys that begin with a service. An array sorts after every string. */
const ofService = (service: string) => IDBKeyRange.bound([service], [service, []])

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
      if (row) await transaction.store.put({ ...row, ...end, reply: redact(end.reply), finishedAt })
      await transaction.done
    })
  }

  async entries(service: string, operation?: string) {
    const database = await this.connect()
    const rows = await database.getAllFromIndex('entries', 'by-service', ofService(service))
    const abandoned = await this.#settleAbandoned(rows)
    return rows
      .reverse()
      .map((row) => abandoned.get(row.id) ?? row)
      .filter((row) => isLedgerEntry(row) && (!operation || row.operation === operation))
  }

  async agents(service: string) {
    const database = await this.connect()
    const rows = await database.getAllFromIndex('agents', 'by-service', ofService(service))
    return rows.reverse().filter(isKnownAgent)
  }

  async agent(service: string, agentId: string) {
    const row = await (await this.connect()).get('agents', [service, agentId])
    return isKnownAgent(row) ? row : undefined
  }

  changeAgent(service: string, agentId: string, change: (known: KnownAgent | undefined) => KnownAgent) {
    return this.#write(async (database) => {
      const transaction = database.transaction('agents', 'readwrite')
      const row = await transaction.store.get([service, agentId])
      const changed = change(isKnownAgent(row) ? row : undefined)
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
