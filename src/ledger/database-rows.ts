import { type LedgerDatabase, LedgerUnavailable, openDatabase, unavailable } from './database'
import type { LedgerEntry, LedgerProblem } from './entry'
import { readEntries } from './read-entries'
import {
  type EntryIndex,
  type EntryRemoval,
  type Key,
  type Row,
  type RowStore,
  STORES,
  type StoreName,
} from './row-store'
import type { Tabs } from './tabs'

/** Makes an entry reach the disk before its write is sent. */
const DURABLE = { durability: 'strict' } as const

/** All keys with this beginning. An array sorts after every string and number. */
const startingWith = (parts: readonly unknown[]) => IDBKeyRange.bound(parts, [...parts, []])

/** In this database the key of an entry is its id. */
const keyIn = (store: StoreName, key: Key) => (store === 'entries' ? key[1] : key) as never

interface Surroundings {
  readonly databaseName: string
  readonly tabs: Tabs
  readonly now: () => Date
}

/** Rows in IndexedDB. */
export class DatabaseRows implements RowStore {
  readonly #surroundings: Surroundings
  #connection: Promise<LedgerDatabase> | undefined
  problem: LedgerProblem | undefined

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings
  }

  /** Opens the database. Returns why it cannot be used, if it cannot. */
  async open(): Promise<LedgerProblem | undefined> {
    try {
      await this.#connect()
      return undefined
    } catch (error) {
      return (error instanceof LedgerUnavailable ? error : unavailable()).problem
    }
  }

  /** Connects, and again after another tab closed the connection. */
  #connect(): Promise<LedgerDatabase> {
    const forget = () => {
      this.#connection = undefined
    }
    this.#connection ??= openDatabase(this.#surroundings.databaseName, forget).catch((error: unknown) => {
      forget()
      throw error
    })
    return this.#connection
  }

  add(entry: LedgerEntry) {
    return this.#write(async (database) => {
      const { store, done } = database.transaction('entries', 'readwrite', DURABLE)
      await Promise.all([store.add(entry), done])
    })
  }

  async get(store: StoreName, key: Key) {
    return (await this.#connect()).get(store, keyIn(store, key)) as Promise<Row | undefined>
  }

  async list(store: StoreName, service: string) {
    const rows: unknown = await (await this.#connect()).getAllFromIndex(
      store,
      'by-service',
      startingWith([service]),
    )
    return rows as Row[]
  }

  async entries(index: EntryIndex, parts: readonly [string, string?]) {
    const { tabs, now } = this.#surroundings
    return readEntries(await this.#connect(), { index, range: startingWith(parts), tabs, now: now() })
  }

  async newest(service: string, count: number, operation?: string) {
    const { readNewest } = await import('./read-newest')
    const { tabs, now } = this.#surroundings
    const parts = operation ? [service, operation] : [service]
    return readNewest(await this.#connect(), { range: startingWith(parts), count, tabs, now: now() })
  }

  put(store: StoreName, _key: Key, row: object) {
    return this.#write(async (database) => {
      await database.put(store, row as never)
    })
  }

  change(store: StoreName, key: Key, change: (row: Row | undefined) => object | undefined) {
    return this.#write(async (database) => {
      const transaction = database.transaction(store, 'readwrite', DURABLE)
      const row: unknown = await transaction.store.get(keyIn(store, key))
      const changed = change(row as Row | undefined)
      await Promise.all([changed && transaction.store.put(changed as never), transaction.done])
    })
  }

  remove(stores: readonly StoreName[], key: Key) {
    return this.#write(async (database) => {
      const transaction = database.transaction(stores, 'readwrite')
      for (const store of stores) await transaction.objectStore(store).delete(startingWith(key))
      await transaction.done
    })
  }

  async removeEntries(service: string, removal: EntryRemoval) {
    let removed = 0
    const { forgetEntries } = await import('./forget-entries')
    await this.#write(async (database) => {
      removed = await forgetEntries(database, service, removal)
    })
    return removed
  }

  async count(store: StoreName, service: string) {
    return (await this.#connect()).countFromIndex(store, 'by-service', startingWith([service]))
  }

  empty(service: string) {
    return this.#write(async (database) => {
      const transaction = database.transaction(STORES, 'readwrite')
      for (const store of STORES) {
        const keys = await transaction
          .objectStore(store)
          .index('by-service')
          .getAllKeys(startingWith([service]))
        await Promise.all(keys.map((key) => transaction.objectStore(store).delete(key as never)))
      }
      await transaction.done
    })
  }

  /** Runs a change. If the browser refuses it, `problem` says so from then on. */
  async #write(change: (database: LedgerDatabase) => Promise<void>): Promise<void> {
    try {
      await change(await this.#connect())
      this.problem = undefined
    } catch (error) {
      this.problem =
        error instanceof LedgerUnavailable
          ? error.problem
          : {
              reason: 'full',
              message:
                'This browser could not store what you just did. It may be out of space: free some, then reload the page.',
            }
      throw error
    }
  }
}
