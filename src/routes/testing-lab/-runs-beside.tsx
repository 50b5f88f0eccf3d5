import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type LabRun, verdictOfCounts } from '../../queries/lab-records'
import { classNames } from '../../ui/class-names'
import { TimeText } from '../../ui/time-text'
import { RunBadge, VerdictBadge } from './-lab-badges'
import { titleOfRun } from './-lab-data'
import { goesOn, numbersOf, passedText, passRate } from './-run-numbers'

/** More stand in the list of runs. */
const LISTED = 100

/** The verdict of a run that has one, else how far it is. */
export function RunOutcome({ run }: { run: LabRun }) {
  const numbers = numbersOf(run)
  return passRate(numbers) === undefined || goesOn(run) ? (
    <RunBadge run={run} />
  ) : (
    <VerdictBadge verdict={verdictOfCounts(numbers)} />
  )
}

/** A run with the other runs beside it, where the page is wide enough for both. */
export function RunsBeside({
  runs,
  shown,
  children,
}: {
  runs: readonly LabRun[]
  shown: string
  children: ReactNode
}) {
  return (
    <div className="@container min-w-0">
      <div className="grid items-start gap-6 @min-[75rem]:grid-cols-[18rem_minmax(0,1fr)]">
        <nav
          aria-label="Runs"
          className="sticky top-4 hidden max-h-[calc(100dvh-8rem)] flex-col divide-y divide-line overflow-y-auto rounded-md border border-line bg-surface-raised @min-[75rem]:flex"
        >
          {runs.slice(0, LISTED).map((run) => {
            const numbers = numbersOf(run)
            const isShown = run.key === shown
            return (
              <Link
                key={run.key}
                to="/testing-lab/runs/$runId"
                params={{ runId: run.key }}
                aria-current={isShown ? 'page' : undefined}
                className={classNames(
                  'flex flex-col gap-1 px-3 py-2 text-sm -outline-offset-2',
                  isShown ? 'bg-accent-soft' : 'hover:bg-surface-sunken',
                )}
              >
                <span className="font-semibold break-words">{titleOfRun(run)}</span>
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <RunOutcome run={run} />
                  {passRate(numbers) !== undefined && <span>{passedText(numbers)}</span>}
                  {run.at && (
                    <span className="text-ink-muted">
                      <TimeText time={run.at} />
                    </span>
                  )}
                </span>
              </Link>
            )
          })}
        </nav>
        <div className="flex min-w-0 flex-col gap-4">{children}</div>
      </div>
    </div>
  )
}
