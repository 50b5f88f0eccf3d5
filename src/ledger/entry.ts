import type { Subject } from '../contract/operation'
import { isWire, type Wire } from '../contract/reply'

/** The states of a write (D61). `sending` holds only while the tab that sent it is open. */
const STATES = ['sending', 'accepted', 'refused', 'unknown'] as const

/** One write of this browser. Recorded before it is sent, completed when it ends. */
export interface LedgerEntry {
  id: string
  /** The service it went to, as `/console/info` names it. Entries of one service are never shown for another. */
  service: string
  /** Name of the operation, such as `dispatchCall`. */
  operation: string
  /** The operation in words, as they follow "Could not". Older entries have neither this nor `about`. */
  to?: string
  /** What is done once it was accepted, as a sentence without its capital; entries from before it was recorded have none. */
  done?: string
  /** What it is about, so that lists need no table of all operations (D490). */
  about?: Subject
  params: Record<string, string>
  body?: unknown
  /** ISO time. */
  startedAt: string
  finishedAt?: string
  state: (typeof STATES)[number]
  /** A note that a person or the console made before sending. Never sent itself. */
  note?: unknown
  /** The reply as it came, without its secrets. */
  reply?: unknown
  /** `retryAfterMs`: how long the service asked to wait. */
  error?: { status?: number; code?: string; message: string; retryAfterMs?: number }
  /** No answer told how it ended: the service lists what it became. */
  found?: true
  /** Its outcome is unknown, and a person looked what became of it. */
  checked?: true | undefined
  /** The tab that sent it. */
  tab: string
  /** Who sent it, where people sign in; the console's server says so. */
  who?: string
  /** Its batch and row; `-1` is the test row, sent to a number that a person named. */
  batch?: { id: string; row: number }
}

/** How a write went, without what was sent and answered. */
export type SentEntry = Readonly<
  Pick<LedgerEntry, 'id' | 'state' | 'startedAt' | 'finishedAt' | 'found' | 'checked' | 'error' | 'who'>
>

const isText = (value: unknown) => typeof value === 'string'
const hasTexts = (row: unknown, ...names: string[]): row is Wire =>
  isWire(row) && names.every((name) => isText(row[name]))

/** Whether a stored row has what every screen relies on. Newer or damaged rows are passed over. */
export function isLedgerEntry(row: unknown): row is LedgerEntry {
  return (
    hasTexts(row, 'id', 'service', 'operation', 'startedAt', 'tab') &&
    isWire(row.params) &&
    Object.values(row.params).every(isText) &&
    STATES.some((state) => state === row.state) &&
    (row.error === undefined || hasTexts(row.error, 'message')) &&
    (row.batch === undefined || (hasTexts(row.batch, 'id') && Number.isInteger(row.batch.row)))
  )
}

export type NewEntry = Pick<LedgerEntry, 'service' | 'operation' | 'params' | 'body' | 'note' | 'batch'>

/** How a write ended. */
export interface EntryEnd {
  readonly state: 'accepted' | 'refused' | 'unknown'
  readonly reply?: unknown
  readonly error?: LedgerEntry['error']
  readonly found?: true
  readonly checked?: LedgerEntry['checked']
  /** ISO time, where it ended before now. */
  readonly finishedAt?: string | undefined
}

/** One version of an agent, as stored in this browser. */
export interface StoredVersion {
  versionId: string
  /** Running number within the agent, as the reply to a write told it. */
  number?: number
  /** ISO time. */
  createdAt?: string
  label?: string
  /** A note that a person made here. */
  note?: string
  /** The creation request with what this browser changed since, if this browser sent it or an imported file had it. */
  request?: unknown
  /** The creation request as it was sent, where it was changed since. */
  created?: unknown
  /** The request comes from a file with masked phone numbers (D157). */
  requestMasked?: boolean
}

/** One attempt to deploy a version, from the export of another browser. */
export interface ImportedDeployment {
  id: string
  versionId: string
  /** ISO time. */
  at: string
  state: 'accepted' | 'refused' | 'unknown'
  reason?: string
  /** The version that was deployed before, if it was known. */
  replacedVersionId?: string
}

/** An agent that was created, added or imported here; the interface lists none (§4 gaps). */
export interface StoredAgent {
  service: string
  agentId: string
  name: string
  agentType?: string
  /** The integer id that the testing lab needs (D13). */
  testingLabId?: number
  /** `reported`: only the service knows it. Such an agent is shown and never stored. */
  source: 'created' | 'added' | 'imported' | 'reported'
  description?: string
  /** ISO time. */
  addedAt: string
  /** Newest first. */
  versions: StoredVersion[]
  deployedVersionId?: string
  /** ISO time. */
  deployedAt?: string
  /**
   * `deployed here`: this browser deployed it. `said by hand`: a person entered it when adding the agent. `imported`: it comes
   * from the export of another browser.
   */
  deployedKnownFrom?: 'deployed here' | 'said by hand' | 'imported'
  /** Deployments of other browsers, from imported files. Those of this browser are among its entries. */
  toldDeployments?: ImportedDeployment[]
}

/** Whether a deployment of an imported file, or of a stored agent, can be shown. */
export const isImportedDeployment = (row: unknown): row is ImportedDeployment =>
  hasTexts(row, 'id', 'versionId', 'at') && ['accepted', 'refused', 'unknown'].includes(String(row.state))

