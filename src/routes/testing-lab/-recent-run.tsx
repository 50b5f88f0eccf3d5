import { useState } from 'react'
import type { RunRequest } from '../../contract/testing-lab'
import type { LabRun } from '../../queries/lab-records'
import { Notice } from '../../ui/notice'
import { countOf, formatCount } from '../../ui/numbers'
import { TimeText } from '../../ui/time-text'
import { conversationsOf } from './-run-numbers'

/** So long after the same scenarios were run, running them again may be a mistake, in milliseconds. */
const RECENT_MS = 2 * 60_000

/** The newest run of the same scenarios that was, or may have been, started just now. `now`: milliseconds. */
export function recentRun(
  runs: readonly LabRun[],
  request: Pick<RunRequest, 'agent_id' | 'scenarios'>,
  now: number,
): LabRun | undefined {
  const wanted = JSON.stringify([request.agent_id, request.scenarios.toSorted()])
  return runs.find(({ sent }) => {
    if (!sent || sent.state === 'refused' || now - Date.parse(sent.startedAt) > RECENT_MS) return false
    const { agent_id, scenarios } = sent.request
    return Array.isArray(scenarios) && JSON.stringify([agent_id, scenarios.toSorted()]) === wanted
  })
}

/** "3 scenarios × 2 = 6 conversations" */
export const sumText = (scenarios: number, frequency: number | null) =>
  `${countOf(scenarios, 'scenario')} × ${formatCount(conversationsOf(1, frequency))} = ${countOf(conversationsOf(scenarios, frequency), 'conversation')}`

/** Points out that these scenarios were run just now (D195). */
export function RecentRun({
  runs,
  request,
}: {
  runs: readonly LabRun[]
  request: Parameters<typeof recentRun>[1]
}) {
  // Once: the run that is confirmed here must not be found itself.
  const [recent] = useState(() => recentRun(runs, request, Date.now()))
  return (
    recent?.sent && (
      <Notice
        tone="warn"
        title="The same scenarios were run a short while ago"
        message={<TimeText time={recent.sent.startedAt} />}
      />
    )
  )
}
