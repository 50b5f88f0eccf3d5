import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { MessageCircle, Rocket } from 'lucide-react'
import { Suspense, useState } from 'react'
import { agentVersionQueries } from '../../queries/agent-versions'
import { agentQueries, type StoredAgent } from '../../queries/agents'
import { ledgerQueries } from '../../queries/ledger'
import { prefetch } from '../../queries/prefetch'
import { Button, buttonClass } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'
import { here } from '../../ui/role'
import { BackLink } from '../-shared/back-link'
import { ErrorNotice } from '../-shared/error-notice'
import { FailedState } from '../-shared/failure'
import { useKept } from '../-shared/kept'
import { late, lateWithin } from '../-shared/late'
import { useAgent } from '../-shared/reported-agents'
import { searchFlag, searchOneOf, searchParams, searchText } from '../-shared/search-text'
import {
  AgentFacts,
  AgentTabs,
  ContactLink,
  NoAgent,
  OtherVersion,
  ShownVersion,
  useForget,
  useTryPlace,
} from './-agent-head'
import { useAgentKnowledge } from './-agent-knowledge'
import { AGENT_TABS } from './-agent-tabs'
import { readPair } from './-compare-versions'

const Configure = late(async () => (await import('./-configure')).Configure)
const VersionsTab = lateWithin(async () => (await import('./-versions')).VersionsTab)
const NoVersion = lateWithin(async () => (await import('./-versions')).NoVersion)
const Conversations = lateWithin(async () => (await import('./-conversations')).Conversations)
const Tests = lateWithin(async () => (await import('./-tests')).Tests)
const Deployments = lateWithin(async () => (await import('./-deployments')).Deployments)
const AgentDetails = late(async () => (await import('./-agent-dialogs')).AgentDetails)
const DeployDialog = late(async () => (await import('./-deploy-dialog')).DeployDialog)
const TryPanel = late(async () => (await import('./-try-panel')).TryPanel)
const NotAtService = late(async () => (await import('./-agent-dialogs')).NotAtService)
const AddByIdDialog = late(async () => (await import('./-agent-dialogs')).AddByIdDialog)

export const Route = createFileRoute('/agents/$agentId')({
  validateSearch: searchParams({
    // Which part is shown; absent: the configuration.
    tab: searchOneOf(AGENT_TABS),
    // The version that is about to be deployed; `back`: it was deployed before, and this is the way back to it.
    deploy: searchText,
    back: searchFlag,
    // Which "by id" dialog is open, and whether name and description are being changed.
    add: searchOneOf(['agent', 'version']),
    edit: searchFlag,
    // The version that is shown; else the newest.
    version: searchText,
    // The version that is tried in the panel beside, or `above` the dialog that deploys it.
    try: searchText,
    above: searchFlag,
    // Two versions that are compared, `before,after`.
    compare: searchText,
  }),
  loader: ({ context, params: { agentId } }) =>
    prefetch(context, [agentQueries.one(agentId), agentVersionQueries.list(agentId)]),
  head: () => ({ meta: [{ title: 'Agent · Switchboard' }] }),
  component: AgentPage,
})

function AgentPage() {
  const { agentId } = Route.useParams()
  const { add } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { agent, query, isTold } = useAgent(agentId)
  // Another agent is another page, with forms of its own.
  if (agent) return <StoredAgentPage key={agentId} agent={agent} />
  const back = <BackLink to="/agents">Agents</BackLink>
  if (agent === null)
    return (
      <>
        <NoAgent agentId={agentId} isTold={isTold} back={back} />
        {add === 'agent' && (
          <AddByIdDialog agentId={agentId} onClose={() => void navigate({ search: {}, replace: true })} />
        )}
      </>
    )
  return (
    <Page title="Agent" context={!query.error && 'Loading'} back={back}>
      {query.error && <FailedState query={query} />}
    </Page>
  )
}

