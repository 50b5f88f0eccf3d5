import * as z from 'zod/mini'

const time = z.string()

/** What is known of a write (D61). `sending` is only true while the tab that sent it lives. */
const entryState = z.enum(['sending', 'accepted', 'refused', 'unknown'])

/** One write that this browser sent. Recorded before it was sent, completed when it ended. */
export const ledgerEntry = z.object({
  id: z.string(),
  /** The service it went to, as `/console/info` names it: one service's record is never shown for another. */
  service: z.string(),
  /** Name of the operation, such as `dispatchCall`. */
  operation: z.string(),
  params: z.record(z.string(), z.string()),
  body: z.optional(z.unknown()),
  /** ISO time. */
  startedAt: time,
  finishedAt: z.optional(time),
  state: entryState,
  /** The reply as it came, without its secrets. */
  reply: z.optional(z.unknown()),
  error: z.optional(
    z.object({ status: z.optional(z.number()), code: z.optional(z.string()), message: z.string() }),
  ),
  /** The tab that sent it. */
  tab: z.string(),
})

export type LedgerEntry = z.infer<typeof ledgerEntry>

/** What is known of a write before it is sent. */
export type NewEntry = Pick<LedgerEntry, 'service' | 'operation' | 'params' | 'body'>

/** How a write ended. */
export interface EntryEnd {
  readonly state: 'accepted' | 'refused' | 'unknown'
  readonly reply?: unknown
  readonly error?: LedgerEntry['error']
}

const knownVersion = z.object({
  versionId: z.string(),
  /** ISO time. */
  createdAt: z.optional(time),
  label: z.optional(z.string()),
  /** The creation request, where this browser sent it. */
  request: z.optional(z.unknown()),
})

/** An agent that this browser created or was told about; the interface lists none (§4 gaps). */
export const knownAgent = z.object({
  service: z.string(),
  agentId: z.string(),
  name: z.string(),
  agentType: z.optional(z.string()),
  /** The integer id that the testing lab wants (D13). */
  testingLabId: z.optional(z.number()),
  source: z.enum(['created', 'added']),
  /** ISO time. */
  addedAt: time,
  /** Newest first. */
  versions: z.array(knownVersion),
  deployedVersionId: z.optional(z.string()),
  /** ISO time. */
  deployedAt: z.optional(time),
  /** `deployed here`: this browser deployed it. `said by hand`: a person said so when adding the agent. */
  deployedKnownFrom: z.optional(z.enum(['deployed here', 'said by hand'])),
})

export type KnownAgent = z.infer<typeof knownAgent>

/** Why this browser cannot remember; shown to the person, with what they can do. */
export interface LedgerProblem {
  readonly reason: 'unavailable' | 'newer' | 'broken' | 'blocked' | 'full'
  readonly message: string
}
