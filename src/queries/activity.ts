import { queryOptions } from '@tanstack/react-query'
import { operationNamed, type Subject, subjectOf } from '../contract/operation'
// Declares all operations, so that each recorded one is found by its name.
import '../contract/operations'
import type { LedgerEntry } from '../ledger/entry'
import { sentence } from './describe-error'
import { keys } from './keys'
import { connectedLedger } from './ledger'

export type { Subject } from '../contract/operation'
export type { LedgerEntry } from '../ledger/entry'

/** One write as a list shows it. Bodies stay in the database: thousands of prompts would fill the memory of the page. */
export interface ActivityRow {
  readonly id: string
  readonly operation: string
  /** The operation in words. */
  readonly what: string
  readonly state: LedgerEntry['state']
  /** ISO time. */
  readonly startedAt: string
  readonly status?: number
  readonly message?: string
  readonly target: Subject
}

/** An operation in words, such as "Deploy the version"; one that this console does not know by its name. */
const wordsOf = (operation: string): string => {
  const known = operationNamed(operation)
  return known ? sentence(known.to) : operation
}

/** An entry without its bodies. */
export function toActivityRow(entry: LedgerEntry): ActivityRow {
  const { id, operation, state, startedAt, error } = entry
  return {
    id,
    operation,
    what: wordsOf(operation),
    state,
    startedAt,
    status: error?.status,
    message: error?.message,
    target: subjectOf(entry),
  }
}

/** The names that entries tell of, by id: what was created or renamed here has its name in the request. The newest counts. */
export function namesIn(rows: readonly ActivityRow[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const { target } of rows) {
    const { kind, name } = target
    const id =
      kind === 'agent' || kind === 'collection' || kind === 'file' ? target[`${kind}Id` as const] : undefined
    if (id !== undefined && name !== undefined && !names.has(id)) names.set(id, name)
  }
  return names
}

/** While something is being sent, its end may come from another tab, which tells nobody here. */
const SENDING_MS = 2_000

export const activityQueries = {
  /** Every write of this browser to the connected service, newest first. */
  rows: () =>
    queryOptions({
      queryKey: [...keys.ledger, 'activity'],
      queryFn: async ({ client }): Promise<readonly ActivityRow[]> => {
        const { ledger, service } = await connectedLedger(client)
        return (await ledger.entries(service)).map(toActivityRow)
      },
      staleTime: 0,
      refetchInterval: ({ state }) =>
        state.data?.some((row) => row.state === 'sending') ? SENDING_MS : false,
    }),

  /** One of them, whole; `null` when it is not remembered. */
  one: (id: string) =>
    queryOptions({
      queryKey: [...keys.ledger, 'activity', id],
      queryFn: async ({ client }) => {
        const { ledger, service } = await connectedLedger(client)
        return (await ledger.entry(service, id)) ?? null
      },
      staleTime: 0,
      // A body may be large; it leaves the memory with the panel that shows it.
      gcTime: 0,
    }),
}
