import { ServiceRefusal } from '../client/api-error'
import type { TryEvent } from '../contract/try-version'
import { waitFor } from '../jobs/hold'
import { Shown } from '../jobs/shown'
import { describeError } from './describe-error'
import { isNotFound } from './extension'
import {
  type Answer,
  type Asked,
  isBusy,
  isRunning,
  markOf,
  messagesTo,
  NOTHING,
  type Side,
  type TrialState,
  type TriedVersion,
  withEvent,
  without,
} from './trial-state'
import type { TryBody } from './try-version'

type Ask = (
  version: TriedVersion,
  body: TryBody,
  signal: AbortSignal,
) => AsyncIterable<TryEvent, void, undefined>

/** A service that asks to wait is asked again so often, and waited for so long. */
const WAITS_MAX = 4
const WAIT_MS_MAX = 60_000
const WAIT_MS_USUAL = 3_000
/** Pieces that arrive together are one picture, in ms. */
const TOGETHER_MS = 30

/** A conversation with one version or two, which lives as long as its tab. Knows no React; `ask` sends. */
export class Trial extends Shown<TrialState> {
  #state: TrialState
  #runs = new Map<Side, AbortController>()
  #soon: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly ask: Ask,
    state: TrialState = { rounds: [], typed: '' },
  ) {
    super(state)
    this.#state = state
  }

  type(typed: string): void {
    this.#set({ typed })
  }

  /** Sends what the customer says; resolves when all have answered. `null`: the agent opens. */
  async say(asked: Asked, said: string | null): Promise<void> {
    if (isBusy(this.#state)) return
    const id = 1 + Math.max(0, ...this.#state.rounds.map((round) => round.id))
    this.#set({
      rounds: [...this.#state.rounds, { id, said, answers: {} }],
      typed: said === null ? this.#state.typed : '',
      // What the agent says first is no going on.
      removed: said === null ? this.#state.removed : undefined,
    })
    await this.#everyone(asked, [id])
  }

  /** Another wording for a turn: the conversation goes on from there, and what came later goes. */
  async edit(asked: Asked, id: number, said: string): Promise<void> {
    this.stop()
    const { rounds } = this.#state
    const at = rounds.findIndex((round) => round.id === id)
    if (at < 0) return
    this.#set({
      rounds: [...rounds.slice(0, at), { id, said, answers: {} }],
      removed: { rounds, turns: rounds.length - at - 1, isCleared: false },
    })
    await this.#everyone(asked, [id])
  }

  /** Asks a version for its last answer once more. */
  async again(asked: Asked, side: Side): Promise<void> {
    const last = this.#state.rounds.at(-1)
    if (last) await this.#run(asked, side, [last.id])
  }

  /** The same messages again, one after the other, for the versions of these sides. */
  async replay(asked: Asked, sides: readonly Side[]): Promise<void> {
    const { rounds } = this.#state
    const ids = rounds.map(({ id }) => id)
    this.#set({
      rounds: rounds.map((round) => ({ ...round, answers: without(round.answers, sides) })),
      removed: undefined,
    })
    await Promise.all(sides.map((side) => this.#run(asked, side, ids)))
  }

  /** Chooses the version beside the first, or none. Its answers are asked for with `replay`. */
  choose(otherId: string | undefined): void {
    this.#runs.get('b')?.abort()
    const rounds = this.#state.rounds.map((round) => ({ ...round, answers: without(round.answers, ['b']) }))
    this.#set({ otherId, rounds })
  }

  restart(): void {
    this.stop()
    const { rounds } = this.#state
    const removed = rounds.length > 0 ? { rounds, turns: rounds.length, isCleared: true } : undefined
    this.#set({ rounds: [], removed })
  }

  /** Brings back what the last edit or new start took away. */
  undo(): void {
    const { removed } = this.#state
    if (!removed) return
    this.stop()
    this.#set({ rounds: removed.rounds, removed: undefined })
  }

  stop(): void {
    for (const run of this.#runs.values()) run.abort()
    this.#runs.clear()
    if (!isBusy(this.#state)) return
    const end = (answer: Answer | undefined) =>
      answer && isRunning(answer) ? { ...answer, state: 'stopped' as const } : answer
    const rounds = this.#state.rounds.map((round) => ({
      ...round,
      answers: { a: end(round.answers.a), b: end(round.answers.b) },
    }))
    this.#set({ rounds })
  }

  /** The web chat that stands in for a trial; with it what was typed has its place there. */
  chat(threadId: string | undefined): void {
    this.#set({ threadId })
  }

  /** A service that does not offer trials took nothing: the message is typed again. */
  takeBack(): void {
    const last = this.#state.rounds.at(-1)
    if (!last) return
    const { rounds, typed } = this.#state
    this.#set({ rounds: rounds.slice(0, -1), typed: typed || (last.said ?? '') })
  }

  #everyone(asked: Asked, ids: readonly number[]): Promise<unknown> {
    const sides: readonly Side[] = asked.b ? ['a', 'b'] : ['a']
    return Promise.all(sides.map((side) => this.#run(asked, side, ids)))
  }

  /** Answers rounds in their order, each with what this side said before; ends with the first that is no answer. */
  async #run(asked: Asked, side: Side, ids: readonly number[]): Promise<void> {
    const version = asked[side]
    if (!version) return
    this.#runs.get(side)?.abort()
    const run = new AbortController()
    this.#runs.set(side, run)
    for (const id of ids) {
      const answer = await this.#answer({ side, version, values: asked.values, id }, run.signal)
      if (answer?.state !== 'done') break
    }
    if (this.#runs.get(side) === run) this.#runs.delete(side)
  }

  async #answer(
    to: { side: Side; version: TriedVersion; values: Asked['values']; id: number },
    signal: AbortSignal,
  ): Promise<Answer | undefined> {
    const { side, version, values, id } = to
    let began = performance.now()
    const since = () => Math.round(performance.now() - began)
    let answer: Answer = { ...NOTHING, of: markOf(version) }
    const show = (next: Partial<Answer>, soon = false) => {
      answer = { ...answer, ...next }
      // Once it was stopped, whoever stopped it says what stands there.
      if (!signal.aborted) this.#put(id, side, answer, soon)
    }
    show({})
    const body: TryBody = {
      messages: messagesTo(this.#state.rounds, id, side),
      ...(Object.keys(values).length > 0 && { variables: { ...values } }),
      ...(version.edits && { version: version.edits as TryBody['version'] }),
    }
    for (let waits = 1; ; waits += 1) {
      try {
        for await (const event of this.ask(version, body, signal)) {
          const firstMs = event.type === 'text' ? (answer.firstMs ?? since()) : answer.firstMs
          show({ ...withEvent(answer, event), state: 'answering', firstMs }, event.type === 'text')
        }
        if (signal.aborted) return undefined
        show({ state: answer.end ? 'done' : 'cut off', tookMs: since() })
        return answer
      } catch (error) {
        if (signal.aborted) return undefined
        const wait = waits < WAITS_MAX ? waitAfter(error) : undefined
        if (wait === undefined) {
          const state = answer.state === 'answering' ? 'cut off' : 'failed'
          show({ state, error: describeError(error), isMissing: isNotFound(error), waitsMs: undefined })
          return answer
        }
        show({ waitsMs: wait })
        await waitFor(wait, signal)
        if (signal.aborted) return undefined
        show({ waitsMs: undefined })
        began = performance.now()
      }
    }
  }

  #put(id: number, side: Side, answer: Answer, soon: boolean): void {
    const rounds = this.#state.rounds.map((round) =>
      round.id === id ? { ...round, answers: { ...round.answers, [side]: answer } } : round,
    )
    this.#set({ rounds }, soon)
  }

  #set(next: Partial<TrialState>, soon = false): void {
    this.#state = { ...this.#state, ...next }
    if (soon) {
      this.#soon ??= setTimeout(this.#tell, TOGETHER_MS)
      return
    }
    clearTimeout(this.#soon)
    this.#tell()
  }

  #tell = () => {
    this.#soon = undefined
    this.show(this.#state)
  }
}

/** For how long to wait before the same is asked again, where the service asks for that. */
function waitAfter(error: unknown): number | undefined {
  if (!(error instanceof ServiceRefusal) || error.status !== 429) return undefined
  const wait = error.retryAfterMs ?? WAIT_MS_USUAL
  return wait <= WAIT_MS_MAX ? Math.max(wait, 200) : undefined
}
