import { useQuery } from '@tanstack/react-query'
import { findObject } from '../../contract/reply'
import { countRun, readTestRun } from '../../contract/run'
import type { LedgerEntry } from '../../queries/activity'
import { isRunOpen, verdictOfCounts } from '../../queries/run-evidence'
import { runQueries } from '../../queries/runs'
import { StatusBadge } from '../../ui/badge'
import { Facts, Section } from '../../ui/page'
import { ErrorNotice } from '../-shared/error-notice'

const VERDICTS = {
  passed: ['good', 'Passed'],
  failed: ['bad', 'Failed'],
  unclear: ['unknown', 'Unclear'],
} as const

/** The result of a run that was sent, read again while it goes on. Nothing where the service started none, or reports none. */
export function RunFate({ entry }: { entry: LedgerEntry }) {
  const id = entry.state === 'accepted' ? findObject(entry.reply, ['run'], readTestRun)?.id : undefined
  const { data: run, error } = useQuery({ ...runQueries.one(id ?? ''), enabled: id !== undefined })
  if (!run) return <ErrorNotice error={error} />
  const counts = countRun(run)
  const { passed = 0, failed = 0, total } = counts
  const [tone, word] = isRunOpen(run)
    ? (['busy', 'In progress'] as const)
    : run.state === 'failed' && !failed
      ? (['bad', 'Failed'] as const)
      : VERDICTS[verdictOfCounts(counts)]
  return (
    <Section
      title="Result"
      hint={isRunOpen(run) ? 'The run is in progress. This updates automatically.' : undefined}
    >
      <div role="status">
        <StatusBadge tone={tone}>{word}</StatusBadge>
      </div>
      <Facts facts={{ Passed: total && `${passed} of ${total}` }} />
    </Section>
  )
}
