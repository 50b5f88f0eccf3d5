/** One step of a plan. Steps of one group depend on each other: what follows a failed one is held back. */
export interface PlanStep {
  readonly id: string
  readonly group: string
}

export interface StepShown<Step extends PlanStep> {
  readonly step: Step
  /** `held back`: a step before it in its group failed, so it was not tried. */
  readonly state: 'waiting' | 'working' | 'done' | 'failed' | 'held back'
  readonly error?: unknown
}

export interface PlanShown<Step extends PlanStep> {
  readonly steps: readonly StepShown<Step>[]
  readonly running: boolean
  /** It will end after the step that is under way. */
  readonly stopping: boolean
  /** Why nothing more is sent: how far it came could not be kept. */
  readonly problem?: unknown
}

/** How far a step had come when that was kept. `tried`: sent, and whether it was done is not known. */
export type StepMark = 'done' | 'tried' | 'untried'

/**
 * Steps that are carried out one after the other. What is done stays done, what fails is kept with its reason and can be tried again, and
 * the rest of its group waits; other groups go on. `subscribe` and `getSnapshot` are what `useSyncExternalStore` takes.
 */
export class StepPlan<Step extends PlanStep> {
  /** `again`: it was tried before and failed, so it may have been done all the same. */
  readonly #perform: (step: Step, attempt: { again: boolean }) => Promise<unknown>
  readonly #onEnd: () => unknown
  readonly #keep: (marks: readonly StepMark[]) => Promise<unknown>
  readonly #listeners = new Set<() => void>()
  readonly #tried = new Set<string>()
  #shown: PlanShown<Step>

  constructor(options: {
    steps: readonly Step[]
    perform: (step: Step, attempt: { again: boolean }) => Promise<unknown>
    /** Called when a run has ended, however; waited for before the plan counts as standing still. */
    onEnd?: () => unknown
    /** Keeps how far it came, before each step is sent and at the end. Nothing more is sent when it rejects. */
    keep?: (marks: readonly StepMark[]) => Promise<unknown>
    /** How far an earlier page came, step by step. */
    marks?: readonly StepMark[]
  }) {
    this.#perform = options.perform
    this.#onEnd = options.onEnd ?? (() => undefined)
    this.#keep = options.keep ?? (async () => undefined)
    const steps = options.steps.map((step, at) => {
      const mark = options.marks?.[at]
      if (mark === 'tried') this.#tried.add(step.id)
      return { step, state: mark === 'done' ? ('done' as const) : ('waiting' as const) }
    })
    this.#shown = { steps, running: false, stopping: false }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getSnapshot = (): PlanShown<Step> => this.#shown

  /** Carries out what is left, what failed included; at most `limit` steps. Does nothing while it runs. */
  async run({ limit = Number.POSITIVE_INFINITY }: { limit?: number } = {}): Promise<void> {
    if (this.#shown.running) return
    // All that is not done gets its turn again, each once.
    const steps = this.#shown.steps.map((each) =>
      each.state === 'done' ? each : { step: each.step, state: 'waiting' as const },
    )
    this.#show({ steps, running: true, stopping: false, problem: undefined })
    let left = limit
    for (const { step } of steps) {
      if (this.#shown.stopping || left <= 0) break
      if (this.#stateOf(step) !== 'waiting') continue
      left -= 1
      if (!(await this.#try(step))) break
    }
    // The last step's end; where it cannot be kept, the step counts as tried and is looked up before it is sent again.
    await this.#keep(this.#marks()).catch(() => undefined)
    await Promise.resolve(this.#onEnd()).catch(() => undefined)
    this.#show({ running: false, stopping: false })
  }

  /** Ends a run after the step that is under way. */
  stop(): void {
    if (this.#shown.running) this.#show({ stopping: true })
  }

  /** Resolves with `false` when the step was not sent, because that could not be kept. */
  async #try(step: Step): Promise<boolean> {
    this.#set(step, { state: 'working' })
    const again = this.#tried.has(step.id)
    this.#tried.add(step.id)
    try {
      await this.#keep(this.#marks())
    } catch (problem) {
      if (!again) this.#tried.delete(step.id)
      this.#set(step, { state: 'waiting' })
      this.#show({ problem })
      return false
    }
    try {
      await this.#perform(step, { again })
      this.#set(step, { state: 'done' })
    } catch (error) {
      this.#set(step, { state: 'failed', error })
      for (const { step: other, state } of this.#shown.steps) {
        if (other.group === step.group && state === 'waiting') this.#set(other, { state: 'held back' })
      }
    }
    return true
  }

  #marks(): StepMark[] {
    return this.#shown.steps.map(({ step, state }) =>
      state === 'done' ? 'done' : this.#tried.has(step.id) ? 'tried' : 'untried',
    )
  }

  #stateOf(wanted: Step) {
    return this.#shown.steps.find(({ step }) => step.id === wanted.id)?.state
  }

  #set(wanted: Step, change: Omit<StepShown<Step>, 'step'>): void {
    const steps = this.#shown.steps.map((each) =>
      each.step.id === wanted.id ? { step: each.step, ...change } : each,
    )
    this.#show({ steps })
  }

  #show(change: Partial<PlanShown<Step>>): void {
    this.#shown = { ...this.#shown, ...change }
    for (const listener of this.#listeners) listener()
  }
}
