import type { Database } from '../store/open-database'
import { openTeamLeases } from './leases'
import { openTeamRows } from './rows'

/** What the people of a console recorded together and who works on what, as its proxy asks for it. */
export function openTeamLedger(db: Database) {
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    rows: openTeamRows(db, tell),
    leases: openTeamLeases(db, tell),
    /** Other processes change it, too. */
    isShared: db.$client.options.connectionString !== undefined,
    /** Tells of each change by this process. Returns how to leave. */
    onChange(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
