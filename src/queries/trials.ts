import type { QueryClient } from '@tanstack/react-query'
import { redact } from '../contract/redact'
import { isWire } from '../contract/reply'
import { ifStored } from '../ledger/storage'
import { perPage } from './page'
import { Trial } from './trial'
import { FORMAT, TRIALS } from './trial-place'
import { type Answer, isRunning, type TrialState } from './trial-state'
import { askVersion } from './try-version'

const trialsIn = perPage(() => new Map<string, Trial>())

const placeOf = (agentId: string) => TRIALS + agentId
/** How long a conversation must rest until it is stored, in ms. */
const REST_MS = 300

/** The conversation with an agent's versions that this tab has; it survives the panel, the screen and a reload. */
export function trialOf(client: QueryClient, agentId: string): Trial {
  const trials = trialsIn(client)
  const before = trials.get(agentId)
  if (before) return before
  const trial = new Trial(
    ({ versionId }, body, signal) => askVersion(client, { agentId, versionId }, body, signal),
    restore(agentId),
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  const save = () => {
    timer = undefined
    store(agentId, trial.getSnapshot())
  }
  trial.subscribe(() => {
    timer ??= setTimeout(save, REST_MS)
  })
  globalThis.addEventListener?.('pagehide', () => timer !== undefined && save())
  trials.set(agentId, trial)
  return trial
}

function store(agentId: string, state: TrialState): void {
  ifStored(() =>
    sessionStorage.setItem(placeOf(agentId), JSON.stringify(redact({ format: FORMAT, ...state }))),
  )
}

const restore = (agentId: string): TrialState | undefined =>
  ifStored(() => {
    const stored: unknown = JSON.parse(sessionStorage.getItem(placeOf(agentId)) ?? 'null')
    if (!isWire(stored) || stored.format !== FORMAT) return undefined
    const { format: _, ...state } = stored
    return interrupted(state as unknown as TrialState)
  })

/** What was being answered when the page went away. That broke the connection off, which is no error of anybody. */
function interrupted(state: TrialState): TrialState {
  const ended = (answer: Answer | undefined) =>
    answer && (isRunning(answer) || answer.state === 'cut off')
      ? { ...answer, state: 'cut off' as const, waitsMs: undefined, error: undefined }
      : answer
  const rounds = state.rounds.map((round) => ({
    ...round,
    answers: { a: ended(round.answers.a), b: ended(round.answers.b) },
  }))
  return { ...state, rounds }
}
