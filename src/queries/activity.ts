import { queryOptions } from '@tanstack/react-query'
import { operationNamed, type Subject, subjectOf } from '../contract/operation'
import { textOf } from '../contract/reply'
import type { LedgerEntry } from '../ledger/entry'
import { endOf, sentence } from './describe-error'
import { keys } from './keys'
import { recorded, whileSending } from './ledger'

export type { Subject } from '../contract/operation'
export type { LedgerEntry } from '../ledger/entry'

/** One write as a list shows it. Bodies stay in the database: thousands of prompts would fill the memory of the page. */
export interface ActivityRow {
  readonly id: string
  readonly operation: string
  /** What was done, such as "Version deployed", else what was to be, "Deploy the version"; one that this console does not have by its name. */
  readonly what: string
  readonly state: LedgerEntry['state']
  readonly end: LedgerEntry['state'] | 'unsent' | 'checked'
  /** ISO time. */
  readonly startedAt: string
  readonly status?: number
  readonly message?: string
  readonly target: Subject
  /** The number that the service gave the version that it is about. */
  readonly versionNumber?: number | undefined
  /** Why it was done, as a person typed it. */
  readonly reason?: string
  /** Who sent it, where people sign in. */
  readonly who?: string
}

/** How long the answer took, in milliseconds; nothing where none came. */
export function answerMs(of: Pick<LedgerEntry, 'state' | 'error' | 'startedAt' | 'finishedAt' | 'found'>) {
  const came = (of.state === 'accepted' && !of.found) || endOf(of) === 'refused'
  return came && of.finishedAt ? Date.parse(of.finishedAt) - Date.parse(of.startedAt) : undefined
}

/** An entry without its bodies. */
export function toActivityRow(entry: LedgerEntry): ActivityRow {
  const { id, operation, state, startedAt, error, who, to, about, note } = entry
  const known = operationNamed(operation)
  const { done = known?.done } = entry
  // As short as a column: "Version deployed".
  const past = state === 'accepted' && done?.replace(/^the /, '').replace(/ (was|were) /, ' ')
  const words = past || (to ?? known?.to)
  // The reply to a creation has its version within the agent.
  const { agent, version = Object(agent).version } = Object(entry.reply)
  return {
    id,
    operation,
    what: words ? sentence(words) : operation,
    state,
    end: endOf(entry),
    startedAt,
    status: error?.status,
    message: error?.message,
    target: about ?? subjectOf(entry),
    versionNumber: Number(Object(version).version ?? version) || undefined,
    reason: textOf(Object(note).reason),
    who,
  }
}

/** Names by id: what was created or renamed here has its name in the request. The newest counts. */
export function namesIn(rows: readonly ActivityRow[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const { target } of rows) {
    const { kind, name } = target
    // In the testing lab an id is a number, which may be another thing's, too.
    const id = kind && kind !== 'scenario' && kind !== 'run' ? target[`${kind}Id` as 'agentId'] : undefined
    if (id && name && !names.has(id)) names.set(id, name)
  }
  return names
}

/** The numbers of versions by their ids, as far as the rows tell. */
export function numbersIn(rows: readonly ActivityRow[]): ReadonlyMap<string | undefined, number> {
  const numbers = new Map<string | undefined, number>()
  for (const { target, versionNumber } of rows)
    if (versionNumber) numbers.set(target.versionId, versionNumber)
  return numbers
}

/** A version that one row has the number of has it in all. */
export function numbered(rows: readonly ActivityRow[]): readonly ActivityRow[] {
  const numbers = numbersIn(rows)
  return rows.map((row) => ({ ...row, versionNumber: numbers.get(row.target.versionId) }))
}

/** Declares all operations, so that each recorded one is found by its name. */
const declareAll = () => import('../contract/operations')

async function toRows(entries: readonly LedgerEntry[]): Promise<readonly ActivityRow[]> {
  if (entries.some(({ to }) => to === undefined)) await declareAll()
  return numbered(entries.map(toActivityRow))
}

/** What fills a screen, so that nobody waits for 100,000 writes to see the last ones (D530). */
export const NEWEST = 200

const ROWS_KEY = [...keys.ledger, 'activity']

export const activityQueries = {
  /** Every write of this browser to the connected service, newest first; until all are read, the newest. */
  rows: () =>
    queryOptions({
      ...recorded(ROWS_KEY, async (ledger, service, client) => {
        if (!client.getQueryData(ROWS_KEY)) {
          const { entries, more } = await ledger.newest(service, NEWEST)
          const rows = await toRows(entries)
          if (!more) return rows
          client.setQueryData(ROWS_KEY, rows)
        }
        return toRows(await ledger.entries(service))
      }),
      staleTime: 0,
      refetchInterval: whileSending,
    }),

  /** The newest of them alone, of which the older ones are not read (D530). */
  newest: () =>
    queryOptions({
      ...recorded([...keys.ledger, 'newest'], async (ledger, service) =>
        toRows((await ledger.newest(service, NEWEST)).entries),
      ),
      staleTime: 0,
      refetchInterval: whileSending,
    }),

  /** One of them, whole, and every operation declared, with which it can be shown as a request; `null` when it is not stored. */
  one: (id: string) =>
    queryOptions({
      ...recorded([...keys.ledger, 'activity', id], async (ledger, service) => {
        await declareAll()
        return (await ledger.entry(service, id)) ?? null
      }),
      staleTime: 0,
      refetchInterval: ({ state }) =>
        whileSending({ state: { ...state, data: state.data ? [state.data] : [] } }),
      // A body may be large; it leaves the memory with the panel that shows it.
      gcTime: 0,
    }),
}
