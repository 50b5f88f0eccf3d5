import { isWire } from '../contract/reply'

/** What is known of a write (D61). `sending` is only true while the tab that sent it lives. */
const STATES = ['sending', 'accepted', 'refused', 'unknown'] as const

/** One write that this browser sent. Recorded before it was sent, completed when it ended. */
export interface LedgerEntry {
  id: string
  /** The service it went to, as `/console/info` names it: one service's record is never shown for another. */
  service: string
  /** Name of the operation, such as `dispatchCall`. */
  operation: string
  params: Record<string, string>
  body?: unknown
  /** ISO time. */
  startedAt: string
  finishedAt?: string
  state: (typeof STATES)[number]
  /** What a person or the console noted about it before it was sent; itself never sent. */
  note?: unknown
  /** The reply as it came, without its secrets. */
  reply?: unknown
  error?: { status?: number; code?: string; message: string }
  /** The tab that sent it. */
  tab: string
  /** The batch that it belongs to, and which of its rows; `-1` is the test row, sent to a number that a person named. */
  batch?: { id: string; row: number }
}

const isText = (value: unknown) => typeof value === 'string'

/** Whether a stored row can be shown: what every screen relies on is there. A newer or damaged row is passed over. */
export function isLedgerEntry(row: unknown): row is LedgerEntry {
  return (
    isWire(row) &&
    [row.id, row.service, row.operation, row.startedAt, row.tab].every(isText) &&
    isWire(row.params) &&
    Object.values(row.params).every(isText) &&
    STATES.some((state) => state === row.state) &&
    (row.error === undefined || (isWire(row.error) && isText(row.error.message))) &&
    (row.batch === undefined ||
      (isWire(row.batch) && isText(row.batch.id) && Number.isInteger(row.batch.row)))
  )
}

/** What is known of a write before it is sent. */
export type NewEntry = Pick<LedgerEntry, 'service' | 'operation' | 'params' | 'body' | 'note' | 'batch'>

/** How a write ended. */
export interface EntryEnd {
  readonly state: 'accepted' | 'refused' | 'unknown'
  readonly reply?: unknown
  readonly error?: LedgerEntry['error']
}

/** One version of an agent, as far as this browser knows it. */
export interface StoredVersion {
  versionId: string
  /** ISO time. */
  createdAt?: string
  label?: string
  /** What a person wrote down about it here. */
  note?: string
  /** The creation request, where this browser sent it, or the file that was imported had it. */
  request?: unknown
  /** The request is from a file in which phone numbers were masked (D157). */
  requestMasked?: boolean
}

/** One attempt to deploy a version, as the record of another browser tells it. */
export interface ImportedDeployment {
  id: string
  versionId: string
  /** ISO time. */
  at: string
  state: 'accepted' | 'refused' | 'unknown'
  reason?: string
  /** What was deployed before, as far as known then. */
  replacedVersionId?: string
}

/** An agent that this browser created or was told about; the interface lists none (§4 gaps). */
export interface StoredAgent {
  service: string
  agentId: string
  name: string
  agentType?: string
  /** The integer id that the testing lab wants (D13). */
  testingLabId?: number
  source: 'created' | 'added' | 'imported'
  description?: string
  /** ISO time. */
  addedAt: string
  /** Newest first. */
  versions: StoredVersion[]
  deployedVersionId?: string
  /** ISO time. */
  deployedAt?: string
  /**
   * `deployed here`: this browser deployed it. `said by hand`: a person said so when adding the agent. `imported`: the record of
   * another browser said so.
   */
  deployedKnownFrom?: 'deployed here' | 'said by hand' | 'imported'
  /** Deployments that other browsers sent, from imported files; those of this one are among its writes. */
  toldDeployments?: ImportedDeployment[]
}

const DEPLOYMENT_STATES = ['accepted', 'refused', 'unknown']

/** Whether a deployment of an imported file, or of a stored agent, can be shown. */
export function isImportedDeployment(row: unknown): row is ImportedDeployment {
  return (
    isWire(row) &&
    [row.id, row.versionId, row.at].every(isText) &&
    DEPLOYMENT_STATES.some((state) => state === row.state)
  )
}

