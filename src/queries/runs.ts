import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../client/call'
import type { Run } from '../contract/run'
import { listRuns, readRun } from '../contract/runs'
import type { LabId } from '../contract/scenario'
import type { LabNote } from '../ledger/entry'
import type { Ledger } from '../ledger/ledger'
import { agentQueries } from './agents'
import { readSizedPages } from './cursor-pages'
import { evidenceId, saveEvidence } from './evidence'
import { askExtension } from './extension'
import { keys } from './keys'
import { connectedLedger } from './ledger'
import { recoverDelay } from './polling'
import { askShared, readAnew } from './query-client'
import { agentOfLab, evidenceOf, isRunOpen, testedScenarios } from './run-evidence'

/** Runs and scenarios that are asked for at a time. */
export const LAB_PAGE = 200

/** Milliseconds until an open run is read again: ever less often. `looks`: how often it was read since. */
export function runPollDelay(looks: number): number {
  if (looks < 10) return 1_500
  if (looks < 30) return 3_000
  return looks < 90 ? 10_000 : 30_000
}

/** Which runs are open, and since which look, for each reader. */
const opened = new WeakMap<object, { readonly ids: string; readonly since: number }>()

/** A run that begins is read often, however often another was. */
function runDelay(
  query: { state: { error: Error | null; dataUpdateCount: number; errorUpdateCount: number } },
  runs: readonly Run[],
) {
  const { error, dataUpdateCount, errorUpdateCount } = query.state
  const open = runs.filter(isRunOpen)
  const ids = open
    .map(({ id }) => String(id))
    .toSorted()
    .join()
  const before = opened.get(query)
  const since = before?.ids === ids ? before.since : dataUpdateCount
  opened.set(query, { ids, since })
  return recoverDelay(error, errorUpdateCount) || (open.length > 0 && runPollDelay(dataUpdateCount - since))
}

/** Runs that are over become evidence about their versions, once for each run: what a person removes afterwards stays removed (D193). */
async function recordEvidence(client: QueryClient, runs: readonly Run[]): Promise<void> {
  const over = runs.filter((run) => run.id !== undefined && run.versionId !== undefined && !isRunOpen(run))
  if (over.length === 0) return
  const { ledger, service } = await connectedLedger(client)
  const [notes, agents, stored] = await Promise.all([
    ledger.labNotes(service),
    // Also those that only the service lists (D290).
    client.fetchQuery(agentQueries.list()),
    ledger.evidence(service),
  ])
  const taken = new Set(notes.filter((note) => note.taken).map(({ id }) => id))
  const lacking = new Set(stored.flatMap((each) => (each.scenarios ? [] : [each.id])))
  const found = new Set<string>()
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
    found.add(evidence.agentId)
  }
  // Evidence is read from the ledger alone. What shows a run would show it without its evidence first.
  if (found.size === 0) return
  await readAnew(client, keys.evidence)
  for (const agentId of found) {
    // Where nobody looks at the versions, they mark it once they are read, and nothing is loaded for it.
    const versions = client.getQueryState([...keys.agents, 'versions', agentId])
    if (!versions) continue
    const marking = Promise.all([import('./agent-versions'), import('./edited-versions')]).then(
      async ([{ agentVersionQueries }, { markEdited }]) =>
        markEdited(client, agentId, await askShared(client, agentVersionQueries.list(agentId))),
    )
    // While they are read, no evidence is shown beside them; the run itself needs none (D934).
    if (versions.data === undefined) marking.catch(() => undefined)
    else await marking
  }
}

export function changeNote(
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

export const runQueries = {
  /** The runs that the service lists, newest first, without their conversations; `null` where it has no such operation. */
  list: () =>
    queryOptions({
      queryKey: [...keys.lab, 'runs'],
      queryFn: async ({ client, signal }) => {
        const runs = await askExtension(client, listRuns, () =>
          readSizedPages(LAB_PAGE, (query) => call(listRuns, { query, signal })),
        )
        if (runs) await recordEvidence(client, runs.items).catch(() => undefined)
        return runs
      },
      refetchInterval: (query) => runDelay(query, query.state.data?.items ?? []),
    }),

  /** A run with its conversations, read again while it goes on; `null` where the service has no such operation. */
  one: (id: LabId) =>
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
      refetchInterval: (query) => runDelay(query, query.state.data ? [query.state.data] : []),
    }),
}
