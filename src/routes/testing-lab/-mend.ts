import type { StoredAgent } from '../../queries/agents'
import { evidenceText, type TestEvidence, type VersionEvidence } from '../../queries/evidence'
import { type LabRun, labAgentOfRun, versionOfRun } from '../../queries/lab-records'
import { isBrokenOff, isRunOpen } from '../../queries/run-evidence'
import type { NumberedVersion } from '../../queries/service-versions'
import type { ScenarioResult } from './-run-numbers'

/** The sentences that would mend what failed, each once, with the names of the scenarios that want it. */
export function suggestedRules(results: readonly ScenarioResult[]): string[] {
  const rules = results.flatMap(({ conversations }) =>
    conversations.flatMap(({ verdict, suggestedRule }) =>
      verdict !== 'passed' && suggestedRule?.trim() ? [suggestedRule.trim()] : [],
    ),
  )
  return [...new Set(rules)]
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The lines of a text that a prompt says already, and the others. */
export const saidIn = (prompt: string, added: string): [said: string[], unsaid: string[]] => [
  linesOf(added).filter((line) => prompt.includes(line)),
  linesOf(added).filter((line) => !prompt.includes(line)),
]

/** A prompt with further sentences, each in a line of its own; what it says already is not said again. */
export function withRules(prompt: string, added: string): string {
  const [, lines] = saidIn(prompt, added)
  return lines.length === 0 ? prompt : [prompt.trimEnd(), ...lines].filter(Boolean).join('\n')
}

/** How what failed in a run stands with the version that is to be deployed instead. */
export interface Mended {
  /** The newest version of the agent, or the tested one where there is no newer; while that did not run, the deployed one with which all of it passes. */
  readonly target: NumberedVersion | undefined
  /** The target was created after the tested version. */
  readonly isNewer: boolean
  /** A later run of the target that goes on. */
  readonly going: LabRun | undefined
  /** The latest later run of the target in which something failed that still does; where nothing does, the latest that judged something. */
  readonly last: LabRun | undefined
  /** The failed scenarios, and those that later ran with the target, or did not pass with another version newer than the tested one. */
  readonly ids: readonly string[]
  /** Of `ids`: those that passed since with the target, and those that did not pass. */
  readonly passed: readonly string[]
  readonly failed: readonly string[]
  /** Of `failed`: those that nobody could judge, so that they may be right. */
  readonly unclear: readonly string[]
  /** The latest later run of the target, where conversations broke off so that it judged nothing of these scenarios. */
  readonly broken: { readonly run: LabRun; readonly ids: readonly string[] } | undefined
}

const resultsIn = ({ run }: LabRun) => run?.scenarioResults ?? []

/** `red`: ids of the scenarios that did not pass in the run, of `all` in it; `runs`: all, newest first, with one verdict a scenario. */
export function mendedSince(
  run: LabRun,
  red: readonly string[],
  agent: StoredAgent,
  runs: readonly LabRun[],
  all = red,
): Mended {
  const versions: readonly NumberedVersion[] = agent.versions
  const tested = versionOfRun(run)
  const own = versions.find(({ versionId }) => versionId === tested)
  const isNewer = ({ versionId, number }: NumberedVersion) =>
    versionId !== tested && (own?.number === undefined || number === undefined || number > own.number)
  const newest = versions[0] && isNewer(versions[0]) ? versions[0] : own
  const live = versions.find(({ versionId }) => versionId === agent.deployedVersionId)
  const isNewerRun = (each: LabRun) =>
    versions.some((version) => version.versionId === versionOfRun(each) && isNewer(version))
  const since = runs.filter(
    (each) =>
      each.key !== run.key &&
      each.sent?.state !== 'refused' &&
      (each.at ?? '') > (run.at ?? '') &&
      labAgentOfRun(each) === labAgentOfRun(run),
  )
  const standing = (target: NumberedVersion | undefined): Mended => {
    const isOfTarget = (each: LabRun) => versionOfRun(each) === target?.versionId
    const later = since.filter(isOfTarget)
    const ran = new Set(red)
    for (const each of since)
      for (const { scenarioId, verdict } of resultsIn(each))
        if (isOfTarget(each) || (verdict && verdict !== 'passed' && isNewerRun(each)))
          ran.add(String(scenarioId))
    const ids = all.filter((id) => ran.has(id))
    const latest = new Map<string, string>()
    for (const { scenarioId, verdict } of later.flatMap(resultsIn))
      if (verdict && !latest.has(String(scenarioId))) latest.set(String(scenarioId), verdict)
    const failed = ids.filter((id) => latest.has(id) && latest.get(id) !== 'passed')
    const [newestRun] = later
    const unjudged = newestRun ? resultsIn(newestRun).filter(({ verdict }) => !verdict) : []
    const broken = ids.filter((id) => unjudged.some(({ scenarioId }) => String(scenarioId) === id))
    return {
      target,
      isNewer: target !== undefined && isNewer(target),
      going: later.find((each) => each.run && isRunOpen(each.run)),
      last:
        later.find((each) =>
          resultsIn(each).some(({ scenarioId, verdict }) => verdict && failed.includes(String(scenarioId))),
        ) ?? later.find((each) => !(each.run && isBrokenOff(each.run))),
      ids,
      passed: ids.filter((id) => latest.get(id) === 'passed'),
      failed,
      unclear: ids.filter((id) => latest.get(id) === 'unclear'),
      broken: newestRun && broken.length > 0 ? { run: newestRun, ids: broken } : undefined,
    }
  }
  const now = standing(newest)
  const before = live && !now.last ? standing(live) : now
  return before.passed.length === before.ids.length ? before : now
}

/**
 * Whether the service reported something of a version that fails. What is unclear, and what a person judged or entered, is weighed in the dialog instead (D865).
 * - `all`: the evidence that `known` was made of
 */
export const isReportedAgainst = (
  all: readonly TestEvidence[],
  { latest, scenarios }: Pick<VersionEvidence, 'latest' | 'scenarios'>,
): boolean =>
  all.some(
    (each) =>
      each.knownFrom === 'service' &&
      (each.scenarios
        ? each.scenarios.some((scenario) => scenario.verdict === 'failed' && scenarios.includes(scenario))
        : each === latest && each.verdict === 'failed'),
  )

/** "Evidence for version 4: 1 of 10 scenarios still fails, 5 not run." The last counts those of other versions (D952). */
export const evidenceLine = (
  version: string,
  known: Pick<VersionEvidence, 'scenarios' | 'changed' | 'untested'>,
): string => {
  const text = lower(evidenceText(known))
  const unrun = text && !known.changed && known.untested > 0 ? `, ${known.untested} not run` : ''
  return `Evidence for ${version}${text && `: ${text}`}${unrun}.`
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
