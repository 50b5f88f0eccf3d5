import type { Ledger, LedgerSurroundings } from './ledger'

/**
 * Opens the ledger. Never rejects: where the browser stores nothing, or its data cannot be read, the ledger works
 * in memory and `problem` says why. The database code loads now, not with the first screen.
 */
export async function openLedger(surroundings: Partial<LedgerSurroundings> = {}): Promise<Ledger> {
  const { createLedger } = await import('./ledger')
  return createLedger({
    databaseName: 'switchboard',
    now: () => new Date(),
    locks: globalThis.navigator?.locks ?? null,
    ...surroundings,
  })
}
