import { Link } from '@tanstack/react-router'
import { CircleMinus, type LucideIcon } from 'lucide-react'
import { useMemo } from 'react'
import type { CallRecord } from '../../../contract/call-records'
import { hoursOf } from '../../../queries/batch-queries'
import type { BatchView, LiveRow } from '../../../queries/batches'
import { StatusBadge, type Tone } from '../../../ui/badge'
import { Button, buttonClass } from '../../../ui/button'
import { Notice } from '../../../ui/notice'
import { countOf } from '../../../ui/numbers'
import { TimeText } from '../../../ui/time-text'
import { exactTime } from '../../../ui/time-words'
import { CallState, reasonWords } from '../../-shared/call-state'
import { FailedState } from '../../-shared/failure'
import { allRead, type List, ListTable } from '../../-shared/list-table'
import { isUnread, NOT_READ, OUTCOMES, type Outcome, outcomeOf } from './-batch-files'
import type { BatchResults } from './-use-batch-results'

const TONES: Readonly<Record<Outcome, Tone>> = {
  waiting: 'waiting',
  sending: 'busy',
  accepted: 'good',
  refused: 'bad',
  unknown: 'unknown',
  cancelled: 'unknown',
  'not sent': 'unknown',
}
/** The icon of the unknown outcome stands for that alone. */
const ICONS: Readonly<Partial<Record<Outcome, LucideIcon>>> = {
  cancelled: CircleMinus,
  'not sent': CircleMinus,
}

export const RowBadge = ({ state }: { state: Outcome }) => (
  <StatusBadge tone={TONES[state]} icon={ICONS[state]}>
    {OUTCOMES[state]}
  </StatusBadge>
)

/** A row with the call that the service reports for it. `opens`: from when it may be called, where that is not now. */
type ReportedRow = Omit<LiveRow, 'state'> & {
  readonly state: Outcome
  readonly call?: CallRecord
  readonly opens?: number
  readonly unread?: boolean
}

const list: List<ReportedRow> = {
  name: 'Rows',
  noun: ['row', 'rows'],
  keyOf: ({ row }) => String(row),
  labelOf: ({ row }) => `row ${row + 1}`,
  textsOf: ({ to, cells, said, status, callId, call }) => [to, ...cells, said, status, callId, call?.summary],
  // People search for phone numbers, so no search stands in the address (D79).
  mayShare: () => false,
  empty: { title: 'No rows', text: '' },
  filters: [
    {
      param: 'rows',
      label: 'Rows by outcome',
      all: 'All',
      look: 'chips',
      of: ({ state }) => state,
      choices: Object.entries(OUTCOMES).map(([value, label]) => ({ value, label })),
    },
  ],
  columns: [
    {
      id: 'number',
      header: 'To phone number',
      width: 190,
      cell: ({ row, to, cells, entryId }) => (
        <>
          <span className="inline-block min-w-12 text-ink-muted">{row + 1}</span>
          {entryId ? (
            <Link to="/calls" search={{ call: entryId }} className={buttonClass('link')}>
              <span className="font-mono">{to}</span>
            </Link>
          ) : (
            <span className="font-mono">{to || cells[0] || '–'}</span>
          )}
        </>
      ),
    },
    {
      id: 'name',
      header: 'First name',
      width: 140,
      cell: ({ request, firstName }) => request?.firstName ?? firstName,
      narrow: 'hide',
    },
    {
      id: 'said',
      header: 'Result',
      cell: ({ said, status, call, opens, unread }) =>
        opens !== undefined ? (
          opens === Number.POSITIVE_INFINITY ? (
            'No hour suits'
          ) : (
            `Not before ${exactTime(opens)}`
          )
        ) : call ? (
          <>
            <CallState call={call} />
            {call.callEndedReason && <span className="pl-2">{reasonWords(call.callEndedReason)}</span>}
          </>
        ) : unread ? (
          <span className="text-ink-muted">{NOT_READ}</span>
        ) : (
          (said || status) && <span title={said}>{said ?? status}</span>
        ),
    },
    {
      id: 'state',
      header: 'Outcome',
      width: 140,
      cell: ({ state }) => <RowBadge state={state} />,
      narrow: 'keep',
    },
    {
      id: 'time',
      header: 'Sent',
      width: 130,
      cell: ({ at }) => at && <TimeText time={at} />,
      narrow: 'hide',
    },
  ],
}

/** The rows with the outcome of each, and the state of its call where the service reports it. */
export function BatchRows({ view, results }: { view: BatchView; results: BatchResults }) {
  const { calls, listed, ended, readOn, failed } = results
  const rows = useMemo(() => {
    const now = Date.now()
    const opensOf = hoursOf(view.batch, now)
    return view.rows.map((row): ReportedRow => {
      const call = calls.get(row.callId ?? '')
      const state = outcomeOf(row.state, view.batch)
      const opens = state === 'waiting' ? opensOf(row) : now
      if (opens > now) return { ...row, state, opens }
      const unread = ended && isUnread(row, { calls, listed })
      return call || unread || state !== row.state ? { ...row, state, call, unread } : row
    })
  }, [view.rows, view.batch, calls, listed, ended])
  const unread = rows.filter((row) => row.unread).length
  return (
    <>
      {unread > 0 && failed && <FailedState query={failed} />}
      {unread > 0 && !failed && (
        <Notice
          tone="warn"
          title={`${countOf(unread, 'result')} not read`}
          message={
            readOn
              ? 'The service lists other calls before them.'
              : 'The service does not list these calls. Open one to ask for it.'
          }
          action={
            readOn && (
              <Button size="sm" onClick={readOn}>
                Load more
              </Button>
            )
          }
        />
      )}
      <ListTable list={list} query={allRead} rows={rows} maxHeight="32rem" />
    </>
  )
}
