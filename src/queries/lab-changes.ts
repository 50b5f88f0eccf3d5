import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { Operation } from '../contract/operation'
import { isWire, textOf } from '../contract/reply'
import type { Scenario } from '../contract/scenario'
import {
  type CreateScenarioRequest,
  createScenario,
  generateScenarios,
  runScenarios,
  type UpdateScenarioRequest,
  updateScenario,
} from '../contract/testing-lab'
import type { HandVerdict, LabNote } from '../ledger/entry'
import { ChangedMeanwhile, isOther } from './changed-meanwhile'
import { askExtension } from './extension'
import { keys } from './keys'
import { connectedLedger, recording } from './ledger'
import { askShared } from './query-client'
import { changeNote } from './runs'
import { withEntered } from './stored-agent'
import { labQueries, storedLabKey } from './testing-lab'
import { sending, type WriteRequest, type Written, write } from './write'

const changed = [storedLabKey, keys.evidence]

/** Stores the integer id with the agent that the note of a write names, so that a person enters it once (D13). */
const rememberLabId = (
  { body, note }: { body: { agent_id: number }; note?: unknown },
  { ledger, service }: Pick<Written<Operation>, 'ledger' | 'service'>,
) => {
  const agentId = isWire(note) && textOf(note.agentId)
  if (!agentId) return
  const entered = { agentId, testingLabId: body.agent_id, service, now: new Date().toISOString() }
  return ledger.changeAgent(service, agentId, (stored) => withEntered(stored, entered))
}

/** What a change of a scenario may name, as it is of one that is reported. */
export const changeableOf = (scenario: Scenario | undefined) => ({
  name: scenario?.name ?? '',
  instructions: scenario?.instructions ?? '',
  first_message: scenario?.firstMessage ?? '',
  expected_outcome_prompt: scenario?.expectedOutcome ?? '',
  tags: [...(scenario?.tags ?? [])],
})

/** `seen`: the scenario as it was when somebody began to change it. */
interface ScenarioChange {
  readonly params: { readonly id: string }
  readonly body: UpdateScenarioRequest
  readonly seen?: Scenario
}

/** Rejects with `ChangedMeanwhile` where what is about to be sent takes the place of something that nobody here has seen (D793). */
async function refuseUnseen(client: QueryClient, { params, body, seen }: ScenarioChange): Promise<void> {
  if (!seen) return
  const listed = await askShared(client, { ...labQueries.scenarios(), staleTime: 0 })
    // Where it cannot be read, the service has the last word.
    .catch(() => undefined)
  const now = listed?.items.find(({ id }) => String(id) === params.id)
  if (now && isOther(body, changeableOf(seen), changeableOf(now))) throw new ChangedMeanwhile('scenario', now)
}

/** What was known of a scenario rests on how it was written: the ledger takes out what is older (D998). */
async function judgeAnew(client: QueryClient, id: string): Promise<void> {
  const { ledger, service } = await connectedLedger(client)
  const [all, changes] = await Promise.all([ledger.evidence(service), ledger.changes(service)])
  for (const each of all)
    if (each.scenarios?.some((scenario) => scenario.id === id)) await ledger.saveEvidence(each, changes)
}

/** A new scenario, whose note has `agentId` as this browser stores it, or with `params` changes of one. */
type SavedScenario =
  | { readonly params?: undefined; readonly body: CreateScenarioRequest; readonly note?: unknown }
  | ScenarioChange

export const labMutations = {
  /** Generates scenarios for an agent. The note has `agentId`, as this browser stores it. */
  generate: () => sending(generateScenarios, rememberLabId),

  /** Runs scenarios. The note has `agentId`, and `versionId`: sent only if the body has it too (D191). Resolves with the key of the run. */
  run: () =>
    mutationOptions({
      mutationFn: async (request: WriteRequest<typeof runScenarios>, { client }) => {
        let key: string | undefined
        const after = (written: Written<typeof runScenarios>) => {
          key = written.entryId
          return rememberLabId(request, written)
        }
        const { record } = await write(client, runScenarios, { ...request, after })
        return { key: record?.id === undefined ? key : String(record.id) }
      },
      meta: { writes: [runScenarios] },
    }),

  /** Creates a scenario that a person wrote, or changes fields of one. `null`: the service changes no scenarios; nothing was changed. */
  save: () =>
    mutationOptions({
      mutationFn: (saved: SavedScenario, { client }) =>
        saved.params
          ? refuseUnseen(client, saved)
              .then(() => askExtension(client, updateScenario, () => write(client, updateScenario, saved)))
              // Also where no answer came: it may have been changed.
              .finally(() => judgeAnew(client, saved.params.id).catch(() => undefined))
          : write(client, createScenario, {
              ...saved,
              after: (written) => rememberLabId(saved, written),
            }),
      meta: { writes: [createScenario, updateScenario], invalidates: [keys.evidence] },
    }),

  /** Stores what a person notes about a scenario or a run. */
  note: () =>
    recording(
      changed,
      (
        {
          kind,
          labId,
          ...changes
        }: Pick<LabNote, 'kind' | 'labId'> & Partial<Omit<LabNote, 'service' | 'id'>>,
        ledger,
        service,
      ) => changeNote(ledger, service, kind, labId, (note) => ({ ...note, ...changes })),
    ),

  /** Stores a person's verdict on one scenario of a run; `null` removes it. */
  judge: () =>
    recording(
      changed,
      (
        { labId, scenario, verdict }: { labId: string; scenario: string; verdict: HandVerdict | null },
        ledger,
        service,
      ) =>
        changeNote(ledger, service, 'run', labId, (note) => {
          const { [scenario]: _before, ...others } = note.verdicts ?? {}
          return { ...note, verdicts: verdict ? { ...others, [scenario]: verdict } : others }
        }),
    ),
}