/** As `isLedgerEntry`, for agents. */
export function isStoredAgent(row: unknown): row is StoredAgent {
  return (
    hasTexts(row, 'service', 'agentId', 'name', 'addedAt') &&
    ['created', 'added', 'imported'].includes(String(row.source)) &&
    Array.isArray(row.versions) &&
    row.versions.every((version) => hasTexts(version, 'versionId'))
  )
}

/** Result of a test of a version. `unclear`: it ended without a decision. */
export const VERDICTS = ['passed', 'failed', 'unclear'] as const
export type Verdict = (typeof VERDICTS)[number]
const isVerdict = (value: unknown) => VERDICTS.some((verdict) => verdict === value)

/** What a run decided about one scenario, over all its repetitions. */
export interface TestedScenario {
  /** Its id as text. */
  id: string
  name?: string
  verdict: Verdict
}

/** What a test run showed about one version; the document's operations read no run results (§4 gaps). */
export interface TestEvidence {
  service: string
  id: string
  agentId: string
  versionId: string
  /** ISO times. `at`: when the run ended or was read; `begunAt`: when it was started, where that is known. */
  run: { id?: number; name?: string; at: string; begunAt?: string }
  verdict: Verdict
  /** How many expected outcomes or conversations passed and failed; unknown counts are absent. */
  counts?: { passed?: number; failed?: number; total?: number }
  /** Absent where only the whole run was told. */
  scenarios?: readonly TestedScenario[]
  /** Ids of those that broke off (D943) or were written anew since (D998), so that nothing is decided about them. */
  unjudged?: readonly string[]
  note?: string
  /** The version, or each scenario that ran, was changed after the run began, so that this says nothing of what it holds now (D927, D998). */
  changed?: true
  knownFrom: 'entered by hand' | 'service'
  /** ISO time. */
  recordedAt: string
  /** Who recorded it, where people sign in. */
  who?: string
}

/** The latest time at which a test can have begun, in milliseconds. By hand its end is entered to the minute. */
export const testBegan = ({ run: { at, begunAt } }: Pick<TestEvidence, 'run'>): number =>
  begunAt === undefined ? Date.parse(at) + 59_999 : Date.parse(begunAt)

/** As `isLedgerEntry`, for evidence. */
export function isTestEvidence(row: unknown): row is TestEvidence {
  return (
    hasTexts(row, 'service', 'id', 'agentId', 'versionId', 'recordedAt') &&
    hasTexts(row.run, 'at') &&
    isVerdict(row.verdict) &&
    (row.knownFrom === 'entered by hand' || row.knownFrom === 'service') &&
    (row.counts === undefined || isWire(row.counts)) &&
    (row.unjudged === undefined || Array.isArray(row.unjudged)) &&
    (row.scenarios === undefined ||
      (Array.isArray(row.scenarios) &&
        row.scenarios.every((each) => hasTexts(each, 'id') && isVerdict(each.verdict))))
  )
}

/** Verdict that a person entered for one scenario of a run, where the service reports none. */
export interface HandVerdict {
  verdict: 'passed' | 'failed'
  note?: string
}

/** What a person stored here about a scenario or a run: the interface lists neither (§4 gaps). */
export interface LabNote {
  service: string
  /** Kind and id, such as `scenario 12`. */
  id: string
  kind: 'scenario' | 'run'
  /** The service's id, as text; for a run without one, the id of the ledger entry that requested it. */
  labId: string
  /** ISO time. */
  notedAt: string
  /** A person typed its id in; nothing else here knows it. */
  added?: boolean
  name?: string
  note?: string
  tags?: string[]
  /** Id of the agent in the testing lab that it belongs to. */
  labAgentId?: number
  /** Of a run, by the scenario's id. */
  verdicts?: Record<string, HandVerdict>
  /** The run became evidence automatically once (D193); afterwards only a person does that. */
  taken?: boolean
}

const isVerdicts = (value: unknown) =>
  value === undefined ||
  (isWire(value) &&
    Object.values(value).every(
      (each) => isWire(each) && (each.verdict === 'passed' || each.verdict === 'failed'),
    ))

/** As `isLedgerEntry`, for notes of the testing lab. */
export function isLabNote(row: unknown): row is LabNote {
  return (
    hasTexts(row, 'service', 'id', 'labId', 'notedAt') &&
    (row.kind === 'scenario' || row.kind === 'run') &&
    (row.tags === undefined || (Array.isArray(row.tags) && row.tags.every(isText))) &&
    isVerdicts(row.verdicts)
  )
}

/** A procedure as last saved. Whoever resumes it reads and validates `state`. */
export interface StoredJob {
  service: string
  id: string
  /** Which procedure, such as `replace-file`. */
  kind: string
  /** ISO time. */
  startedAt: string
  /** Grows by one with each save, so that two pages cannot both continue from the same state. */
  revision: number
  state: unknown
}

/** As `isLedgerEntry`, for procedures. */
export const isStoredJob = (row: unknown): row is StoredJob =>
  hasTexts(row, 'service', 'id', 'kind', 'startedAt') && typeof row.revision === 'number' && 'state' in row

/** A part of a procedure's rows. Written once, so that steps do not write them again. */
export interface StoredRows {
  service: string
  job: string
  part: number
  rows: readonly unknown[]
}

/** Why this browser stores nothing, and what the person can do. Shown as it is. */
export interface LedgerProblem {
  readonly reason: 'unavailable' | 'newer' | 'broken' | 'blocked' | 'full'
  readonly message: string
}
