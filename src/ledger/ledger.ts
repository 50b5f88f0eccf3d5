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

/** What this browser recorded, because the interface cannot list it. It holds no credential. */
export interface Ledger {
  /** Set when nothing is stored beyond this page; the ledger then works in memory. */
  readonly problem: LedgerProblem | undefined
  /** Records a write before it is sent; resolves with its id once it is safe on disk. */
  begin(entry: NewEntry): Promise<string>
  /** Records how a write ended. */
  finish(id: string, end: EntryEnd): Promise<void>
  /** The writes to a service, newest first; only those of one operation, if named. */
  entries(service: string, operation?: string): Promise<readonly LedgerEntry[]>
  /** The writes of a batch, oldest first. */
  batchEntries(service: string, batchId: string): Promise<readonly LedgerEntry[]>
  entry(service: string, id: string): Promise<LedgerEntry | undefined>
  /** The stored agents of a service, newest first. */
  agents(service: string): Promise<readonly StoredAgent[]>
  agent(service: string, agentId: string): Promise<StoredAgent | undefined>
  /** Changes or adds an agent in one step, so that two tabs do not overwrite each other. */
  changeAgent(
    service: string,
    agentId: string,
    change: (stored: StoredAgent | undefined) => StoredAgent,
  ): Promise<StoredAgent>
  forgetAgent(service: string, agentId: string): Promise<void>
  /** The procedures that were started on a service, newest first. */
  jobs(service: string): Promise<readonly StoredJob[]>
  job(service: string, id: string): Promise<StoredJob | undefined>
  /** Stores a procedure's state, safe on disk. Rejects with `JobChanged` unless the revision follows the stored one. */
  saveJob(job: StoredJob): Promise<void>
  /** Evidence about versions, newest first; only of one agent, if named. */
  evidence(service: string, agentId?: string): Promise<readonly TestEvidence[]>
  /** Stores evidence, replacing what has its id. */
  saveEvidence(evidence: TestEvidence): Promise<void>
  removeEvidence(service: string, id: string): Promise<void>
  /** Stores a part of a procedure's rows, before the procedure itself. */
  saveRows(part: StoredRows): Promise<void>
  /** A part of the rows; `undefined` after the last. */
  rows(service: string, job: string, part: number): Promise<readonly unknown[] | undefined>
  /** Forgets a procedure with its rows; its writes stay. */
  forgetJob(service: string, id: string): Promise<void>
  count(service: string): Promise<LedgerCount>
  /** Notes about scenarios and runs of the testing lab, newest first. */
  labNotes(service: string): Promise<readonly LabNote[]>
  /** Changes or adds a note in one step, so that two tabs do not overwrite each other. */
  changeLabNote(
    service: string,
    id: string,
    change: (stored: LabNote | undefined) => LabNote,
  ): Promise<LabNote>
  /** Forgets all of a service. A ledger that cannot be read is deleted as a whole. */
  empty(service: string): Promise<void>
}

/** How much is stored of a service; `rows` counts parts of files. */
export type LedgerCount = Readonly<
  Record<'entries' | 'agents' | 'jobs' | 'evidence' | 'labNotes' | 'rows', number>
>

/** What varies between the browser and a test. */
export interface LedgerSurroundings {
  databaseName: string
  now: () => Date
  /** Tells tabs apart; `null` where the browser has no locks. */
  locks: LockManager | null
}

/** Another page continued this procedure, so the state to be saved is out of date. */
export class JobChanged extends Error {
  override readonly name = 'JobChanged'
  readonly title = 'Another page continued this'
  readonly nextStep = 'Reload this page to see the present state.'
  constructor() {
    super('This page is out of date, so it sent nothing more.')
  }
}
