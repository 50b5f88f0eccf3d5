import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { MessageCircle } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useDeferredValue, useMemo, useState } from 'react'
import { type Control, type UseFormReturn, useWatch } from 'react-hook-form'
import { createAgentVersion, updateAgentVersion } from '../../contract/agent-versions'
import { agentVersionMutations, agentVersionQueries } from '../../queries/agent-versions'
import { agentQueries, type StoredAgent } from '../../queries/agents'
import { recoverDelay } from '../../queries/polling'
import { prefetch } from '../../queries/prefetch'
import { Button, buttonClass } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { Notice } from '../../ui/notice'
import { Page, Section } from '../../ui/page'
import type { TextHandle } from '../../ui/prompt-editor/text-handle'
import { toast } from '../../ui/toast-store'
import { hasChanges } from '../-shared/changed-fields'
import { FailedState } from '../-shared/failure'
import { searchFlag, searchParams, searchText } from '../-shared/search-text'
import { useOffered } from '../-shared/use-offered'
import { type AgentFormValues, toVersionChanges, toVersionRequest } from './-agent-form'
import { AgentFormScreen } from './-agent-form-screen'
import { compareFields } from './-compare-versions'
import { FieldDiffs } from './-field-diffs'
import { useVersionSource, type VersionSource } from './-version-source'

const FormTrial = lazy(async () => ({ default: (await import('./-form-trial')).FormTrial }))

export const Route = createFileRoute('/agents/$agentId_/versions/new')({
  // `from`: the version that the new one starts from, else the newest; `edit`: that version is changed instead; `try`: it is tried beside.
  validateSearch: searchParams({ from: searchText, edit: searchFlag, try: searchFlag }),
  loader: ({ context, params }) => {
    prefetch(context.queryClient, agentQueries.one(params.agentId))
    prefetch(context.queryClient, agentVersionQueries.list(params.agentId))
  },
  head: () => ({ meta: [{ title: 'New version · Switchboard' }] }),
  component: NewVersion,
})

function NewVersion() {
  const { agentId } = Route.useParams()
  const { from, edit = false } = Route.useSearch()
  const isOffered = useOffered(createAgentVersion)
  const { agent, service, source, isPending } = useVersionSource(agentId, from)
  const { data: reported, error } = service
  const name = agent?.name ?? agentId
  const frame = {
    title: edit ? 'Edit version' : 'New version',
    context: edit
      ? `Changes a version of ${name} that is not deployed. Its test results were made before the change.`
      : `A further version of ${name}. The one that is deployed stays so until another is.`,
    back: (
      <Link to="/agents/$agentId" params={{ agentId }}>
        {name}
      </Link>
    ),
  }
  // That the service was not reached is no answer to whether it makes versions; that it does not know the agent is.
  const isAway = reported === undefined && recoverDelay(error) !== false
  if (isPending || agent === undefined || isAway)
    return (
      <Page {...frame} context={error ? frame.context : 'Reading the versions of the agent'}>
        {error && <FailedState query={service} />}
      </Page>
    )
  const instead = (
    <Page {...frame}>
      <NotHere agentId={agentId} from={from} />
    </Page>
  )
  // Who lists versions is taken to create them, until it says otherwise (D131).
  if (!edit && !reported && !(reported === null && isOffered && source)) return instead
  if (!source || !agent)
    return (
      <Page {...frame}>
        <EmptyState
          kind="nothing-yet"
          title="That version is not known"
          text="Neither this browser nor the service has its content, so there is nothing to start from. Choose another version on the page of the agent."
        />
      </Page>
    )
  // Another source is another form.
  return (
    <UnlessRefused key={`${source.versionId} ${edit}`} instead={edit ? undefined : instead}>
      <VersionForm agent={agent} source={source} frame={frame} edit={edit} />
    </UnlessRefused>
  )
}

/** A form that was open when the service turned out not to create versions stays, with what was typed. */
function UnlessRefused({ instead, children }: { instead: ReactNode; children: ReactNode }) {
  const offered = useOffered(createAgentVersion)
  const [atStart] = useState(offered)
  return atStart === false && instead ? instead : children
}

