import type { QueryClient } from '@tanstack/react-query'
import { call } from '../client/call'
import { changeTeamLease, type LEASE_ACTIONS, listTeamLeases, type TeamLease } from '../contract/team-leases'
import { NotDone } from '../jobs/not-done'
import { isTabOpen } from '../ledger/tabs'
import { connectedLedger } from './ledger'
import { onLeases } from './team'

/** Three renewals fit into the time of a lease. */
const RENEW_MS = 10_000

/** Another page took over what this one worked on. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** A page of this browser that was closed lets go at once; pages elsewhere 30 s after they were heard of last. */
const isClosed = async (page: string, own: string) =>
  page.slice(0, 32) === own.slice(0, 32) && (await isTabOpen(page)) === false

/** Works on something alone, over all browsers of the team. Rejects with `NotDone` where somebody else does, unless this takes over. */
export async function workAlone(
  client: QueryClient,
  { name, takesOver, onLost }: { name: string; takesOver: boolean; onLost: (lost: LeaseLost) => void },
  work: () => Promise<void>,
): Promise<void> {
  const { ledger, service } = await connectedLedger(client)
  const ask = (action: (typeof LEASE_ACTIONS)[number]) =>
    call(changeTeamLease, { body: { service, name, page: ledger.page, action } })
  let lease = await ask(takesOver ? 'take over' : 'take')
  if (lease.by && (await isClosed(lease.by.page, ledger.page))) lease = await ask('take over')
  if (!lease.isHeld)
    throw new NotDone(
      `${lease.by?.person ?? 'Somebody else'} works on this`,
      'It runs in another page of this console. Two pages must not send the same requests.',
      'Continue there. If that page is closed, you can go on here half a minute later.',
    )
  const renew = () =>
    ask('renew').then(
      ({ isHeld }) => isHeld || onLost(new LeaseLost()),
      // While the server is away nobody takes over, and nothing is sent.
      () => undefined,
    )
  const timer = setInterval(renew, RENEW_MS)
  const leave = onLeases(renew)
  try {
    await work()
  } finally {
    clearInterval(timer)
    leave()
    await ask('give back').catch(() => undefined)
  }
}

/** Who works on this in another page that is open; `isHere`: a page of this browser. */
export async function otherWorker(
  client: QueryClient,
  name: string,
): Promise<(Pick<TeamLease, 'person'> & { readonly isHere: boolean }) | undefined> {
  const { ledger, service } = await connectedLedger(client)
  const { leases } = await call(listTeamLeases, { query: { service } })
  const lease = leases.find((each) => each.name === name)
  if (!lease || lease.page === ledger.page || (await isClosed(lease.page, ledger.page))) return undefined
  return { person: lease.person, isHere: lease.page.slice(0, 32) === ledger.page.slice(0, 32) }
}
