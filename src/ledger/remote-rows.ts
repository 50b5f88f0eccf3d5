import { ServiceRefusal } from '../client/api-error'
import { call } from '../client/call'
import type { Operation, Reply } from '../contract/operation'
import { leaseOfBatch, listTeamLeases } from '../contract/team-leases'
import {
  countTeamRows,
  listTeamRows,
  ROWS_AT_ONCE,
  type RowChange,
  readTeamRow,
  removeTeamRows,
  writeTeamRow,
} from '../contract/team-rows'
import type { LedgerEntry, LedgerProblem } from './entry'
import { isLedgerEntry } from './entry'
import { JobChanged } from './job-changed'
import { Ledger, type LedgerSurroundings } from './ledger'
import { ABANDONED_MS, asAbandoned } from './read-entries'
import { inOrder, RemoteLists, readState, withPerson } from './remote-lists'
import { type Key, nameIn, type Row, type RowStore, STORES, type StoreName } from './row-store'
import { joinTabs, type Tabs } from './tabs'

/** Without the service, which stands beside it. */
const keyText = ([, ...parts]: Key): string => parts.join('/')

/** The batch that a row belongs to. */
function partOf(store: StoreName, row: Row): string | undefined {
  if (store === 'rows') return String(row.job)
  return store === 'entries' ? (row as unknown as LedgerEntry).batch?.id : undefined
}

/** A row and the number of its change; 0 where there is none. */
interface Written {
  readonly changed: number
  readonly row: Row | undefined
}

/** Rows that this page wrote last, which it changes next without reading them. */
const WRITTEN_MAX = 200

/** How often a change is tried again that others came before. */
const TRIES = 20

/** A browser that was not heard of when its write is this old is gone. Younger, it may only be about to be heard of. */
const UNHEARD_MS = 30_000

interface Surroundings {
  readonly tabs: Tabs
  /** The beginning of the ids of all pages of this browser. */
  readonly browser: string
  readonly now: () => Date
  /** What a viewer's page finds out about rows is shown and not stored; pages of operators store it (D543). Another person may sign in on it. */
  readonly isViewer: () => boolean
}

