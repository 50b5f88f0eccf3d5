import type { Ledger, LedgerSurroundings } from './ledger'

const surroundingsOf = (given: Partial<LedgerSurroundings>): LedgerSurroundings => ({
  databaseName: 'switchboard',
  now: () => new Date(),
  locks: globalThis.navigator?.locks ?? null,
  ...given,
})

/**
 * Opens the ledger. Never rejects: where the browser stores nothing, or its data cannot be read, the ledger works
 * in memory and `problem` says why. The database code loads now, not with the first screen.
 */
export async function openLedger(surroundings: Partial<LedgerSurroundings> = {}): Promise<Ledger> {
  const { createLedger } = await import('./ledger')
  return createLedger(surroundingsOf(surroundings))
}

/** Opens the ledger that the people of a console share, at its own server. `browser`: a random id, under which the pages of a browser are known. */
export async function openTeamLedger(
  browser: string,
  surroundings: Partial<LedgerSurroundings> = {},
): Promise<Ledger> {
  const { now, locks } = surroundingsOf(surroundings)
  const [{ Ledger }, { RemoteRows }, { joinTabs }] = await Promise.all([
    import('./ledger'),
    import('./remote-rows'),
    import('./tabs'),
  ])
  const tabs = await joinTabs(locks, browser)
  return new Ledger(new RemoteRows({ tabs, browser, now }), tabs.own, now)
}
