import { isWire, textOf, type Wire } from '../contract/reply'
import { countRun, type Run, type RunCounts } from '../contract/run'
import type { LabId } from '../contract/scenario'
import { runScenarios } from '../contract/testing-lab'
import type { LabNote, LedgerEntry, Verdict } from '../ledger/entry'
import type { NewEvidence } from './evidence'
import { idFrom, type KeptLab } from './lab-scenarios'

/** What this browser asked for. */
export interface SentRun {
  readonly entryId: string
  readonly request: Readonly<Wire>
  readonly state: LedgerEntry['state']
  /** ISO times. */
  readonly startedAt: string
  readonly finishedAt?: string
  readonly error?: LedgerEntry['error']
  /** The reply as it came. */
  readonly reply?: unknown
  /** The agent as this browser knows it, and the version that was meant to be tested. */
  readonly agentId?: string
  readonly versionId?: string
}

/** A run that is known here, by whatever way. */
export interface KnownRun {
  /** Its id as text; of a run without one, the id of the ledger entry. */
  readonly key: string
  readonly id?: LabId
  /** What the service told of it last. */
  readonly run?: Run
  readonly sent?: SentRun
  readonly note?: LabNote
  /** ISO time. */
  readonly at?: string
}

function readSentRun(entry: LedgerEntry): SentRun {
  const request = isWire(entry.body) ? entry.body : {}
  const note = isWire(entry.note) ? entry.note : {}
  const { id: entryId, state, startedAt, finishedAt, error, reply } = entry
  const versionId = textOf(note.versionId) ?? textOf(request.agent_version_id)
  return {
    entryId,
    request,
    state,
    startedAt,
    finishedAt,
    error,
    reply,
    agentId: textOf(note.agentId),
    versionId,
  }
}

/** All runs that are known, the newest first. */
export function runsFrom(kept: KeptLab, listed: readonly Run[] = []): readonly KnownRun[] {
  const found = new Map<string, KnownRun>()
  for (const entry of kept.entries.toReversed()) {
    if (entry.operation !== runScenarios.name) continue
    const sent = readSentRun(entry)
    const run = sent.state === 'accepted' ? runScenarios.reply.parse(entry.reply).record : undefined
    const key = run?.id === undefined ? sent.entryId : String(run.id)
    found.set(key, { key, id: run?.id, run, sent, at: sent.startedAt })
  }
  for (const run of listed) {
    if (run.id === undefined) continue
    const key = String(run.id)
    const before = found.get(key)
    found.set(key, { ...before, key, id: run.id, run, at: run.createdAt ?? before?.at })
  }
  const notes = new Map(kept.notes.filter(({ kind }) => kind === 'run').map((note) => [note.labId, note]))
  for (const note of notes.values())
    if (note.added && !found.has(note.labId))
      found.set(note.labId, { key: note.labId, id: idFrom(note.labId), at: note.notedAt })
  return [...found.values()]
    .map((run) => ({ ...run, note: notes.get(run.key) }))
    .toSorted((one, other) => (other.at ?? '').localeCompare(one.at ?? ''))
}

/** The version that was tested: as the service tells it, else as it was meant. */
export const versionOfRun = ({ run, sent }: Pick<KnownRun, 'run' | 'sent'>): string | undefined =>
  run?.versionId ?? sent?.versionId

/** The integer id of the agent that was tested. */
export function labAgentOfRun({ run, sent, note }: KnownRun): number | undefined {
  const id = run?.agentId ?? sent?.request.agent_id ?? note?.labAgentId
  return typeof id === 'number' ? id : undefined
}

/** Whether a run still goes on, as far as its words tell. A state that nobody knows may do so. */
export function isRunOpen(run: Run): boolean {
  if (run.state) return run.state === 'pending' || run.state === 'running'
  if (run.status !== undefined) return true
  return run.conversations?.some(({ state }) => state === 'pending' || state === 'running') ?? false
}

/** One word for a whole run: failed with one failure, passed only when every conversation was and did. */
export function verdictOfCounts({ total, passed = 0, failed = 0 }: RunCounts): Verdict {
  if (failed > 0) return 'failed'
  return passed > 0 && passed === total ? 'passed' : 'unclear'
}

/** What the service tells of a run that is over, as evidence; `undefined` where it tells no verdict. */
export function evidenceOf(run: Run, of: { agentId: string; versionId: string }): NewEvidence | undefined {
  const counts = countRun(run)
  const { total, passed, failed, unclear } = counts
  if (isRunOpen(run) || !total || (passed ?? failed ?? unclear) === undefined) return undefined
  if (!passed && !failed && !unclear) return undefined
  return {
    ...of,
    run: {
      at: run.endedAt ?? run.updatedAt ?? new Date().toISOString(),
      ...(typeof run.id === 'number' && { id: run.id }),
      ...(run.name && { name: run.name }),
    },
    verdict: verdictOfCounts(counts),
    counts: { passed, failed, total },
    knownFrom: 'service',
  }
}
