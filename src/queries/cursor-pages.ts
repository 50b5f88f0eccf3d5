import { ServiceRefusal } from '../client/api-error'
import type { ListReply } from '../contract/reply'

/** Pages that may bring nothing new before a list counts as ended: a service might count its cursors up for ever. */
export const BARREN_PAGES_MAX = 3

interface WithId {
  readonly id?: unknown
}

/** What an item is known by; one without an id is known as itself alone. */
const keyOf = (item: WithId) => item.id ?? item

/**
 * The cursor of the page after these, or `undefined` when there is none. A cursor that was used before is none: a service that repeats
 * itself must not be asked for ever.
 */
export function nextCursor(
  pages: readonly ListReply<WithId>[],
  used: readonly (string | undefined)[],
): string | undefined {
  const next = pages.at(-1)?.nextCursor
  if (next === undefined || used.includes(next)) return undefined
  const seen = new Set<unknown>()
  let barren = 0
  for (const { items } of pages) {
    const before = seen.size
    for (const item of items) seen.add(keyOf(item))
    barren = seen.size === before ? barren + 1 : 0
  }
  return barren >= BARREN_PAGES_MAX ? undefined : next
}

/** What pages hold, each item once, as it was read last. */
export function itemsOf<T extends WithId>(pages: readonly ListReply<T>[]): readonly T[] {
  return [...new Map(pages.flatMap(({ items }) => items).map((item) => [keyOf(item), item])).values()]
}

/** Asks for a page of this size, and for the service's own where it refuses that: the largest is not documented. */
export async function askSized<T>(size: number, ask: (limit?: string) => Promise<T>): Promise<T> {
  try {
    return await ask(String(size))
  } catch (error) {
    // The limit is the only thing of ours in the request that a service could complain about.
    if (error instanceof ServiceRefusal && [400, 422].includes(error.status)) return ask()
    throw error
  }
}

/** A service that goes on handing out cursors is not followed for ever. */
const PAGES_MAX = 50

/** A list with all its pages. `nextCursor` stays where there are more than are read. */
export async function readPages<List extends ListReply<WithId>>(
  read: (cursor: string | undefined) => Promise<List>,
): Promise<List> {
  const pages: List[] = []
  const used: (string | undefined)[] = []
  let cursor: string | undefined
  do {
    used.push(cursor)
    pages.push(await read(cursor))
    cursor = nextCursor(pages, used)
  } while (cursor !== undefined && pages.length < PAGES_MAX)
  // Where the last pages brought nothing new, there may be more all the same.
  const last = pages.at(-1)?.nextCursor
  return {
    ...(pages[0] as List),
    items: itemsOf(pages),
    unreadable: pages.flatMap(({ unreadable }) => unreadable),
    nextCursor: used.includes(last) ? undefined : last,
  }
}

/** The same where the service takes how long a page is. */
export const readSizedPages = <List extends ListReply<WithId>>(
  size: number,
  ask: (page: { readonly cursor?: string; readonly limit?: string }) => Promise<List>,
): Promise<List> => readPages((cursor) => askSized(size, (limit) => ask({ cursor, limit })))
