import type { QueryClient } from '@tanstack/react-query'
import { isWire } from '../contract/reply'
import { leaseOfBatch } from '../contract/team-leases'
import { batchKind } from '../jobs/dispatch-batch'
import { type PlanAbout, readPlan, readProgress } from '../jobs/file-plan'
import { replacing } from '../jobs/replace-file'
import { restructuring } from '../jobs/restructure'
import type { StoredJob } from '../ledger/entry'
import { isTabOpen } from '../ledger/tabs'
import type { OtherWorker } from './job-engine'
import { connectedLedger, ownLedgerOf } from './ledger'
import { rememberOpen } from './open-note'

/** Something that has not ended, as Overview lists it; what is about files stands on the Files and Collections screens, too. */
export type OpenWork =
  | {
      readonly kind: 'replacement' | 'restructure'
      readonly id: string
      readonly name: string
      /** That is replaced. */
      readonly fileId?: string
      readonly waits: boolean
      /** An earlier page waited for its new file to be INGESTED, and this one can. */
      readonly mayWait?: boolean
    }
  | {
      readonly kind: 'batch'
      readonly id: string
      readonly fileName: string
      /** Nobody agreed yet that its rows are sent. */
      readonly isNew?: boolean
      /** Why it does not go on, if it was stopped by something. */
      readonly trouble?: string
      /** Who sends it now. */
      readonly sender?: 'this page' | OtherWorker
    }
  /** A file that a closed tab was preparing for a batch. */
  | {
      readonly kind: 'draft'
      readonly id: string
      readonly fileName: string
      readonly agentId?: string
    }
  | {
      readonly kind: 'plan'
      readonly id: string
      readonly about: PlanAbout
      readonly done: number
      readonly total: number
    }

/** What has not ended, newest first; of the connected service alone. */
export async function listOpenWork(client: QueryClient): Promise<readonly OpenWork[]> {
  const [{ ledger, service }, own] = await Promise.all([connectedLedger(client), ownLedgerOf(client)])
  const rows = await ledger.jobs(service)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const drafts = await draftsLeft(service, own === ledger ? rows : await own.jobs(service))
  const open = rows.flatMap((row) => openOf(row, byId) ?? [])
  return [...(await Promise.all(open.map((work) => withSender(client, work)))), ...drafts]
}

async function withSender(client: QueryClient, work: OpenWork): Promise<OpenWork> {
  if (work.kind !== 'batch') return work
  const { jobEngineOf, otherWorkerOf } = await import('./job-engine')
  const isOurs = jobEngineOf(client).isRunning(work.id)
  return { ...work, sender: isOurs ? 'this page' : await otherWorkerOf(client, leaseOfBatch(work.id)) }
}

/** The files for batches whose tab is closed. What a form of this tab still has is listed as its draft. */
async function draftsLeft(service: string, rows: readonly StoredJob[]): Promise<OpenWork[]> {
  const inTab = Object.values(globalThis.sessionStorage ?? {}).join()
  const left = rows.map(async ({ id, kind, state }): Promise<OpenWork[]> => {
    if (kind !== 'batch-draft' || !isWire(state) || inTab.includes(id)) return []
    if (await isTabOpen(String(state.page))) {
      // Asked for again, once that tab is closed.
      rememberOpen(service)
      return []
    }
    return [{ kind: 'draft', id, fileName: String(state.name), agentId: String(state.agentId) || undefined }]
  })
  return (await Promise.all(left)).flat()
}

function openOf(row: StoredJob, byId: ReadonlyMap<string, StoredJob>): OpenWork | undefined {
  const { id, kind, state } = row
  const replacement = kind === replacing.kind ? replacing.read(state) : undefined
  if (replacement && replacement.endedAt === undefined) {
    const next = replacing.next(replacement)
    const waits = next.name === 'person' && next.needs === 'validation'
    const mayWait = (next.name === 'wait' && !replacement.stopped && !replacement.trouble) || undefined
    const { fileId, fileName: name } = replacement.old
    return { kind: 'replacement', id, name, fileId, waits, mayWait }
  }
  const restructure = kind === restructuring.kind ? restructuring.read(state) : undefined
  if (restructure && restructure.endedAt === undefined) {
    const waits = restructuring.next(restructure).name === 'person'
    const { old, fresh } = restructure
    const name = `${old ? old.name?.trim() || old.id : 'files'} into ${fresh.name}`
    return { kind: 'restructure', id, name, waits }
  }
  const batch = kind === batchKind.kind ? batchKind.read(state) : undefined
  if (batch?.course === 'open')
    return {
      kind: 'batch',
      id,
      fileName: batch.fileName,
      isNew: !batch.confirmed,
      trouble: batch.trouble?.title,
    }
  const plan = kind === 'file-plan' ? readPlan(state) : undefined
  const progress = readProgress(byId.get(`${id}-progress`)?.state)
  if (!plan || progress?.over) return undefined
  const done = Array.from(progress?.marks ?? '').filter((letter) => letter === 'd' || letter === 'o').length
  return { kind: 'plan', id, about: plan.about, done, total: plan.steps.length }
}
