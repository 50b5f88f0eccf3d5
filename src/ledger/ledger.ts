import { operationNamed, subjectOf } from '../contract/operation'
import { redact, redactSaid } from '../contract/redact'
import { DatabaseRows } from './database-rows'
import {
  type EntryEnd,
  isLabNote,
  isLedgerEntry,
  isStoredAgent,
  isStoredJob,
  isTestEvidence,
  type LabNote,
  type LedgerEntry,
  type NewEntry,
  type StoredAgent,
  type StoredJob,
  type StoredRows,
  type TestEvidence,
} from './entry'
import { JobChanged } from './job-changed'
import { type EntryRemoval, type NewestEntries, type RowStore, STORES, type StoreName } from './row-store'
import { joinTabs, newId } from './tabs'

/** How much is stored of a service; `rows` counts parts of files. */
export type LedgerCount = Readonly<Record<StoreName, number>>

/** Writes after which evidence says less than before, as `holdingAfter` tells. */
const CHANGES = ['updateAgentVersion', 'updateScenario'] as const

/** What varies between the browser and a test. */
export interface LedgerSurroundings {
  databaseName: string
  now: () => Date
  /** Tells tabs apart; `null` where the browser has no locks. */
  locks: LockManager | null
}

/** With what it does and is about, which whoever sends it has loaded. Another tab may not have; then what was known stays. */
function inWords<Write extends NewEntry>(write: Write): Write {
  const operation = operationNamed(write.operation)
  return operation ? { ...write, to: operation.to, done: operation.done, about: subjectOf(write) } : write
}

/** What this browser recorded, because the interface cannot list it. It holds no credential. */
export class Ledger {
  readonly #rows: RowStore
  /** A random id of this page. */
  readonly page: string
  readonly #now: () => Date

  constructor(rows: RowStore, page: string, now: () => Date) {
    this.#rows = rows
    this.page = page
    this.#now = now
  }

  /** Set when nothing is stored beyond this page; the ledger then works in memory. */
  get problem() {
    return this.#rows.problem
  }

  /** Makes the id of a write: whoever gives it can end what was recorded without an answer. */
  readonly newId = newId

  /** Records a write before it is sent; resolves with its id once it is safe on disk. */
  async begin(entry: NewEntry, id = newId()): Promise<string> {
    const startedAt = this.#now().toISOString()
    const { body, note } = redact({ body: entry.body, note: entry.note }) as typeof entry
    const write = inWords({ ...entry, body, note })
    await this.#rows.add({ ...write, id, startedAt, state: 'sending', tab: this.page })
    return id
  }