/** As `isLedgerEntry`, for agents. */
export function isStoredAgent(row: unknown): row is StoredAgent {
  return (
    isWire(row) &&
    [row.service, row.agentId, row.name, row.addedAt].every(isText) &&
    (row.source === 'created' || row.source === 'added' || row.source === 'imported') &&
    Array.isArray(row.versions) &&
    row.versions.every((version) => isWire(version) && isText(version.versionId))
  )
}

/** What a test of a version showed. `unclear`: it ended, and nobody can say that it passed or failed. */
export const VERDICTS = ['passed', 'failed', 'unclear'] as const
export type Verdict = (typeof VERDICTS)[number]

/** Evidence of a test run about one version of an agent; the interface has no operation that reads a run's results (§4 gaps). */
export interface TestEvidence {
  service: string
  id: string
  agentId: string
  versionId: string
  /** `at`: ISO time at which the run ended or was looked at. */
  run: { id?: number; name?: string; at: string }
  verdict: Verdict
  /** How many expected outcomes or conversations held; what is not known is left out. */
  counts?: { passed?: number; failed?: number; total?: number }
  note?: string
  knownFrom: 'entered by hand' | 'service'
  /** ISO time. */
  recordedAt: string
}

/** As `isLedgerEntry`, for evidence. */
export function isTestEvidence(row: unknown): row is TestEvidence {
  return (
    isWire(row) &&
    [row.service, row.id, row.agentId, row.versionId, row.recordedAt].every(isText) &&
    isWire(row.run) &&
    isText(row.run.at) &&
    VERDICTS.some((verdict) => verdict === row.verdict) &&
    (row.knownFrom === 'entered by hand' || row.knownFrom === 'service') &&
    (row.counts === undefined || isWire(row.counts))
  )
}

/** What a person said of one scenario of a run, where the service tells no verdict. */
export interface HandVerdict {
  verdict: 'passed' | 'failed'
  note?: string
}

/** What a person keeps here about a scenario or a run of the testing lab: the interface lists neither (§4 gaps). */
export interface LabNote {
  service: string
  /** Kind and id, such as `scenario 12`. */
  id: string
  kind: 'scenario' | 'run'
  /** The id that the service gave it, as text; of a run without one, the id of the ledger entry that asked for it. */
  labId: string
  /** ISO time. */
  notedAt: string
  /** It is known only because somebody typed its id in. */
  added?: boolean
  name?: string
  note?: string
  tags?: string[]
  /** Id of the agent in the testing lab that it belongs to. */
  labAgentId?: number
  /** Of a run, by the scenario's id. */
  verdicts?: Record<string, HandVerdict>
  /** What the service told of this run was taken over as evidence once; from then on only a person does so again. */
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
    isWire(row) &&
    [row.service, row.id, row.labId, row.notedAt].every(isText) &&
    (row.kind === 'scenario' || row.kind === 'run') &&
    (row.tags === undefined || (Array.isArray(row.tags) && row.tags.every(isText))) &&
    isVerdicts(row.verdicts)
  )
}

/**
 * A procedure of several steps, as it stood when it was last saved. `state` is the procedure's own; it is read, and judged, by who
 * goes on with it.
 */
export interface KeptJob {
  service: string
  id: string
  /** Which procedure, such as `replace-file`. */
  kind: string
  /** ISO time. */
  startedAt: string
  /** Grows by one with every saving, so that two pages cannot both go on from the same state. */
  revision: number
  state: unknown
}

/** As `isLedgerEntry`, for procedures. */
export function isKeptJob(row: unknown): row is KeptJob {
  return (
    isWire(row) &&
    [row.service, row.id, row.kind, row.startedAt].every(isText) &&
    typeof row.revision === 'number' &&
    'state' in row
  )
}

/** A part of the rows of a procedure, written once: what a person gave is not written again with every step. */
export interface KeptRows {
  service: string
  job: string
  part: number
  rows: readonly unknown[]
}

/** Why this browser cannot remember; shown to the person, with what they can do. */
export interface LedgerProblem {
  readonly reason: 'unavailable' | 'newer' | 'broken' | 'blocked' | 'full'
  readonly message: string
}
