import type { QueryClient } from '@tanstack/react-query'
import { isWire, type Wire } from '../contract/reply'
import { fold } from '../jobs/column-names'
import { type Mapping, readMapping } from './batch-draft'
import { connectedLedger } from './ledger'

/** The name under which the ledger stores them, all in one part, newest first. */
const PLACE = 'batch-mappings'
const MAX = 50

/** What columns of these names stood for when a batch was last made of such a file. */
export interface SavedMapping extends Mapping {
  /** Of the file, and the country of its numbers without +. */
  readonly name: string
  readonly country: string
}

/** Files with the same columns are alike, whatever case and separators their names have. */
const keyOf = (header: readonly string[]) => header.map(fold).join(' ')

async function stored(client: QueryClient): Promise<readonly Wire[]> {
  const { ledger, service } = await connectedLedger(client)
  return ((await ledger.rows(service, PLACE, 0)) ?? []).filter(isWire)
}

/** The mapping of the last file with these columns; `undefined` for the first, and for a file that names none. */
export async function savedMapping(
  client: QueryClient,
  header: readonly string[],
): Promise<SavedMapping | undefined> {
  if (header.every((name) => name === '')) return undefined
  const found = (await stored(client)).find(({ key }) => key === keyOf(header))
  if (!found || typeof found.name !== 'string') return undefined
  return { ...readMapping(found), name: found.name, country: String(found.country ?? '') }
}

/** Saves what the columns stand for, for the next file with the same ones. */
export async function saveMapping(
  client: QueryClient,
  header: readonly string[],
  mapping: SavedMapping,
): Promise<void> {
  if (header.every((name) => name === '')) return
  const key = keyOf(header)
  const others = (await stored(client)).filter((each) => each.key !== key)
  const { ledger, service } = await connectedLedger(client)
  const rows = [{ ...mapping, key }, ...others].slice(0, MAX)
  await ledger.saveRows({ service, job: PLACE, part: 0, rows })
}
