import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type KnowledgeFile, progressOf } from '../contract/files'
import { agentQueries } from '../queries/agents'
import { callQueries } from '../queries/calls'
import { collectionQueries } from '../queries/collections'
import { fileQueries } from '../queries/files'
import { ledgerQueries } from '../queries/ledger'
import { prefetch } from '../queries/prefetch'
import { StatusBadge } from '../ui/badge'
import { buttonClass } from '../ui/button'
import { Notice } from '../ui/notice'
import { countOf } from '../ui/numbers'
import { Page, Section } from '../ui/page'
import { TimeText } from '../ui/time-text'
import { Connection } from './-shared/connection'
import { ErrorNotice } from './-shared/error-notice'
import { OutcomeBadge } from './-shared/outcome-badge'

export const Route = createFileRoute('/')({
  head: () => ({ meta: [{ title: 'Overview · Switchboard' }] }),
  loader: ({ context: { queryClient } }) => {
    prefetch(queryClient, fileQueries.list())
    prefetch(queryClient, collectionQueries.list())
    prefetch(queryClient, agentQueries.list())
    prefetch(queryClient, callQueries.launched())
  },
  component: Overview,
})

function Overview() {
  const files = useQuery(fileQueries.list())
  const collections = useQuery(collectionQueries.list())
  const agents = useQuery(agentQueries.list())
  const calls = useQuery(callQueries.launched())
  const groups = collections.data?.items.length ?? 0
  const count = agents.data?.length ?? 0
  const deployed = agents.data?.filter((agent) => agent.deployedVersionId !== undefined).length ?? 0
  const last = calls.data?.[0]
  return (
    <Page title="Overview" context="From a document to a call that answers from it." width="form">
      {/* The error is shown once, not at every step that it affects. */}
      <ErrorNotice error={files.error ?? collections.error ?? agents.error ?? calls.error} />
      <Section title="Steps" hint="Each with its present state.">
        <ol className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface-raised">
          <Step
            number={1}
            title="Documents"
            query={files}
            to={{ to: '/knowledge/files' }}
            verb="Upload documents"
          >
            {files.data && <FileTallies files={files.data.items} />}
          </Step>
          <Step
            number={2}
            title="Collections"
            query={collections}
            to={{ to: '/knowledge/collections' }}
            verb="Group documents"
          >
            {groups === 0 ? 'No collection yet' : countOf(groups, 'collection')}
          </Step>
          <Step
            number={3}
            title="Agents"
            query={agents}
            to={{ to: count === 0 ? '/agents/new' : '/agents' }}
            verb={count === 0 ? 'Create an agent' : 'Deploy a version'}
          >
            {count === 0 ? 'No agent known here' : `${countOf(count, 'agent')} known here`}
            {deployed > 0 && <StatusBadge tone="good">{`${deployed} deployed`}</StatusBadge>}
          </Step>
          <Step
            number={4}
            title="Calls"
            query={calls}
            to={{ to: '/calls', search: { place: true } }}
            verb="Place a call"
          >
            {last ? (
              <>
                The last one <OutcomeBadge state={last.state} /> <TimeText time={last.startedAt} />
              </>
            ) : (
              'No call from this browser'
            )}
          </Step>
        </ol>
      </Section>
      <Connection />
      <ThisBrowser />
    </Page>
  )
}

function FileTallies({ files }: { files: readonly KnowledgeFile[] }) {
  const tallies = [
    ['good', 'ready'],
    ['busy', 'waiting'],
    ['bad', 'failed'],
  ] as const
  if (files.length === 0) return 'No file yet'
  return tallies.map(([tone, progress]) => {
    const count = files.filter(({ status }) => progressOf(status) === progress).length
    return count > 0 && <StatusBadge key={tone} tone={tone}>{`${count} ${progress}`}</StatusBadge>
  })
}

/** One step of the main job: its state as far as it is read, and where to go on. */
function Step({
  number,
  title,
  query: { data, error },
  to,
  verb,
  children,
}: {
  number: number
  title: string
  query: { readonly data: unknown; readonly error: unknown }
  to: LinkProps
  verb: string
  children: ReactNode
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <span aria-hidden className="w-4 text-ink-muted">
        {number}
      </span>
      <h3 className="w-24 font-semibold">{title}</h3>
      <div className="flex min-w-40 grow flex-wrap items-center gap-1.5 text-ink-muted">
        {data !== undefined ? children : error ? 'Could not be read' : 'Reading'}
        {data !== undefined && error ? <span className="text-sm">as last read</span> : null}
      </div>
      <Link {...to} className={buttonClass('secondary')}>
        {verb}
      </Link>
    </li>
  )
}

/** What the ledger holds, and where it can be looked at, taken away and emptied. */
function ThisBrowser() {
  const { data: stored } = useQuery(ledgerQueries.count())
  const { data: problem } = useQuery(ledgerQueries.problem())
  return (
    <Section title="This browser" hint="Stored in this browser, separately for each service.">
      {problem && <Notice tone="warn" title={problem.message} />}
      {stored && (
        <p>
          {stored.agents + stored.entries > 0
            ? `${countOf(stored.agents, 'agent')} and ${countOf(stored.entries, 'sent write')} are remembered.`
            : 'Nothing is remembered of this service yet.'}
        </p>
      )}
      <p className="flex flex-wrap gap-2">
        <Link to="/activity" className={buttonClass('secondary')}>
          Show activity
        </Link>
        <Link to="/settings" hash="this-browser" className={buttonClass('secondary')}>
          Export or forget
        </Link>
      </p>
    </Section>
  )
}
