import { isWire } from '../contract/reply'
import { type LabId, readScenario, type Scenario } from '../contract/scenario'
import { createScenario, generateScenarios, updateScenario } from '../contract/testing-lab'
import type { LabNote, LedgerEntry } from '../ledger/entry'

/** A scenario that is known here, by whatever way. */
export interface KnownScenario {
  /** Its id as text. */
  readonly key: string
  readonly id: LabId
  /** What the service last told of it; an id that was typed in has nothing. */
  readonly told?: Scenario
  readonly source: 'service' | 'generated' | 'written' | 'added'
  /** The integer id of its agent, as far as known. */
  readonly labAgentId?: number
  /** Those that the service knows, then those kept here. */
  readonly tags: readonly string[]
  /** ISO time of what is known of it. */
  readonly at?: string
  readonly note?: LabNote
}

/** What this browser has of the testing lab: the writes, newest first, and the notes. */
export interface KeptLab {
  readonly entries: readonly LedgerEntry[]
  readonly notes: readonly LabNote[]
}

const integerOf = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) ? value : undefined

const textsOf = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : undefined

/** What a person calls a scenario: its name here, at the service, or its id. */
export const nameOfScenario = ({ note, told, key }: KnownScenario): string =>
  note?.name || told?.name || `Scenario ${key}`

/** All scenarios that are known, the newest first. What the service lists counts more than what it once answered. */
export function scenariosFrom(kept: KeptLab, listed: readonly Scenario[] = []): readonly KnownScenario[] {
  const found = new Map<string, KnownScenario>()
  const add = (told: Scenario, more: Pick<KnownScenario, 'source' | 'labAgentId' | 'at'>) => {
    const key = String(told.id)
    const before = found.get(key)
    const known = before?.told
    const merged = known ? { ...known, ...definedOf(told), other: { ...known.other, ...told.other } } : told
    const labAgentId = integerOf(told.agentId) ?? more.labAgentId ?? before?.labAgentId
    const at = told.createdAt ?? before?.at ?? more.at
    found.set(key, {
      key,
      id: told.id,
      told: merged,
      source: before?.source ?? more.source,
      labAgentId,
      at,
      tags: [],
    })
  }
  for (const { operation, state, reply, body, params, startedAt } of kept.entries.toReversed()) {
    if (state !== 'accepted') continue
    const sent = isWire(body) ? body : {}
    const labAgentId = integerOf(sent.agent_id)
    if (operation === generateScenarios.name)
      for (const told of generateScenarios.reply.parse(reply).items)
        add(
          { ...told, tags: told.tags ?? textsOf(sent.tags) },
          { source: 'generated', labAgentId, at: startedAt },
        )
    if (operation === createScenario.name) {
      const told = createScenario.reply.parse(reply).record
      if (told) add(told, { source: 'written', labAgentId, at: startedAt })
    }
    // A change may be answered with nothing at all; then what was sent is what holds.
    const changed =
      operation === updateScenario.name &&
      (updateScenario.reply.parse(reply).record ?? readScenario({ ...sent, id: idFrom(params.id) }))
    if (changed) add(changed, { source: 'added', labAgentId, at: startedAt })
  }
  for (const told of listed.toReversed())
    add(told, { source: 'service', labAgentId: undefined, at: undefined })
  const notes = new Map(
    kept.notes.filter(({ kind }) => kind === 'scenario').map((note) => [note.labId, note]),
  )
  for (const note of notes.values())
    if (note.added && !found.has(note.labId))
      found.set(note.labId, {
        key: note.labId,
        id: idFrom(note.labId) ?? note.labId,
        source: 'added',
        at: note.notedAt,
        tags: [],
      })
  return [...found.values()]
    .map((each): KnownScenario => {
      const note = notes.get(each.key)
      const tags = [...new Set([...(each.told?.tags ?? []), ...(note?.tags ?? [])])]
      return { ...each, note, tags, labAgentId: each.labAgentId ?? note?.labAgentId }
    })
    .toSorted((one, other) => newestFirst(one, other))
}

/** Ids grow, so of two the larger is the newer; ids that are no numbers go by their time. */
const newestFirst = (one: KnownScenario, other: KnownScenario) =>
  typeof one.id === 'number' && typeof other.id === 'number'
    ? other.id - one.id
    : (other.at ?? '').localeCompare(one.at ?? '')

const definedOf = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Partial<T>

/** An id out of an address or a field: an integer where it is one. */
export const idFrom = (text: string | undefined): LabId | undefined =>
  text === undefined || text === '' ? undefined : /^\d{1,15}$/.test(text) ? Number(text) : text
