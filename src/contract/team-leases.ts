import { operation } from './operation'
import { ours } from './reply'

/** Which page works on something alone. */
export interface TeamLease {
  /** What it works on, such as `dispatch-batch-3f2a`. */
  readonly name: string
  /** A random id of the page. */
  readonly page: string
  readonly person: string
  /** ISO time. */
  readonly since: string
}

export interface TeamLeasesNow {
  readonly leases: readonly TeamLease[]
  /** The pages of the console that are open, over all browsers. */
  readonly pages: readonly string[]
}

/** `take over`: from whoever has it. */
export const LEASE_ACTIONS = ['take', 'take over', 'renew', 'give back'] as const

export const listTeamLeases = operation({
  name: 'listTeamLeases',
  method: 'GET',
  path: '/console/leases',
  auth: 'none',
  summary: 'Lists who works on what.',
  to: 'read who works on this',
  timeoutMs: 10_000,
  sendsQuery: ({ z, text }) => z.strictObject({ service: text({ label: 'The service', min: 1, max: 300 }) }),
  reply: ours<TeamLeasesNow>('leases'),
})

export const changeTeamLease = operation({
  name: 'changeTeamLease',
  method: 'POST',
  path: '/console/leases',
  auth: 'none',
  summary: 'Takes, renews or gives back the right to work on something alone.',
  to: 'work on this alone',
  timeoutMs: 8_000,
  sendsBody: ({ z, text }) =>
    z.strictObject({
      service: text({ label: 'The service', min: 1, max: 300 }),
      name: text({ label: 'The name', min: 1, max: 200 }),
      page: text({ label: 'The page', min: 1, max: 100 }),
      action: z.enum(LEASE_ACTIONS),
    }),
  /** `by`: who has it, where another page does. */
  reply: ours<{ readonly isHeld: boolean; readonly by?: TeamLease }>('isHeld'),
})

/** Under which a page works on a batch alone. */
export const leaseOfBatch = (batchId: string) => `dispatch-batch-${batchId}`
