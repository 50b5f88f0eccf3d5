import type { Resource } from '../contract/operation'

/** The first part of every key in the cache, also by the names that operations have for what they change. */
export const keys = {
  connection: ['connection'],
  files: ['files'],
  collections: ['collections'],
  search: ['search'],
  preview: ['preview'],
  agents: ['agents'],
  calls: ['calls'],
  /** What this browser sent, apart from what the service lists. */
  launched: ['calls', 'launched'],
  tools: ['tools'],
  threads: ['threads'],
  started: ['threads', 'started'],
  organization: ['organization'],
  evidence: ['evidence'],
  lab: ['testing lab'],
  ledger: ['ledger'],
  /** Which operations beyond the document the service has. */
  extensions: ['extensions'],
  /** Who holds what, read for one decision; no write makes it stale under the person's eyes. */
  membership: ['membership'],
} as const satisfies Record<Resource, unknown> & Readonly<Record<string, readonly string[]>>

/** Under which this browser stores for how many days it keeps sent writes. */
export const KEEP_DAYS_KEY = 'switchboard.keep-days'
