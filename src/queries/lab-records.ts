import { isWire, textOf, type Wire } from '../contract/reply'
import type { Run } from '../contract/run'
import { type LabId, readScenario, type Scenario } from '../contract/scenario'
import { createScenario, generateScenarios, runScenarios, updateScenario } from '../contract/testing-lab'
import type { LabNote, LedgerEntry } from '../ledger/entry'

/** What this browser stores of the testing lab: the writes, newest first, and the notes. */
export interface StoredLab {
  readonly entries: readonly LedgerEntry[]
  readonly notes: readonly LabNote[]
}

/** A scenario, from the service, a write of this browser, or an id that a person entered. */
export interface LabScenario {
  /** Its id as text. */
  readonly key: string
  readonly id: LabId
  /** As the service last reported it; absent where only the id was entered. */
  readonly reported?: Scenario
  /** The integer id of its agent. */
  readonly labAgentId?: number
  /** The tags at the service, then those stored in this browser. */
  readonly tags: readonly string[]
  /** ISO time. */
  readonly at?: string
  readonly note?: LabNote
}

/** A run request that this browser sent, with the reply as it came. */
export interface SentRun extends Readonly<Pick<LedgerEntry, 'state' | 'startedAt' | 'error' | 'reply'>> {
  readonly entryId: string
  readonly request: Readonly<Wire>
  /** The agent as this browser stores it, and the version that was meant to be tested. */
  readonly agentId?: string
  readonly versionId?: string
}

/** A run, from the service, a request of this browser, or an id that a person entered. */
export interface LabRun {
  /** Its id as text; of a run without one, the id of the ledger entry. */
  readonly key: string
  readonly id?: LabId
  /** As the service last reported it. */
  readonly run?: Run
  readonly sent?: SentRun
  readonly note?: LabNote
  /** Names of scenarios as they are stored here, by id, for a run that does not tell them. */
  readonly names?: ReadonlyMap<string, string>
  /** ISO time. */
  readonly at?: string
}

const integerOf = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) ? value : undefined

const textsOf = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : undefined

const definedOf = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Partial<T>

/** An id out of an address or a field: an integer where it is one. */
export const idFrom = (text: string | undefined): LabId | undefined =>
  text === undefined || text === '' ? undefined : /^\d{1,15}$/.test(text) ? Number(text) : text

const notesOf = (stored: StoredLab, kind: LabNote['kind']) =>
  new Map(stored.notes.filter((note) => note.kind === kind).map((note) => [note.labId, note]))

/** What a person calls a scenario: its name here, its name at the service, or its id. */
export const nameOfScenario = ({ note, reported, key }: LabScenario): string =>
  note?.name || reported?.name || `Scenario ${key}`

/** A list may have late what was created just now, and clocks differ. */
const LATE_MS = 2 * 60_000

/**
 * All scenarios, the newest first. The list of the service counts more than an earlier reply. `wholeAt`: when that list was asked for, where it has
 * them all: one that was written a while before and is not in it is gone (D997).
 */
