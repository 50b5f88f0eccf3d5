import type { QueryClient } from '@tanstack/react-query'
import { isWire, type Wire } from '../contract/reply'
import { type FileEdits, readFileEdits } from '../jobs/batch-edits'
import { NO_EDITS } from '../jobs/row-edits'
import { isTabOpen } from '../ledger/tabs'
import { FileRefused, type RowsFile } from './batch-rows'
import { connectionOf } from './info'
import { newJobId } from './job-engine'
import { ownLedgerOf } from './ledger'
import { rememberOpen } from './open-note'

/** The kind of its job, which lists it, and the one place that an earlier console had. */
const DRAFT = 'batch-draft'
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
  /** Of the file, where a person chose it. */
  readonly encoding?: string
  /** The file or the saved mapping that it was taken over from. */
  readonly takenFrom?: string
}

export const NO_MAPPING: Mapping = { choices: new Map(), also: new Map(), fixed: new Map() }

/** A mapping as it was stored; what does not fit is left out. */
export function readMapping(stored: Wire): Mapping {
  // What a team stores is JSON, so there they are lists.
  const mapOf = <Key>(value: unknown) =>
    new Map(value instanceof Map || Array.isArray(value) ? (value as Map<Key, string>) : [])
  const { choices, also, fixed, hasHeader, encoding, takenFrom } = stored
  return {
    choices: mapOf(choices),
    also: mapOf(also),
    fixed: mapOf(fixed),
    hasHeader: typeof hasHeader === 'boolean' ? hasHeader : undefined,
    encoding: typeof encoding === 'string' ? encoding : undefined,
    takenFrom: typeof takenFrom === 'string' ? takenFrom : undefined,
  }
}

/** A file whose rows are being checked: nothing was sent, and a reload should not cost the work (D211). */
export interface BatchDraft {
  readonly id: string
  readonly name: string
  /** Read once: another program may write the file anew, which no page can then read. */
  readonly bytes: Promise<ArrayBuffer>
  readonly mapping: Mapping
  readonly edits: FileEdits
}

export const newDraft = (file: File): BatchDraft => ({
  id: newJobId(),
  name: file.name,
  bytes: file.arrayBuffer().catch(() => {
    throw new FileRefused(
      `${file.name} could not be read. It was changed, moved or deleted: choose it again.`,
    )
  }),
  mapping: NO_MAPPING,
  edits: NO_EDITS,
})

/** A team is sent what a batch calls, not the files that people prepare. */
async function ownPlace(client: QueryClient) {
  const [ledger, { serviceName: service }] = await Promise.all([ownLedgerOf(client), connectionOf(client)])
  return { ledger, service }
}

/** How long a page that is reloaded may take to be gone, and how often it is looked for, in milliseconds. */
const GOING_MS = 1_000
const LOOK_MS = 100

/** Whether another tab prepares this file, too: one that was duplicated has all that its original stored (D820). */
async function isPreparedElsewhere(page: unknown, own: string): Promise<boolean> {
  if (typeof page !== 'string' || page === own) return false
  for (let waited = 0; waited < GOING_MS; waited += LOOK_MS) {
    if (!(await isTabOpen(page))) return false
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  return true
}

/** Says that this page prepares it, so that no other offers it while this one is open (D800). `agentId`: to begin with. */
async function holdDraft(client: QueryClient, id: string, about: { name: string; agentId?: string }) {
  const { ledger, service } = await ownPlace(client)
  const before = await ledger.job(service, id)
  const revision = (before?.revision ?? 0) + 1
  const startedAt = before?.startedAt ?? new Date().toISOString()
  const state = { ...(isWire(before?.state) && before.state), ...about, page: ledger.page }
  await ledger.saveJob({ service, kind: DRAFT, id, startedAt, revision, state })
  rememberOpen(service)
}

/** Stores the file. */
export async function saveDraftFile(
  client: QueryClient,
  { id, name, bytes }: BatchDraft,
  agentId = '',
): Promise<void> {
  const { ledger, service } = await ownPlace(client)
  await ledger.saveRows({ service, job: id, part: FILE, rows: [{ id, name, bytes: await bytes }] })
  await holdDraft(client, id, { name, agentId })
}

/** Stores what was made of the file. */
export async function saveDraftState(
  client: QueryClient,
  { id, mapping, edits }: Omit<BatchDraft, 'name' | 'bytes'>,
): Promise<void> {
  const { ledger, service } = await ownPlace(client)
  await ledger.saveRows({ service, job: id, part: STATE, rows: [{ id, ...mapping, edits }] })
}

/** Stores what was made of the file, with what the worker that holds its rows has changed; one that does not yet, with what was. What cannot be stored is lost with a reload, which asks first. */
export const saveDraftMade = (
  client: QueryClient,
  worker: RowsFile,
  { id, mapping, edits: before }: BatchDraft,
) =>
  worker
    .ask('edits', id)
    .then(([edits = before]) => saveDraftState(client, { id, mapping, edits }))
    .catch(() => undefined)

/** What was stored under this id, which this page then prepares; under an id of its own where another tab does. `undefined` where there is nothing. */
export async function readDraft(client: QueryClient, id: string): Promise<BatchDraft | undefined> {
  const { ledger, service } = await ownPlace(client)
  for (const job of [id, DRAFT]) {
    const [[stored] = [], [state] = []] = await Promise.all([
      ledger.rows(service, job, FILE),
      ledger.rows(service, job, STATE),
    ])
    if (!isWire(stored) || stored.id !== id) continue
    const { name, bytes } = stored
    if (typeof name !== 'string' || !(bytes instanceof ArrayBuffer)) continue
    const made = isWire(state) && state.id === id ? state : {}
    const draft: BatchDraft = {
      id,
      name,
      bytes: Promise.resolve(bytes),
      mapping: readMapping(made),
      edits: readFileEdits(made.edits),
    }
    const { page, agentId } = about((await ledger.job(service, id))?.state)
    if (!(await isPreparedElsewhere(page, ledger.page))) {
      await holdDraft(client, id, { name }).catch(() => undefined)
      return draft
    }
    const copy = { ...draft, id: newJobId() }
    await saveDraftFile(client, copy, agentId)
      .then(() => saveDraftState(client, copy))
      .catch(() => undefined)
    return copy
  }
  return undefined
}

const about = (state: unknown) => {
  const { page, agentId } = isWire(state) ? state : {}
  return { page, agentId: typeof agentId === 'string' ? agentId : undefined }
}

/** Forgets the file. */
export async function forgetDraft(client: QueryClient, id: string): Promise<void> {
  const { ledger, service } = await ownPlace(client)
  await ledger.forgetJob(service, id)
}
