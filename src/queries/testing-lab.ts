import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../client/call'
import type { ListReply } from '../contract/reply'
import type { Run } from '../contract/run'
import type { LabId } from '../contract/scenario'
import {
  createScenario,
  type GenerateRequest,
  generateScenarios,
  listRuns,
  listScenarios,
  type RunRequest,
  readRun,
  runScenarios,
  type UpdateScenarioRequest,
  updateScenario,
} from '../contract/testing-lab'
import type { HandVerdict, LabNote } from '../ledger/entry'
import { saveEvidence } from './evidence'
import { askExtension } from './extension'
import { keys } from './keys'
import { evidenceOf, isRunOpen, type StoredLab } from './lab-records'
import { connectedLedger } from './ledger'
import { recoverDelay } from './polling'
import { withEntered } from './stored-agent'
import { sending, write } from './write'

/** So many pages are read at most, whatever cursors the service goes on sending. */
const PAGES_MAX = 20
const PAGE = 200

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

/** Runs that are over become evidence about their versions, once for each run: what a person removes afterwards stays removed (D193). */
async function recordEvidence(client: QueryClient, runs: readonly Run[]): Promise<void> {
  const over = runs.filter((run) => run.id !== undefined && run.versionId !== undefined && !isRunOpen(run))
  if (over.length === 0) return
  const { ledger, service } = await connectedLedger(client)
  const [notes, agents] = await Promise.all([ledger.labNotes(service), ledger.agents(service)])
  const taken = new Set(notes.filter((note) => note.taken).map(({ id }) => id))
  let found = false
  for (const run of over) {
    const { id, versionId } = run
    if (versionId === undefined || taken.has(`run ${id}`)) continue
    const agent =
      agents.find(({ versions }) => versions.some((version) => version.versionId === versionId)) ??
      agents.find(({ testingLabId }) => testingLabId !== undefined && testingLabId === run.agentId)
    const evidence = agent && evidenceOf(run, { agentId: agent.agentId, versionId })
    if (!evidence) continue
    await saveEvidence(client, evidence)
    await changeNote(client, 'run', String(id), (note) => ({ ...note, taken: true }))
    found = true
  }
  // Not awaited: this runs inside a query that the invalidation may refetch.
  if (found) void client.invalidateQueries({ queryKey: keys.evidence })
}

async function changeNote(
  client: QueryClient,
  kind: LabNote['kind'],
  labId: string,
  change: (note: LabNote) => LabNote,
): Promise<LabNote> {
  const { ledger, service } = await connectedLedger(client)
  const id = `${kind} ${labId}`
  const fresh: LabNote = { service, id, kind, labId, notedAt: new Date().toISOString() }
  return ledger.changeLabNote(service, id, (stored) => change(stored ?? fresh))
}

export const labQueries = {
  /** What this browser stores of the testing lab. */
  stored: () =>
    queryOptions({
      queryKey: [...keys.lab, 'stored'],
      queryFn: async ({ client }): Promise<StoredLab> => {
        const { ledger, service } = await connectedLedger(client)
        const [notes, ...entries] = await Promise.all([
          ledger.labNotes(service),
          ...WRITES.map((operation) => ledger.entries(service, operation.name)),
        ])
        const all = entries.flat().toSorted((one, other) => other.startedAt.localeCompare(one.startedAt))
        return { entries: all, notes }
      },
    }),

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
      refetchInterval: ({ state }) =>
        recoverDelay(state.error) ||
        (state.data?.items.some(isRunOpen) ? runPollDelay(state.dataUpdateCount) : false),
    }),

  /** A run with its conversations, read again while it goes on; `null` where the service has no such operation. */
  run: (id: LabId) =>
    queryOptions({
      queryKey: [...keys.lab, 'run', String(id)],
      queryFn: async ({ client, signal }) => {
        const run = await askExtension(client, readRun, () =>
          call(readRun, { params: { id: String(id) }, signal }),
        )
        if (run) await recordEvidence(client, [run]).catch(() => undefined)
        return run
      },
      refetchInterval: ({ state }) =>
        recoverDelay(state.error) ||
        (state.data && isRunOpen(state.data) ? runPollDelay(state.dataUpdateCount) : false),
    }),
}

const changed = [[...keys.lab, 'stored'], keys.ledger, keys.evidence]

/** Stores the integer id with the agent, so that a person enters it once (D13). */
async function rememberLabId(client: QueryClient, agentId: string | undefined, testingLabId: number) {
  if (!agentId) return
  const { ledger, service } = await connectedLedger(client)
  const now = new Date().toISOString()
  await ledger
    .changeAgent(service, agentId, (stored) => withEntered(stored, { agentId, testingLabId, service, now }))
    .catch(() => undefined)
}

export const labMutations = {
  /** Generates scenarios for an agent. `agentId`: as this browser stores it. */
  generate: () =>
    mutationOptions({
      mutationFn: async ({ body, agentId }: { body: GenerateRequest; agentId?: string }, { client }) => {
        const reply = await write(client, generateScenarios, { body, note: { agentId } })
        await rememberLabId(client, agentId, body.agent_id)
        return reply
      },
      meta: { writes: [generateScenarios] },
    }),

  /** Runs scenarios. `versionId`: the version under test; sent only if the body has it too (D191). Resolves with the key of the run. */
  run: () =>
    mutationOptions({
      mutationFn: async (
        { body, agentId, versionId }: { body: RunRequest; agentId?: string; versionId?: string },
        { client },
      ) => {
        let entry: string | undefined
        const reply = await write(client, runScenarios, {
          body,
          note: { agentId, versionId },
          after: ({ entryId }) => {
            entry = entryId
          },
        })
        await rememberLabId(client, agentId, body.agent_id)
        return { reply, key: reply.record?.id === undefined ? entry : String(reply.record.id) }
      },
      meta: { writes: [runScenarios] },
    }),

  /** Creates a scenario that a person wrote. */
  create: () => sending(createScenario),

  /** Changes fields of a scenario. `null`: the service has no such operation; nothing was changed. */
  update: () =>
    mutationOptions({
      mutationFn: async ({ id, body }: { id: LabId; body: UpdateScenarioRequest }, { client }) => {
        const params = { id: String(id) }
        return askExtension(client, updateScenario, () => write(client, updateScenario, { params, body }))
      },
      meta: { writes: [updateScenario] },
    }),

  /** Stores what a person notes about a scenario or a run. Nothing is sent. */
  note: () =>
    mutationOptions({
      mutationFn: (
        {
          kind,
          labId,
          ...changes
        }: Pick<LabNote, 'kind' | 'labId'> & Partial<Omit<LabNote, 'service' | 'id'>>,
        { client },
      ) => changeNote(client, kind, labId, (note) => ({ ...note, ...changes })),
      meta: { invalidates: changed },
    }),

  /** Stores a person's verdict on one scenario of a run; `null` removes it. Nothing is sent. */
  judge: () =>
    mutationOptions({
      mutationFn: (
        { labId, scenario, verdict }: { labId: string; scenario: string; verdict: HandVerdict | null },
        { client },
      ) =>
        changeNote(client, 'run', labId, (note) => {
          const { [scenario]: _before, ...others } = note.verdicts ?? {}
          return { ...note, verdicts: verdict ? { ...others, [scenario]: verdict } : others }
        }),
      meta: { invalidates: changed },
    }),
}
