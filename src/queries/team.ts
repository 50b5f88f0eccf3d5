import type { QueryClient } from '@tanstack/react-query'
import { basePath } from '../client/base-path'
import { call } from '../client/call'
import type { ConsoleInfo } from '../contract/console-info'
import { type Operation, operationNamed, type Resource } from '../contract/operation'
import { BROWSER_PARAMETER, EVENTS_PATH } from '../contract/team-events'
import { listTeamRows } from '../contract/team-rows'
import type { Ledger } from '../ledger/ledger'
import { openTeamLedger } from '../ledger/remote-rows'
import { ifStored } from '../ledger/storage'
import { newId } from '../ledger/tabs'
import { keys } from './keys'
import { rememberOpen } from './open-note'
import { makeStale, readAnew } from './query-client'

const BROWSER_KEY = 'switchboard.browser'

/** A random id of this browser, with which the ids of its pages begin. */
function browserId(): string {
  const stored = ifStored(() => localStorage.getItem(BROWSER_KEY))
  if (stored && /^[\da-f]{32}$/.test(stored)) return stored
  const made = newId()
  ifStored(() => localStorage.setItem(BROWSER_KEY, made))
  return made
}

/** What of the cache a change of these rows makes stale, beside what is read of the ledger. */
const STALE: Readonly<Record<string, readonly (readonly string[])[]>> = {
  agents: [keys.agents],
  evidence: [keys.evidence],
  labNotes: [keys.lab],
}

/** What tells who works on what. */
const WORKERS = [
  [...keys.ledger, 'worker'],
  [...keys.ledger, 'batches', 'opened'],
]

/** What a write may have changed whose operation this page has not loaded. */
const ANYTHING: readonly Resource[] = ['agents', 'calls', 'threads', 'collections', 'files', 'lab']

/** Changes are read at most so often, in milliseconds. */
const READ_MS = 2_000
/** A stream that was refused, as without a session, is asked for again after so long. */
const AGAIN_MS = 5_000

/** Two consoles may stand under two paths of one origin. */
const CHANNEL = `switchboard-team${basePath}`

/** What a page asks the one that holds the stream for when it opens: the last news. */
const ASK = { type: 'ask' } as const

type News =
  | { readonly type: 'rows'; readonly numbers: Readonly<Record<string, Readonly<Record<string, number>>>> }
  | { readonly type: 'leases' }

/** Hears once of each change of who works on what. */
const leaseListeners = new Set<() => void>()

export function onLeases(listener: () => void): () => void {
  leaseListeners.add(listener)
  return () => void leaseListeners.delete(listener)
}

/** Opens the ledger that the people of this console share, and keeps what is shown of it up to date while the page is open. */
export async function openTeam(client: QueryClient, service: string): Promise<Ledger> {
  const browser = browserId()
  const isViewer = () => client.getQueryData<ConsoleInfo>(keys.connection)?.person?.role === 'viewer'
  const ledger = await openTeamLedger(browser, { isViewer })
  follow(browser, new TeamNews(client, service, ledger.page).take)
  return ledger
}

/** One page of the browser holds the stream and tells the others: a browser has six connections to an origin. */
function follow(browser: string, take: (news: News) => void): void {
  const channel = new BroadcastChannel(CHANNEL)
  /** Of the rows; known to the page that holds the stream. */
  let last: News | undefined
  channel.onmessage = ({ data }: MessageEvent<News | typeof ASK>) => {
    if (data.type !== 'ask') take(data)
    else if (last) channel.postMessage(last)
  }
  channel.postMessage(ASK)
  const tell = (news: News) => {
    if (news.type === 'rows') last = news
    take(news)
    channel.postMessage(news)
  }
  const stream = () => {
    const source = new EventSource(`${basePath}${EVENTS_PATH}?${BROWSER_PARAMETER}=${browser}`)
    source.addEventListener('rows', ({ data }) => tell({ type: 'rows', numbers: JSON.parse(data) }))
    source.addEventListener('leases', () => tell({ type: 'leases' }))
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) setTimeout(stream, AGAIN_MS)
    }
  }
  const { locks } = globalThis.navigator
  if (locks)
    void locks.request(`${CHANNEL}-events`, () => {
      stream()
      return new Promise<never>(() => undefined)
    })
  else stream()
}

