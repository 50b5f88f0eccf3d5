import type { QueryClient } from '@tanstack/react-query'
import { dispatchCall } from '../contract/calls'
import type { BatchRow } from '../jobs/check-rows'
import type { LedgerEntry } from '../ledger/entry'
import type { Ledger } from '../ledger/ledger'
import { type LiveBatch, TEST_ROW } from './batch-live'
import { changeRows } from './batch-store'
import { type Launch, readLaunch } from './calls'
import { connectedLedger } from './ledger'

/** So many of the newest writes are looked at before each call: others wrote fewer since the call before. */
const NEWEST = 25

/** The newest call to each number that was placed, or may have been. `launches`: newest first. */
export function callsByNumber(launches: readonly Launch[]): Map<string, Launch> {
  const calls = new Map<string, Launch>()
  for (const launch of launches) {
    const { toPhoneNumber } = launch.request ?? {}
    if (launch.state !== 'refused' && toPhoneNumber !== undefined && !calls.has(toPhoneNumber))
      calls.set(toPhoneNumber, launch)
  }
  return calls
}

/** The calls that were not placed for rows of one batch, as the record has them now. */
export class OtherCalls {
  readonly #ledger: Ledger
  readonly #service: string
  readonly #batch: string
  #calls = new Map<string, Launch>()
  /** The newest writes as they stood when they were looked at last, and when all were read last. */
  #seen: ReadonlySet<string> = new Set()
  #whole = ''

  constructor({ ledger, service }: { ledger: Ledger; service: string }, batch: string) {
    this.#ledger = ledger
    this.#service = service
    this.#batch = batch
  }

  async all(): Promise<ReadonlyMap<string, Launch>> {
    await this.#look(undefined)
    return this.#calls
  }

  /** Id of the newest call to a number. Reads the newest writes alone where they tell that there is none. */
  async to(number: string): Promise<string | undefined> {
    await this.#look(number)
    return this.#calls.get(number)?.id
  }

  async #look(number: string | undefined): Promise<void> {
    const { entries, more } = await this.#ledger.newest(this.#service, NEWEST)
    const seen = this.#seen
    const marks = entries.map(({ id, state, finishedAt }) => `${id} ${state} ${finishedAt}`)
    const now = marks.join()
    if (now === this.#whole) return
    // A team lists first what changed last, so one that has ended since tells nothing of what began before it did.
    const isComplete = !more || marks.some((mark) => seen.has(mark))
    this.#seen = new Set(marks)
    const recent = this.#read(entries.toReversed())
    const isNone = number !== undefined && isComplete && !recent.has(number) && !this.#calls.has(number)
    // A call that was on its way may have been refused since, so one that is found is looked up among all.
    if (isNone) for (const [to, launch] of recent) this.#calls.set(to, launch)
    else {
      this.#calls = this.#read(await this.#ledger.entries(this.#service, dispatchCall.name))
      this.#whole = now
    }
  }

  #read = (entries: readonly LedgerEntry[]) =>
    callsByNumber(
      entries
        .filter(
          ({ operation, batch }) =>
            operation === dispatchCall.name && (batch?.id !== this.#batch || batch.row === TEST_ROW),
        )
        .map(readLaunch),
    )
}

const otherCalls = async (client: QueryClient, { batch }: LiveBatch) =>
  new OtherCalls(await connectedLedger(client), batch.id)

/** Rows that wait and whose number was called since their file was read, with the id of that call. */
function calledRows({ view }: LiveBatch, calls: ReadonlyMap<string, Launch>): ReadonlyMap<number, string> {
  return new Map(
    view.rows.flatMap(({ row, state, request, called }): [number, string][] => {
      const id = calls.get(request?.toPhoneNumber ?? '')?.id
      return state === 'waiting' && id !== undefined && id !== called ? [[row, id]] : []
    }),
  )
}

export const calledSince = async (client: QueryClient, live: LiveBatch) =>
  calledRows(live, await (await otherCalls(client, live)).all())

/** Leaves all such rows out, so that no time is spent on each; resolves with what tells of later calls. */
export async function leaveOutCalled(client: QueryClient, live: LiveBatch): Promise<OtherCalls> {
  const others = await otherCalls(client, live)
  await leaveOut(client, live, calledRows(live, await others.all()).keys())
  return others
}

type Changes = ReadonlyMap<number, Partial<BatchRow>>

async function store(client: QueryClient, { batch }: LiveBatch, changes: Changes): Promise<void> {
  const { ledger, service } = await connectedLedger(client)
  if (changes.size > 0) await changeRows(ledger, { service, job: batch.id }, changes)
}

/** Leaves rows out for such a call. */
export function leaveOut(client: QueryClient, live: LiveBatch, rows: Iterable<number>): Promise<void> {
  const { view } = live
  const left = (row: number): Partial<BatchRow> => {
    const { request, firstName = request?.firstName } = view.rows[row] ?? {}
    return { request: undefined, firstName, problem: 'Left out: this number was called meanwhile.' }
  }
  const changes = new Map(Array.from(rows, (row) => [row, left(row)]))
  live.leaveOut(changes)
  return store(client, live, changes)
}

/** Sends rows in spite of such calls. */
export async function allow(
  client: QueryClient,
  live: LiveBatch,
  calledSince: ReadonlyMap<number, string>,
): Promise<void> {
  const changes = new Map(Array.from(calledSince, ([row, called]) => [row, { called }]))
  await store(client, live, changes)
  for (const [row, change] of changes) live.set(row, change)
}
