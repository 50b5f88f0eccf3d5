import { useMutation, useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Rocket } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { agentMutations, agentQueries, type KnownAgent } from '../../queries/agents'
import { ledgerQueries } from '../../queries/ledger'
import { prefetch } from '../../queries/prefetch'
import { Button, buttonClass } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { IdText } from '../../ui/id-text'
import { Notice } from '../../ui/notice'
import { Facts, Page, Section } from '../../ui/page'
import { TimeText } from '../../ui/time-text'
import { toast } from '../../ui/toast-store'
import { ErrorNotice } from '../-error-notice'
import { FailedState } from '../-failure'
import { searchText } from '../-search-text'
import { words } from './-agent-page-words'
import { words as list } from './-agent-words'
import { Versions } from './-versions'

// Below the fold, and with the request schema of the contract.
const SentVersion = lazy(async () => ({ default: (await import('./-sent-version')).SentVersion }))
const DeployDialog = lazy(async () => ({ default: (await import('./-deploy-dialog')).DeployDialog }))
const AddAgentDialog = lazy(async () => ({ default: (await import('./-add-agent')).AddAgentDialog }))
const AddVersionDialog = lazy(async () => ({ default: (await import('./-add-version')).AddVersionDialog }))

interface AgentSearch {
  /** Id of the version that is about to be deployed. */
  readonly deploy?: string
  /** Which "by id" dialog is open. */
  readonly add?: 'agent' | 'version'
}

export const Route = createFileRoute('/agents/$agentId')({
  validateSearch: (search: Record<string, unknown>): AgentSearch => ({
    deploy: searchText(search.deploy),
    add: search.add === 'agent' || search.add === 'version' ? search.add : undefined,
  }),
  loader: ({ context, params }) => prefetch(context.queryClient, agentQueries.one(params.agentId)),
  head: () => ({ meta: [{ title: 'Agent · Switchboard' }] }),
  component: AgentPage,
})

function AgentPage() {
  const { agentId } = Route.useParams()
  const { add } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: agent, error, isFetching, refetch } = useQuery(agentQueries.one(agentId))
  const back = <Link to="/agents">{list.title}</Link>
  if (agent) return <KnownAgentPage agent={agent} />
  return (
    <Page title={words.page.unnamed} context={<IdText id={agentId} name="agent id" whole />} back={back}>
      {agent === null ? (
        <EmptyState
          kind="nothing-yet"
          title={words.page.unknownTitle}
          text={words.page.unknownText}
          action={
            <Button variant="primary" onClick={() => void navigate({ search: { add: 'agent' } })}>
              {list.addById}
            </Button>
          }
        />
      ) : (
        error && <FailedState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {agent === null && add === 'agent' && (
        <Suspense>
          <AddAgentDialog agentId={agentId} onClose={() => void navigate({ search: {}, replace: true })} />
        </Suspense>
      )}
    </Page>
  )
}

function KnownAgentPage({ agent }: { agent: KnownAgent }) {
  const { deploy, add } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: problem } = useQuery(ledgerQueries.problem())
  const restore = useMutation(agentMutations.restore())
  const forget = useMutation({
    ...agentMutations.forget(),
    onSuccess: (forgotten: KnownAgent | undefined) => {
      toast({
        title: words.page.forgotten(agent.name),
        action: forgotten && { label: words.page.undo, onSelect: () => restore.mutate(forgotten) },
      })
      void navigate({ to: '/agents' })
    },
  })
  const [newest] = agent.versions
  const close = () => void navigate({ search: {}, replace: true })
  const sent = agent.versions.find(({ request }) => request !== undefined)
  const waits = newest !== undefined && newest.versionId !== agent.deployedVersionId
  return (
    <Page
      title={agent.name}
      context={<IdText id={agent.agentId} name="agent id" whole />}
      back={<Link to="/agents">{list.title}</Link>}
      action={
        <>
          <Link
            to="/calls"
            search={{ place: true, agent: agent.agentId }}
            className={buttonClass(waits ? 'secondary' : 'primary')}
          >
            {words.page.placeCall}
          </Link>
          {newest && (
            <Button
              icon={Rocket}
              variant={waits ? 'primary' : 'secondary'}
              onClick={() => void navigate({ search: { deploy: newest.versionId } })}
            >
              {words.page.deploy}
            </Button>
          )}
        </>
      }
    >
      {problem && <Notice tone="warn" title={problem.message} />}
      <Facts
        facts={[
          [words.page.type, agent.agentType],
          [words.page.testingLabId, agent.testingLabId],
          [
            agent.source === 'created' ? words.page.created : words.page.added,
            <TimeText key="added" time={agent.addedAt} />,
          ],
        ]}
      />
      <Section
        title={words.page.versions}
        hint={words.page.versionsHint}
        action={
          <Button size="sm" onClick={() => void navigate({ search: { add: 'version' } })}>
            {words.page.addVersion}
          </Button>
        }
      >
        <Versions agent={agent} />
      </Section>
      {sent && (
        <Suspense>
          <SentVersion request={sent.request} />
        </Suspense>
      )}
      <ErrorNotice error={forget.error} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-4">
        <Button pending={forget.isPending} onClick={() => forget.mutate({ agentId: agent.agentId })}>
          {words.page.forget}
        </Button>
        <span className="text-sm text-ink-muted">{words.page.forgetHint}</span>
      </div>
      {deploy && agent.versions.some(({ versionId }) => versionId === deploy) && (
        <Suspense>
          <DeployDialog
            agent={agent}
            versionId={deploy}
            onChoose={(versionId) => void navigate({ search: { deploy: versionId }, replace: true })}
            onClose={close}
          />
        </Suspense>
      )}
      {add === 'version' && (
        <Suspense>
          <AddVersionDialog agent={agent} onClose={close} />
        </Suspense>
      )}
    </Page>
  )
}
