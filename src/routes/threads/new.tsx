import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { agentQueries, type StoredAgent } from '../../queries/agents'
import { CHANNELS } from '../../queries/channel'
import { infoQueries } from '../../queries/info'
import { prefetch } from '../../queries/prefetch'
import { suggestionQueries } from '../../queries/suggestions'
import { agentOf, threadQueries } from '../../queries/threads'
import { FilterChips } from '../../ui/filters'
import { Page } from '../../ui/page'
import { mayWrite } from '../../ui/role'
import { BackLink } from '../-shared/back-link'
import { CHANNEL_NAMES, capital, THREAD_WORDS } from '../-shared/channels'
import { ErrorNotice } from '../-shared/error-notice'
import { late, lateWithin } from '../-shared/late'
import { onlyDeployed, useReportedAgents } from '../-shared/reported-agents'
import { searchOneOf, searchParams, searchText } from '../-shared/search-text'
import { LATE_AGENT_MS, useHasWaited } from '../-shared/use-has-waited'
import type { Started } from './-thread-form'

// Only the channel that is chosen is loaded.
const SmsThread = lateWithin(async () => (await import('./-sms-thread')).SmsThread)
const EmailThread = lateWithin(async () => (await import('./-email-thread')).EmailThread)
const ChatThread = lateWithin(async () => (await import('./-chat-thread')).ChatThread)
const StartedHere = late(async () => (await import('./-started-here')).StartedHere)

export const Route = createFileRoute('/threads/new')({
  // `again`: id of the stored thread that the form begins from.
  validateSearch: searchParams({
    channel: searchOneOf(CHANNELS),
    again: searchText,
    agent: searchText,
    version: searchText,
  }),
  loader: ({ context }) =>
    prefetch(context, [agentQueries.list(), threadQueries.started(), suggestionQueries.ids()]),
  head: () => ({ meta: [{ title: 'New thread · Switchboard' }] }),
  component: NewThread,
})

const CONTEXT = {
  sms: 'Sends the first message to a phone number. It cannot be taken back.',
  email: 'Sends the first message to an e-mail address. It cannot be taken back.',
  chat: 'Creates a thread for a visitor of a web page, with a short-lived token for that page.',
}

/** "SMS thread started". */
const startedTitle = (channel: Started['channel']) =>
  `${capital(THREAD_WORDS[channel].thread)} ${THREAD_WORDS[channel].started}`

function NewThread() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: info, error } = useQuery(infoQueries.connection())
  const { data: threads, isPending } = useQuery(threadQueries.started())
  const [started, setStarted] = useState<Started | null>(null)
  const again = threads?.find(({ id }) => id === search.again)
  const { data: stored = [], isPending: isReading } = useQuery(agentQueries.list())
  const channel = again?.channel ?? search.channel ?? 'sms'
  // What this person sent last is begun like (D723).
  const last = threads?.find((each) => {
    const agentId = agentOf(each, stored)?.agentId
    const isMeant = search.agent ? agentId === search.agent : agentId !== undefined && !search.version
    return each.channel === channel && each.state !== 'refused' && each.who === info?.person?.name && isMeant
  })
  const begunLike = again ?? last
  // Of the list that comes first, so that a form that stands does not go when another agent is deployed.
  const [only, setOnly] = useState<StoredAgent | null>()
  if (only === undefined && !isReading) setOnly(onlyDeployed(stored, 'CALL') ?? null)
  const begun = begunLike ? agentOf(begunLike, stored) : search.version ? undefined : only
  const about = search.agent ?? begun?.agentId
  const { agents, pending: agentsPending } = useReportedAgents(about)
  const key = `${search.again} ${search.agent} ${search.version}`
  const back = <BackLink to="/threads">Threads</BackLink>
  // What the address names is all that a form begins with, so it waits longer for that.
  const hasWaited = useHasWaited(search.agent === undefined ? undefined : LATE_AGENT_MS)
  // The forms begin with what is stored, so they wait for it; what cannot be read is left empty.
  const ready = info && !isReading && !isPending && (!agentsPending || hasWaited)
  const props = {
    agents: agents ?? [],
    threads: threads ?? [],
    again,
    last,
    agentId: search.agent,
    // Agents of a service that is late come after the form.
    usualAgentId: about ?? (search.version ? undefined : onlyDeployed(agents ?? [], 'CALL')?.agentId),
    versionId: search.version,
    onStarted: setStarted,
  }
  return (
    <Page
      title={started ? startedTitle(started.channel) : 'New thread'}
      context={!started && CONTEXT[channel]}
      back={back}
    >
      {started ? (
        <StartedHere
          started={started}
          agents={agents ?? []}
          onAnother={() => void navigate({ search: { channel } })}
          onLeft={() => setStarted(null)}
        />
      ) : (
        <>
          {mayWrite() && (
            <FilterChips
              label="Channel"
              choices={CHANNELS.map((value) => ({ value, label: CHANNEL_NAMES[value] }))}
              value={channel}
              onChange={(next) => void navigate({ search: { ...search, channel: next, again: undefined } })}
            />
          )}
          <ErrorNotice error={!info && error} />
          <Suspense>
            {ready && channel === 'sms' && <SmsThread key={key} {...props} />}
            {ready && channel === 'email' && <EmailThread key={key} {...props} />}
            {ready && channel === 'chat' && (
              <ChatThread key={key} {...props} chatOrigins={info.chatOrigins} />
            )}
          </Suspense>
        </>
      )}
    </Page>
  )
}
