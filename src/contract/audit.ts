import { operation, type RequestQuery } from './operation'
import { ours } from './reply'
import type { Person } from './session'

/** One write at the console: who asked for it, from where, and what came of it. Never a body or a secret. */
export interface AuditEntry {
  readonly id: number
  /** ISO time of the request. */
  readonly at: string
  /** Empty where nobody is signed in: a sign-in that was refused. */
  readonly person: string
  readonly role?: Person['role']
  /** Begins alike for all that was done in one session. */
  readonly session?: string
  /** The network address that it came from. */
  readonly address: string
  /** Name of the operation; `signIn` and `signOut` are the console's own. */
  readonly operation: string
  /** What it was about, by the names of `Subject` and of the address. */
  readonly ids: Readonly<Record<string, string>>
  /** Absent: the answer is not known, since the console stopped or the browser left. */
  readonly status?: number
  /** Until the answer was sent, in ms. */
  readonly duration?: number
}

export interface AuditPage {
  /** The newest first, 100 at most. */
  readonly entries: readonly AuditEntry[]
  /** What `before` of the next page is; absent on the last. */
  readonly next?: number
  /** All who were let in, by name; on the first page only. */
  readonly people?: readonly string[]
}

/** Downloads of the same, the newest first, with the same filters. */
export const AUDIT_CSV_PATH = '/console/audit.csv'
export const AUDIT_LINES_PATH = '/console/audit.jsonl'

/** What was done at the console, by whom. Only a console with sign-in has it. */
export const readAudit = operation({
  name: 'readAudit',
  method: 'GET',
  path: '/console/audit',
  auth: 'none',
  source: 'extension',
  summary: 'Lists the writes of all people who sign in at the console.',
  to: 'read the audit log',
  sendsQuery: ({ z, text }) =>
    z.strictObject({
      before: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/))),
      person: z.optional(text({ label: 'person', max: 320 })),
      operation: z.optional(text({ label: 'operation', max: 100 })),
    }),
  reply: ours<AuditPage>('entries'),
})

/** Which entries are read: those before the one of an id, by whom, of what. */
export type AuditQuery = Omit<RequestQuery<typeof readAudit>, 'before'> & {
  readonly before?: number | undefined
  readonly limit: number
}
