import type { QueryClient } from '@tanstack/react-query'

/** One of a kind on this page: made when first used, for the page's client. */
export function perPage<T>(make: (client: QueryClient) => T): (client: QueryClient) => T {
  const made = new WeakMap<QueryClient, { readonly one: T }>()
  return (client) => {
    const before = made.get(client)
    if (before) return before.one
    const one = make(client)
    made.set(client, { one })
    return one
  }
}

const holding = new Set<object>()

const askToStay = (event: BeforeUnloadEvent) => event.preventDefault()

/** Leaving the page asks first while anything holds it; at other times it must not, or nobody heeds the question. */
export function holdPage(owner: object, busy: boolean): void {
  if (busy) holding.add(owner)
  else holding.delete(owner)
  if (holding.size > 0) globalThis.window?.addEventListener('beforeunload', askToStay)
  else globalThis.window?.removeEventListener('beforeunload', askToStay)
}
