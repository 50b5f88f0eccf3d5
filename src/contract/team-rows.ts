import { type Formats, operation, type RequestBody, type RequestQuery } from './operation'
import { ours, type Wire } from './reply'

// What the people of a console record together, at its own server (D470). Not operations of the service but addresses of the console,
// declared alike so that one function calls them all.

/** The kinds of rows, as the ledger of a browser has them. */
export const TEAM_STORES = ['entries', 'agents', 'jobs', 'evidence', 'rows', 'labNotes'] as const

/** Where one row is: the service it is about, its kind, and its key within both. */
export interface RowPlace {
  readonly service: string
  readonly store: string
  readonly key: string
}

/** Which rows of a kind are listed. */
export type RowsAsked = Omit<RowPlace, 'key'> &
  Omit<RequestQuery<typeof listTeamRows>, 'service' | 'after' | 'newest'> & {
    readonly after: number
    readonly newest?: number | undefined
  }

export interface TeamRow {
  readonly key: string
  /** The number of its last change among all of its kind. */
  readonly changed: number
  /** Who recorded it first. */
  readonly person: string
  readonly row: Readonly<Wire>
}

export type RowChange = Omit<RequestBody<typeof writeTeamRow>, 'service' | 'key'> & {
  readonly place: RowPlace
}

/** The right of a page to work on something alone, which a row may depend on. */
export type HeldBy = NonNullable<RowChange['lease']>

/** A row that is added unless it is there. */
export type NewRow = RequestBody<typeof addTeamRows>['rows'][number]

/** A part of the rows that changed after a number. */
export interface RowsPage {
  /** Of the last change of this kind, and of the last by which rows were removed. */
  readonly number: number
  readonly removed: number
  /** In the order of their changes; the newest begin with the last. */
  readonly rows: readonly TeamRow[]
  /** There are further rows after the last of these. */
  readonly more: boolean
}

/** Bytes of one row as JSON, and of what is sent of rows at once. */
export const ROW_BYTES_MAX = 4 * 1024 * 1024

/** Rows that may be added or removed at once. */
export const ROWS_AT_ONCE = 1_000

// What several addresses take alike.
type Text = Formats['text']
const service = (text: Text) => text({ label: 'The service', min: 1, max: 300 })
const key = (text: Text) => text({ label: 'The key', min: 1, max: 500 })
const ofWrite = (z: Formats['z'], text: Text) => ({
  operation: z.optional(text({ label: 'The operation', min: 1, max: 100 })),
  partOf: z.optional(text({ label: 'The batch', min: 1, max: 200 })),
})

const common = { auth: 'none', to: 'reach what the team recorded', isForMemory: true } as const

export const listTeamRows = operation({
  ...common,
  name: 'listTeamRows',
  method: 'GET',
  path: '/console/ledger/{store}',
  summary:
    'Lists the rows of a kind that changed after a number, or with newest so many of those that changed last; with state at least those in it.',
  sendsQuery: ({ z, text }) =>
    z.strictObject({
      service: service(text),
      // The number of a change; what changed later is listed.
      after: z.optional(z.string().check(z.regex(/^\d{1,15}$/, 'after must be a number'))),
      // So many of those that changed last, these first.
      newest: z.optional(z.string().check(z.regex(/^[1-9]\d{0,2}$/, 'newest must be 1 to 999'))),
      ...ofWrite(z, text),
      // Rows without this word for a state are left out.
      state: z.optional(z.enum(['sending', 'accepted', 'refused', 'unknown'])),
    }),
  reply: ours<RowsPage>('rows'),
})

export const readTeamRow = operation({
  ...common,
  name: 'readTeamRow',
  method: 'GET',
  path: '/console/ledger/{store}/row',
  summary: 'Reads one row.',
  sendsQuery: ({ z, text }) =>
    z.strictObject({
      service: service(text),
      key: key(text),
    }),
  reply: ours<{ readonly row: TeamRow | null }>('row'),
})

export const writeTeamRow = operation({
  ...common,
  name: 'writeTeamRow',
  method: 'POST',
  path: '/console/ledger/{store}/row',
  summary: 'Adds or replaces one row.',
  sendsBody: ({ z, text, jsonObject }) =>
    z.strictObject({
      service: service(text),
      key: key(text),
      row: jsonObject('The row'),
      // The number of the change that it follows; 0: the row must be new. Absent: whatever is there is replaced.
      follows: z.optional(z.int('follows must be a whole number').check(z.gte(0))),
      ...ofWrite(z, text),
      // The row is written only while this page may work on it.
      lease: z.optional(
        z.strictObject({
          name: text({ label: 'The name', min: 1, max: 200 }),
          page: text({ label: 'The page', min: 1, max: 100 }),
        }),
      ),
    }),
  /** `changed`: another row is there by now. `lease lost`: another page works on it. */
  reply: ours<{
    readonly changed?: number
    readonly person?: string
    readonly refused?: 'changed' | 'lease lost'
  }>(),
})

export const addTeamRows = operation({
  ...common,
  name: 'addTeamRows',
  method: 'POST',
  path: '/console/ledger/{store}/add',
  summary: 'Adds those rows that are not there yet.',
  timeoutMs: 120_000,
  sendsBody: ({ z, text, jsonObject }) =>
    z.strictObject({
      service: service(text),
      rows: z
        .array(
          z.strictObject({
            key: key(text),
            row: jsonObject('The row'),
            ...ofWrite(z, text),
          }),
        )
        .check(z.minLength(1), z.maxLength(ROWS_AT_ONCE)),
    }),
  reply: ours<{ readonly added: number }>('added'),
})

export const removeTeamRows = operation({
  ...common,
  name: 'removeTeamRows',
  method: 'POST',
  path: '/console/ledger/remove',
  summary: 'Removes rows of a service by their keys, or all.',
  sendsBody: ({ z, text }) =>
    z.strictObject({
      service: service(text),
      stores: z.array(z.enum(TEAM_STORES)).check(z.minLength(1), z.maxLength(TEAM_STORES.length)),
      keys: z.optional(z.array(key(text)).check(z.maxLength(ROWS_AT_ONCE))),
    }),
  reply: ours<{ readonly removed: number }>('removed'),
})

export const countTeamRows = operation({
  ...common,
  name: 'countTeamRows',
  method: 'GET',
  path: '/console/ledger',
  summary: 'Counts the rows of a service by their kind.',
  sendsQuery: ({ z, text }) => z.strictObject({ service: service(text) }),
  reply: ours<{ readonly counts: Readonly<Record<string, number>> }>('counts'),
})
