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

/** What this browser did and knows, because the interface cannot list it. It holds no credential. */
export interface Ledger {
  /** Why nothing is kept beyond this page, if so; the ledger then works in memory. */
  readonly problem: LedgerProblem | undefined
  /** Writes down a write before it is sent; resolves with its id once that is safe on disk. */
  begin(entry: NewEntry): Promise<string>
  /** Writes down how it ended. */
  finish(id: string, end: EntryEnd): Promise<void>
  /** The writes to a service, newest first; only those of one operation, if named. */
  entries(service: string, operation?: string): Promise<readonly LedgerEntry[]>
  /** The writes of a batch, oldest first. */
  batchEntries(service: string, batchId: string): Promise<readonly LedgerEntry[]>
  /** One of them, whole. */
  entry(service: string, id: string): Promise<LedgerEntry | undefined>
  /** The known agents of a service, newest first. */
  agents(service: string): Promise<readonly StoredAgent[]>
  agent(service: string, agentId: string): Promise<StoredAgent | undefined>
  /** Changes or adds an agent in one step, so that two tabs do not overwrite each other. */
  changeAgent(
    service: string,
    agentId: string,
    change: (known: StoredAgent | undefined) => StoredAgent,
  ): Promise<StoredAgent>
  forgetAgent(service: string, agentId: string): Promise<void>
  /** The procedures that were started on a service, newest first. */
  jobs(service: string): Promise<readonly KeptJob[]>
  job(service: string, id: string): Promise<KeptJob | undefined>
  /** Keeps a procedure's state, safe on disk. Rejects with `JobChanged` unless the revision follows the kept one. */
  saveJob(job: KeptJob): Promise<void>
  /** What is known of tests of versions, newest first; only of one agent, if named. */
  evidence(service: string, agentId?: string): Promise<readonly TestEvidence[]>
  /** Keeps evidence, in place of what was kept under its id. */
  saveEvidence(evidence: TestEvidence): Promise<void>
  removeEvidence(service: string, id: string): Promise<void>
  /** Keeps a part of the rows of a procedure, before the procedure itself is kept. */
  saveRows(part: KeptRows): Promise<void>
  /** A part of the rows; `undefined` after the last. */
  rows(service: string, job: string, part: number): Promise<readonly unknown[] | undefined>
  /** Forgets a procedure with its rows; what was sent stays among the writes. */
  forgetJob(service: string, id: string): Promise<void>
  /** How much is kept of a service. */
  count(service: string): Promise<LedgerCount>
  /** What is kept about scenarios and runs of the testing lab, newest first. */
  labNotes(service: string): Promise<readonly LabNote[]>
  /** Changes or adds a note in one step, so that two tabs do not overwrite each other. */
  changeLabNote(
    service: string,
    id: string,
    change: (known: LabNote | undefined) => LabNote,
  ): Promise<LabNote>
  /** Forgets all of a service. A record that cannot be read is deleted as a whole. */
  empty(service: string): Promise<void>
}

/** How many writes, agents, procedures, test results, notes of the testing lab, and parts of files with rows are kept. */
export type LedgerCount = Readonly<
  Record<'entries' | 'agents' | 'jobs' | 'evidence' | 'labNotes' | 'rows', number>
>

/** What varies between the browser and a test. */
export interface LedgerSurroundings {
  databaseName: string
  now: () => Date
  /** Where tabs are told apart; `null`: nowhere. */
  locks: LockManager | null
}

/**
 * Opens the ledger. Never rejects: where the browser keeps nothing, or what it keeps cannot be read, the ledger
 * works in memory and its `problem` says why. The database code is loaded now, not with the first screen.
 */
export async function openLedger(surroundings: Partial<LedgerSurroundings> = {}): Promise<Ledger> {
  const { createLedger } = await import('./open')
  return createLedger({
    databaseName: 'switchboard',
    now: () => new Date(),
    locks: globalThis.navigator?.locks ?? null,
    ...surroundings,
  })
}