/** Rows at the console's own server, which the pages of all people share (D470). */
class RemoteRows implements RowStore {
  readonly #surroundings: Surroundings
  readonly #lists = new RemoteLists()
  readonly #written = new Map<string, Written>()
  readonly #changes = new Map<string, Promise<void>>()
  #counts: Promise<Readonly<Record<string, number>>> | undefined
  problem: LedgerProblem | undefined

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings
  }

  async add(entry: LedgerEntry): Promise<void> {
    const lease = entry.batch && { name: leaseOfBatch(entry.batch.id), page: entry.tab }
    const row = { ...entry } as unknown as Row
    const reply = await this.#write('entries', [entry.service, entry.id], row, {
      follows: 0,
      lease,
      waits: false,
    })
    if (reply !== 'written') throw new JobChanged()
  }

  async get(store: StoreName, key: Key) {
    return (await this.#readFor(store, key)).row
  }

  list(store: StoreName, service: string): Promise<Row[]> {
    return this.#lists.read(store, { service })
  }

  async entries(...[index, [service, id]]: Parameters<RowStore['entries']>) {
    // What is part of a list that is here needs none of its own (D716).
    const asksPart = id !== undefined && !this.#lists.hasRead('entries', service)
    if (asksPart && index === 'by-state') return this.#settle(await readState(service, id))
    const rows = await this.#lists.read('entries', {
      service,
      ...(asksPart && (index === 'by-batch' ? { partOf: id } : { operation: id })),
    })
    const isPart = (row: Row) => nameIn(index, row as unknown as LedgerEntry) === id
    return this.#settle(id === undefined ? rows : rows.filter(isPart))
  }

  async newest(service: string, count: number, operation?: string) {
    if (this.#lists.hasRead('entries', service)) {
      const all = await this.entries(operation ? 'by-operation' : 'by-service', [service, operation])
      return { entries: all.slice(-count), more: all.length > count }
    }
    const { rows, more } = await call(listTeamRows, {
      params: { store: 'entries' },
      query: { service, operation, newest: String(count) },
    })
    return { entries: await this.#settle(inOrder('entries', rows)), more }
  }

  async put(store: StoreName, key: Key, row: object) {
    if (this.#surroundings.isViewer()) this.#lists.show(store, key[0], keyText(key), row as Row)
    else await this.#write(store, key, row as Row)
  }

  /** Those of one row one after the other. */
  change(store: StoreName, key: Key, change: (row: Row | undefined) => object | undefined): Promise<void> {
    const name = nameOf(store, key)
    const before = this.#changes.get(name) ?? Promise.resolve()
    const changing = before.catch(() => undefined).then(() => this.#change(store, key, change))
    this.#changes.set(name, changing)
    const forget = () => this.#changes.get(name) === changing && this.#changes.delete(name)
    changing.then(forget, forget)
    return changing
  }

  async #change(store: StoreName, key: Key, change: (row: Row | undefined) => object | undefined) {
    // Mostly nobody else changed what this page wrote last, so that it need not be read.
    let latest = this.#written.get(nameOf(store, key))
    for (let tries = 0; tries < TRIES; tries += 1) {
      const isRemembered = latest !== undefined
      latest ??= await this.#readFor(store, key)
      const changed = change(latest.row)
      // That nothing is to be done holds of the row as it is now: somebody else may have gone on with it.
      if (changed === undefined && isRemembered) {
        latest = undefined
        continue
      }
      if (changed === undefined) return
      if (this.#surroundings.isViewer()) return this.#lists.show(store, key[0], keyText(key), changed as Row)
      const reply = await this.#write(store, key, changed as Row, { follows: latest.changed })
      if (reply !== 'changed') return
      this.#written.delete(nameOf(store, key))
      latest = undefined
    }
    throw new JobChanged()
  }

  async remove(stores: readonly StoreName[], key: Key) {
    await this.#removeKeys(key[0], stores, [keyText(key)])
  }

  async removeEntries(service: string, { before, keeps }: Parameters<RowStore['removeEntries']>[1]) {
    const ids = (await this.entries('by-service', [service]))
      .filter((entry) => entry.startedAt < before && !keeps(entry))
      .map(({ id }) => id)
    for (let from = 0; from < ids.length; from += ROWS_AT_ONCE)
      await this.#removeKeys(service, ['entries'], ids.slice(from, from + ROWS_AT_ONCE))
    return ids.length
  }

  async count(store: StoreName, service: string) {
    // All kinds are counted at once, and asked for one by one.
    this.#counts ??= call(countTeamRows, { query: { service } })
      .then(({ counts }) => counts)
      .finally(() => {
        this.#counts = undefined
      })
    return (await this.#counts)[store] ?? 0
  }

  empty(service: string): Promise<void> {
    return this.#removeKeys(service, STORES)
  }

  /** What a change is made of: the row as it is now, and the number that it must still have then. */
  async #readFor(store: StoreName, key: Key): Promise<Written> {
    const query = { service: key[0], key: keyText(key) }
    const { row } = await call(readTeamRow, { params: { store }, query })
    return row ? { changed: row.changed, row: withPerson(row) } : { changed: 0, row: undefined }
  }

  async #write(
    store: StoreName,
    key: Key,
    { who, ...row }: Row,
    // What records a write before it is sent is refused with it where the session has ended; all else waits (D480).
    { follows, lease, waits }: Pick<RowChange, 'follows' | 'lease'> & { waits?: boolean } = {},
  ): Promise<'written' | 'changed' | 'lease lost'> {
    const { operation } = row
    const body = {
      service: key[0],
      key: keyText(key),
      row,
      follows,
      lease,
      operation: store === 'entries' ? String(operation) : undefined,
      partOf: partOf(store, row),
    }
    const { changed, refused } = await this.#changing(writeTeamRow, {
      params: { store },
      body,
      waitsForSignIn: waits,
    })
    if (refused) return refused
    // The server stores no secrets, and neither does what is here come to be shown.
    if (changed !== undefined) this.#noteWritten(nameOf(store, key), { changed, row: { ...row, who } })
    return 'written'
  }

  #noteWritten(name: string, written: Written) {
    this.#written.delete(name)
    this.#written.set(name, written)
    const [oldest = ''] = this.#written.keys()
    if (this.#written.size > WRITTEN_MAX) this.#written.delete(oldest)
  }

  async #removeKeys(service: string, stores: readonly StoreName[], keys?: readonly string[]) {
    this.#written.clear()
    await this.#changing(removeTeamRows, {
      body: { service, stores: [...stores], ...(keys && { keys: [...keys] }) },
    })
  }

  /** Carries out a change. If it fails, `problem` says so until one is done. */
  async #changing<O extends Operation>(
    operation: O,
    options: Parameters<typeof call<O>>[1],
  ): Promise<Reply<O>> {
    try {
      const reply = await call(operation, options)
      this.problem = undefined
      return reply
    } catch (error) {
      const isTooLarge = error instanceof ServiceRefusal && error.status === 413
      this.problem = {
        reason: 'full',
        message: isTooLarge
          ? 'What you just did is too large to be recorded for your team.'
          : "What you just did could not be recorded for your team: the console's server did not take it.",
      }
      throw error
    }
  }

  /** The readable entries among rows; those that nobody will complete any more become `unknown`. */
  async #settle(rows: readonly unknown[]): Promise<LedgerEntry[]> {
    const entries = rows.filter(isLedgerEntry)
    const settled = await this.#abandon(entries)
    return entries.map((entry) => settled.get(entry.id) ?? entry)
  }

  /** Returns the changed ones by id. */
  async #abandon(entries: readonly LedgerEntry[]): Promise<Map<string, LedgerEntry>> {
    const settled = new Map<string, LedgerEntry>()
    const { tabs, browser, now } = this.#surroundings
    const others = entries.filter(({ state, tab }) => state === 'sending' && tab !== tabs.own)
    const [first] = others
    if (!first) return settled
    const ageOf = ({ startedAt }: LedgerEntry) => now().getTime() - Date.parse(startedAt)
    const living = await tabs.living()
    const { pages } = others.some((entry) => ageOf(entry) > UNHEARD_MS)
      ? await call(listTeamLeases, { query: { service: first.service } })
      : { pages: undefined }
    const isGone = (entry: LedgerEntry) => {
      if (ageOf(entry) > ABANDONED_MS) return true
      if (entry.tab.startsWith(browser)) return living !== undefined && !living.has(entry.tab)
      const isHeard = pages === undefined || pages.includes(entry.tab.slice(0, browser.length))
      return !isHeard && ageOf(entry) > UNHEARD_MS
    }
    for (const entry of others.filter(isGone))
      await this.change('entries', [entry.service, entry.id], (row) => {
        if (!isLedgerEntry(row) || row.state !== 'sending') return undefined
        const abandoned = asAbandoned(row, now())
        settled.set(entry.id, abandoned)
        return abandoned
      })
    return settled
  }
}

const nameOf = (store: StoreName, key: Key) => `${store} ${key.join('/')}`

/** Opens the ledger that the people of a console share. `browser`: a random id, with which the ids of this browser's pages begin. */
export async function openTeamLedger(
  browser: string,
  {
    now = () => new Date(),
    locks = globalThis.navigator?.locks ?? null,
    isViewer = () => false,
  }: Partial<LedgerSurroundings & Surroundings> = {},
): Promise<Ledger> {
  const tabs = await joinTabs(locks, browser)
  return new Ledger(new RemoteRows({ tabs, browser, now, isViewer }), tabs.own, now)
}
