import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { activityQueries } from '../../queries/activity'
import type { StoredAgent } from '../../queries/agents'
import { agentOf, type CallRow, otherParty } from '../../queries/merge-calls'
import { threadRecordQueries } from '../../queries/thread-records'
import { mergeThreads } from '../../queries/thread-rows'
import { threadQueries } from '../../queries/threads'
import { Section } from '../../ui/page'
import { here } from '../../ui/role'
import { tellCut } from '../../ui/tell-cut'
import { TimeText } from '../../ui/time-text'
import { CallState, reasonWords } from '../-shared/call-state'
import { CHANNEL_NAMES, nameOfPerson } from '../-shared/channels'
import { late } from '../-shared/late'
import { OutcomeBadge } from '../-shared/outcome-badge'
import { TargetLinks } from '../-shared/record-target'
import { ThreadState } from '../-shared/thread-state'
import { useNames } from '../-shared/use-names'
import { isDoubt } from './figures'
import { Remembered } from './remembered'
import { isSettled, RecentWaiting } from './waiting'

const SettleUnknown = late(async () => (await import('../calls/-settle-unknown')).SettleUnknown)

const SHOWN = 6

const linkClass = 'text-accent underline underline-offset-2'
const noneOf = (noun: string, isListed: boolean) =>
  isListed ? `No ${noun} yet.` : `No ${noun} from ${here()} yet.`

/**
 * The newest calls and threads, what was sent last from this browser, and what stands below them. It knows every operation in words, so it
 * comes after what stands above.
 */
export function Recent({
  calls,
  isListed,
  isCut = false,
  isSaid,
  agents,
}: {
  /** Absent: they could not be read. */
  calls: readonly CallRow[] | undefined
  /** The service lists its calls. */
  isListed: boolean
  /** Older calls of this browser were not read, so that none is told from all that may be it. */
  isCut?: boolean | undefined
  /** Why lists could not be read stands above. */
  isSaid: boolean
  agents: readonly StoredAgent[]
}) {
  const started = useQuery(threadQueries.started())
  const listed = useInfiniteQuery(threadRecordQueries.pages())
  const sent = useQuery(activityQueries.newest())
  const writes = sent.data ?? []
  const names = useNames(sent.data)
  if (![started, listed, sent].every(isSettled)) return <RecentWaiting />

  const threads = mergeThreads(listed.data?.items ?? [], started.data ?? [], agents)
  const unread = isSaid ? 'Unknown.' : 'Could not be loaded.'
  const nameOf = (id: string | undefined) => agents.find(({ agentId }) => agentId === id)?.name
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(19rem,100%),1fr))] items-start gap-4">
        <RecentList
          title="Recent calls"
          none={calls ? noneOf('call', isListed) : unread}
          all={<Link to="/calls">All calls</Link>}
        >
          {(calls ?? []).slice(0, SHOWN).map((row) => {
            const { id, launch, record, time } = row
            const agent = nameOf(agentOf(row)) ?? record?.agentName
            const reason = record?.callEndedReason
            return (
              <Line
                key={id}
                state={record ? <CallState call={record} /> : launch && <OutcomeBadge {...launch} />}
                time={time}
                more={[
                  agent,
                  record?.outbound === false && 'inbound',
                  reason && reason !== 'ENDED' && reasonWords(reason),
                ]
                  .filter(Boolean)
                  .join(', ')}
              >
                <Link to="/calls" search={{ call: id }} className={linkClass}>
                  {otherParty(row) ?? 'No number'}
                </Link>
              </Line>
            )
          })}
        </RecentList>
        <RecentList
          title="Recent threads"
          none={calls && listed.data ? noneOf('thread', listed.data.offered) : unread}
          rest={!listed.data && `${isSaid ? '' : `${unread} `}These are from ${here()}.`}
          all={<Link to="/threads">All threads</Link>}
        >
          {threads.slice(0, SHOWN).map((thread) => {
            const { id, channel, agentId, record, startedAt } = thread
            return (
              <Line
                key={id}
                state={<ThreadState thread={thread} />}
                time={startedAt}
                more={[nameOf(agentId) ?? record?.agentName, channel && CHANNEL_NAMES[channel]]
                  .filter(Boolean)
                  .join(', ')}
              >
                <Link to="/threads/$startedId" params={{ startedId: id }} className={linkClass}>
                  {nameOfPerson(thread)}
                </Link>
              </Line>
            )
          })}
        </RecentList>
        <RecentList
          title="Recent changes"
          none={`No changes from ${here()} yet.`}
          all={<Link to="/activity">All activity</Link>}
        >
          {writes.slice(0, SHOWN).map((row) => (
            <Line
              key={row.id}
              state={<OutcomeBadge state={row.end} />}
              time={row.startedAt}
              more={<TargetLinks row={row} names={names} />}
            >
              <Link to="/activity" search={{ entry: row.id }} className={linkClass}>
                {row.what}
              </Link>
            </Line>
          ))}
        </RecentList>
      </div>
      <Remembered />
      {isListed && !isCut && calls?.some(isDoubt) && <SettleUnknown rows={calls} />}
    </>
  )
}

function RecentList({
  title,
  none,
  rest,
  all,
  children,
}: {
  title: string
  none: string
  /** Why not all are shown. */
  rest?: string | false
  all: ReactNode
  children: readonly ReactNode[]
}) {
  const said = children[0] ? rest : none
  return (
    <Section
      title={title}
      action={<p className="text-sm [&_a]:text-accent [&_a]:underline [&_a]:underline-offset-2">{all}</p>}
    >
      {children[0] && (
        <ul className="divide-y divide-line rounded-md border border-line bg-surface-raised">{children}</ul>
      )}
      {said && <p className="text-ink-muted">{said}</p>}
    </Section>
  )
}

/** One line: what, below it about what; its state and time on the right. Links in both stand far enough apart to be pressed. */
function Line({
  state,
  time,
  more,
  children,
}: {
  state: ReactNode
  time: string | undefined
  more: ReactNode
  children: ReactNode
}) {
  return (
    <li className="flex items-center gap-3 px-3 py-1.5">
      <div onPointerEnter={tellCut} className="min-w-0 grow text-left">
        <p className="truncate leading-6">{children}</p>
        <p dir="auto" className="mt-px truncate text-sm leading-6 text-ink-muted">
          {more}
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-0.5 text-sm text-ink-muted">
        {state}
        <TimeText time={time} />
      </div>
    </li>
  )
}
