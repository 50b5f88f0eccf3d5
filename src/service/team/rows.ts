import { sql } from 'drizzle-orm'
import { redact } from '../../contract/redact'
import type { NewRow, RowChange, RowPlace, RowsAsked } from '../../contract/team-rows'
import type { Database, Queries } from '../store/open-database'

/** Rows as they are stored: of whom, and found by what. */
const COLUMNS = sql`service, store, key, operation, part_of, person, changed, content`

/** A page's rows keep what they are yet to send; everything else is stored without secrets (D66, D470). */
const textOf = (store: string, row: unknown) =>
  JSON.stringify(store === 'jobs' || store === 'rows' ? row : redact(row))

/** Rows of one answer, and their bytes unless a single row is larger. */
const PAGE_ROWS = 2_000
const PAGE_BYTES = 2 * 1024 * 1024

interface Stored {
  readonly key: string
  readonly changed: string | number
  readonly person: string
  /** JSON. */
  readonly content: string
}

const asRow = ({ key, changed, person, content }: Stored) => ({
  key,
  changed: Number(changed),
  person,
  content,
})

/** The next numbers of a kind of rows. Until the transaction ends no other writer gets any, so that numbers become visible in their order. */
async function count(tx: Queries, { service, store }: Omit<RowPlace, 'key'>, by = 1): Promise<number> {
  const { rows } = await tx.execute(sql`
    insert into team_changes as c (service, store, number) values (${service}, ${store}, ${by})
    on conflict (service, store) do update set number = c.number + ${by} returning number`)
  return Number(rows[0]?.number)
}

/** What the people of a console recorded, on the store (D470). */
export function openTeamRows(db: Database, onChange: () => void) {
  /** Runs a change, and tells of it once it is visible. */
  async function change<Result>(work: (tx: Queries) => Promise<Result>): Promise<Result> {
    const result = await db.transaction(work)
    onChange()
    return result
  }

  return {
    /** The rows that changed after a number, in the order of their changes, or the newest first; as many as one answer should hold. */
    async list({ service, store, after, newest, operation, partOf, state }: RowsAsked) {
      const limit = newest ?? PAGE_ROWS
      const order = newest === undefined ? sql`changed` : sql`changed desc`
      // Asked before, so that what changes meanwhile is only read twice.
      const { rows: counts } = await db.execute(
        sql`select number, removed from team_changes where service = ${service} and store = ${store}`,
      )
      const { rows } = await db.execute(sql`
        select *, count(*) over () as found from (
          select *, sum(octet_length(content)) over (order by ${order}) - octet_length(content) as before from (
            select ${COLUMNS} from team_rows where service = ${service} and store = ${store} and changed > ${after}
              ${operation === undefined ? sql`` : sql`and operation = ${operation}`}
              ${partOf === undefined ? sql`` : sql`and part_of = ${partOf}`}
              ${state === undefined ? sql`` : sql`and content like ${`%"state":"${state}"%`}`}
            order by ${order} limit ${limit + 1}) as read) as measured
        order by ${order} limit ${limit}`)
      const found = rows as unknown as (Stored & { before: string; found: string })[]
      const sent = found.filter(({ before }) => Number(before) < PAGE_BYTES)
      return {
        number: Number(counts[0]?.number ?? 0),
        removed: Number(counts[0]?.removed ?? 0),
        rows: sent.map(asRow),
        more: sent.length < Number(found[0]?.found ?? 0),
      }
    },

    async read({ service, store, key }: RowPlace) {
      const { rows } = await db.execute(
        sql`select ${COLUMNS} from team_rows where service = ${service} and store = ${store} and key = ${key}`,
      )
      return (rows as unknown as Stored[]).map(asRow)[0]
    },

    /** Resolves with the number of the change. */
    write(
      { place, row, follows, operation, partOf, lease }: RowChange,
      person: string,
    ): Promise<number | 'changed' | 'lease lost'> {
      const { service, store, key } = place
      const content = textOf(store, row)
      return change(async (tx) => {
        if (lease) {
          // Held until the row is visible: whoever takes over reads it.
          const { rows } = await tx.execute(sql`select 1 from team_leases
            where service = ${service} and name = ${lease.name} and page = ${lease.page} for share`)
          if (rows.length === 0) return 'lease lost'
        }
        const changed = await count(tx, place)
        const isNew = follows === undefined || follows === 0
        const { rows } = await tx.execute(
          isNew
            ? sql`insert into team_rows as r (${COLUMNS}) values
                (${service}, ${store}, ${key}, ${operation ?? null}, ${partOf ?? null}, ${person}, ${changed}, ${content})
              on conflict (service, store, key) ${
                follows === 0
                  ? sql`do nothing`
                  : sql`do update set changed = excluded.changed, content = excluded.content`
              } returning 1`
            : sql`update team_rows set changed = ${changed}, content = ${content}
              where service = ${service} and store = ${store} and key = ${key} and changed = ${follows} returning 1`,
        )
        return rows.length === 0 ? 'changed' : changed
      })
    },

    /** Adds those rows that are not there; resolves with how many. */
    add({ service, store }: Omit<RowPlace, 'key'>, rows: readonly NewRow[], person: string): Promise<number> {
      const texts = rows.map(({ row }) => textOf(store, row))
      return change(async (tx) => {
        const last = await count(tx, { service, store }, rows.length)
        const { rows: added } = await tx.execute(sql`
          insert into team_rows (${COLUMNS})
          select ${service}, ${store}, key, operation, part_of, ${person}, ${last - rows.length} + place, content
          from unnest(${sql.param(rows.map(({ key }) => key))}::text[], ${sql.param(rows.map(({ operation = null }) => operation))}::text[],
            ${sql.param(rows.map(({ partOf = null }) => partOf))}::text[], ${sql.param(texts)}::text[])
            with ordinality as given (key, operation, part_of, content, place)
          on conflict do nothing returning 1`)
        return added.length
      })
    },

    /** Removes the rows with these keys, and the parts of the procedures with these keys; without keys all. Resolves with how many. */
    remove(service: string, stores: readonly string[], keys?: readonly string[]): Promise<number> {
      return change(async (tx) => {
        let removed = 0
        for (const store of stores) {
          const number = await count(tx, { service, store })
          const { rows } = await tx.execute(sql`
            delete from team_rows where service = ${service} and store = ${store} ${
              keys
                ? sql`and ${store === 'rows' ? sql`part_of` : sql`key`} = any(${sql.param(keys)}::text[])`
                : sql``
            } returning 1`)
          removed += rows.length
          await tx.execute(
            sql`update team_changes set removed = ${number} where service = ${service} and store = ${store}`,
          )
        }
        return removed
      })
    },

    async counts(service: string): Promise<Record<string, number>> {
      const { rows } = await db.execute(
        sql`select store, count(*)::int as count from team_rows where service = ${service} group by store`,
      )
      return Object.fromEntries(rows.map(({ store, count }) => [String(store), Number(count)]))
    },

    /** The numbers of the last changes of all services. */
    async numbers(): Promise<{ service: string; store: string; number: number }[]> {
      const { rows } = await db.execute(sql`select service, store, number from team_changes`)
      return rows.map(({ service, store, number }) => ({
        service: String(service),
        store: String(store),
        number: Number(number),
      }))
    },
  }
}
