import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { type ActivityRow, activityQueries, NEWEST } from '../../queries/activity'
import { agentQueries } from '../../queries/agents'
import { prefetch } from '../../queries/prefetch'
import { settleLost } from '../../queries/write'
import { buttonClass } from '../../ui/button'
import { Page } from '../../ui/page'
import { mayWrite } from '../../ui/role'
import type { Column } from '../../ui/table-columns'
import { NEWEST_FIRST, timeColumn, whoColumn } from '../-shared/columns'
import { late } from '../-shared/late'
import { type List, ListTable } from '../-shared/list-table'
import { OUTCOMES, OutcomeBadge, readOutcome } from '../-shared/outcome-badge'
import { type Names, TargetLinks, targetWords } from '../-shared/record-target'
import { mayStandInAddress, searchParams, searchShared, searchText } from '../-shared/search-text'
import { useIsTeam } from '../-shared/use-is-team'
import { useNames } from '../-shared/use-names'
import { useProbe } from '../-shared/use-probe'

const ActivityPanel = late(async () => (await import('./-activity-panel')).ActivityPanel)

export const Route = createFileRoute('/activity/')({
  validateSearch: searchParams({ q: searchShared, state: readOutcome, sort: searchText, entry: searchText }),
  loader: ({ context }) => prefetch(context, [activityQueries.rows(), agentQueries.list()]),
  head: () => ({ meta: [{ title: 'Activity · Switchboard' }] }),
  component: Activity,
})

const answerOf = ({ status, message }: ActivityRow) => [status, message].filter(Boolean).join(', ')

const ANSWER: Column<ActivityRow> = {
  id: 'answer',
  header: 'Answer',
  cell: (row) => answerOf(row) && <span className="text-ink-muted">{answerOf(row)}</span>,
  narrow: 'hide',
  // Of what went well nothing is said.
  seldom: true,
}

/** `isAnswered`: something is said of one of them. */
const listOf = (names: Names, isTeam: boolean, isAnswered: boolean): List<ActivityRow> => ({
  name: 'Activity',
  noun: ['write', 'writes'],
  keyOf: ({ id }) => id,
  labelOf: ({ what }) => what,
  textsOf: (row) => [
    row.what,
    row.operation,
    row.status?.toString(),
    row.message,
    row.who,
    row.reason,
    ...Object.values({ ...row.target, kind: undefined }),
    targetWords(row, names),
  ],
  searchLabel: 'Search activity',
  mayShare: mayStandInAddress,
  recorded: true,
  empty: {
    title: 'Nothing was sent yet',
    text: 'Every write appears here.',
  },
  filters: [
    {
      param: 'state',
      label: 'Outcome',
      all: 'All',
      look: 'chips',
      of: ({ end }) => end,
      choices: OUTCOMES,
    },
  ],
  defaultSort: NEWEST_FIRST,
  columns: [
    {
      id: 'what',
      header: 'What',
      // No more, or an empty list would be wider than a phone.
      width: 150,
      sortValue: ({ what }) => what,
      opens: true,
    },
    {
      id: 'target',
      header: 'To what',
      cell: (row) => <TargetLinks row={row} names={names} />,
      sortValue: (row) => targetWords(row, names),
    },
    {
      id: 'outcome',
      header: 'Outcome',
      width: 130,
      cell: ({ end }) => <OutcomeBadge state={end} />,
      sortValue: ({ end }) => end,
      narrow: 'keep',
    },
    ...(isAnswered ? [ANSWER] : []),
    ...(isTeam ? [whoColumn<ActivityRow>(({ who }) => who)] : []),
    timeColumn(({ startedAt }) => startedAt),
  ],
})

function Activity() {
  const query = useQuery(activityQueries.rows())
  const rows = query.data
  const growing = query.isFetching && rows?.length === NEWEST
  const names = useNames(rows, { reads: true })
  const isTeam = useIsTeam()
  useProbe()
  const client = useQueryClient()
  const isInDoubt = rows?.some(({ end }) => end === 'unknown') && mayWrite()
  useEffect(() => {
    if (isInDoubt) void settleLost(client)
  }, [isInDoubt, client])
  const isAnswered = !rows?.length || rows.some(answerOf)
  const list = useMemo(() => listOf(names, isTeam, isAnswered), [names, isTeam, isAnswered])
  return (
    <Page
      fill
      title="Activity"
      context="What was sent to the connected service, and what it answered."
      action={
        <>
          {isTeam && (
            <Link to="/activity/audit" className={buttonClass('secondary')}>
              Audit log
            </Link>
          )}
          <Link to="/settings" hash="this-browser" className={buttonClass('secondary')}>
            {mayWrite() ? 'Export or forget' : 'Export'}
          </Link>
        </>
      }
    >
      <ListTable
        list={list}
        query={query}
        rows={rows}
        growing={growing}
        note={
          growing
            ? 'Loading older writes.'
            : isTeam
              ? 'Writes of your team, not of other programs.'
              : 'Writes of this browser, not of other people or programs.'
        }
        panel={{
          param: 'entry',
          show: ({ row, close, ...panel }) => <ActivityPanel {...panel} names={names} onClose={close} />,
        }}
        firstAction={
          <Link to="/" className={buttonClass('secondary')}>
            Go to the overview
          </Link>
        }
      />
    </Page>
  )
}
