import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../client/call'
import type { Operation } from '../contract/operation'
import { isWire, type ListReply, textOf } from '../contract/reply'
import type { Run } from '../contract/run'
import type { LabId } from '../contract/scenario'
import {
  type CreateScenarioRequest,
  createScenario,
  generateScenarios,
  listRuns,
  listScenarios,
  readRun,
  runScenarios,
  type UpdateScenarioRequest,
  updateScenario,
} from '../contract/testing-lab'
import type { HandVerdict, LabNote } from '../ledger/entry'
import type { Ledger } from '../ledger/ledger'
import { agentQueries } from './agents'
import { evidenceId, saveEvidence } from './evidence'
import { askExtension } from './extension'
import { keys } from './keys'
import { agentOfLab, evidenceOf, isRunOpen, type StoredLab, testedScenarios } from './lab-records'
import { connectedLedger, recorded, recording } from './ledger'
import { extensionQuery } from './offered'
import { recoverDelay } from './polling'
import { withEntered } from './stored-agent'
import { sending, type WriteRequest, type Written, write } from './write'

/** So many pages are read at most, whatever cursors the service goes on sending. */
const PAGES_MAX = 20
const PAGE = 200

const storedKey = [...keys.lab, 'stored']
const changed = [storedKey, keys.evidence]
const WRITES = [generateScenarios, runScenarios, createScenario, updateScenario]

async function readPages<T>(
  read: (query: { cursor?: string; limit: string }) => Promise<ListReply<T>>,
): Promise<{ items: readonly T[]; cutShort: boolean }> {
  const items: T[] = []
  let cursor: string | undefined
  for (let page = 0; page < PAGES_MAX; page++) {
    const reply = await read({ cursor, limit: String(PAGE) })
    items.push(...reply.items)
    if (reply.nextCursor === undefined || reply.nextCursor === cursor) return { items, cutShort: false }
    cursor = reply.nextCursor
  }
  return { items, cutShort: true }
}

/** Milliseconds until an open run is read again: ever less often. `looks`: how often it was read. */
export function runPollDelay(looks: number): number {
  if (looks < 10) return 1_500
  if (looks < 30) return 3_000
  return looks < 90 ? 10_000 : 30_000
}

const runDelay = (state: { error: Error | null; dataUpdateCount: number }, runs: readonly Run[]) =>
  recoverDelay(state.error) || (runs.some(isRunOpen) && runPollDelay(state.dataUpdateCount))

/** Runs that are over become evidence about their versions, once for each run: what a person removes afterwards stays removed (D193). */
async function recordEvidence(client: QueryClient, runs: readonly Run[]): Promise<void> {
  const over = runs.filter((run) => run.id !== undefined && run.versionId !== undefined && !isRunOpen(run))
  if (over.length === 0) return
  const { ledger, service } = await connectedLedger(client)
  const [notes, agents, known] = await Promise.all([
    ledger.labNotes(service),
    // Also those that only the service lists (D290).
    client.fetchQuery(agentQueries.list()),
    ledger.evidence(service),
  ])
  const taken = new Set(notes.filter((note) => note.taken).map(({ id }) => id))
  const lacking = new Set(known.flatMap((each) => (each.scenarios ? [] : [each.id])))
  let found = false
  for (const run of over) {
    const { id, versionId } = run
    if (versionId === undefined) continue
    const isLacking = lacking.has(evidenceId(id, versionId)) && testedScenarios(run) !== undefined
    if (taken.has(`run ${id}`) && !isLacking) continue
    const agent =
      agents.find(({ versions }) => versions.some((version) => version.versionId === versionId)) ??
      agentOfLab(agents, run.agentId)
    const evidence = agent && evidenceOf(run, { agentId: agent.agentId, versionId })
    if (!evidence) continue
    await saveEvidence(client, evidence)
    await changeNote(ledger, service, 'run', String(id), (note) => ({ ...note, taken: true }))
    found = true
  }
  // Not awaited: this runs inside a query that the invalidation may refetch.
  if (found) void client.invalidateQueries({ queryKey: keys.evidence })
}

function changeNote(
  ledger: Ledger,
  service: string,
  kind: LabNote['kind'],
  labId: string,
  change: (note: LabNote) => LabNote,
): Promise<LabNote> {
  const id = `${kind} ${labId}`
  const fresh: LabNote = { service, id, kind, labId, notedAt: new Date().toISOString() }
  return ledger.changeLabNote(service, id, (stored) => change(stored ?? fresh))
}

export const labQueries = {
  /** What this browser stores of the testing lab. */
  stored: () =>
    recorded(storedKey, async (ledger, service): Promise<StoredLab> => {
      const [notes, ...entries] = await Promise.all([
        ledger.labNotes(service),
        ...WRITES.map((operation) => ledger.entries(service, operation.name)),
      ])
      const all = entries.flat().toSorted((one, other) => other.startedAt.localeCompare(one.startedAt))
      return { entries: all, notes }
    }),

  /** Whether the service lists scenarios, which is the sign that it takes them. */
  offered: () =>
    extensionQuery(listScenarios, (signal) => call(listScenarios, { query: { limit: '1' }, signal })),

  /** The scenarios that the service lists, newest first; `null` where it has no such operation. */
  scenarios: () =>
    queryOptions({
      queryKey: [...keys.lab, 'scenarios'],
      queryFn: ({ client, signal }) =>
        askExtension(client, listScenarios, () =>
          readPages((query) => call(listScenarios, { query, signal })),
        ),
    }),

  /** The runs that the service lists, newest first, without their conversations; `null` where it has no such operation. */
  runs: () =>
    queryOptions({
      queryKey: [...keys.lab, 'runs'],
      queryFn: async ({ client, signal }) => {
        const runs = await askExtension(client, listRuns, () =>
          readPages((query) => call(listRuns, { query, signal })),
        )
        if (runs) await recordEvidence(client, runs.items).catch(() => undefined)
        return runs
      },
      refetchInterval: ({ state }) => runDelay(state, state.data?.items ?? []),
    }),

  /** A run with its conversations, read again while it goes on; `null` where the service has no such operation. */
  run: (id: LabId) =>
    queryOptions({
      queryKey: [...keys.lab, 'run', String(id)],
      queryFn: async ({ client, signal }) => {
        const run = await askExtension(
          client,
          readRun,
          () => call(readRun, { params: { id: String(id) }, signal }),
          String(id),
        )
        if (run) await recordEvidence(client, [run]).catch(() => undefined)
        return run
      },
      refetchInterval: ({ state }) => runDelay(state, state.data ? [state.data] : []),
    }),
}

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

/** A new scenario, or with `params` changes of one. */
type SavedScenario =
  | { readonly params?: undefined; readonly body: CreateScenarioRequest }
  | { readonly params: { readonly id: string }; readonly body: UpdateScenarioRequest }

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
      mutationFn: ({ params, body }: SavedScenario, { client }) =>
        params
          ? askExtension(client, updateScenario, () => write(client, updateScenario, { params, body }))
          : write(client, createScenario, { body }),
      meta: { writes: [createScenario, updateScenario] },
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