/** Where the team's memory stood when the server gave this page out (D541); it does not say so in development. */
function positionOf(service: string): Readonly<Record<string, number>> | undefined {
  const { position } = globalThis.document?.documentElement.dataset ?? {}
  return position === undefined ? undefined : (JSON.parse(position)[service] ?? {})
}

/** What other pages changed, as far as this one was told, and what of it was not read yet. */
class TeamNews {
  readonly #client: QueryClient
  readonly #service: string
  readonly #page: string
  readonly #begin: Readonly<Record<string, number>> | undefined
  readonly #read: Map<string, number>
  readonly #latest = new Map<string, number>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #readAt = 0

  constructor(client: QueryClient, service: string, page: string) {
    this.#client = client
    this.#service = service
    this.#page = page
    this.#begin = positionOf(service)
    this.#read = new Map(Object.entries(this.#begin ?? {}))
    globalThis.document?.addEventListener('visibilitychange', () => this.#readSoon())
  }

  take = (news: News): void => {
    if (news.type === 'leases') {
      for (const listener of leaseListeners) listener()
      for (const key of WORKERS) void readAnew(this.#client, key)
      return
    }
    const isFirst = this.#latest.size === 0
    for (const [store, number] of Object.entries(news.numbers[this.#service] ?? {})) {
      this.#latest.set(store, number)
      if (isFirst && !this.#begin) this.#read.set(store, number)
    }
    if (isFirst) this.#noteJobs()
    this.#readSoon()
  }

  #changed = () => [...this.#latest].filter(([store, number]) => this.#read.get(store) !== number)

  #readSoon(): void {
    // Nobody looks at a hidden page, and there may be many.
    if (this.#timer || globalThis.document?.hidden || this.#changed().length === 0) return
    const pause = Math.max(0, this.#readAt + READ_MS - Date.now())
    this.#timer = setTimeout(() => {
      this.#readAt = Date.now()
      this.#timer = undefined
      void this.#readChanges().catch(() => undefined)
    }, pause)
  }

  async #readChanges(): Promise<void> {
    const changed = this.#changed()
    for (const [store, number] of changed) {
      const before = this.#read.get(store) ?? 0
      this.#read.set(store, number)
      // What could not be read is read with the next change.
      if (store === 'entries') await this.#readWrites(before).catch(() => this.#read.set(store, before))
      if (store === 'jobs') this.#noteJobs()
      for (const queryKey of STALE[store] ?? []) void readAnew(this.#client, queryKey)
    }
    if (changed.length > 0) void readAnew(this.#client, keys.ledger)
  }

  /** What the writes of others may have changed at the service is stale here, too. */
  async #readWrites(after: number): Promise<void> {
    const query = { service: this.#service, after: String(after) }
    const { rows } = await call(listTeamRows, { params: { store: 'entries' }, query })
    const names = new Set(
      rows.filter(({ row }) => row.tab !== this.#page).map(({ row }) => String(row.operation)),
    )
    const operations = [...names].map(
      (name) => operationNamed(name) ?? ({ changes: ANYTHING } as unknown as Operation),
    )
    makeStale(this.#client, ...operations)
  }

  /** Work that somebody else began may be open, which pages look for only where there is some. */
  #noteJobs(): void {
    const number = String(this.#latest.get('jobs') ?? 0)
    const name = `switchboard.jobs ${this.#service}`
    ifStored(() => {
      if (number === '0' || localStorage.getItem(name) === number) return
      localStorage.setItem(name, number)
      rememberOpen(this.#service)
    })
  }
}
