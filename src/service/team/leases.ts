import { sql } from 'drizzle-orm'
import type { TeamLeasesNow } from '../../contract/team-leases'
import type { HeldBy } from '../../contract/team-rows'
import type { Database } from '../store/open-database'

/** A page that does not renew what it holds for this long counts as gone. */
const LEASE = sql`interval '30 s'`

/** So long before its end a lease is told of. Pages renew theirs long before, and find what they are told of within 5 s. */
const DUE = sql`interval '10 s'`

type LeaseAsked = HeldBy & { readonly service: string }

/** Of the pages that are open, which hold nothing but this. No service is called so. */
const OPEN_PAGE = ''

/** Which page works on what alone, over all browsers and processes (D473). All times are the database's. */
export function openTeamLeases(db: Database, onChange: () => void) {
  return {
    /** Takes it where nobody living has it, or from whoever has it; `false` where another page keeps it. */
    async take({ service, name, page }: LeaseAsked, person: string, fromOthers: boolean): Promise<boolean> {
      const { rows } = await db.execute(sql`
        insert into team_leases as l (service, name, page, person, until)
        values (${service}, ${name}, ${page}, ${person}, now() + ${LEASE})
        on conflict (service, name) do update
          set page = excluded.page, person = excluded.person, since = now(), until = excluded.until
          where ${fromOthers} or l.page = excluded.page or l.until <= now()
        returning 1`)
      if (rows.length > 0) onChange()
      return rows.length > 0
    },

    /** `false` where another page took it meanwhile. */
    async renew({ service, name, page }: LeaseAsked): Promise<boolean> {
      const { rows } = await db.execute(sql`update team_leases set until = now() + ${LEASE}
        where service = ${service} and name = ${name} and page = ${page} returning 1`)
      return rows.length > 0
    },

    async giveBack({ service, name, page }: LeaseAsked): Promise<void> {
      await db.execute(
        sql`delete from team_leases where service = ${service} and name = ${name} and page = ${page}`,
      )
      onChange()
    },

    /**
     * Says that these pages are open; those that nobody said it of for a while are forgotten. What a page works on stays its own
     * much longer: one that slept goes on where nobody took over.
     */
    async stayOpen(pages: readonly { readonly page: string; readonly person: string }[]): Promise<void> {
      await db.execute(sql`
        insert into team_leases (service, name, page, person, until)
        select ${OPEN_PAGE}, page, page, person, now() + ${LEASE}
        from unnest(${sql.param(pages.map(({ page }) => page))}::text[], ${sql.param(pages.map(({ person }) => person))}::text[]) as open (page, person)
        on conflict (service, name) do update set until = excluded.until`)
      await db.execute(sql`delete from team_leases
        where until <= now() - case when service = ${OPEN_PAGE} then interval '1 hour' else interval '30 days' end`)
    },

    /** What pages work on now, and which pages are open. */
    async list(service: string): Promise<TeamLeasesNow> {
      const { rows } = await db.execute(sql`select service, name, page, person, since from team_leases
        where service in (${service}, ${OPEN_PAGE}) and until > now() order by since, name`)
      const isPage = (row: (typeof rows)[number]) => row.service === OPEN_PAGE
      return {
        pages: rows.filter(isPage).map(({ page }) => String(page)),
        leases: rows
          .filter((row) => !isPage(row))
          .map(({ name, page, person, since }) => ({
            name: String(name),
            page: String(page),
            person: String(person),
            since: new Date(String(since)).toISOString(),
          })),
      }
    },

    /** Differs whenever a page began or stopped to work on something, or should have renewed that (D1038). */
    async mark(): Promise<string> {
      const { rows } = await db.execute(sql`select coalesce(string_agg(service || ' ' || name || ' ' || page
          || case when until <= now() + ${DUE} then ' due' else '' end, ',' order by service, name), '') as mark
        from team_leases where service <> ${OPEN_PAGE} and until > now()`)
      return String(rows[0]?.mark)
    },
  }
}
