import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { LabId } from '../contract/scenario'
import type { TestEvidence, TestedScenario, Verdict } from '../ledger/entry'
import { keys } from './keys'
import { connectedLedger, recorded, recording } from './ledger'

export type { TestEvidence } from '../ledger/entry'

/** Evidence before it is stored: the connected service, the time, and where it has none an id are added. */
export type NewEvidence = Omit<TestEvidence, 'service' | 'id' | 'recordedAt' | 'changed'> &
  Partial<Pick<TestEvidence, 'id'>>

/** What a verdict is called, and the tone of its badge. */
export const VERDICTS = {
  passed: { tone: 'good', name: 'Passed' },
  failed: { tone: 'bad', name: 'Failed' },
  unclear: { tone: 'unknown', name: 'Unclear' },
} as const satisfies Record<Verdict, unknown>

export const newestRunFirst = (one: TestEvidence, other: TestEvidence) =>
  Date.parse(other.run.at) - Date.parse(one.run.at)

/** What is known of a version: the latest result of each scenario that ran against it (D370). */
export interface VersionEvidence {
  readonly verdict: Verdict
  /** The newest run of the version. */
  readonly latest: TestEvidence
  /** Of the newest run in which what does not pass did not pass; where all passes, of the latest. */
  readonly run: TestEvidence['run']
  /** Failed ones first. Empty where only whole runs are told. */
  readonly scenarios: readonly TestedScenario[]
  /** Ran against other versions of the agent and not against this one, broke off, or were written anew since. */
  readonly untested: number
  /** It, or each scenario that ran, was changed after its last test, so that nothing is known of it as it is now. */
  readonly changed?: boolean | undefined
}

const WORST_FIRST: readonly Verdict[] = ['failed', 'unclear', 'passed']
const worst = (verdicts: readonly Verdict[]) =>
  WORST_FIRST.find((verdict) => verdicts.includes(verdict)) ?? 'unclear'

/** `all`: of one agent. A result that names no scenarios counts while no newer one does. */
export function evidenceOfVersion(
  all: readonly TestEvidence[] | undefined,
  versionId: string | undefined,
): VersionEvidence | undefined {
  const ofVersion = all?.filter((each) => each.versionId === versionId).toSorted(newestRunFirst)
  const own = ofVersion?.filter((each) => !each.changed) ?? []
  const [latest = ofVersion?.[0]] = own
  if (!all || !latest) return undefined
  const found = new Map<string, TestedScenario>()
  for (const scenario of own.flatMap(({ scenarios = [] }) => scenarios))
    if (!found.has(scenario.id)) found.set(scenario.id, scenario)
  const scenarios = [...found.values()].toSorted(
    (one, other) => WORST_FIRST.indexOf(one.verdict) - WORST_FIRST.indexOf(other.verdict),
  )
  const others = new Set(
    all.flatMap(({ scenarios: ofRun = [], unjudged = [] }) => [...unjudged, ...ofRun.map(({ id }) => id)]),
  )
  const [first] = scenarios
  const verdict = worst([
    ...scenarios.map((each) => each.verdict),
    ...(latest.scenarios || latest.changed ? [] : [latest.verdict]),
  ])
  const isOpen = verdict !== 'passed' && first?.verdict === verdict
  return {
    latest,
    run: ((isOpen && own.find((each) => each.scenarios?.includes(first))) || latest).run,
    verdict,
    scenarios,
    untested: others.size - found.size,
    changed: latest.changed,
  }
}

/** How many of the agent's scenarios did not run against the version. `all`: their ids as text; where nobody knows them, those of its other versions count. */
export const notRun = (
  { scenarios, untested }: Pick<VersionEvidence, 'scenarios' | 'untested'>,
  all: readonly string[] | null | undefined,
): number => all?.filter((id) => !scenarios.some((each) => each.id === id)).length ?? untested

/** "1 of 10 scenarios still fails", "10 of 10 scenarios pass", "Not tested since a change"; empty where only whole runs are told. What did not run is part of the total (D891). */
export function evidenceText({
  scenarios,
  untested,
  changed,
}: Pick<VersionEvidence, 'scenarios' | 'untested' | 'changed'>): string {
  if (changed) return 'Not tested since a change'
  const count = (verdict: Verdict) => scenarios.filter((each) => each.verdict === verdict).length
  if (scenarios.length === 0) return ''
  const total = scenarios.length + untested
  const of = (some: number) => `${some} of ${total} ${total === 1 ? 'scenario' : 'scenarios'}`
  const [failed, unclear, passed] = WORST_FIRST.map(count) as [number, number, number]
  if (failed > 0) return `${of(failed)} still ${failed === 1 ? 'fails' : 'fail'}`
  if (unclear > 0) return `${of(unclear)} ${unclear === 1 ? 'is' : 'are'} unclear`
  return `${of(passed)} ${passed === 1 ? 'passes' : 'pass'}`
}

/** Of what the service reports of a run. */
export const evidenceId = (runId: LabId | undefined, versionId: string) => `run ${runId} ${versionId}`

export const evidenceQueries = {
  /** The evidence about all versions, newest first; of one agent, if named. */
  list: (agentId?: string) =>
    recorded([...keys.evidence, agentId ?? 'all'], (ledger, service) => ledger.evidence(service, agentId)),
}

/** Stores evidence. The service's own report of a run, and what a person judged of one, replaces its earlier one, so reading a run again adds nothing (D150). */
export async function saveEvidence(client: QueryClient, evidence: NewEvidence): Promise<TestEvidence> {
  const { ledger, service } = await connectedLedger(client)
  const recordedAt = new Date().toISOString()
  const { knownFrom, run, versionId } = evidence
  const own = knownFrom === 'service' && run.id !== undefined ? evidenceId(run.id, versionId) : evidence.id
  const id = own ?? `${recordedAt} ${Math.random().toString(36).slice(2)}`
  const stored: TestEvidence = { ...evidence, service, recordedAt, id }
  return ledger.saveEvidence(stored)
}

export const evidenceMutations = {
  add: () =>
    mutationOptions({
      mutationFn: (evidence: NewEvidence, { client }) => saveEvidence(client, evidence),
      meta: { invalidates: [keys.evidence, keys.ledger] },
    }),

  /** Removes evidence. Resolves with it, for Undo. */
  remove: () =>
    recording([keys.evidence], async (evidence: TestEvidence, ledger) => {
      await ledger.removeEvidence(evidence.service, evidence.id)
      return evidence
    }),

  restore: () =>
    recording([keys.evidence], (evidence: TestEvidence, ledger) => ledger.saveEvidence(evidence)),
}

/**
 * The newest of the tested versions, so that an older one that was run again says nothing. Where nobody knows the place of the one that was
 * run last, that one.
 * - `tested`: as they were run, the last first
 * - `versions`: newest first
 */
export function newestTested(
  tested: readonly (string | undefined)[],
  versions: readonly { readonly versionId: string }[] = [],
): string | undefined {
  const isKnown = versions.some(({ versionId }) => versionId === tested[0])
  return isKnown ? versions.find(({ versionId }) => tested.includes(versionId))?.versionId : tested[0]
}
