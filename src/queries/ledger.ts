import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Ledger } from '../ledger/ledger'
import { openLedger } from '../ledger/open-ledger'
import { connectionOf } from './info'
import { keys } from './keys'

const ledgers = new WeakMap<QueryClient, Promise<Ledger>>()

/** The ledger of this page, opened when first used. */
export function ledgerOf(client: QueryClient): Promise<Ledger> {
  const before = ledgers.get(client)
  if (before) return before
  const opened = openLedger()
  ledgers.set(client, opened)
  // Its code may not have arrived; then the next use tries again.
  opened.catch(() => ledgers.delete(client))
  return opened
}

/** The ledger, and the connected service whose record is meant. Rejects when the connection was never read. */
export async function connectedLedger(
  client: QueryClient,
): Promise<{ readonly ledger: Ledger; readonly service: string }> {
  const [ledger, { serviceName }] = await Promise.all([ledgerOf(client), connectionOf(client)])
  return { ledger, service: serviceName }
}

export const ledgerQueries = {
  /** Every write of this browser to the connected service, newest first. */
  entries: () =>
    queryOptions({
      queryKey: [...keys.ledger, 'entries'],
      queryFn: async ({ client }) => {
        const { ledger, service } = await connectedLedger(client)
        return ledger.entries(service)
      },
    }),

  /** How much this browser remembers of the connected service. */
  count: () =>
    queryOptions({
      queryKey: [...keys.ledger, 'count'],
      queryFn: async ({ client }) => {
        const { ledger, service } = await connectedLedger(client)
        return ledger.count(service)
      },
    }),

  /** Bytes that this console takes in this browser, for all services together; `null` where the browser does not say. */
  space: () =>
    queryOptions({
      queryKey: [...keys.ledger, 'space'],
      queryFn: async () => (await navigator.storage?.estimate().catch(() => undefined))?.usage ?? null,
    }),

  /** Why this browser remembers nothing, or `null` when it does. */
  problem: () =>
    queryOptions({
      queryKey: [...keys.ledger, 'problem'],
      queryFn: async ({ client }) => (await ledgerOf(client)).problem ?? null,
    }),
}

export const ledgerMutations = {
  /** Forgets everything that is remembered of the connected service. It cannot be undone. */
  empty: () =>
    mutationOptions<void, Error, void>({
      mutationFn: async (_nothing, { client }) => {
        const { ledger, service } = await connectedLedger(client)
        return ledger.empty(service)
      },
      meta: { invalidates: [keys.ledger, keys.agents, keys.calls, keys.threads, keys.evidence, keys.lab] },
    }),

  /** Collects everything that is remembered of the connected service, to be saved as JSON. */
  exportAll: () =>
    mutationOptions({
      mutationFn: async ({ maskPhoneNumbers }: { maskPhoneNumbers: boolean }, { client }) => {
        const { exportLedger } = await import('../ledger/redact')
        const { ledger, service } = await connectedLedger(client)
        return exportLedger(ledger, { service, maskPhoneNumbers })
      },
    }),
}
