import { useMutation, useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { MessageCircle, Rocket } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { agentMutations } from '../../queries/agent-changes'
import { agentVersionQueries } from '../../queries/agent-versions'
import { agentQueries, type StoredAgent } from '../../queries/agents'
import { ledgerQueries } from '../../queries/ledger'
import { prefetch } from '../../queries/prefetch'
import { Button, buttonClass } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { IdText } from '../../ui/id-text'
import { Notice } from '../../ui/notice'
import { Facts, Page, Section } from '../../ui/page'
import { TimeText } from '../../ui/time-text'
import { toast } from '../../ui/toast-store'
import { ErrorNotice } from '../-shared/error-notice'
import { FailedState, StaleNotice } from '../-shared/failure'
import { useAgent } from '../-shared/reported-agents'
import { searchFlag, searchOneOf, searchParams, searchText } from '../-shared/search-text'
import { useAgentKnowledge } from './-agent-knowledge'
import { DeployedNow, DeployHistory } from './-deployments'
import { Versions } from './-versions'

// Below the fold, or opened.
const VersionDetail = lazy(async () => ({ default: (await import('./-version-detail')).VersionDetail }))
const Comparison = lazy(async () => ({ default: (await import('./-compare')).Comparison }))
const LabPath = lazy(async () => ({ default: (await import('../testing-lab/-lab-path')).LabPath }))
const AgentDetails = lazy(async () => ({ default: (await import('./-agent-dialogs')).AgentDetails }))
const DeployDialog = lazy(async () => ({ default: (await import('./-deploy-dialog')).DeployDialog }))
const TryPanel = lazy(async () => ({ default: (await import('./-try-panel')).TryPanel }))
const AddByIdDialog = lazy(async () => ({ default: (await import('./-agent-dialogs')).AddByIdDialog }))

const SOURCES = {
  created: 'Created here',
  added: 'Added by hand',
  imported: 'Imported',
  reported: 'Reported by the service',
}

/** Ids may have no comma in an address (D5). */
const readPair = (text: string | undefined): readonly [string, string] | undefined => {
  const [before, after, ...more] = text?.split(',') ?? []
  return before && after && more.length === 0 ? [before, after] : undefined
}

export const Route = createFileRoute('/agents/$agentId')({
  validateSearch: searchParams({
    // The version that is about to be deployed; `back`: it was deployed before, and this is the way back to it.
    deploy: searchText,
    back: searchFlag,
    // Which "by id" dialog is open, and whether name and description are being changed.
    add: searchOneOf(['agent', 'version']),
    edit: searchFlag,
    // The version that is shown in full; else the newest.
    version: searchText,
    // The version that is tried in the panel beside.
    try: searchText,
    // Two versions that are compared, `before,after`.
    compare: searchText,
  }),
  loader: ({ context, params }) => {
    prefetch(context.queryClient, agentQueries.one(params.agentId))
    prefetch(context.queryClient, agentVersionQueries.list(params.agentId))
  },
  head: () => ({ meta: [{ title: 'Agent · Switchboard' }] }),
  component: AgentPage,
})

function AgentPage() {
  const { agentId } = Route.useParams()
  const { add } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { agent, query, isPending } = useAgent(agentId)
  const back = <Link to="/agents">Agents</Link>
  if (agent) return <StoredAgentPage agent={agent} />
  return (
    <Page title="Agent" context={<IdText id={agentId} name="agent id" whole />} back={back}>
      {agent === null ? (
        <EmptyState
          kind="nothing-yet"
          title="This browser does not know this agent"
          text="The service does not report it either. Add it by its id to deploy its versions and place calls."
          action={
            <Button variant="primary" onClick={() => void navigate({ search: { add: 'agent' } })}>
              Add agent by id
            </Button>
          }
        />
      ) : (
        !isPending && <FailedState query={query} />
      )}
      {agent === null && add === 'agent' && (
        <Suspense>
          <AddByIdDialog agentId={agentId} onClose={() => void navigate({ search: {}, replace: true })} />
        </Suspense>
      )}
    </Page>
  )
}

function StoredAgentPage({ agent }: { agent: StoredAgent }) {
  const { deploy, back, add, edit, version, try: tried, compare } = Route.useSearch()
  const navigate = Route.useNavigate()
  const knowledge = useAgentKnowledge(agent)
  const { answers, error, description, cutShort } = knowledge
  const { versions } = knowledge.agent
  const { data: problem } = useQuery(ledgerQueries.problem())
  const restore = useMutation(agentMutations.restore())
  const forget = useMutation({
    ...agentMutations.forget(),
    onSuccess: (forgotten: StoredAgent | undefined) => {
      toast({
        title: `${agent.name} was forgotten here`,
        action: forgotten && { label: 'Undo', onSelect: () => restore.mutate(forgotten) },
      })
      void navigate({ to: '/agents' })
    },
  })
  const [newest] = versions
  const pair = readPair(compare)
  const shown = versions.find(({ versionId }) => versionId === version) ?? newest
  const waits = newest !== undefined && newest.versionId !== knowledge.belief.versionId
  const go = (next: ReturnType<typeof Route.useSearch>) =>
    void navigate({ search: { version, compare, try: tried, ...next }, replace: true, resetScroll: false })
  const close = () => go({})
  const openCompare = (before: string, after: string) => go({ compare: `${before},${after}` })
  return (
    <Page
      title={agent.name}
      context={<IdText id={agent.agentId} name="agent id" whole />}
      back={<Link to="/agents">Agents</Link>}
      action={
        <>
          {shown && (
            <Button icon={MessageCircle} onClick={() => go({ try: shown.versionId })}>
              Try version
            </Button>
          )}
          <Button onClick={() => go({ edit: true })}>Edit details</Button>
          <Link
            to="/agents/new"
            search={{ from: agent.agentId, version: shown?.versionId }}
            className={buttonClass('secondary')}
          >
            Duplicate
          </Link>
          <Link to="/calls/batch/new" search={{ agent: agent.agentId }} className={buttonClass('secondary')}>
            Call from CSV
          </Link>
          <Link
            to="/calls"
            search={{ place: true, agent: agent.agentId }}
            className={buttonClass(waits ? 'secondary' : 'primary')}
          >
            Place call
          </Link>
          {newest && (
            <Button
              icon={Rocket}
              variant={waits ? 'primary' : 'secondary'}
              onClick={() => go({ deploy: newest.versionId })}
            >
              Deploy version
            </Button>
          )}
        </>
      }
    >
      {problem && <Notice tone="warn" title={problem.message} />}
      <Facts
        facts={{
          Description: description,
          'Agent type': agent.agentType,
          'Testing lab agent id': agent.testingLabId,
          [SOURCES[agent.source]]: agent.addedAt && <TimeText time={agent.addedAt} />,
        }}
      />
      <DeployedNow knowledge={knowledge} onBack={(versionId) => go({ deploy: versionId, back: true })} />
      <Suspense>
        <LabPath agent={agent} />
      </Suspense>
      <Section
        title="Versions"
        hint={
          answers
            ? 'Versions stored in this browser or reported by the service. Only a deployed version handles live traffic.'
            : 'Versions stored in this browser. Only a deployed version handles live traffic.'
        }
        action={
          <div className="flex flex-wrap justify-end gap-2">
            <Link
              to="/agents/$agentId/versions/new"
              params={{ agentId: agent.agentId }}
              search={{ from: shown?.versionId }}
              className={buttonClass('secondary', 'sm')}
            >
              New version
            </Link>
            <Button size="sm" onClick={() => go({ add: 'version' })}>
              Add version by id
            </Button>
          </div>
        }
      >
        {error && (
          <StaleNotice
            error={error}
            title="The versions could not be loaded from the service. Shown are those stored in this browser."
          />
        )}
        {cutShort && <Notice tone="warn" title="The service has more versions than could be loaded." />}
        <Versions
          knowledge={knowledge}
          shownId={shown?.versionId}
          isTight={tried !== undefined}
          onOpen={(versionId) => go({ version: versionId })}
          onCompare={openCompare}
        />
      </Section>
      <Suspense>
        {pair && (
          <Comparison
            agent={knowledge.agent}
            versionIds={pair}
            reported={knowledge.reported}
            onSwap={() => openCompare(pair[1], pair[0])}
            onClose={() => go({ compare: undefined })}
          />
        )}
        {shown && (
          <VersionDetail
            key={shown.versionId}
            knowledge={knowledge}
            version={shown}
            onCompare={openCompare}
          />
        )}
        <DeployHistory knowledge={knowledge} />
      </Suspense>
      <ErrorNotice error={forget.error} />
      {agent.source !== 'reported' && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-4">
          <Button pending={forget.isPending} onClick={() => forget.mutate({ agentId: agent.agentId })}>
            Forget agent
          </Button>
          <span className="text-sm text-ink-muted">
            Removes what this browser stores of the agent. It keeps working, and stays on the list where the
            service lists it.
          </span>
        </div>
      )}
      <Suspense>
        {deploy && versions.some(({ versionId }) => versionId === deploy) && (
          <DeployDialog
            knowledge={knowledge}
            versionId={deploy}
            back={back ?? false}
            onChoose={(versionId) => go({ deploy: versionId })}
            onTry={() => go({ deploy, back, try: deploy })}
            onClose={close}
          />
        )}
        {tried && versions.some(({ versionId }) => versionId === tried) && (
          <TryPanel
            knowledge={knowledge}
            versionId={tried}
            over={deploy !== undefined}
            onVersion={(versionId) => go({ deploy, back, try: versionId })}
            onClose={() => go({ deploy, back, try: undefined })}
          />
        )}
        {add === 'agent' && agent.source === 'reported' && (
          <AddByIdDialog agentId={agent.agentId} onClose={close} />
        )}
        {add === 'version' && <AddByIdDialog agent={agent} onClose={close} />}
        {edit && <AgentDetails agent={agent} description={description} answers={answers} onClose={close} />}
      </Suspense>
    </Page>
  )
}
