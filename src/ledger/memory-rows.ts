import { deleteDB } from 'idb'
import type { LedgerEntry, LedgerProblem } from './entry'
import {
  type EntryIndex,
  type EntryRemoval,
  type Key,
  nameIn,
  type Row,
  type RowStore,
  STORES,
  type StoreName,
  TIMES,
} from './row-store'

const text = (key: Key) => JSON.stringify(key)

/** Rows that last as long as the page, where the browser stores nothing. */
export class MemoryRows implements RowStore {
  problem: LedgerProblem
  readonly #databaseName: string
  readonly #stores = new Map(STORES.map((store) => [store, new Map<string, Row>()]))

  /** `problem`: why the database with this name cannot be used. */
  constructor(problem: LedgerProblem, databaseName: string) {
    this.problem = problem
    this.#databaseName = databaseName
  }

  #rowsOf(store: StoreName): Map<string, Row> {
    return this.#stores.get(store) ?? new Map()
  }

  async add(entry: LedgerEntry) {
    this.#rowsOf('entries').set(text([entry.service, entry.id]), { ...entry })
  }

  async get(store: StoreName, key: Key) {
    return this.#rowsOf(store).get(text(key))
  }

  async list(store: StoreName, service: string) {
    const rows = [...this.#rowsOf(store).values()].filter((row) => row.service === service)
    const timeOf = (row: Row) => String(row[TIMES[store]])
    return rows.sort(
      (one, other) => Number(timeOf(one) > timeOf(other)) - Number(timeOf(one) < timeOf(other)),
    )
  }

  async entries(index: EntryIndex, [service, id]: readonly [string, string?]) {
    const entries = (await this.list('entries', service)) as unknown as LedgerEntry[]
    if (index === 'by-service') return entries
    return entries.filter((entry) => nameIn(index, entry) === id)
  }

  async newest(service: string, count: number, operation?: string) {
    const entries = await this.entries(operation ? 'by-operation' : 'by-service', [service, operation])
    return { entries: entries.slice(-count), more: entries.length > count }
  }

  async put(store: StoreName, key: Key, row: object) {
    this.#rowsOf(store).set(text(key), { ...row })
  }

  async change(store: StoreName, key: Key, change: (row: Row | undefined) => object | undefined) {
    const rows = this.#rowsOf(store)
    const changed = change(rows.get(text(key)))
    if (changed) rows.set(text(key), { ...changed })
  }

  async remove(stores: readonly StoreName[], key: Key) {
    const beginning = text(key).slice(0, -1)
    for (const store of stores)
      for (const each of this.#rowsOf(store).keys())
        if (each.startsWith(beginning)) this.#rowsOf(store).delete(each)
  }

  async removeEntries(service: string, { before, keeps }: EntryRemoval) {
    const old = (await this.entries('by-service', [service])).filter(
      (entry) => entry.startedAt < before && !keeps(entry),
    )
    for (const { id } of old) this.#rowsOf('entries').delete(text([service, id]))
    return old.length
  }

  async count(store: StoreName, service: string) {
    return (await this.list(store, service)).length
  }

  async empty(service: string) {
    for (const rows of this.#stores.values())
      for (const [key, row] of rows) if (row.service === service) rows.delete(key)
    if (this.problem.reason !== 'broken' && this.problem.reason !== 'newer') return
    await deleteDB(this.#databaseName)
    this.problem = {
      reason: 'unavailable',
      message: 'The old data was deleted. Reload this page to store data again.',
    }
  }
}
