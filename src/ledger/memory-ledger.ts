import type {
  EntryEnd,
  KeptJob,
  KeptRows,
  LabNote,
  LedgerEntry,
  LedgerProblem,
  NewEntry,
  StoredAgent,
  TestEvidence,
} from './entry'
import { JobChanged } from './job-changed'
import type { Ledger, LedgerCount } from './ledger'
import { redact } from './redact'
import { newId } from './tabs'

/** A ledger for as long as the page is open, where the browser keeps none. */
export class MemoryLedger implements Ledger {
  #problem: LedgerProblem | undefined
  readonly #now: () => Date
  readonly #deleteStored: () => Promise<void>
  #entries: LedgerEntry[] = []
  #agents: StoredAgent[] = []
  #jobs: KeptJob[] = []
  #evidence: TestEvidence[] = []
  #rows: KeptRows[] = []
  #labNotes: LabNote[] = []

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
    this.#entries.unshift({ ...entry, body: redact(entry.body), id, startedAt, state: 'sending', tab: '' })
    return id
  }

  async finish(id: string, end: EntryEnd) {
    const finishedAt = this.#now().toISOString()
    this.#entries = this.#entries.map((entry) =>
      entry.id === id ? { ...entry, ...end, reply: redact(end.reply), finishedAt } : entry,
    )
  }

  async entries(service: string, operation?: string) {
    return this.#entries.filter(
      (entry) => entry.service === service && (operation === undefined || entry.operation === operation),
    )
  }

  async batchEntries(service: string, batchId: string) {
    return this.#entries.filter((entry) => entry.service === service && entry.batch?.id === batchId).reverse()
  }

  async entry(service: string, id: string) {
    return this.#entries.find((entry) => entry.service === service && entry.id === id)
  }

  async agents(service: string) {
    return this.#agents.filter((agent) => agent.service === service)
  }

  async agent(service: string, agentId: string) {
    return (await this.agents(service)).find((agent) => agent.agentId === agentId)
  }

  async changeAgent(
    service: string,
    agentId: string,
    change: (known: StoredAgent | undefined) => StoredAgent,
  ) {
    const known = await this.agent(service, agentId)
    const changed = change(known)
    this.#agents = known
      ? this.#agents.map((agent) => (agent === known ? changed : agent))
      : [changed, ...this.#agents]
    return changed
  }

  async forgetAgent(service: string, agentId: string) {
    this.#agents = this.#agents.filter((agent) => agent.service !== service || agent.agentId !== agentId)
  }

  async jobs(service: string) {
    return this.#jobs.filter((job) => job.service === service)
  }

  async job(service: string, id: string) {
    return this.#jobs.find((job) => job.service === service && job.id === id)
  }

  async saveJob(job: KeptJob) {
    const kept = await this.job(job.service, job.id)
    if (job.revision !== (kept?.revision ?? 0) + 1) throw new JobChanged()
    this.#jobs = kept ? this.#jobs.map((each) => (each === kept ? job : each)) : [job, ...this.#jobs]
  }

  async evidence(service: string, agentId?: string) {
    return this.#evidence.filter(
      (each) => each.service === service && (agentId === undefined || each.agentId === agentId),
    )
  }

  async saveEvidence(evidence: TestEvidence) {
    await this.removeEvidence(evidence.service, evidence.id)
    this.#evidence = [evidence, ...this.#evidence]
  }

  async removeEvidence(service: string, id: string) {
    this.#evidence = this.#evidence.filter((each) => each.service !== service || each.id !== id)
  }

  async saveRows(part: KeptRows) {
    const { service, job, part: number } = part
    const others = this.#rows.filter(
      (each) => each.service !== service || each.job !== job || each.part !== number,
    )
    this.#rows = [...others, part]
  }

  async rows(service: string, job: string, part: number) {
    return this.#rows.find((each) => each.service === service && each.job === job && each.part === part)?.rows
  }

  async forgetJob(service: string, id: string) {
    this.#jobs = this.#jobs.filter((job) => job.service !== service || job.id !== id)
    this.#rows = this.#rows.filter((part) => part.service !== service || part.job !== id)
  }

  async count(service: string): Promise<LedgerCount> {
    const ofService = (rows: readonly { service: string }[]) =>
      rows.filter((row) => row.service === service).length
    return {
      entries: ofService(this.#entries),
      agents: ofService(this.#agents),
      jobs: ofService(this.#jobs),
      evidence: ofService(this.#evidence),
      labNotes: ofService(this.#labNotes),
      rows: ofService(this.#rows),
    }
  }

  async labNotes(service: string) {
    return this.#labNotes.filter((note) => note.service === service)
  }

  async changeLabNote(service: string, id: string, change: (known: LabNote | undefined) => LabNote) {
    const known = (await this.labNotes(service)).find((note) => note.id === id)
    const changed = change(known)
    this.#labNotes = known
      ? this.#labNotes.map((note) => (note === known ? changed : note))
      : [changed, ...this.#labNotes]
    return changed
  }

  async empty(service: string) {
    this.#labNotes = this.#labNotes.filter((note) => note.service !== service)
    this.#evidence = this.#evidence.filter((each) => each.service !== service)
    this.#rows = this.#rows.filter((part) => part.service !== service)
    this.#jobs = this.#jobs.filter((job) => job.service !== service)
    this.#entries = this.#entries.filter((entry) => entry.service !== service)
    this.#agents = this.#agents.filter((agent) => agent.service !== service)
    if (this.#problem?.reason !== 'broken' && this.#problem?.reason !== 'newer') return
    await this.#deleteStored()
    this.#problem = {
      reason: 'unavailable',
      message: 'The old record was deleted. Reload this page to start a new one.',
    }
  }
}
