import type { Ledger } from './ledger'

/** So many rows are stored or sent at a time, or fewer that are this long as JSON: a part must fit where a team stores it. */
const ROWS = 500
const LENGTH = 500_000

/** Rows in parts, in their order. */
export function* inParts<Row>(rows: readonly Row[]): Generator<Row[]> {
  let part: Row[] = []
  let length = 0
  for (const row of rows) {
    const more = JSON.stringify(row).length
    if (part.length === ROWS || (part.length > 0 && length + more > LENGTH)) {
      yield part
      part = []
      length = 0
    }
    part.push(row)
    length += more
  }
  if (part.length > 0) yield part
}

/** The stored parts of a procedure's rows, in their order. */
export async function* storedParts(ledger: Ledger, service: string, job: string) {
  for (let part = 0; ; part += 1) {
    const rows = await ledger.rows(service, job, part)
    if (!rows) return
    yield { service, job, part, rows }
  }
}
