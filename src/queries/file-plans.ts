import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { outcomeOf, ServiceRefusal } from '../client/api-error'
import { addFileToCollection, removeFileFromCollection } from '../contract/collection-files'
import { deleteFile } from '../contract/file-changes'
import {
  BY_OTHERS,
  type FileStep,
  GONE,
  type PlanAbout,
  readPlan,
  readProgress,
  StepPlan,
} from '../jobs/file-plan'
import { isNotThere } from '../jobs/knowledge-now'
import { NotDone } from '../jobs/not-done'
import { jobEngineOf, newJobId } from './job-engine'
import { keys } from './keys'
import { connectedLedger } from './ledger'
import type { FileMembership, KnowledgeNow } from './membership'
import { rememberOpen } from './open-note'
import { perPage } from './page'
import { readEverywhere } from './query-client'
import { readKnowledge } from './read-knowledge'
import { settleLost, write } from './write'

export type { FileStep, PlanAbout, StepShown } from '../jobs/file-plan'
export { isNotThere } from '../jobs/knowledge-now'

export const membershipQueries = {
  /** Read again for each dialog, because what follows cannot be undone. */
  now: () =>
    queryOptions({
      queryKey: keys.membership,
      queryFn: ({ client, signal }) => readKnowledge(client, signal),
      structuralSharing: false,
      refetchOnMount: 'always',
      refetchOnWindowFocus: false,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    }),
}

const memberStep =
  (action: 'add' | 'remove') =>
  (fileId: string, collectionId: string): FileStep => ({
    id: `${action} ${fileId} ${collectionId}`,
    action,
    fileId,
    collectionId,
  })

export const addStep = memberStep('add')

export const removeStep = memberStep('remove')

/** Takes the file out of each collection that holds it, then deletes it (§4 rule 3). */
export const deleteSteps = (fileId: string, { collections }: FileMembership): FileStep[] => [
  ...collections.map(({ id }) => removeStep(fileId, id)),
  { id: `delete ${fileId}`, action: 'delete', fileId },
]

/** The kinds under which the ledger stores a plan, and how far it came. */
export const PLAN_KIND = 'file-plan'
const PROGRESS = 'file-plan-progress'
const progressId = (id: string) => `${id}-progress`

/** A plan over files on this page, stored from its first step on, so that it outlives the page (D120). */
export class FilePlan extends StepPlan {
  readonly id: string
  readonly about: PlanAbout
  readonly #client: QueryClient
  readonly #startedAt: string
  /** Of the row that says how far it came; absent before the first step, when nothing is stored. */
  #revision: number | undefined

  /** `left`: what an earlier page stored of it. */
  constructor(
    client: QueryClient,
    given: { about: PlanAbout; steps: readonly FileStep[] },
    left?: { id: string; startedAt: string; marks: string; revision: number },
  ) {
    const { about, steps } = given
    let isInDoubt = left !== undefined
    const settle = async () => {
      isInDoubt = await settleLost(client)
    }
    super({
      steps,
      perform: performer(client, about.files, left !== undefined, () => {
        isInDoubt = true
      }),
      onEnd: () => {
        void readEverywhere(client, [keys.files, keys.collections, keys.ledger])
        if (isInDoubt) void settle()
      },
      marks: left?.marks,
      save: (marks) => this.#save(marks, this.isDone()),
    })
    // What it is for names no more than what its steps are about.
    const only = (names: PlanAbout['files'], ids: readonly (string | undefined)[]) =>
      Object.fromEntries(Object.entries(names).filter(([id]) => ids.includes(id)))
    this.about = {
      kind: about.kind,
      files: only(
        about.files,
        steps.map(({ fileId }) => fileId),
      ),
      collections: only(
        about.collections,
        steps.map((step) => (step.action === 'delete' ? undefined : step.collectionId)),
      ),
    }
    this.#client = client
    this.id = left?.id ?? newJobId()
    this.#startedAt = left?.startedAt ?? new Date().toISOString()
    this.#revision = left?.revision
  }

