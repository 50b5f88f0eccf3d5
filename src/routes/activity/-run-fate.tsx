import { useQuery } from '@tanstack/react-query'
import { findObject, isWire } from '../../contract/reply'
import { countRun, readTestRun } from '../../contract/run'
import type { LedgerEntry } from '../../queries/activity'
import { VERDICTS } from '../../queries/evidence'
import type { StoredLab } from '../../queries/lab-records'
import { isRunOpen, verdictOfCounts } from '../../queries/run-evidence'
import { runQueries } from '../../queries/runs'
import { labQueries } from '../../queries/testing-lab'
import { StatusBadge } from '../../ui/badge'
import { Facts, Section } from '../../ui/page'
import { ErrorNotice } from '../-shared/error-notice'

/** What a person said of the scenarios of a run; `undefined` where nobody did. */
function handCounts({ body }: LedgerEntry, stored: StoredLab | undefined, labId: string) {
  const note = stored?.notes.find((each) => each.kind === 'run' && each.labId === labId)
  const verdicts = Object.values(note?.verdicts ?? {}).map(({ verdict }) => verdict)
  if (verdicts.length === 0) return undefined
  const sent = isWire(body) && Array.isArray(body.scenarios) ? body.scenarios.length : verdicts.length
  const passed = verdicts.filter((verdict) => verdict === 'passed').length
  return { total: Math.max(sent, verdicts.length), passed, failed: verdicts.length - passed }
}

/** The result of a run that was sent, read again while it goes on, else what a person said of it. Nothing where nobody tells. */
export function RunFate({ entry }: { entry: LedgerEntry }) {
  const id = entry.state === 'accepted' ? findObject(entry.reply, ['run'], readTestRun)?.id : undefined
  const { data: run, error } = useQuery({ ...runQueries.one(id ?? ''), enabled: id !== undefined })
  const { data: stored } = useQuery(labQueries.stored())
  const judged = run && countRun(run)
  const isJudged = judged && (judged.passed || judged.failed || judged.unclear)
  const hand = isJudged ? undefined : handCounts(entry, stored, String(id ?? entry.id))
  const counts = hand ?? judged
  if (!counts) return <ErrorNotice error={error} />
  const { passed = 0, failed = 0, total } = counts
  // Once a person has judged it, nobody waits for the service.
  const isOpen = !hand && run && isRunOpen(run)
  const isBroken = run?.state === 'failed' && !failed
  const { tone, name } = isOpen
    ? { tone: 'busy' as const, name: 'In progress' }
    : VERDICTS[isBroken ? 'failed' : verdictOfCounts(counts)]
  return (
    <Section
      title="Result"
      hint={isOpen ? 'The run is in progress. This updates automatically.' : hand && 'Judged by hand.'}
    >
      <div role="status">
        <StatusBadge tone={tone}>{name}</StatusBadge>
      </div>
      <Facts facts={{ Passed: total && `${passed} of ${total}` }} />
    </Section>
  )
}
