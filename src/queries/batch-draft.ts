import type { QueryClient } from '@tanstack/react-query'
import { isWire, type Wire } from '../contract/reply'
import { type FileEdits, readFileEdits } from '../jobs/batch-edits'
import { NO_EDITS } from '../jobs/row-edits'
import { newJobId } from './job-engine'
import { connectedLedger } from './ledger'

/** The name under which the ledger stores it. There is one place: the file that was chosen last. */
const PLACE = 'batch-draft'
/** The file is written once, what is made of it with every change. */
const FILE = 0
const STATE = 1

/** What a person said of the columns of a file. */
export interface Mapping {
  /** What columns stand for, by their place; `also`: what else. */
  readonly choices: ReadonlyMap<number, string>
  readonly also: ReadonlyMap<number, string>
  /** Values for every row, by what no column stands for. */
  readonly fixed: ReadonlyMap<string, string>
  /** Whether the first line names the columns; absent: as it looks. */
  readonly hasHeader?: boolean
}

export const NO_MAPPING: Mapping = { choices: new Map(), also: new Map(), fixed: new Map() }

/** A mapping as it was stored; what does not fit is left out. */
export function readMapping(stored: Wire): Mapping {
  const mapOf = <Key>(value: unknown) => (value instanceof Map ? (value as Map<Key, string>) : new Map())
  const { choices, also, fixed, hasHeader } = stored
  return {
    choices: mapOf(choices),
    also: mapOf(also),
    fixed: mapOf(fixed),
    hasHeader: typeof hasHeader === 'boolean' ? hasHeader : undefined,
  }
}

/** A file whose rows are being checked: nothing was sent, and a reload should not cost the work (D211). */
export interface BatchDraft {
  readonly id: string
  readonly name: string
  readonly file: Blob
  readonly mapping: Mapping
  readonly edits: FileEdits
}

export const newDraft = (file: File): BatchDraft => ({
  id: newJobId(),
  name: file.name,
  file,
  mapping: NO_MAPPING,
  edits: NO_EDITS,
})

/** Stores the file, in place of any other. */
export async function saveDraftFile(client: QueryClient, { id, name, file }: BatchDraft): Promise<void> {
  const { ledger, service } = await connectedLedger(client)
  const bytes = await file.arrayBuffer()
  await ledger.saveRows({ service, job: PLACE, part: FILE, rows: [{ id, name, bytes }] })
}

/** Stores what was made of the file. */
export async function saveDraftState(
  client: QueryClient,
  { id, mapping, edits }: Omit<BatchDraft, 'name' | 'file'>,
): Promise<void> {
  const { ledger, service } = await connectedLedger(client)
  await ledger.saveRows({ service, job: PLACE, part: STATE, rows: [{ id, ...mapping, edits }] })
}

/** What was stored under this id; `undefined` where there is nothing, or another file took its place. */
export async function readDraft(client: QueryClient, id: string): Promise<BatchDraft | undefined> {
  const { ledger, service } = await connectedLedger(client)
  const [[stored] = [], [state] = []] = await Promise.all([
    ledger.rows(service, PLACE, FILE),
    ledger.rows(service, PLACE, STATE),
  ])
  if (!isWire(stored) || stored.id !== id) return undefined
  const { name, bytes } = stored
  if (typeof name !== 'string' || !(bytes instanceof ArrayBuffer)) return undefined
  const made = isWire(state) && state.id === id ? state : {}
  return {
    id,
    name,
    file: new Blob([bytes]),
    mapping: readMapping(made),
    edits: readFileEdits(made.edits),
  }
}

/** Forgets the file. */
export async function forgetDraft(client: QueryClient): Promise<void> {
  const { ledger, service } = await connectedLedger(client)
  await ledger.forgetJob(service, PLACE)
}
