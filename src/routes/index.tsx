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
import { StatusBadge, type Tone } from '../ui/badge'
import { buttonClass } from '../ui/button'
import { Notice } from '../ui/notice'
import { countOf } from '../ui/numbers'
import { Facts, Page, Section } from '../ui/page'
import { TimeText } from '../ui/time-text'
import { ErrorNotice } from './-shared/error-notice'
import { OutcomeBadge } from './-shared/outcome-badge'

const words = {
  title: 'Overview',
  context: 'From a document to a call that answers from it.',
  connection: {
    title: 'Connection',
    service: 'Service',
    local: 'Local service, in this process',
    apiKey: 'API key',
    accessToken: 'Access token',
    chatOrigin: 'Web-chat origin',
    present: 'Present',
    missing: 'Not set',
    noKey: 'There is no API key, so the service will refuse almost everything',
    noKeyText: 'Set SERVICE_API_KEY where the console is started, and start it again.',
    noToken: 'There is no access token, so the tools cannot be listed',
    noTokenText: 'Set SERVICE_ACCESS_TOKEN where the console is started, and start it again.',
  },
  steps: {
    title: 'Steps',
    hint: 'Each with its present state.',
    reading: 'Reading',
    unread: 'Could not be read',
    asLastRead: 'as last read',
    documents: 'Documents',
    noDocuments: 'No file yet',
    upload: 'Upload documents',
    ready: (count: number) => `${count} ready`,
    waiting: (count: number) => `${count} waiting`,
    failed: (count: number) => `${count} failed`,
    collections: 'Collections',
    noCollections: 'No collection yet',
    group: 'Group documents',
    agents: 'Agents',
    noAgents: 'No agent known here',
    known: (count: number) => `${countOf(count, 'agent')} known here`,
    deployed: (count: number) => `${count} deployed`,
    create: 'Create an agent',
    deploy: 'Deploy a version',
    calls: 'Calls',
    noCalls: 'No call from this browser',
    last: 'The last one',
    place: 'Place a call',
  },
  browser: {
    title: 'This browser',
    hint: 'Stored in this browser, separately for each service.',
    nothing: 'Nothing is remembered of this service yet.',
    kept: (agents: number, writes: number) =>
      `${countOf(agents, 'agent')} and ${countOf(writes, 'sent write')} are remembered.`,
    activity: 'Show activity',
    settings: 'Export or forget',
  },
}

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
    <Page title={words.title} context={words.context} width="form">
      {/* One cause is told once, not at every step that it keeps from being read. */}
      <ErrorNotice error={files.error ?? collections.error ?? agents.error ?? calls.error} />
      <Section title={words.steps.title} hint={words.steps.hint}>
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
  const count = (progress: ReturnType<typeof progressOf>) =>
    data?.items.filter(({ status }) => progressOf(status) === progress).length ?? 0
  const tallies = [
    ['good', count('ready'), words.steps.ready],
    ['busy', count('waiting'), words.steps.waiting],
    ['bad', count('failed'), words.steps.failed],
  ] as const satisfies readonly (readonly [Tone, number, (count: number) => string])[]
  return (
    <Step
      number={1}
      title={words.steps.documents}
      isRead={data !== undefined}
      error={error}
      link={
        <Link to="/knowledge/files" className={buttonClass('secondary')}>
          {words.steps.upload}
        </Link>
      }
    >
      {data?.items.length === 0
        ? words.steps.noDocuments
        : tallies.map(
            ([tone, number, said]) =>
              number > 0 && (
                <StatusBadge key={tone} tone={tone}>
                  {said(number)}
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
      title={words.steps.collections}
      isRead={data !== undefined}
      error={error}
      link={
        <Link to="/knowledge/collections" className={buttonClass('secondary')}>
          {words.steps.group}
        </Link>
      }
    >
      {count === 0 ? words.steps.noCollections : countOf(count, 'collection')}
    </Step>
  )
}

function AgentStep({ data, error }: Read<readonly StoredAgent[]>) {
  const count = data?.length ?? 0
  const deployed = data?.filter(({ deployedVersionId }) => deployedVersionId !== undefined).length ?? 0
  return (
    <Step
      number={3}
      title={words.steps.agents}
      isRead={data !== undefined}
      error={error}
      link={
        <Link to={count === 0 ? '/agents/new' : '/agents'} className={buttonClass('secondary')}>
          {count === 0 ? words.steps.create : words.steps.deploy}
        </Link>
      }
    >
      {count === 0 ? words.steps.noAgents : words.steps.known(count)}
      {deployed > 0 && <StatusBadge tone="good">{words.steps.deployed(deployed)}</StatusBadge>}
    </Step>
  )
}

function CallStep({ data, error }: Read<readonly Launch[]>) {
  const last: Launch | undefined = data?.[0]
  return (
    <Step
      number={4}
      title={words.steps.calls}
      isRead={data !== undefined}
      error={error}
      link={
        <Link to="/calls" search={{ place: true }} className={buttonClass('secondary')}>
          {words.steps.place}
        </Link>
      }
    >
      {last ? (
        <>
          {words.steps.last} <OutcomeBadge state={last.state} /> <TimeText time={last.startedAt} />
        </>
      ) : (
        words.steps.noCalls
      )}
    </Step>
  )
}

/** What a step is told of its read. */
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
        {isRead ? children : error ? words.steps.unread : words.steps.reading}
        {isRead && error ? <span className="text-sm">{words.steps.asLastRead}</span> : null}
      </div>
      {link}
    </li>
  )
}

function ConnectionFacts() {
  const { data: info, error } = useQuery(infoQueries.connection())
  const presence = (present: boolean) => (
    <StatusBadge tone={present ? 'good' : 'bad'}>
      {present ? words.connection.present : words.connection.missing}
    </StatusBadge>
  )
  return (
    <Section title={words.connection.title}>
      <ErrorNotice error={error} />
      {info && (
        <>
          <Facts
            facts={[
              [
                words.connection.service,
                info.service === 'local' ? words.connection.local : info.serviceName,
              ],
              [words.connection.apiKey, presence(info.credentials.apiKey)],
              [words.connection.accessToken, presence(info.credentials.accessToken)],
              [words.connection.chatOrigin, <code key="origin">{info.chatOrigins.join(', ')}</code>],
            ]}
          />
          {!info.credentials.apiKey && (
            <Notice tone="warn" title={words.connection.noKey} message={words.connection.noKeyText} />
          )}
          {!info.credentials.accessToken && (
            <Notice tone="warn" title={words.connection.noToken} message={words.connection.noTokenText} />
          )}
        </>
      )}
    </Section>
  )
}

/** What the ledger holds, and where it can be looked at, taken away and emptied. */
function ThisBrowser() {
  const { data: kept } = useQuery(ledgerQueries.count())
  const { data: problem } = useQuery(ledgerQueries.problem())
  return (
    <Section title={words.browser.title} hint={words.browser.hint}>
      {problem && <Notice tone="warn" title={problem.message} />}
      {kept && (
        <p>
          {kept.agents + kept.entries > 0
            ? words.browser.kept(kept.agents, kept.entries)
            : words.browser.nothing}
        </p>
      )}
      <p className="flex flex-wrap gap-2">
        <Link to="/activity" className={buttonClass('secondary')}>
          {words.browser.activity}
        </Link>
        <Link to="/settings" hash="this-browser" className={buttonClass('secondary')}>
          {words.browser.settings}
        </Link>
      </p>
    </Section>
  )
}
