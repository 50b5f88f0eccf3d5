import { mutationOptions, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Ledger } from '../ledger/ledger'
import { openLedger } from '../ledger/open-ledger'
import { connectionOf } from './info'
import { KEEP_DAYS_KEY, keys } from './keys'
import { recoverDelay } from './polling'

/** Opens once for each page; code that has not arrived is loaded by the next use. */
function openOnce(open: (client: QueryClient) => Promise<Ledger>) {
  const opened = new WeakMap<QueryClient, Promise<Ledger>>()
  return (client: QueryClient): Promise<Ledger> => {
    const before = opened.get(client)
    if (before) return before
    const opening = open(client)
    opened.set(client, opening)
    opening.catch(() => opened.delete(client))
    return opening
  }
}

/** What this browser recorded itself, also where people sign in. */
export const ownLedgerOf = openOnce(() => openLedger())

/** The ledger of this page, opened when first used: the team's where people sign in, else this browser's. */
export const ledgerOf = openOnce(async (client) => {
  // Both at once, since mostly nobody signs in.
  const own = ownLedgerOf(client)
  own.catch(() => undefined)
  const { person, serviceName } = await connectionOf(client)
  if (person) return (await import('./team')).openTeam(client, serviceName)
  void own
    .then(async (ledger) => {
      // Without a time to keep writes nothing is ever forgotten by itself, so most pages load nothing more.
      if (localStorage.getItem(KEEP_DAYS_KEY))
        await (await import('./forget-old')).forgetOld(client, ledger, serviceName)
    })
    .catch(() => undefined)
  return own
})

/** The ledger, and the connected service whose record is meant. Rejects when the connection was never read. */
export async function connectedLedger(
  client: QueryClient,
): Promise<{ readonly ledger: Ledger; readonly service: string }> {
  const [ledger, { serviceName }] = await Promise.all([ledgerOf(client), connectionOf(client)])
  return { ledger, service: serviceName }
}

/** A read of what this browser recorded of the connected service. */
export const recorded = <Data>(
  queryKey: QueryKey,
  read: (ledger: Ledger, service: string, client: QueryClient) => Data | Promise<Data>,
) =>
  queryOptions({
    queryKey,
    queryFn: async ({ client }) => {
      const { ledger, service } = await connectedLedger(client)
      return read(ledger, service, client)
    },
  })

/** A change of what this browser recorded of the connected service. Nothing is sent. */
export const recording = <Input, Output>(
  invalidates: readonly QueryKey[],
  change: (input: Input, ledger: Ledger, service: string, client: QueryClient) => Output | Promise<Output>,
) =>
  mutationOptions({
    mutationFn: async (input: Input, { client }) => {
      const { ledger, service } = await connectedLedger(client)
      return change(input, ledger, service, client)
    },
    meta: { invalidates: [keys.ledger, ...invalidates] },
  })

/** While something is being sent, another tab may record its end, so it is read this often, in milliseconds; and where reading failed, as anything else is. */
export const whileSending = ({
  state,
}: {
  state: { data?: readonly { readonly state: string }[]; error: unknown; errorUpdateCount: number }
}) =>
  recoverDelay(state.error, state.errorUpdateCount) ||
  (state.data?.some((row) => row.state === 'sending') ? 2_000 : false)

export const ledgerQueries = {
  /** Every write of this browser to the connected service, newest first. */
  entries: () => recorded([...keys.ledger, 'entries'], (ledger, service) => ledger.entries(service)),

  /** The writes whose end is not known, without those that a person checked. What it was in words is told by `activityQueries`, which know every operation. */
  open: () =>
    queryOptions({
      ...recorded([...keys.ledger, 'open'], async (ledger, service) =>
        (await ledger.open(service)).flatMap(({ id, operation, state, checked }) =>
          checked ? [] : { id, operation, state },
        ),
      ),
      staleTime: 0,
      refetchInterval: whileSending,
    }),

  /** How much this browser stores of the connected service. */
  count: () => recorded([...keys.ledger, 'count'], (ledger, service) => ledger.count(service)),

  /** Bytes that this console takes in this browser, for all services together; `null` where the browser does not say. */
  space: () =>
    queryOptions({
      queryKey: [...keys.ledger, 'space'],
      queryFn: async () => (await navigator.storage?.estimate().catch(() => undefined))?.usage ?? null,
    }),

  /** Why this browser stores nothing, or `null` when it does. */
  problem: () =>
    queryOptions({
      queryKey: [...keys.ledger, 'problem'],
      queryFn: async ({ client }) => (await ledgerOf(client)).problem ?? null,
    }),
}

export const ledgerMutations = {
  /** Collects everything that is stored of the connected service, to be saved as JSON. */
  exportAll: () =>
    mutationOptions({
      mutationFn: async ({ maskContacts }: { maskContacts: boolean }, { client }) => {
        const { exportLedger } = await import('../ledger/export-ledger')
        const { ledger, service } = await connectedLedger(client)
        return exportLedger(ledger, { service, maskContacts })
      },
    }),
}
