import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { exportLedger } from '../ledger/export'
import { connectionOf } from './info'
import { keys } from './keys'
import { ledgerOf } from './record-write'

export const ledgerQueries = {
  /** Every write of this browser to the connected service, newest first. */
  entries: () =>
    queryOptions({
      queryKey: [...keys.ledger, 'entries'],
      queryFn: async ({ client }) =>
        (await ledgerOf(client)).entries((await connectionOf(client)).serviceName),
    }),

  /** How much this browser remembers of the connected service. */
  count: () =>
    queryOptions({
      queryKey: [...keys.ledger, 'count'],
      queryFn: async ({ client }) => (await ledgerOf(client)).count((await connectionOf(client)).serviceName),
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
      mutationFn: async (_nothing, { client }) =>
        (await ledgerOf(client)).empty((await connectionOf(client)).serviceName),
      meta: { invalidates: [keys.ledger, keys.agents, keys.calls, keys.threads, keys.evidence, keys.lab] },
    }),

  /** Collects everything that is remembered of the connected service, to be saved as JSON. */
  exportAll: () =>
    mutationOptions({
      mutationFn: async ({ maskPhoneNumbers }: { maskPhoneNumbers: boolean }, { client }) =>
        exportLedger(await ledgerOf(client), {
          service: (await connectionOf(client)).serviceName,
          maskPhoneNumbers,
        }),
    }),
}
