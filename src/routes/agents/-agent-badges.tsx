import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback } from 'react'
import {
  evidenceText,
  notRun,
  type TestEvidence,
  VERDICTS,
  type VersionEvidence,
} from '../../queries/evidence'
import { scenariosByAgent } from '../../queries/scenarios-by-agent'
import { StatusBadge } from '../../ui/badge'
import { TimeText } from '../../ui/time-text'

export function VerdictText({ evidence }: { evidence: Pick<TestEvidence, 'verdict' | 'run'> }) {
  const { tone, name } = VERDICTS[evidence.verdict]
  return (
    <span className="inline-flex items-center gap-2 align-middle">
      <StatusBadge tone={tone}>{name}</StatusBadge>
      <TimeText time={evidence.run.at} />
    </span>
  )
}

/** The scenarios of an agent by its integer id; `null`: nobody knows them all, `undefined`: they are being read. */
export type ScenariosOf = (labId: number | undefined) => readonly string[] | null | undefined

export function useScenariosOf(enabled = true): ScenariosOf {
  const { data, isPending } = useQuery({ ...scenariosByAgent(), enabled })
  return useCallback(
    (labId) => (isPending ? undefined : labId === undefined ? null : data ? (data.get(labId) ?? []) : null),
    [data, isPending],
  )
}

/** The latest results of a version. Where only some of its agent's scenarios ran, or nobody knows whether all did, it is not "Passed" (D891). */
export function testResult(evidence: VersionEvidence | undefined, all: ReturnType<ScenariosOf>): ReactNode {
  if (evidence?.changed)
    return (
      <span className="inline-flex items-center gap-2 align-middle">
        <StatusBadge tone="waiting" title={evidenceText(evidence)}>
          Changed since
        </StatusBadge>
        <TimeText time={evidence.run.at} />
      </span>
    )
  const passed = evidence?.scenarios.length ?? 0
  if (!evidence || passed === 0 || evidence.verdict !== 'passed')
    return evidence && <VerdictText evidence={evidence} />
  // It would change a moment later.
  if (all === undefined) return null
  const open = notRun(evidence, all)
  if (all && open === 0) return <VerdictText evidence={evidence} />
  return (
    <span className="inline-flex items-center gap-2 align-middle">
      <StatusBadge tone="waiting" title={open > 0 ? `${open} not run` : undefined}>
        {open > 0 ? `${passed} of ${passed + open} passed` : `${passed} passed`}
      </StatusBadge>
      <TimeText time={evidence.run.at} />
    </span>
  )
}
