import type { QueryClient } from '@tanstack/react-query'
import {
  type FileStep,
  type PlanAbout,
  type PlanProgress,
  readKeptPlan,
  readMarks,
  readProgress,
  writeMarks,
} from '../jobs/kept-plan'
import { StepPlan } from '../jobs/step-plan'
import { alone, newJobId } from './alone'
import { addStep, type FilePlan, fileStepsOn, removeStep } from './file-steps'
import { connectionOf } from './info'
import { keys } from './keys'
import { holdPage } from './leave-warning'
import { ledgerOf } from './ledger'
import { rememberOpen } from './open-work'

export type { PlanAbout } from '../jobs/kept-plan'

/** The kinds under which the ledger keeps a plan, and how far it came. */
const KIND = 'file-plan'
const PROGRESS = 'file-plan-progress'
const progressId = (id: string) => `${id}-progress`

/** A plan of this page, kept in the ledger from its first step on, so that it outlives the page (D120). */
export class KeptPlan {
  readonly id: string
  readonly about: PlanAbout
  readonly plan: FilePlan
  readonly #client: QueryClient
  readonly #startedAt: string
  readonly #steps: readonly FileStep[]
  /** Nothing is kept before the first step. */
  #isKept: boolean
  /** Of the row that says how far it came. */
  #revision: number

  constructor(
    client: QueryClient,
    given: { about: PlanAbout; steps: readonly FileStep[] },
    left: { id: string; startedAt: string; marks: string; revision: number } | undefined = undefined,
  ) {
    this.#client = client
    this.id = left?.id ?? newJobId()
    const { about, steps } = given
    const used = new Set(steps.map((step) => (step.action === 'delete' ? undefined : step.collectionId)))
    const collections = Object.entries(about.collections).filter(([id]) => used.has(id))
    this.about = { ...about, collections: Object.fromEntries(collections) }
    this.#steps = given.steps
    this.#startedAt = left?.startedAt ?? new Date().toISOString()
    this.#isKept = left !== undefined
    this.#revision = left?.revision ?? 0
    this.plan = new StepPlan({
      ...fileStepsOn(client),
      steps: given.steps,
      marks: left && readMarks(left.marks),
      keep: (marks) => this.#keep({ marks: writeMarks(marks), over: marks.every((mark) => mark === 'done') }),
    })
  }

  /** Carries out what is left, unless another page does; then it rejects. */
  async run(wanted: { limit?: number } = {}): Promise<void> {
    if (this.plan.getSnapshot().running) return
    holdPage(this, true)
    try {
      await alone(`${KIND}-${this.id}`, () => this.plan.run(wanted))
    } finally {
      holdPage(this, false)
    }
  }

  /** Whether nobody else went on with it. */
  isAt = (revision: number): boolean => this.#revision === revision

  isDone = (): boolean => this.plan.getSnapshot().steps.every(({ state }) => state === 'done')

  /** Says that nobody will go on with it. What was not tried stays undone. */
  async dismiss(): Promise<void> {
    if (this.#isKept) {
      const marks = this.plan.getSnapshot().steps.map(({ state }) => (state === 'done' ? 'done' : 'untried'))
      await this.#keep({ marks: writeMarks(marks), over: true })
    }
    await this.#client.invalidateQueries({ queryKey: keys.ledger })
  }

  async #keep(state: PlanProgress): Promise<void> {
    const { serviceName: service } = await connectionOf(this.#client)
    const ledger = await ledgerOf(this.#client)
    const [id, startedAt] = [this.id, this.#startedAt]
    if (!this.#isKept) {
      const kept = { about: this.about, steps: this.#steps }
      await ledger.saveJob({ service, id, kind: KIND, startedAt, revision: 1, state: kept })
      this.#isKept = true
      plansOf(this.#client).set(id, this)
      rememberOpen(service)
    }
    await ledger.saveJob({
      service,
      id: progressId(id),
      kind: PROGRESS,
      startedAt,
      revision: this.#revision + 1,
      state,
    })
    this.#revision += 1
  }
}

const known = new WeakMap<QueryClient, Map<string, KeptPlan>>()

function plansOf(client: QueryClient): Map<string, KeptPlan> {
  const before = known.get(client)
  if (before) return before
  const made = new Map<string, KeptPlan>()
  known.set(client, made)
  return made
}

/** A plan of this page, or one that an earlier page left; `undefined` where this browser does not know it. */
export async function findPlan(client: QueryClient, id: string): Promise<KeptPlan | undefined> {
  const { serviceName } = await connectionOf(client)
  const ledger = await ledgerOf(client)
  const [row, progressRow] = await Promise.all([
    ledger.job(serviceName, id),
    ledger.job(serviceName, progressId(id)),
  ])
  const live = plansOf(client).get(id)
  // Another page may have come further meanwhile; this page's own is as good only while nobody did.
  if (live && (live.plan.getSnapshot().running || live.isAt(progressRow?.revision ?? 0))) return live
  const kept = row?.kind === KIND ? readKeptPlan(row.state) : undefined
  if (!row || !kept) return undefined
  const { marks = '' } = readProgress(progressRow?.state) ?? {}
  const revision = progressRow?.revision ?? 0
  const plan = new KeptPlan(client, kept, { id, startedAt: row.startedAt, marks, revision })
  plansOf(client).set(id, plan)
  return plan
}

/** A plan that undoes what was done by one that added or removed; `undefined` where nothing can be undone. */
export function undoOf(client: QueryClient, { about, plan }: KeptPlan): KeptPlan | undefined {
  const steps = plan.getSnapshot().steps.flatMap(({ step, state }) => {
    if (state !== 'done' || step.action === 'delete') return []
    const { fileId, collectionId } = step
    return [step.action === 'add' ? removeStep(fileId, collectionId) : addStep(fileId, collectionId)]
  })
  if (steps.length === 0 || about.kind === 'delete') return undefined
  return new KeptPlan(client, { about: { ...about, kind: about.kind === 'add' ? 'remove' : 'add' }, steps })
}
