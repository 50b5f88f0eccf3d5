import { isAway, ServiceRefusal } from '../client/api-error'
import { patient, type Running } from './hold'
import { type Ended, runWork } from './procedure'
import { Shown } from './shown'
import { flag, list, names, type Of, oneOf, reader, shape, text } from './stored'

/** What a plan is for, in words that outlive the page: the file may be gone from the list when they are read. Names by id. */
const about = shape({ kind: oneOf('add', 'remove', 'delete'), files: names, collections: names })

export type PlanAbout = Of<typeof about>

const step = { id: text, fileId: text }
const change = shape({ ...step, action: oneOf('add', 'remove'), collectionId: text })
const deletion = shape({ ...step, action: oneOf('delete') })

/** One write of a plan over files. The steps of one file depend on each other: what follows a failed one is held back. */
export type FileStep = Of<typeof change> | Of<typeof deletion>

const isStep = (value: unknown): value is FileStep => change(value) || deletion(value)

/** A plan as it is stored once, before its first step. How far it came is stored apart, as that changes with every step (D120). */
export const readPlan = reader(shape({ about, steps: list(isStep) }))

/** How far it came: a letter for each step. `over`: it was dismissed or has ended. */
const progress = shape({ marks: text, over: flag })

export const readProgress = reader(progress)

export interface StepShown {
  readonly step: FileStep
  /** `held back`: a step of its file before it failed, so it was not tried. */
  readonly state: 'waiting' | 'working' | 'done' | 'failed' | 'held back'
  /** It was sent before, so it may have been done although it failed. */
  readonly tried: boolean
  /** Nothing was left to be done, as its file is gone. */
  readonly gone?: boolean
  /** Somebody else did it, so undoing the plan leaves it. */
  readonly byOthers?: boolean
  readonly error?: unknown
}

/** What a step resolves with whose file is gone. */
export const GONE = 'gone'
/** What a step resolves with that somebody else did. */
export const BY_OTHERS = 'by others'
const ENDS: readonly unknown[] = [GONE, BY_OTHERS]

interface PlanShown {
  readonly steps: readonly StepShown[]
  readonly running: boolean
  /** It will end after the step that is under way. */
  readonly stopping: boolean
  /** It waits for a busy service, in ms since 1970. */
  readonly heldUntil?: number
  /** Why nothing more is sent: how far it came could not be stored. */
  readonly problem?: unknown
}

interface PlanOptions {
  readonly steps: readonly FileStep[]
  /** `again`: it was tried before and failed, so it may have been done. Resolves with `GONE` or `BY_OTHERS` where nothing was sent. */
  readonly perform: (step: FileStep, attempt: { again: boolean }) => Promise<unknown>
  /** Called when a run has ended, however; waited for before the plan counts as standing still. */
  readonly onEnd?: () => unknown
  /** Stores how far it came, before each step is sent and at the end. Nothing more is sent when it rejects. */
  readonly save?: (marks: string) => Promise<unknown>
  /** One letter for each step, `d` done, `o` done by others, `t` tried, of which the end is unknown; any other counts as untried. */
  readonly marks?: string
}

/**
 * Steps that are carried out one after the other. What is done stays done, what fails can be tried again, and the rest of its file waits;
 * other files continue, unless the service is away, or busy for too long: then all that is left waits.
 */
export class StepPlan extends Shown<PlanShown> {
  readonly #options: PlanOptions
  #ending = new AbortController()

  constructor(options: PlanOptions) {
    const { steps, marks } = options
    super({ steps: marked(steps, marks), running: false, stopping: false })
    this.#options = options
  }

  /** Shows how far another page came. */
  protected recall(marks: string): void {
    this.#change({ steps: marked(this.#options.steps, marks) })
  }

  isDone = (): boolean => this.getSnapshot().steps.every(({ state }) => state === 'done')

  /** How far it came, as it is stored. */
  marks = (): string =>
    this.getSnapshot()
      .steps.map(({ state, tried, byOthers }) =>
        state === 'done' ? (byOthers ? 'o' : 'd') : tried ? 't' : '-',
      )
      .join('')

  /** Carries out what is left, what failed included; at most `limit` steps. Does nothing while it runs. */
  async run({ limit = Number.POSITIVE_INFINITY }: { limit?: number } = {}): Promise<void> {
    if (this.getSnapshot().running) return
    // All that is not done gets its turn again, each once.
    const steps = this.getSnapshot().steps.map(
      (each): StepShown => (each.state === 'done' ? each : { ...each, state: 'waiting', error: undefined }),
    )
    let left = limit
    let away = false
    this.#ending = new AbortController()
    this.#change({ steps, running: true, stopping: false, problem: undefined })
    const set = (all: typeof steps, { step }: StepShown, change: Partial<StepShown>) =>
      all.map((each) => (each.step === step ? { ...each, ...change } : each))
    await runWork(
      {
        next: (all: typeof steps) => {
          const stands = this.getSnapshot().stopping || left <= 0 || away
          const next = stands ? undefined : all.find(({ state }) => state === 'waiting')
          return next && { ...next, name: 'step', of: next.step.id }
        },
        begin: (all, act) => {
          left -= 1
          return {
            job: set(all, act, { state: 'working', tried: true }),
            send: () => this.#perform(act),
          }
        },
        end: (all, act, { outcome, result, error }) => {
          away = isAway(error) || (error instanceof ServiceRefusal && error.status === 429)
          return outcome === 'accepted'
            ? set(all, act, { state: 'done', gone: result === GONE, byOthers: result === BY_OTHERS })
            : set(all, act, { state: 'failed', error }).map((each) =>
                each.step.fileId === act.step.fileId && each.state === 'waiting'
                  ? { ...each, state: 'held back' }
                  : each,
              )
        },
      },
      steps,
      (next) => this.#show(next),
    ).catch((problem: unknown) => this.#change({ problem }))
    // The last step's end; where it cannot be stored, the step counts as tried and is looked up before it is sent again.
    await this.#options.save?.(this.marks()).catch(() => undefined)
    await Promise.resolve(this.#options.onEnd?.()).catch(() => undefined)
    this.#change({ running: false, stopping: false })
  }

  /** Ends a run after the step that is under way, and its wait for a busy service. */
  stop(): void {
    if (this.getSnapshot().running) this.#change({ stopping: true })
    this.#ending.abort()
  }

  async #perform({ step, tried: again }: StepShown): Promise<Ended> {
    const ended = { at: '', result: '' }
    const show = ({ heldUntil }: Running) => this.#change({ heldUntil })
    const patiently = patient({ signal: this.#ending.signal, show, now: Date.now })
    try {
      const result = await patiently(() => this.#options.perform(step, { again }))
      return { ...ended, outcome: 'accepted', result: ENDS.includes(result) ? String(result) : '' }
    } catch (error) {
      return { ...ended, outcome: 'unknown', error }
    }
  }

  async #show(steps: readonly StepShown[]): Promise<void> {
    const before = this.getSnapshot().steps
    this.#change({ steps })
    if (!steps.some(({ state }) => state === 'working')) return
    await this.#options.save?.(this.marks()).catch((problem: unknown) => {
      this.#change({ steps: before })
      throw problem
    })
  }

  #change(change: Partial<PlanShown>): void {
    this.show({ ...this.getSnapshot(), ...change })
  }
}

const marked = (steps: readonly FileStep[], marks = ''): readonly StepShown[] =>
  steps.map((step, at) => {
    const mark = marks[at]
    const state = mark === 'd' || mark === 'o' ? 'done' : 'waiting'
    return { step, state, tried: mark === 't', byOthers: mark === 'o' }
  })