function StoredAgentPage({ agent: stored }: { agent: StoredAgent }) {
  const search = Route.useSearch()
  const { deploy, back, add, edit, version, try: tried, above, compare } = search
  const tab = search.tab ?? (compare ? 'versions' : 'configure')
  const navigate = Route.useNavigate()
  const knowledge = useAgentKnowledge(stored)
  const { agent, answers, description, versionOf } = knowledge
  const { agentId, versions } = agent
  const { data: problem } = useQuery(ledgerQueries.problem())
  const forget = useForget(agent.name)
  // What is typed into the configuration stays while another part is looked at.
  const isConfigured = useKept(tab === 'configure')
  const [saves, setSaves] = useState(0)
  const [unsaved, setUnsaved] = useState(0)

  const [newest] = versions
  // A form beside the conversation with another version would say what nobody hears.
  const wanted = (tab === 'configure' && tried) || version
  // A form with changes keeps its version when a newer one comes (D1000).
  const [begunId, setBegunId] = useState(newest?.versionId)
  if (unsaved === 0 && begunId !== newest?.versionId) setBegunId(newest?.versionId)
  const shown = versionOf(wanted) ?? versionOf(begunId) ?? newest
  const deployedId = knowledge.belief.versionId
  const waits = newest && newest.versionId !== deployedId && !knowledge.isUnknown
  // Where the configuration is shown, saving it is what the screen is for.
  const leads = tab !== 'configure' && !knowledge.isUnknown
  const toDeploy = shown && shown.versionId !== deployedId ? shown : newest
  const go = (next: typeof search) =>
    void navigate({
      search: { tab: search.tab, version, compare, try: tried, ...next },
      // Back closes what was opened above the page.
      replace: !(['deploy', 'add', 'edit'] as const).some((name) => next[name] && !search[name]),
      resetScroll: false,
    })
  const close = () => go({})
  const choose = (versionId: string) => go({ version: versionId, try: tried && versionId })
  const isTried = versionOf(tried) !== undefined
  const place = useTryPlace(tried !== undefined, deploy !== undefined, above)
  const panel = tried && isTried && place && (
    <TryPanel
      knowledge={knowledge}
      versionId={tried}
      over={place === 'above'}
      onVersion={(versionId) => go({ deploy, back, above, version: versionId, try: versionId })}
      onClose={() => go({ deploy, back, try: undefined })}
    />
  )
  const beside = place === 'beside' && panel
  return (
    <Page
      title={agent.name}
      context={
        <>
          <span title={description} dir="auto" className="block min-h-5 truncate text-left">
            {description ?? (knowledge.isReading ? '' : 'No description')}
          </span>
          <span className="@container block">
            <ShownVersion knowledge={knowledge} version={shown} onChoose={choose} />
          </span>
        </>
      }
      back={<BackLink to="/agents">Agents</BackLink>}
      action={
        <>
          <AgentFacts knowledge={knowledge} version={shown}>
            <Button writes size="sm" onClick={() => go({ edit: true })}>
              Edit details
            </Button>
            <Link
              to="/agents/new"
              search={{ from: agentId, version: shown?.versionId }}
              className={buttonClass('secondary', 'sm')}
            >
              Duplicate
            </Link>
            {agent.agentType !== 'TEXT' && !knowledge.isUnknown && (
              <Link
                to="/calls/batch/new"
                search={{ agent: agentId }}
                className={buttonClass('secondary', 'sm')}
              >
                Call from CSV
              </Link>
            )}
            {agent.source !== 'reported' && (
              <div className="contents viewer:hidden">
                <Button size="sm" pending={forget.isPending} onClick={() => forget.mutate({ agentId })}>
                  Forget agent
                </Button>
                <p className="text-sm text-ink-muted">
                  {`Forgetting removes what ${here()} stores of the agent. It keeps working, and stays on the list where the service lists it.`}
                </p>
              </div>
            )}
          </AgentFacts>
          {/* The service takes nothing for an agent that it does not know (D831). */}
          {!knowledge.isUnknown && (
            <>
              <Button
                writes
                icon={MessageCircle}
                aria-disabled={!shown}
                onClick={() => shown && go({ try: shown.versionId })}
              >
                Try version
              </Button>
              {/* In one order: where "Deploy version" was pressed, a further press must not begin a call. */}
              <div
                className={`flex gap-2 *:grow viewer:hidden ${newest || !knowledge.isReading ? '' : 'invisible'}`}
              >
                <ContactLink agent={agent} primary={leads && !waits} />
                <Button
                  icon={Rocket}
                  variant={leads && waits ? 'primary' : 'secondary'}
                  aria-disabled={!toDeploy}
                  onClick={() => toDeploy && go({ deploy: toDeploy.versionId })}
                >
                  Deploy version
                </Button>
              </div>
            </>
          )}
        </>
      }
    >
      {/* The panel has its room before it is there. */}
      {place === 'beside' && (isTried || knowledge.isReading) && <span hidden data-beside="usual" />}
      {problem && <Notice tone="warn" title={problem.message} />}
      <ErrorNotice error={forget.error} />
      {knowledge.isUnknown && <NotAtService agentId={agentId} version={shown} onForget={forget.mutate} />}
      <AgentTabs current={tab} count={versions.length} />
      <OtherVersion knowledge={knowledge} shown={shown} search={{ ...search, tab }} onChoose={choose} />
      {isConfigured && shown && (
        <div hidden={tab !== 'configure'}>
          <Configure
            key={`${shown.versionId} ${saves}`}
            knowledge={knowledge}
            version={shown}
            tried={tab === 'configure' && place === 'beside' && tried === shown.versionId}
            panel={tab === 'configure' && beside}
            onCloseTrial={() => go({ try: undefined })}
            onChanges={setUnsaved}
            onSaved={(versionId) => {
              if (versionId === shown.versionId) setSaves(saves + 1)
              // What was opened meanwhile stays.
              void navigate({
                search: (now) => ({ ...now, version: versionId, try: now.try && versionId }),
                replace: true,
                resetScroll: false,
                ignoreBlocker: true,
              })
            }}
          />
        </div>
      )}
      {tab !== 'configure' && beside}
      <Suspense>
        {!shown && tab === 'configure' && !knowledge.isReading && (
          <NoVersion isUnknown={knowledge.isUnknown} onAdd={() => go({ add: 'version' })} />
        )}
        {tab === 'versions' && (
          <VersionsTab
            knowledge={knowledge}
            shown={shown}
            pair={readPair(compare)}
            onOpen={(versionId) => go({ tab, version: versionId })}
            onCompare={(pair) => go({ tab, compare: pair?.join(',') })}
            onConfigure={() => go({ tab: undefined, compare: undefined })}
            onAdd={() => go({ tab, add: 'version' })}
          />
        )}
        {tab === 'conversations' && <Conversations agent={agent} />}
        {tab === 'tests' && <Tests knowledge={knowledge} version={shown} />}
        {tab === 'deployments' && (
          <Deployments knowledge={knowledge} onBack={(versionId) => go({ deploy: versionId, back: true })} />
        )}
        {deploy && versionOf(deploy) && (
          <DeployDialog
            knowledge={knowledge}
            versionId={deploy}
            back={back ?? false}
            unsaved={unsaved}
            onChoose={(versionId) => go({ deploy: versionId })}
            onTry={() => go({ deploy, back, version: deploy, try: deploy, above: true })}
            above={place === 'above' && panel}
            onClose={close}
          />
        )}
        {add === 'agent' && agent.source === 'reported' && (
          <AddByIdDialog agentId={agentId} onClose={close} />
        )}
        {add === 'version' && <AddByIdDialog agent={agent} onClose={close} />}
        {edit && <AgentDetails agent={agent} description={description} answers={answers} onClose={close} />}
      </Suspense>
    </Page>
  )
}
