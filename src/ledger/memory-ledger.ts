import type {
  EntryEnd,
  LabNote,
  LedgerEntry,
  LedgerProblem,
  NewEntry,
  StoredAgent,
  StoredJob,
  StoredRows,
  TestEvidence,
} from './entry'
import { JobChanged, type Ledger, type LedgerCount } from './ledger'
import { redact } from './redact'
import { newId } from './tabs'

/** Rows of one kind, newest first. */
class Rows<Row extends { service: string }> {
  #all: readonly Row[] = []

  of(service: string, matches: (row: Row) => boolean = () => true): readonly Row[] {
    return this.#all.filter((row) => row.service === service && matches(row))
  }

  find(matches: (row: Row) => boolean): Row | undefined {
    return this.#all.find(matches)
  }

  /** Puts a row in the place of another one, or first. */
  put(row: Row, replaced: Row | undefined): void {
    this.#all = replaced ? this.#all.map((each) => (each === replaced ? row : each)) : [row, ...this.#all]
  }

  remove(service: string, matches: (row: Row) => boolean = () => true): void {
    this.#all = this.#all.filter((row) => row.service !== service || !matches(row))
  }
}

/** A ledger that lasts as long as the page, where the browser stores nothing. */
export class MemoryLedger implements Ledger {
  #problem: LedgerProblem | undefined
  readonly #now: () => Date
  readonly #deleteStored: () => Promise<void>
  readonly #stores = {
    entries: new Rows<LedgerEntry>(),
    agents: new Rows<StoredAgent>(),
    jobs: new Rows<StoredJob>(),
    evidence: new Rows<TestEvidence>(),
    rows: new Rows<StoredRows>(),
    labNotes: new Rows<LabNote>(),
  }

  constructor({
    problem,
    now,
    deleteStored,
  }: {
    problem: LedgerProblem
    now: () => Date
    deleteStored: () => Promise<void>
  }) {
    this.#problem = problem
    this.#now = now
    this.#deleteStored = deleteStored
  }

  get problem() {
    return this.#problem
  }

  async begin(entry: NewEntry) {
    const id = newId()
    const startedAt = this.#now().toISOString()
    this.#stores.entries.put(
      { ...entry, body: redact(entry.body), id, startedAt, state: 'sending', tab: '' },
      undefined,
    )
    return id
  }

  async finish(id: string, end: EntryEnd) {
    const entry = this.#stores.entries.find((each) => each.id === id)
    const finishedAt = this.#now().toISOString()
    if (entry) this.#stores.entries.put({ ...entry, ...end, reply: redact(end.reply), finishedAt }, entry)
  }

  async entries(service: string, operation?: string) {
    return this.#stores.entries.of(
      service,
      (entry) => operation === undefined || entry.operation === operation,
    )
  }

  async batchEntries(service: string, batchId: string) {
    return this.#stores.entries.of(service, ({ batch }) => batch?.id === batchId).toReversed()
  }

  async entry(service: string, id: string) {
    return this.#stores.entries.of(service, (entry) => entry.id === id)[0]
  }

  async agents(service: string) {
    return this.#stores.agents.of(service)
  }

  async agent(service: string, agentId: string) {
    return this.#stores.agents.of(service, (agent) => agent.agentId === agentId)[0]
  }

  async changeAgent(
    service: string,
    agentId: string,
    change: (stored: StoredAgent | undefined) => StoredAgent,
  ) {
    const stored = await this.agent(service, agentId)
    const changed = change(stored)
    this.#stores.agents.put(changed, stored)
    return changed
  }

  async forgetAgent(service: string, agentId: string) {
    this.#stores.agents.remove(service, (agent) => agent.agentId === agentId)
  }

  async jobs(service: string) {
    return this.#stores.jobs.of(service)
  }

  async job(service: string, id: string) {
    return this.#stores.jobs.of(service, (job) => job.id === id)[0]
  }

  async saveJob(job: StoredJob) {
    const stored = await this.job(job.service, job.id)
    if (job.revision !== (stored?.revision ?? 0) + 1) throw new JobChanged()
    this.#stores.jobs.put(job, stored)
  }

  async evidence(service: string, agentId?: string) {
    return this.#stores.evidence.of(service, (each) => agentId === undefined || each.agentId === agentId)
  }

  async saveEvidence(evidence: TestEvidence) {
    await this.removeEvidence(evidence.service, evidence.id)
    this.#stores.evidence.put(evidence, undefined)
  }

  async removeEvidence(service: string, id: string) {
    this.#stores.evidence.remove(service, (each) => each.id === id)
  }

  async saveRows(part: StoredRows) {
    this.#stores.rows.remove(part.service, (each) => each.job === part.job && each.part === part.part)
    this.#stores.rows.put(part, undefined)
  }

  async rows(service: string, job: string, part: number) {
    return this.#stores.rows.of(service, (each) => each.job === job && each.part === part)[0]?.rows
  }

  async forgetJob(service: string, id: string) {
    this.#stores.jobs.remove(service, (job) => job.id === id)
    this.#stores.rows.remove(service, (part) => part.job === id)
  }

  async count(service: string): Promise<LedgerCount> {
    const { entries, agents, jobs, evidence, labNotes, rows } = this.#stores
    return {
      entries: entries.of(service).length,
      agents: agents.of(service).length,
      jobs: jobs.of(service).length,
      evidence: evidence.of(service).length,
      labNotes: labNotes.of(service).length,
      rows: rows.of(service).length,
    }
  }

  async labNotes(service: string) {
    return this.#stores.labNotes.of(service)
  }

  async changeLabNote(service: string, id: string, change: (stored: LabNote | undefined) => LabNote) {
    const [stored] = this.#stores.labNotes.of(service, (note) => note.id === id)
    const changed = change(stored)
    this.#stores.labNotes.put(changed, stored)
    return changed
  }

  async empty(service: string) {
    for (const store of Object.values(this.#stores)) store.remove(service)
    if (this.#problem?.reason !== 'broken' && this.#problem?.reason !== 'newer') return
    await this.#deleteStored()
    this.#problem = {
      reason: 'unavailable',
      message: 'The old data was deleted. Reload this page to store data again.',
    }
  }
}