  /** Carries out what is left, unless another page does; then it rejects. `takesOver`: from that page, after the step that it has under way. */
  override run({ takesOver, ...wanted }: { limit?: number; takesOver?: boolean } = {}): Promise<void> {
    const work = {
      kind: PLAN_KIND,
      id: this.id,
      holds: true,
      takesOver: takesOver ? ('after its request' as const) : undefined,
    }
    return jobEngineOf(this.#client).work(work, async (signal) => {
      signal.addEventListener('abort', () => this.stop())
      if (takesOver) await this.catchUp()
      await super.run(wanted)
    })
  }

  /** Takes over how far another page came with it. */
  async catchUp(): Promise<void> {
    if (this.#revision === undefined) return
    const { ledger, service } = await connectedLedger(this.#client)
    const row = await ledger.job(service, progressId(this.id))
    const { marks } = readProgress(row?.state) ?? {}
    if (!row || marks === undefined || row.revision <= this.#revision || this.getSnapshot().running) return
    this.#revision = row.revision
    this.recall(marks)
  }

  /** Whether no other page continued it. */
  isAt = (revision: number): boolean => this.#revision === revision

  /** It will not be continued. What was not tried stays undone. Resolves with how to open it again. */
  async dismiss(): Promise<() => Promise<void>> {
    const mark = async (over: boolean) => {
      if (this.#revision !== undefined) await this.#save(this.marks(), over)
      await readEverywhere(this.#client, [keys.ledger])
    }
    await mark(true)
    return () => mark(false)
  }

  /** Marks are stored compactly and apart, as they change with every step. */
  async #save(marks: string, over: boolean): Promise<void> {
    const engine = jobEngineOf(this.#client)
    const { id, about } = this
    const startedAt = this.#startedAt
    if (this.#revision === undefined) {
      const steps = this.getSnapshot().steps.map(({ step }) => step)
      await engine.saveState(PLAN_KIND, { id, startedAt, revision: 1, state: { about, steps } })
      this.#revision = 0
      plansOf(this.#client).set(id, this)
      rememberOpen((await connectedLedger(this.#client)).service)
    }
    const revision = this.#revision + 1
    await engine.saveState(PROGRESS, { id: progressId(id), startedAt, revision, state: { marks, over } })
    this.#revision = revision
  }
}

const plansOf = perPage(() => new Map<string, FilePlan>())

/** A plan of this page, or one that an earlier page left; `undefined` where this browser does not have it. */
export async function findPlan(client: QueryClient, id: string): Promise<FilePlan | undefined> {
  const { ledger, service } = await connectedLedger(client)
  const [row, progress] = await Promise.all([ledger.job(service, id), ledger.job(service, progressId(id))])
  const revision = progress?.revision ?? 0
  const live = plansOf(client).get(id)
  // Another page may have come further meanwhile; then the stored one counts.
  if (live && (live.getSnapshot().running || live.isAt(revision))) return live
  const stored = row?.kind === PLAN_KIND ? readPlan(row.state) : undefined
  if (!row || !stored) return undefined
  const { marks = '' } = readProgress(progress?.state) ?? {}
  const plan = new FilePlan(client, stored, { id, startedAt: row.startedAt, marks, revision })
  plansOf(client).set(id, plan)
  return plan
}

/** A plan that undoes what was done by one that added or removed; `undefined` where nothing can be undone. */
export function undoOf(client: QueryClient, plan: FilePlan): FilePlan | undefined {
  const { about } = plan
  const steps = plan.getSnapshot().steps.flatMap(({ step, state, gone, byOthers }) => {
    if (state !== 'done' || gone || byOthers || step.action === 'delete') return []
    const { fileId, collectionId } = step
    return [step.action === 'add' ? removeStep(fileId, collectionId) : addStep(fileId, collectionId)]
  })
  if (steps.length === 0 || about.kind === 'delete') return undefined
  return new FilePlan(client, { about: { ...about, kind: about.kind === 'add' ? 'remove' : 'add' }, steps })
}

/** How old what was read of the collections may be when a file is deleted (D376). */
const FRESH_MS = 5_000

/**
 * Carries out the steps of a plan, each recorded as any other write. `isOld`: much may have happened since it was made, so each step looks first;
 * `onDoubt`: called when an answer is lost.
 */
function performer(client: QueryClient, names: PlanAbout['files'], isOld: boolean, onDoubt: () => void) {
  /** `removed`: what this plan took out of collections since. */
  let read: { at: number; knowledge: KnowledgeNow; removed: Set<string> } | undefined
  const now = async () => {
    if (!read || Date.now() - read.at > FRESH_MS)
      read = { at: Date.now(), knowledge: await readKnowledge(client), removed: new Set() }
    return read.knowledge
  }
  return async (step: FileStep, { again }: { again: boolean }) => {
    // What failed may have been done, and is not done twice (D61).
    if (again) read = undefined
    const looks = again || isOld
    if (looks && isGone(step, await now())) return GONE
    // What was tried before may have been done by that.
    const before = again ? undefined : BY_OTHERS
    if (looks && isDone(step, await now())) return before
    if (step.action === 'delete') {
      const { collections: listed } = (await now()).holdersOf(step.fileId)
      const collections = listed.filter(({ id }) => !read?.removed.has(removeStep(step.fileId, id).id))
      // A collection holds the file, so it is not deleted (§4 rule 3).
      if (collections.length > 0)
        throw new NotDone(
          'The file was not deleted',
          `It is held by ${collections.map(({ id, name }) => name || id).join(' and ')}.`,
          'Close this and begin again: the plan then names every collection.',
        )
    } else if (step.action === 'add') read = undefined
    const done = () => void read?.removed.add(step.id)
    return send(client, step, names[step.fileId]).then(done, async (error: unknown) => {
      const outcome = outcomeOf(error)
      // Done, and only its reply is lost.
      if (outcome === 'accepted') return done()
      if (outcome === 'unknown') {
        onDoubt()
        read = undefined
        const seen = await now().catch(() => undefined)
        if (seen && isDone(step, seen)) return undefined
        if (seen && isGone(step, seen)) return step.action === 'delete' ? undefined : GONE
      }
      if (!(error instanceof ServiceRefusal) || error.fromProxy) throw error
      read = undefined
      // Where that cannot be looked up, "already so" says that it was done the first time (D112).
      if (looks && error.status === (step.action === 'add' ? 409 : 404)) return before
      if (error.status !== 404) throw error
      if (isGone(step, await now())) return GONE
      // What is not there to be taken away was taken away elsewhere, unless the lists say that it is there (D832).
      if (step.action === 'add' || !isNotThere(error) || isListed(step, await now())) throw error
      return step.action === 'delete' ? GONE : BY_OTHERS
    })
  }
}

/** Whether the service lists the file no longer: then nothing is left to be done with it (D376). */
const isGone = ({ fileId }: FileStep, { allFiles, files }: KnowledgeNow): boolean =>
  allFiles && !files.some((each) => each.fileId === fileId)

/** Whether the service lists what the step is to take away. */
function isListed(step: FileStep, { files, holdersOf }: KnowledgeNow): boolean {
  if (step.action === 'delete') return files.some(({ fileId }) => fileId === step.fileId)
  const { collections, source } = holdersOf(step.fileId)
  return source === 'service' && collections.some(({ id }) => id === step.collectionId)
}

/** Whether the service says that what the step is to bring about is so. */
function isDone(step: FileStep, now: KnowledgeNow): boolean {
  if (step.action === 'delete') return false
  const { collections, source } = now.holdersOf(step.fileId)
  const isIn = collections.some(({ id }) => id === step.collectionId)
  return source === 'service' && isIn === (step.action === 'add')
}

function send(client: QueryClient, step: FileStep, fileName: string | undefined): Promise<unknown> {
  const { fileId } = step
  if (step.action === 'delete')
    return write(client, deleteFile, { params: { fileId }, note: fileName && { fileName } })
  const params = { collectionId: step.collectionId, fileId }
  return write(client, step.action === 'add' ? addFileToCollection : removeFileFromCollection, { params })
}
