import { deleteDatabase, LedgerUnavailable, openDatabase } from './database'
import type { LedgerProblem } from './entry'
import type { Ledger, LedgerSurroundings } from './ledger'
import { StoredLedger } from './stored-ledger'
import { joinTabs } from './tabs'

/** Opens the stored ledger, or one in memory that says why there is no stored one. */
export async function createLedger({ databaseName, now, locks }: LedgerSurroundings): Promise<Ledger> {
  const tabs = await joinTabs(locks)
  const stored = new StoredLedger({ open: (onClosed) => openDatabase(databaseName, onClosed), tabs, now })
  try {
    await stored.connect()
    return stored
  } catch (error) {
    const problem: LedgerProblem =
      error instanceof LedgerUnavailable
        ? error.problem
        : { reason: 'broken', message: 'The data stored in this browser cannot be opened.' }
    const { MemoryLedger } = await import('./memory-ledger')
    return new MemoryLedger({ problem, now, deleteStored: () => deleteDatabase(databaseName) })
  }
}
