import type { CallRow } from './merge-calls'

/** Rows, newest first, without what was refused where its row of a batch was sent again: one that waited for a busy service is one call. */
export function lastAttempts(rows: readonly CallRow[]): readonly CallRow[] {
  const last = new Set<string>()
  return rows.filter(({ launch }) => {
    const { state, batch: { id, row = -1 } = {} } = launch ?? {}
    // Each test call is one of its own.
    if (row < 0) return true
    const before = last.size
    return last.add(`${id} ${row}`).size > before || state !== 'refused'
  })
}
