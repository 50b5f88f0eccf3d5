import { countConversations, countRun, type Run, type RunConversation, type RunCounts } from '../contract/run'
import type { TestedScenario, Verdict } from '../ledger/entry'
import type { NewEvidence } from './evidence'

/** The agent that the testing lab knows by this integer id. */
export const agentOfLab = <Agent extends { readonly testingLabId?: number }>(
  agents: readonly Agent[],
  labAgentId: unknown,
): Agent | undefined =>
  labAgentId === undefined ? undefined : agents.find(({ testingLabId }) => testingLabId === labAgentId)

/** Whether a run still goes on. A status that the console does not know may mean so. */
export function isRunOpen(run: Run): boolean {
  if (run.state) return run.state === 'pending' || run.state === 'running'
  if (run.status !== undefined) return true
  return run.conversations?.some(({ state }) => state === 'pending' || state === 'running') ?? false
}

/** Whether every conversation of a run broke off, so that it says nothing of its version. */
export function isBrokenOff(run: Run): boolean {
  const { total, broken } = countRun(run)
  return Boolean(total) && broken === total
}

/** One word for a whole run: failed with one failure, passed only when every conversation was and did. */
export function verdictOfCounts({ total, passed = 0, failed = 0 }: RunCounts): Verdict {
  if (failed > 0) return 'failed'
  return passed > 0 && passed === total ? 'passed' : 'unclear'
}

const byScenario = (conversations: readonly RunConversation[]) =>
  [...new Set(conversations.map(({ scenarioId }) => scenarioId))].map((scenarioId) => {
    const own = conversations.filter((each) => each.scenarioId === scenarioId)
    const scenarioName = own.find((each) => each.scenarioName)?.scenarioName
    const counts = countConversations(own)
    // What broke off is not judged (D943).
    const isJudged = counts.passed + counts.failed + counts.unclear > 0
    return { scenarioId, scenarioName, verdict: isJudged ? verdictOfCounts(counts) : undefined }
  })

/** What a run that is over decided about each scenario; `undefined` where it is not told which it had. */
export function testedScenarios({
  conversations,
  scenarioResults = [],
}: Run): { judged: TestedScenario[]; unjudged: string[] } | undefined {
  const isJudged = conversations?.some(({ verdict }) => verdict) ?? false
  const found = isJudged ? byScenario(conversations ?? []) : scenarioResults
  if (found.length === 0 || found.some(({ scenarioId }) => scenarioId === undefined)) return undefined
  return {
    judged: found.flatMap(({ scenarioId, scenarioName: name, verdict }) =>
      verdict ? [{ id: String(scenarioId), ...(name && { name }), verdict }] : [],
    ),
    unjudged: found.flatMap(({ scenarioId, verdict }) => (verdict ? [] : [String(scenarioId)])),
  }
}

/** The result of a run that is over, as evidence; `undefined` where the service reports no verdict. */
export function evidenceOf(run: Run, of: { agentId: string; versionId: string }): NewEvidence | undefined {
  const counts = countRun(run)
  const { total, passed, failed, unclear } = counts
  if (isRunOpen(run) || !total || (passed ?? failed ?? unclear) === undefined) return undefined
  if (!passed && !failed && !unclear) return undefined
  const tested = testedScenarios(run)
  return {
    ...of,
    run: {
      at: run.endedAt ?? run.updatedAt ?? new Date().toISOString(),
      ...(run.createdAt && { begunAt: run.createdAt }),
      ...(typeof run.id === 'number' && { id: run.id }),
      ...(run.name && { name: run.name }),
    },
    verdict: verdictOfCounts(counts),
    counts: { passed, failed, total },
    ...(tested && { scenarios: tested.judged }),
    ...(tested?.unjudged.length && { unjudged: tested.unjudged }),
    knownFrom: 'service',
  }
}
