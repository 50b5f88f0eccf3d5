import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Collection } from '../contract/collections'
import { type KnowledgeFile, progressOf } from '../contract/files'
import type { ListReply } from '../contract/reply'
import { agentQueries, type StoredAgent } from '../queries/agents'
import { callQueries, type Launch } from '../queries/calls'
import { collectionQueries } from '../queries/collections'
import { fileQueries } from '../queries/files'
import { infoQueries } from '../queries/info'
import { ledgerQueries } from '../queries/ledger'
import { prefetch } from '../queries/prefetch'
import { StatusBadge } from '../ui/badge'
import { buttonClass } from '../ui/button'
import { Notice } from '../ui/notice'
import { countOf } from '../ui/numbers'
import { Facts, Page, Section } from '../ui/page'
import { TimeText } from '../ui/time-text'
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
  return (
    <Page title="Overview" context="From a document to a call that answers from it." width="form">
      {/* The error is shown once, not at every step that it affects. */}
      <ErrorNotice error={files.error ?? collections.error ?? agents.error ?? calls.error} />
      <Section title="Steps" hint="Each with its present state.">
        <ol className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface-raised">
          <DocumentStep {...files} />
          <CollectionStep {...collections} />
          <AgentStep {...agents} />
          <CallStep {...calls} />
        </ol>
      </Section>
      <ConnectionFacts />
      <ThisBrowser />
    </Page>
  )
}

function DocumentStep({ data, error }: Read<ListReply<KnowledgeFile>>) {
  const tallies = [
    ['good', 'ready'],
    ['busy', 'waiting'],
    ['bad', 'failed'],
  ] as const
  const count = (progress: string) =>
    data?.items.filter(({ status }) => progressOf(status) === progress).length ?? 0
  return (
    <Step
      number={1}
      title="Documents"
      isRead={data !== undefined}
      error={error}
      link={
        <Link to="/knowledge/files" className={buttonClass('secondary')}>
          Upload documents
        </Link>
      }
    >
      {data?.items.length === 0
        ? 'No file yet'
        : tallies.map(
            ([tone, progress]) =>
              count(progress) > 0 && (
                <StatusBadge key={tone} tone={tone}>
                  {`${count(progress)} ${progress}`}
                </StatusBadge>
              ),
          )}
    </Step>
  )
}

function CollectionStep({ data, error }: Read<ListReply<Collection>>) {
  const count = data?.items.length ?? 0
  return (
    <Step
      number={2}
      title="Collections"
      isRead={data !== undefined}
      error={error}
      link={
        <Link to="/knowledge/collections" className={buttonClass('secondary')}>
          Group documents
        </Link>
      }
    >
      {count === 0 ? 'No collection yet' : countOf(count, 'collection')}
    </Step>
  )
}

function AgentStep({ data, error }: Read<readonly StoredAgent[]>) {
  const count = data?.length ?? 0
  const deployed = data?.filter(({ deployedVersionId }) => deployedVersionId !== undefined).length ?? 0
  return (
    <Step
      number={3}
      title="Agents"
      isRead={data !== undefined}
      error={error}
      link={
        <Link to={count === 0 ? '/agents/new' : '/agents'} className={buttonClass('secondary')}>
          {count === 0 ? 'Create an agent' : 'Deploy a version'}
        </Link>
      }
    >
      {count === 0 ? 'No agent known here' : `${countOf(count, 'agent')} known here`}
      {deployed > 0 && <StatusBadge tone="good">{`${deployed} deployed`}</StatusBadge>}
    </Step>
  )
}

function CallStep({ data, error }: Read<readonly Launch[]>) {
  const last: Launch | undefined = data?.[0]
  return (
    <Step
      number={4}
      title="Calls"
      isRead={data !== undefined}
      error={error}
      link={
        <Link to="/calls" search={{ place: true }} className={buttonClass('secondary')}>
          Place a call
        </Link>
      }
    >
      {last ? (
        <>
          The last one <OutcomeBadge state={last.state} /> <TimeText time={last.startedAt} />
        </>
      ) : (
        'No call from this browser'
      )}
    </Step>
  )
}

/** What a step gets of its query. */
interface Read<Data> {
  readonly data: Data | undefined
  readonly error: unknown
}

/** One step of the main job: its state as far as it is read, and where to go on. */
function Step({
  number,
  title,
  isRead,
  error,
  link,
  children,
}: {
  number: number
  title: string
  isRead: boolean
  error: unknown
  link: ReactNode
  children: ReactNode
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <span aria-hidden className="w-4 text-ink-muted">
        {number}
      </span>
      <h3 className="w-24 font-semibold">{title}</h3>
      <div className="flex min-w-40 grow flex-wrap items-center gap-1.5 text-ink-muted">
        {isRead ? children : error ? 'Could not be read' : 'Reading'}
        {isRead && error ? <span className="text-sm">as last read</span> : null}
      </div>
      {link}
    </li>
  )
}

function ConnectionFacts() {
  const { data: info, error } = useQuery(infoQueries.connection())
  const presence = (present: boolean) => (
    <StatusBadge tone={present ? 'good' : 'bad'}>{present ? 'Present' : 'Not set'}</StatusBadge>
  )
  return (
    <Section title="Connection">
      <ErrorNotice error={error} />
      {info && (
        <>
          <Facts
            facts={{
              Service: info.service === 'local' ? 'Local service, in this process' : info.serviceName,
              'API key': presence(info.credentials.apiKey),
              'Access token': presence(info.credentials.accessToken),
              'Web-chat origin': <code>{info.chatOrigins.join(', ')}</code>,
            }}
          />
          {!info.credentials.apiKey && (
            <Notice
              tone="warn"
              title="There is no API key, so the service will refuse almost everything"
              message="Set SERVICE_API_KEY where the console is started, and start it again."
            />
          )}
          {!info.credentials.accessToken && (
            <Notice
              tone="warn"
              title="There is no access token, so the tools cannot be listed"
              message="Set SERVICE_ACCESS_TOKEN where the console is started, and start it again."
            />
          )}
        </>
      )}
    </Section>
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
