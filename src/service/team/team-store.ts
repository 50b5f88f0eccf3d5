import { and, desc, eq, isNotNull, lt, type SQL } from 'drizzle-orm'
import type { AuditQuery } from '../../contract/audit'
import type { StoredSession } from '../../contract/session'
import type { Database } from '../store/open-database'
import { teamAudit, teamSessions } from '../store/schema'
import { openTeamLedger } from './ledger'

// What the console stores of the people who sign in, as its proxy asks for it.

const sessionsOn = (db: Database) => ({
  async start(
    digest: string,
    { person: { name, role, signIn }, startedAt, seenAt }: StoredSession,
  ): Promise<void> {
    await db.insert(teamSessions).values({ digest, name, role, signIn, startedAt, seenAt })
  },
  async find(digest: string): Promise<StoredSession | undefined> {
    const [row] = await db.select().from(teamSessions).where(eq(teamSessions.digest, digest))
    if (!row) return undefined
    const { name, role, signIn, startedAt, seenAt } = row
    return { person: { name, role, signIn }, startedAt, seenAt }
  },
  async see(digest: string, at: Date): Promise<void> {
    await db
      .update(teamSessions)
      .set({ seenAt: at })
      .where(and(eq(teamSessions.digest, digest), lt(teamSessions.seenAt, at)))
  },
  async end(digest: string): Promise<void> {
    await db.delete(teamSessions).where(eq(teamSessions.digest, digest))
  },
  async sweep(before: Date): Promise<void> {
    await db.delete(teamSessions).where(lt(teamSessions.startedAt, before))
  },
})

type AuditRow = typeof teamAudit.$inferSelect

const auditOn = (db: Database) => ({
  async begin(entry: Omit<AuditRow, 'id'>): Promise<number> {
    const [row] = await db.insert(teamAudit).values(entry).returning({ id: teamAudit.id })
    if (!row) throw new Error('The audit entry has no id')
    return row.id
  },
  async end(id: number, how: Pick<AuditRow, 'status' | 'duration' | 'ids'>): Promise<void> {
    await db.update(teamAudit).set(how).where(eq(teamAudit.id, id))
  },
  /** The newest first. */
  list({ before, person, operation, limit }: AuditQuery): Promise<AuditRow[]> {
    const asked: (SQL | undefined)[] = [
      before === undefined ? undefined : lt(teamAudit.id, before),
      person === undefined ? undefined : eq(teamAudit.person, person),
      operation === undefined ? undefined : eq(teamAudit.operation, operation),
    ]
    return db
      .select()
      .from(teamAudit)
      .where(and(...asked))
      .orderBy(desc(teamAudit.id))
      .limit(limit)
  },
  /** Who was let in; not strangers who were refused. */
  async people(): Promise<string[]> {
    const rows = await db
      .selectDistinct({ person: teamAudit.person })
      .from(teamAudit)
      .where(isNotNull(teamAudit.role))
      .orderBy(teamAudit.person)
    return rows.map(({ person }) => person)
  },
  async sweep(before: Date): Promise<void> {
    await db.delete(teamAudit).where(lt(teamAudit.at, before))
  },
})

export const teamStoreOn = (db: Database) => ({
  sessions: sessionsOn(db),
  audit: auditOn(db),
  ledger: openTeamLedger(db),
})
