import type { ReactNode } from 'react'
import type { LabRun } from '../../queries/lab-records'
import { TimeText } from '../../ui/time-text'
import { ListBeside } from '../-shared/list-beside'
import { RunOutcome } from './-lab-badges'
import { titleOfRun } from './-lab-data'
import { numbersOf, passedText, passRate } from './-run-numbers'

/** A run with the other runs beside it. */
export function RunsBeside({
  runs,
  shown,
  children,
}: {
  runs: readonly LabRun[]
  shown: string
  children: ReactNode
}) {
  const items = runs.map((run) => {
    const numbers = numbersOf(run)
    return {
      key: run.key,
      link: { to: '/testing-lab/runs/$runId', params: { runId: run.key } } as const,
      title: titleOfRun(run),
      state: (
        <>
          <RunOutcome run={run} />
          {passRate(numbers) !== undefined && <span>{passedText(numbers)}</span>}
          {run.at && (
            <span className="text-ink-muted">
              <TimeText time={run.at} />
            </span>
          )}
        </>
      ),
    }
  })
  return (
    <ListBeside label="Runs" items={items} shown={shown}>
      {children}
    </ListBeside>
  )
}
