import type { BatchRow } from '../jobs/check-rows'
import type { RowEnd } from '../jobs/dispatch-batch'
import type { Ledger } from '../ledger/ledger'
import type { NotRecorded } from './write'

/** So many rows are stored at a time. */
const PART = 500

/** Stores the rows of a batch, before the batch itself. */
export async function storeRows(
  ledger: Ledger,
  { service, job, rows }: { service: string; job: string; rows: readonly BatchRow[] },
): Promise<void> {
  for (let part = 0; part * PART < rows.length; part += 1)
    await ledger.saveRows({ service, job, part, rows: rows.slice(part * PART, (part + 1) * PART) })
}

/** All rows of a batch, in their order. */
export async function storedRows(ledger: Ledger, service: string, job: string): Promise<BatchRow[]> {
  const rows: BatchRow[] = []
  for (let part = 0; ; part += 1) {
    const more = await ledger.rows(service, job, part)
    if (!more) return rows
    for (const row of more) rows.push(row as BatchRow)
  }
}

/** The row goes back to those that wait, and no other would fare better. */
export const notRecorded = ({ message }: NotRecorded): RowEnd => ({
  state: 'back',
  trouble: { title: 'Paused: this browser cannot keep the record', message },
  said: message,
})
