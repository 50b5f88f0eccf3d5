import type { QueryClient } from '@tanstack/react-query'
import { call } from '../client/call'
import { changeTeamLease, type LEASE_ACTIONS, listTeamLeases, type TeamLease } from '../contract/team-leases'
import { WorkedOn, waitFor } from '../jobs/hold'
import { isTabOpen } from '../ledger/tabs'
import { connectionOf } from './info'
import { connectedLedger } from './ledger'
import { onLeases } from './team'

/** Three renewals fit into the time of a lease. */
const RENEW_MS = 10_000

/** A page that waits to take over asks again so often, besides when it is told that leases changed. */
const ASK_MS = 3_000

/** Another page took over what this one worked on, or waits to. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** Held by a page that waits to take something over, so that whoever works on it lets go after the request under way (D540). */
const wishFor = (name: string) => `wish for ${name}`

/** A page of this browser that was closed lets go at once; pages elsewhere 30 s after they were heard of last. */
const isClosed = async (page: string, own: string) =>
  page.slice(0, 32) === own.slice(0, 32) && (await isTabOpen(page)) === false

/** How work is done alone. */
export interface Alone {
  readonly name: string
  /** From another page: `at once`, where what it sends is recorded only while it may work; else after the request that it has under way (D540). */
  readonly takesOver?: 'at once' | 'after its request' | undefined
  /** Ends the wait for the other page. */
  readonly signal?: AbortSignal
  /** Somebody else took over, or waits to. */
  readonly onLost?: (lost: Error) => void
}

/** Works on something alone, over all browsers of the team. Rejects with `NotDone` where somebody else does, unless this takes over. */
export async function workAlone(
  client: QueryClient,
  { name, takesOver, signal, onLost }: Alone & { onLost: (lost: LeaseLost) => void },
  work: () => Promise<void>,
): Promise<void> {
  const { ledger, service } = await connectedLedger(client)
  const { page } = ledger
  const ask = (action: (typeof LEASE_ACTIONS)[number], of = name) =>
    call(changeTeamLease, { body: { service, name: of, page, action } })
  const take = async () => {
    const lease = await ask(takesOver === 'at once' ? 'take over' : 'take')
    return lease.by && (await isClosed(lease.by.page, page)) ? ask('take over') : lease
  }
  let lease = await take()
  if (!lease.isHeld && takesOver) {
    const wish = wishFor(name)
    try {
      while (!lease.isHeld && !signal?.aborted) {
        await ask('take', wish)
        const again = untilLeases(signal)
        lease = await take()
        if (!lease.isHeld) await again
      }
    } finally {
      await ask('give back', wish).catch(ignore)
    }
    if (!lease.isHeld) return
  }
  if (!lease.isHeld)
    throw new WorkedOn(
      `${workerName(lease.by)} works on this`,
      'It runs in another page of this console. Two pages must not send the same requests.',
      'Continue there. If that page is closed, you can go on here half a minute later.',
    )
  // While the server is away nobody takes over, and nothing is sent.
  const renew = () => ask('renew').then(({ isHeld }) => isHeld || onLost(new LeaseLost()), ignore)
  const look = () => {
    // Browsers slow the timers of a hidden page to one a minute, and not what it hears (D1038).
    void renew()
    return call(listTeamLeases, { query: { service } }).then(({ leases }) => {
      const others = leases.filter((each) => each.page !== page).map((each) => each.name)
      if (others.includes(name) || others.includes(wishFor(name))) onLost(new LeaseLost())
    }, ignore)
  }
  const timer = setInterval(renew, RENEW_MS)
  const leave = onLeases(look)
  try {
    await work()
  } finally {
    clearInterval(timer)
    leave()
    await ask('give back').catch(ignore)
  }
}

/** With one password for all, nobody has a name. */
const workerName = ({ person }: { readonly person?: string } = {}) =>
  person === undefined ? 'Somebody else' : person === 'operator' ? 'Another operator' : person

const ignore = () => undefined

/** Resolves when leases changed, after a while, or when the signal says so. */
function untilLeases(signal?: AbortSignal): Promise<void> {
  const changed = new AbortController()
  const leave = onLeases(() => changed.abort())
  return waitFor(ASK_MS, AbortSignal.any([changed.signal, ...(signal ? [signal] : [])])).finally(leave)
}

/** Who works on this in another page that is open; `isHere`: a page of this browser. What a closed one of it left is free for all from now on. */
export async function otherWorker(
  client: QueryClient,
  name: string,
): Promise<(Pick<TeamLease, 'person'> & { readonly isHere: boolean }) | undefined> {
  const { ledger, service } = await connectedLedger(client)
  const { leases } = await call(listTeamLeases, { query: { service } })
  const lease = leases.find((each) => each.name === name)
  if (!lease || lease.page === ledger.page) return undefined
  if (await isClosed(lease.page, ledger.page)) {
    // Others would read for half a minute that this person works on it, who reads here that nobody does.
    const body = { service, name, page: lease.page, action: 'give back' } as const
    const { person } = await connectionOf(client)
    if (person?.role === 'operator') await call(changeTeamLease, { body }).catch(ignore)
    return undefined
  }
  return { person: lease.person, isHere: lease.page.slice(0, 32) === ledger.page.slice(0, 32) }
}
