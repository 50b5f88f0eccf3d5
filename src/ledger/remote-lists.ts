import { call } from '../client/call'
import { listTeamRows, type TeamRow } from '../contract/team-rows'
import type { LedgerEntry } from './entry'
import { type Row, type StoreName, TIMES } from './row-store'

interface Listed {
  readonly key: string
  time: string
  row: Row
}

/** The rows of one list as far as they were read, and the number of the change up to which they were. */
interface List {
  readonly store: StoreName
  readonly query: { readonly service: string; readonly operation?: string; readonly partOf?: string }
  number: number
  removed: number | undefined
  readonly byKey: Map<string, Listed>
  readonly rows: Listed[]
  /** Rows that this page found out and may not store, by their keys (D543). */
  readonly found: Map<string, Row>
  reading: Promise<unknown>
  next: Promise<Row[]> | undefined
}

/** Lists that are held at once; each has its rows in memory. */
const LISTS_MAX = 12

const nameOf = (store: StoreName, query: List['query']) => JSON.stringify([store, query])

/** The row as it is shown: with who recorded it. */
export const withPerson = ({ row, person }: TeamRow): Row => ({ ...row, who: person })

const listed = (store: StoreName, given: TeamRow): Listed => {
  const row = withPerson(given)
  return { key: given.key, time: String(row[TIMES[store]]), row }
}

/** What a reply has of a list, oldest first. */
export const inOrder = (store: StoreName, given: readonly TeamRow[]): Row[] =>
  given
    .map((each) => listed(store, each))
    .sort(byTime)
    .map(({ row }) => row)

/** The entries in a state, oldest first. Read anew each time: one that has left its state is in no list of what changed in it. */
export async function readState(service: string, id: string): Promise<Row[]> {
  const state = id as LedgerEntry['state']
  const found: TeamRow[] = []
  for (let more = true; more; ) {
    const after = String(found.at(-1)?.changed ?? 0)
    const page = await call(listTeamRows, { params: { store: 'entries' }, query: { service, state, after } })
    found.push(...page.rows)
    more = page.more
  }
  // What the server looks for may also stand within a request.
  return inOrder('entries', found).filter((row) => row.state === state)
}

/** The lists of the console's server that this page reads, each of which asks only for what changed since it was read last. */
export class RemoteLists {
  readonly #lists = new Map<string, List>()

  /** Whether all rows of a kind were read, so that only what changed since is asked for. */
  hasRead(store: StoreName, service: string): boolean {
    return (this.#lists.get(nameOf(store, { service }))?.number ?? 0) > 0
  }

  /** A row that this page may not store stands in its list until somebody stores one of its key. */
  show(store: StoreName, service: string, key: string, row: Row): void {
    this.#listOf(store, { service }).found.set(key, row)
  }

  #listOf(store: StoreName, query: List['query']): List {
    const name = nameOf(store, query)
    const list: List = this.#lists.get(name) ?? {
      store,
      query,
      number: 0,
      removed: undefined,
      byKey: new Map(),
      rows: [],
      found: new Map(),
      reading: Promise.resolve(),
      next: undefined,
    }
    this.#lists.delete(name)
    this.#lists.set(name, list)
    const [oldest = ''] = this.#lists.keys()
    if (this.#lists.size > LISTS_MAX) this.#lists.delete(oldest)
    return list
  }

  /** All rows of a list, in their order. */
  read(store: StoreName, query: List['query']): Promise<Row[]> {
    const list = this.#listOf(store, query)
    // One reading at a time; whoever asks meanwhile gets what is read after it, which has what was written before.
    list.next ??= list.reading
      .catch(() => undefined)
      .then(() => {
        const reading = readList(list)
        list.reading = reading
        list.next = undefined
        return reading
      })
    return list.next
  }
}

/** Reads what changed of a list since it was read last; all of it in their order. */
async function readList(list: List): Promise<Row[]> {
  const { store, query, byKey, rows } = list
  let after = list.number
  let isSorted = true
  for (let more = true; more; ) {
    const page = await call(listTeamRows, { params: { store }, query: { ...query, after: String(after) } })
    // What was removed is not named, so all is read again; also after the store was put back to an earlier time.
    if (list.removed !== page.removed || page.number < list.number) {
      list.removed = page.removed
      byKey.clear()
      rows.length = 0
      list.number = 0
      if (after > 0) {
        after = 0
        continue
      }
    }
    for (const given of page.rows) {
      const read = listed(store, given)
      const before = byKey.get(given.key)
      if (before) Object.assign(before, read)
      else {
        byKey.set(given.key, read)
        rows.push(read)
      }
      isSorted = false
    }
    after = page.rows.at(-1)?.changed ?? after
    more = page.more
    if (!more) list.number = Math.max(after, page.number)
  }
  if (!isSorted) rows.sort(byTime)
  const found = [...list.found].filter(([key]) => !byKey.has(key))
  return [...rows.map(({ row }) => row), ...found.map(([, row]) => row)]
}

const byTime = (one: Listed, other: Listed): number => {
  if (one.time !== other.time) return one.time < other.time ? -1 : 1
  return one.key < other.key ? -1 : 1
}
