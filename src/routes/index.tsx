import { type Query, useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { agentQueries } from '../queries/agents'
import { collectionQueries } from '../queries/collections'
import { fileQueries } from '../queries/files'
import { infoQueries } from '../queries/info'
import { ledgerQueries } from '../queries/ledger'
import { prefetch } from '../queries/prefetch'
import { Button } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { Page } from '../ui/page'
import { LOOK_ONLY, mayWrite } from '../ui/role'
import { FirstSteps, NOTHING_DONE } from './-overview/first-steps'
import { Remembered } from './-overview/remembered'
import { isSettled, Waiting } from './-overview/waiting'
import { ErrorNotice } from './-shared/error-notice'
import { late } from './-shared/late'

// A new installation has nothing of what it reads.
const Workspace = late(async () => (await import('./-overview/workspace')).Workspace, <Waiting />)

export const Route = createFileRoute('/')({
  head: () => ({ meta: [{ title: 'Overview · Switchboard' }] }),
  loader: ({ context }) =>
    prefetch(context, [
      fileQueries.list(),
      collectionQueries.list(),
      agentQueries.list(),
      ledgerQueries.count(),
    ]),
  component: Overview,
})

const hasFailed = ({ state }: Query) => Boolean(state.error ?? state.fetchFailureReason)

function Overview() {
  const client = useQueryClient()
  const files = useQuery(fileQueries.list())
  const collections = useQuery(collectionQueries.list())
  const agents = useQuery(agentQueries.list())
  const { data: stored } = useQuery(ledgerQueries.count())
  const info = useQuery(infoQueries.connection())
  const reads = [files, collections, agents]
  const failed = reads.filter(({ data, error, failureReason }) => error ?? (!data && failureReason))
  const unread = ['files', 'collections', 'agents'].filter((_, at) =>
    failed.some((read) => read === reads[at]),
  )
  // With a failed read nobody knows that there is nothing.
  const isRead = stored && [...reads, info].every(isSettled)
  const { apiKey = true, accessToken = true } = info.data?.credentials ?? {}
  // What is missing to begin with is for the other view to say.
  const isEmpty =
    apiKey &&
    accessToken &&
    stored?.entries === 0 &&
    files.data?.items.length === 0 &&
    collections.data?.items.length === 0 &&
    agents.data?.length === 0
  // Shown once, not at every part that it affects, and never above what stands for them, which would move.
  const notice = (
    <ErrorNotice
      error={failed[0]?.error ?? failed[0]?.failureReason}
      title={
        failed.some(({ data }) => data)
          ? 'Overview could not be refreshed and may be out of date.'
          : unread.length > 1
            ? `Could not load the ${new Intl.ListFormat('en-GB').format(unread)}`
            : undefined
      }
      action={
        <Button
          onClick={() => void client.refetchQueries({ type: 'active', predicate: hasFailed })}
          pending={failed.some(({ isFetching }) => isFetching)}
          pendingLabel="Trying again"
        >
          Try again
        </Button>
      }
    />
  )
  return (
    <Page title="Overview" context="What needs attention, key figures, recent activity.">
      {!isRead ? (
        <>
          <Waiting />
          {notice}
        </>
      ) : isEmpty ? (
        <>
          {notice}
          {mayWrite() ? (
            <FirstSteps steps={NOTHING_DONE} isLocal={info.data?.service === 'local'} />
          ) : (
            <EmptyState kind="nothing-yet" title="Nothing here yet" text={LOOK_ONLY} />
          )}
          <Remembered />
        </>
      ) : (
        <Workspace notice={notice} />
      )}
    </Page>
  )
}
