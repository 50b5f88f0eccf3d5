import type { QueryClient } from '@tanstack/react-query'
import { type PlanAbout, readKeptPlan, readProgress } from '../jobs/kept-plan'
import { nextAction } from '../jobs/replace-file'
import { readReplacement } from '../jobs/replacement'
import { readRestructure } from '../jobs/restructure'
import { nextAction as nextInRestructure } from '../jobs/restructure-collection'
import type { KeptJob } from '../ledger/entry'
import { connectionOf } from './info'
import { ledgerOf } from './ledger'

/** Something that has not ended, as the Files and Collections screens list it. */
export type OpenWork =
  | {
      readonly kind: 'replacement' | 'restructure'
      readonly id: string
      readonly name: string
      readonly waits: boolean
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
  const { serviceName } = await connectionOf(client)
  const ledger = await ledgerOf(client)
  const rows = await ledger.jobs(serviceName)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return rows.flatMap((row) => openOf(row, byId) ?? [])
}

function openOf(row: KeptJob, byId: ReadonlyMap<string, KeptJob>): OpenWork | undefined {
  const { id, kind, state } = row
  if (kind === 'replace-file') {
    const job = readReplacement(state)
    if (!job || job.endedAt !== undefined) return undefined
    const action = nextAction(job, { content: true, address: false })
    const waits = action.name === 'person' && action.needs === 'validation'
    return { kind: 'replacement', id, name: job.old.fileName, waits }
  }
  if (kind === 'restructure') {
    const job = readRestructure(state)
    if (!job || job.endedAt !== undefined) return undefined
    const waits = nextInRestructure(job).name === 'person'
    return { kind: 'restructure', id, name: job.fresh.name, waits }
  }
  if (kind === 'file-plan') {
    const plan = readKeptPlan(state)
    const progress = readProgress(byId.get(`${id}-progress`)?.state)
    if (!plan || progress?.over) return undefined
    const done = Array.from(progress?.marks ?? '').filter((letter) => letter === 'd').length
    return { kind: 'plan', id, about: plan.about, done, total: plan.steps.length }
  }
  return undefined
}