export function scenariosFrom(
  stored: StoredLab,
  listed: readonly Scenario[] = [],
  wholeAt?: string,
): readonly LabScenario[] {
  const found = new Map<string, LabScenario>()
  const writtenAt = new Map<string, string>()
  const add = (
    scenario: Scenario,
    more: Pick<LabScenario, 'labAgentId' | 'at'> & { readonly endedAt?: string } = {},
  ) => {
    const { id } = scenario
    if (more.endedAt) writtenAt.set(String(id), more.endedAt)
    const before = found.get(String(id))
    const old = before?.reported
    found.set(String(id), {
      key: String(id),
      id,
      reported: old
        ? { ...old, ...definedOf(scenario), other: { ...old.other, ...scenario.other } }
        : scenario,
      labAgentId: integerOf(scenario.agentId) ?? more.labAgentId ?? before?.labAgentId,
      at: scenario.createdAt ?? before?.at ?? more.at,
      tags: [],
    })
  }
  for (const {
    operation,
    state,
    reply,
    body,
    params,
    startedAt,
    finishedAt,
  } of stored.entries.toReversed()) {
    if (state !== 'accepted') continue
    const sent = isWire(body) ? body : {}
    const more = { labAgentId: integerOf(sent.agent_id), at: startedAt, endedAt: finishedAt ?? startedAt }
    if (operation === generateScenarios.name)
      for (const scenario of generateScenarios.reply.parse(reply).items)
        add({ ...scenario, tags: scenario.tags ?? textsOf(sent.tags) }, more)
    const created = operation === createScenario.name && createScenario.reply.parse(reply).record
    if (created) add(created, more)
    // A change may get an empty reply; then the request says what holds.
    const changed =
      operation === updateScenario.name &&
      (updateScenario.reply.parse(reply).record ?? readScenario({ ...sent, id: idFrom(params.id) }))
    if (changed) add(changed, more)
  }
  for (const scenario of listed.toReversed()) {
    add(scenario)
    writtenAt.delete(String(scenario.id))
  }
  const gone = Date.parse(wholeAt ?? '') - LATE_MS
  for (const [id, endedAt] of writtenAt) if (Date.parse(endedAt) < gone) found.delete(id)
  const notes = notesOf(stored, 'scenario')
  for (const { added, labId, notedAt } of notes.values())
    if (added && !found.has(labId))
      found.set(labId, { key: labId, id: idFrom(labId) ?? labId, at: notedAt, tags: [] })
  return [...found.values()]
    .map((each): LabScenario => {
      const note = notes.get(each.key)
      const tags = [...new Set([...(each.reported?.tags ?? []), ...(note?.tags ?? [])])]
      return { ...each, note, tags, labAgentId: each.labAgentId ?? note?.labAgentId }
    })
    .toSorted(newestFirst)
}

/** Ids grow, so of two the larger is the newer; ids that are no numbers go by their time. */
const newestFirst = (one: LabScenario, other: LabScenario) =>
  typeof one.id === 'number' && typeof other.id === 'number'
    ? other.id - one.id
    : (other.at ?? '').localeCompare(one.at ?? '')

function readSentRun({ id: entryId, state, startedAt, error, reply, ...entry }: LedgerEntry): SentRun {
  const request = isWire(entry.body) ? entry.body : {}
  const note = isWire(entry.note) ? entry.note : {}
  const versionId = textOf(note.versionId) ?? textOf(request.agent_version_id)
  return { entryId, request, state, startedAt, error, reply, agentId: textOf(note.agentId), versionId }
}

/** All runs, the newest first. */
export function runsFrom(stored: StoredLab, listed: readonly Run[] = []): readonly LabRun[] {
  const found = new Map<string, LabRun>()
  for (const entry of stored.entries.toReversed()) {
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
  const notes = notesOf(stored, 'run')
  const named = scenariosFrom(stored).filter(({ note, reported }) => note?.name || reported?.name)
  const names = new Map(named.map((scenario) => [scenario.key, nameOfScenario(scenario)]))
  for (const { added, labId, notedAt } of notes.values())
    if (added && !found.has(labId)) found.set(labId, { key: labId, id: idFrom(labId), at: notedAt })
  return [...found.values()]
    .map((run) => ({ ...run, note: notes.get(run.key), names }))
    .toSorted((one, other) => (other.at ?? '').localeCompare(one.at ?? ''))
}

/** The version that was tested: as the service reports it, else as it was meant. */
export const versionOfRun = ({ run, sent }: Pick<LabRun, 'run' | 'sent'>): string | undefined =>
  run?.versionId ?? sent?.versionId

/** The integer id of the agent that was tested. */
export function labAgentOfRun({ run, sent, note }: LabRun): number | undefined {
  const id = run?.agentId ?? sent?.request.agent_id ?? note?.labAgentId
  return typeof id === 'number' ? id : undefined
}