  /** Records how a write ended; as a function by how it stands at that moment, and not where that is `undefined`. */
  async finish(
    service: string,
    id: string,
    end: EntryEnd | ((entry: LedgerEntry) => EntryEnd | undefined),
  ): Promise<void> {
    const finishedAt = this.#now().toISOString()
    await this.#rows.change('entries', [service, id], (row) => {
      const entry = row as unknown as LedgerEntry | undefined
      const ended = typeof end === 'function' ? entry && end(entry) : end
      if (!entry || !ended) return undefined
      const { reply, error } = ended
      const said = redactSaid({ reply, error }) as Pick<EntryEnd, 'reply' | 'error'>
      return inWords({ ...entry, checked: undefined, finishedAt, ...ended, ...said })
    })
  }

  /** The writes to a service, newest first; only those of one operation, if named. */
  async entries(service: string, operation?: string): Promise<LedgerEntry[]> {
    const rows = operation
      ? await this.#rows.entries('by-operation', [service, operation])
      : await this.#rows.entries('by-service', [service])
    return rows.reverse()
  }

  /** The writes to a service that began last, newest first, without reading the others; only those of one operation, if named. */
  async newest(service: string, count: number, operation?: string): Promise<NewestEntries> {
    const { entries, more } = await this.#rows.newest(service, count, operation)
    return { entries: entries.reverse(), more }
  }

  /** The writes of a batch, oldest first. */
  batchEntries(service: string, batchId: string): Promise<LedgerEntry[]> {
    return this.#rows.entries('by-batch', [service, batchId])
  }

  /** The writes whose end is not known, newest first within each state, without reading the others (D980). */
  async open(service: string): Promise<LedgerEntry[]> {
    // Those of a closed tab become unknown as they are read, so they come last.
    const unknown = await this.#rows.entries('by-state', [service, 'unknown'])
    return [...unknown.reverse(), ...(await this.#rows.entries('by-state', [service, 'sending'])).reverse()]
  }

  async entry(service: string, id: string): Promise<LedgerEntry | undefined> {
    const row = await this.#rows.get('entries', [service, id])
    return isLedgerEntry(row) && row.service === service ? row : undefined
  }

  /** The stored agents of a service, newest first. */
  agents(service: string): Promise<StoredAgent[]> {
    return this.#list('agents', service, isStoredAgent)
  }

  async agent(service: string, agentId: string): Promise<StoredAgent | undefined> {
    const row = await this.#rows.get('agents', [service, agentId])
    return isStoredAgent(row) ? row : undefined
  }

  /** Changes or adds an agent in one step, without the secrets of its versions (D446), so that two tabs do not overwrite each other. */
  changeAgent(
    service: string,
    agentId: string,
    change: (stored: StoredAgent | undefined) => StoredAgent | undefined,
  ) {
    return this.#change('agents', [service, agentId], isStoredAgent, change)
  }

  forgetAgent(service: string, agentId: string): Promise<void> {
    return this.#rows.remove(['agents'], [service, agentId])
  }

  /** The procedures that were started on a service, newest first. */
  jobs(service: string): Promise<StoredJob[]> {
    return this.#list('jobs', service, isStoredJob)
  }

  async job(service: string, id: string): Promise<StoredJob | undefined> {
    const row = await this.#rows.get('jobs', [service, id])
    return isStoredJob(row) ? row : undefined
  }

  /** Stores a procedure's state, safe on disk. Rejects with `JobChanged` unless the revision follows the stored one. */
  async saveJob(job: StoredJob): Promise<void> {
    let follows = false
    await this.#rows.change('jobs', [job.service, job.id], (stored) => {
      follows = job.revision === Number(stored?.revision ?? 0) + 1
      return follows ? job : undefined
    })
    if (!follows) throw new JobChanged()
  }

  /** Evidence about versions, newest first; only of one agent, if named. */
  async evidence(service: string, agentId?: string): Promise<TestEvidence[]> {
    const rows = await this.#list('evidence', service, isTestEvidence)
    return rows.filter((row) => agentId === undefined || row.agentId === agentId)
  }

  /** What was changed of that which evidence rests on. */
  async changes(service: string): Promise<LedgerEntry[]> {
    return (await Promise.all(CHANGES.map((operation) => this.entries(service, operation)))).flat()
  }

  /** Stores evidence, replacing what has its id, as it holds after what was changed since its run began. `changes`: where they were read. */
  async saveEvidence(evidence: TestEvidence, changes?: readonly LedgerEntry[]): Promise<TestEvidence> {
    // Of marked evidence nothing more is asked, and most evidence has nothing to be judged by.
    const writes = evidence.changed ? [] : (changes ?? (await this.changes(evidence.service)))
    const stored =
      writes.length > 0 ? (await import('./changed-since')).holdingAfter(evidence, writes) : evidence
    await this.#rows.put('evidence', [evidence.service, evidence.id], redact(stored) as TestEvidence)
    return stored
  }

  removeEvidence(service: string, id: string): Promise<void> {
    return this.#rows.remove(['evidence'], [service, id])
  }

  /** Stores a part of a procedure's rows, before the procedure itself. */
  saveRows(part: StoredRows): Promise<void> {
    return this.#rows.put('rows', [part.service, part.job, part.part], part)
  }

  /** Changes a part of the rows in one step, so that two tabs do not overwrite each other. */
  changeRows(
    part: Omit<StoredRows, 'rows'>,
    change: (rows: readonly unknown[]) => readonly unknown[],
  ): Promise<void> {
    return this.#rows.change('rows', [part.service, part.job, part.part], (row) => ({
      ...part,
      rows: change((row as StoredRows | undefined)?.rows ?? []),
    }))
  }

  /** A part of the rows; `undefined` after the last. */
  async rows(service: string, job: string, part: number): Promise<readonly unknown[] | undefined> {
    const row = await this.#rows.get('rows', [service, job, part])
    return (row as StoredRows | undefined)?.rows
  }

  /** Forgets a procedure with its rows; its writes stay. */
  forgetJob(service: string, id: string): Promise<void> {
    return this.#rows.remove(['jobs', 'rows'], [service, id])
  }

  async count(service: string): Promise<LedgerCount> {
    const counts = STORES.map(async (store) => [store, await this.#rows.count(store, service)])
    return Object.fromEntries(await Promise.all(counts))
  }

  /** Notes about scenarios and runs of the testing lab, newest first. */
  labNotes(service: string): Promise<LabNote[]> {
    return this.#list('labNotes', service, isLabNote)
  }

  /** Changes or adds a note in one step, so that two tabs do not overwrite each other. */
  changeLabNote(service: string, id: string, change: (stored: LabNote | undefined) => LabNote) {
    return this.#change('labNotes', [service, id], isLabNote, change)
  }

  /** Removes writes of a service, as of `EntryRemoval`; resolves with how many. */
  removeEntries(service: string, removal: EntryRemoval): Promise<number> {
    return this.#rows.removeEntries(service, removal)
  }

  /** Forgets all of a service. A ledger that cannot be read is deleted as a whole. */
  empty(service: string): Promise<void> {
    return this.#rows.empty(service)
  }

  /** The readable rows of a store, newest first. */
  async #list<Row>(store: StoreName, service: string, isRow: (row: unknown) => row is Row): Promise<Row[]> {
    const rows: unknown[] = await this.#rows.list(store, service)
    return rows.reverse().filter(isRow)
  }

  async #change<Row extends StoredAgent | LabNote>(
    store: 'agents' | 'labNotes',
    key: readonly [string, string],
    isRow: (row: unknown) => row is Row,
    change: (stored: Row | undefined) => Row | undefined,
  ): Promise<Row> {
    let changed: Row | undefined
    await this.#rows.change(store, key, (row) => {
      changed = redact(change(isRow(row) ? row : undefined)) as Row
      return changed
    })
    return changed as Row
  }
}

/** Opens the stored ledger, or one in memory that says why there is no stored one. */
export async function createLedger({ databaseName, now, locks }: LedgerSurroundings): Promise<Ledger> {
  const tabs = await joinTabs(locks)
  const stored = new DatabaseRows({ databaseName, tabs, now })
  const problem = await stored.open()
  if (!problem) return new Ledger(stored, tabs.own, now)
  const { MemoryRows } = await import('./memory-rows')
  return new Ledger(new MemoryRows(problem, databaseName), tabs.own, now)
}