/** The service has no operation for it: what can be done instead. */
function NotHere({ agentId, from }: { agentId: string; from: string | undefined }) {
  return (
    <Notice title="This service cannot create versions from here">
      <ul className="list-disc pl-5">
        <li>Create the version in the service itself, and add its id on the page of the agent.</li>
        <li>Or create a new agent that begins as a duplicate of this one.</li>
      </ul>
      <p className="flex flex-wrap gap-2 pt-2">
        <Link
          to="/agents/$agentId"
          params={{ agentId }}
          search={{ add: 'version' }}
          className={buttonClass('secondary')}
        >
          Add version by id
        </Link>
        <Link to="/agents/new" search={{ from: agentId, version: from }} className={buttonClass('secondary')}>
          Duplicate as new agent
        </Link>
      </p>
    </Notice>
  )
}

function VersionForm({
  agent,
  source,
  edit,
  frame,
}: {
  agent: StoredAgent
  source: VersionSource
  edit: boolean
  frame: { readonly title: string; readonly context: string; readonly back: ReactNode }
}) {
  const { agentId, name } = agent
  const navigate = useNavigate()
  const search = Route.useSearch()
  const tries = (on: true | undefined) =>
    void navigate({ to: '.', search: { ...search, try: on }, replace: true, resetScroll: false })
  // What the form began with, although the source may be read again. The name belongs to the agent; here it only stands in the summary.
  const [{ start, versionId, label, further }] = useState(() => ({
    ...source,
    start: { ...source.values, name },
  }))
  const shared = {
    ...frame,
    start,
    draft: `version.${agentId}.${versionId}${edit ? '.edit' : ''}`,
    aside: (control: Control<AgentFormValues>) => <VersionChanges control={control} before={start} />,
    valuesOf: agentId,
    action: (
      <Button icon={MessageCircle} onClick={() => tries(true)}>
        Try version
      </Button>
    ),
    beside: (form: UseFormReturn<AgentFormValues>, prompt: () => TextHandle | null) =>
      search.try && (
        <Suspense>
          <FormTrial
            control={form.control}
            agent={agent}
            versionId={versionId}
            start={start}
            prompt={prompt}
            onClose={() => tries(undefined)}
          />
        </Suspense>
      ),
  }
  const done = (title: string, version?: string) => {
    toast({ title })
    void navigate({ to: '/agents/$agentId', params: { agentId }, search: { version }, ignoreBlocker: true })
  }
  const based = <code className="break-all">{label ?? versionId}</code>
  if (edit)
    return (
      <AgentFormScreen
        {...shared}
        submit="Save version"
        mutation={agentVersionMutations.update()}
        operation={updateAgentVersion}
        check={(values) =>
          hasChanges(toVersionChanges(start, values)) ? null : { title: 'Nothing is changed yet' }
        }
        toRequest={(values) => ({ params: { agentId, versionId }, body: toVersionChanges(start, values) })}
        inDoubt={{
          title: 'The version may have been changed',
          text: 'Your input stays. Look at the version before you save again.',
        }}
        onDone={() => done('The version was changed', versionId)}
      >
        {() => <p className="text-ink-muted">Version {based}. Only what you change is sent.</p>}
      </AgentFormScreen>
    )
  return (
    <AgentFormScreen
      {...shared}
      submit="Create version"
      mutation={agentVersionMutations.create()}
      operation={createAgentVersion}
      toRequest={(values, more) => ({ params: { agentId }, body: toVersionRequest(values, more) })}
      further={further}
      inDoubt={{
        title: 'The version may have been created',
        text: "Your input stays. Check the agent's versions before you send it again, or you may get two.",
      }}
      onDone={() => done('The version was created')}
    >
      {() => <p className="text-ink-muted">Based on version {based}. Not live until you deploy it.</p>}
    </AgentFormScreen>
  )
}

/** Beside the form of a new version: what it changes against the one it starts from. */
function VersionChanges({ control, before }: { control: Control<AgentFormValues>; before: AgentFormValues }) {
  const values = useDeferredValue(useWatch({ control }) as AgentFormValues)
  const diffs = useMemo(
    () => compareFields(toVersionRequest(before), toVersionRequest(values), true),
    [before, values],
  )
  const isChanged = diffs.some(({ state }) => state === 'changed')
  return (
    <div className="mb-4">
      <Section title="What changes">
        {isChanged ? (
          <FieldDiffs diffs={diffs} labels={['Before', 'Now']} />
        ) : (
          <p className="text-sm text-ink-muted">Nothing is changed yet.</p>
        )}
      </Section>
    </div>
  )
}
