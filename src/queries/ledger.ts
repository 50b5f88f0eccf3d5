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
      meta: { invalidates: [keys.ledger, keys.agents, keys.calls, keys.evidence] },
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
