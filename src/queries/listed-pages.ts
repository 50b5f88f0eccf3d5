import { infiniteQueryOptions, keepPreviousData, type QueryKey } from '@tanstack/react-query'
import type { Operation } from '../contract/operation'
import type { ListReply } from '../contract/reply'
import { askSized, itemsOf, nextCursor } from './cursor-pages'
import { askExtension } from './extension'
import { recoverDelay } from './polling'

interface HasId {
  readonly id: string
}

/** `null`: the service does not list. */
type Page<Item> = ListReply<Item> | null

/** Records that the service lists, a page at a time. */
interface Listing<Item> {
  /** With the filter, if there is one. */
  readonly queryKey: QueryKey
  readonly operation: Operation
  /** How many are asked for at a time. */
  readonly size: number
  readonly ask: (
    page: { readonly cursor?: string; readonly limit?: string },
    signal: AbortSignal,
  ) => Promise<ListReply<Item>>
  /** When what was read is read again, in milliseconds; `false`: not by itself. */
  readonly again?: (pages: readonly Page<Item>[]) => number | false
}

const readOf = <Item>(pages: readonly Page<Item>[]) => pages.flatMap((page) => page ?? [])

// Made once: another function would join thousands of records at every drawing.
/** What the pages so far hold. */
function joinPages<Item extends HasId>({ pages }: { readonly pages: readonly Page<Item>[] }) {
  const read = readOf(pages)
  return {
    offered: pages[0] !== null,
    /** Each record once. */
    items: itemsOf(read),
    /** Entries that could not be read, as they came. */
    unreadable: read.flatMap(({ unreadable }) => unreadable),
  }
}

/** What an extension operation lists, in the service's order; `fetchNextPage` reads on. `offered: false`: the service does not answer it. */
export const listedPages = <Item extends HasId>({ queryKey, operation, size, ask, again }: Listing<Item>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ client, signal, pageParam: cursor }) =>
      askExtension(client, operation, () => askSized(size, (limit) => ask({ cursor, limit }, signal))),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (_last, pages, _lastParam, used) => nextCursor(readOf(pages), used),
    select: joinPages<Item>,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data, error, errorUpdateCount } }) =>
      recoverDelay(error, errorUpdateCount) || (again?.(data?.pages ?? []) ?? false),
  })

/** How records of the service and what this browser recorded of the same things become rows. */
interface Joining<Item, Recorded, Row> {
  /** The id by which the service knows what was recorded. */
  readonly idOf: (recorded: Recorded) => string | undefined
  readonly rowOf: (item: Item | undefined, recorded: Recorded | undefined) => Row
  /** ISO time. */
  readonly timeOf: (row: Row) => string | undefined
}

/** One row for each thing that was recorded or that the service lists, newest first. */
export function joinRecorded<Item extends HasId, Recorded, Row>(
  items: readonly Item[],
  recorded: readonly Recorded[],
  { idOf, rowOf, timeOf }: Joining<Item, Recorded, Row>,
): readonly Row[] {
  const left = new Map(items.map((item) => [item.id, item]))
  const rows = recorded.map((each) => {
    const item = left.get(idOf(each) ?? '')
    if (item) left.delete(item.id)
    return rowOf(item, each)
  })
  for (const item of left.values()) rows.push(rowOf(item, undefined))
  const at = (row: Row) => Date.parse(timeOf(row) ?? '') || 0
  return rows.sort((one, other) => at(other) - at(one))
}
