import { Link, useNavigate } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useMemo } from 'react'
import type { StoredAgent } from '../../queries/agents'
import { lastAttempts } from '../../queries/last-attempts'
import { agentOf, type CallRow, joinedCalls, otherParty } from '../../queries/merge-calls'
import { joinedThreads, type ThreadRow } from '../../queries/thread-rows'
import { buttonClass } from '../../ui/button'
import { DataTable } from '../../ui/data-table'
import { EmptyState } from '../../ui/empty-state'
import { Section } from '../../ui/page'
import type { Column } from '../../ui/table-columns'
import { CALL_COLUMNS, summaryColumns } from '../-shared/call-columns'
import { CHANNEL_NAMES, nameOfPerson } from '../-shared/channels'
import { timeColumn } from '../-shared/columns'
import { FailedState, StaleNotice } from '../-shared/failure'
import { useJoinedList } from '../-shared/joined-list'
import type { ListQuery } from '../-shared/list-table'
import { ThreadState } from '../-shared/thread-state'

const SHOWN = 50

/** The newest calls of an agent, or its newest threads. */
export function Conversations({ agent }: { agent: StoredAgent }) {
  return (
    <>
      {agent.agentType !== 'TEXT' && <Calls agent={agent} />}
      {agent.agentType !== 'CALL' && <Threads agent={agent} />}
    </>
  )
}

/** The newest of what concerns the agent, under the way to all; why there is none, where they could not be read. */
function Newest<Row extends { readonly id: string }>({
  title,
  all,
  query,
  rows,
  ...table
}: {
  title: string
  all: ReactNode
  query: ListQuery
  rows: readonly Row[] | undefined
} & Pick<ComponentProps<typeof DataTable<Row>>, 'noun' | 'rowLabel' | 'columns' | 'onOpen'>) {
  const [, many] = table.noun
  return (
    <Section title={title} action={all}>
      {query.isPending ? (
        // Instead of rows that would move what stands below them.
        <p role="status" className="min-h-80 text-ink-muted">
          Loading
        </p>
      ) : !rows ? (
        <FailedState query={query} />
      ) : (
        <>
          <StaleNotice error={query.error} />
          <DataTable
            {...table}
            name={title}
            rows={rows.slice(0, SHOWN)}
            total={rows.length}
            rowKey={({ id }) => id}
            maxHeight="max(24rem, 80dvh)"
            empty={
              <EmptyState
                kind="nothing-yet"
                title={`No ${many} yet`}
                text={`${title} with this agent appear here.`}
              />
            }
          />
        </>
      )}
    </Section>
  )
}

const TIME = timeColumn(({ time }: CallRow) => time)

function Calls({ agent }: { agent: StoredAgent }) {
  const { agentId } = agent
  const navigate = useNavigate()
  const { rows, table } = useJoinedList(joinedCalls, { agentId })
  return (
    <Newest
      title="Calls"
      all={
        <Link to="/calls" search={{ of: agentId }} className={buttonClass('secondary', 'sm')}>
          All calls
        </Link>
      }
      query={table.query}
      rows={rows && lastAttempts(rows.filter((row) => agentOf(row) === agentId))}
      noun={['call', 'calls']}
      rowLabel={(row) => otherParty(row) ?? 'No number'}
      columns={[...CALL_COLUMNS, TIME, ...summaryColumns(rows)]}
      onOpen={({ id }) => void navigate({ to: '/calls', search: { of: agentId, call: id } })}
    />
  )
}

const THREAD_COLUMNS: readonly Column<ThreadRow>[] = [
  { id: 'to', header: 'To', cell: nameOfPerson },
  { id: 'channel', header: 'Channel', width: 110, cell: ({ channel }) => channel && CHANNEL_NAMES[channel] },
  { id: 'state', header: 'State', width: 170, cell: (thread) => <ThreadState thread={thread} /> },
  timeColumn(({ startedAt }) => startedAt),
]

function Threads({ agent }: { agent: StoredAgent }) {
  const { agentId } = agent
  const navigate = useNavigate()
  const joined = useMemo(() => joinedThreads([agent]), [agent])
  const { rows, table } = useJoinedList(joined, { agentId })
  return (
    <Newest
      title="Threads"
      all={
        <Link to="/threads" search={{ agent: agentId }} className={buttonClass('secondary', 'sm')}>
          All threads
        </Link>
      }
      query={table.query}
      rows={rows?.filter((row) => row.agentId === agentId)}
      noun={['thread', 'threads']}
      rowLabel={nameOfPerson}
      columns={THREAD_COLUMNS}
      onOpen={({ id }) => void navigate({ to: '/threads/$startedId', params: { startedId: id } })}
    />
  )
}
