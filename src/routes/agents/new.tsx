import { useMutation, useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { createAgent } from '../../contract/agents'
import { agentMutations, agentQueries } from '../../queries/agents'
import { collectionQueries } from '../../queries/collections'
import { prefetch } from '../../queries/prefetch'
import { suggestionQueries } from '../../queries/suggestions'
import { formDefaults } from '../../ui/fields/form'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'
import { toast } from '../../ui/toast-store'
import { useFormError } from '../-failure'
import { searchText } from '../-search-text'
import { ShowRequest } from '../-show-request'
import { IdentityFields, Part } from './-agent-fields'
import { type AgentFormValues, agentResolver, emptyAgent, placeErrors, toAgentRequest } from './-agent-form'
import { AgentFormScreen } from './-agent-form-screen'
import { words } from './-new-agent-words'
import { StartFrom } from './-start-from'
import { words as start } from './-start-words'
import { sourceOf } from './-version-source'

interface NewAgentSearch {
  /** Slug of a tool that the new agent begins with. */
  readonly tool?: string
  /** The agent that is duplicated, and which version of it; without one the newest that is known. */
  readonly from?: string
  readonly version?: string
}

export const Route = createFileRoute('/agents/new')({
  validateSearch: (search: Record<string, unknown>): NewAgentSearch => ({
    from: searchText(search.from),
    version: searchText(search.version),
    tool: searchText(search.tool),
  }),
  loader: ({ context }) => {
    prefetch(context.queryClient, suggestionQueries.ids())
    prefetch(context.queryClient, collectionQueries.list())
  },
  head: () => ({ meta: [{ title: 'New agent · Switchboard' }] }),
  component: NewAgent,
})

function NewAgent() {
  const { from, version, tool } = Route.useSearch()
  // Another source is another form, with a draft of its own (D78).
  if (from) return <Duplicate key={`${from} ${version}`} from={from} version={version} />
  if (!tool) return <AgentForm key="new" />
  const defaults = { ...emptyAgent, prompt: { ...emptyAgent.prompt, tools: [tool] } }
  return <AgentForm key={`with ${tool}`} draft={`agent.with.${tool}`} defaults={defaults} />
}

function Duplicate({ from, version }: { from: string; version?: string | undefined }) {
  const { data: agent, isPending } = useQuery(agentQueries.one(from))
  if (isPending) return <Page title={words.title} context={start.from.reading} />
  const source = agent ? sourceOf(agent, version) : undefined
  if (!agent || !source)
    return (
      <AgentForm
        notice={<Notice tone="warn" title={start.from.nothingTitle} message={start.from.nothing} />}
      />
    )
  return (
    <AgentForm
      draft={`agent.${from}.${source.versionId}`}
      defaults={{ ...source.values, name: start.from.copyOf(source.values.name || agent.name) }}
      notice={<Notice title={start.from.note(agent.name)} />}
    />
  )
}

function AgentForm({
  draft = 'agent',
  defaults = emptyAgent,
  notice,
}: {
  draft?: string
  defaults?: AgentFormValues
  notice?: React.ReactNode
}) {
  const navigate = useNavigate()
  // What the form began with, although the source may be read anew.
  const began = useRef(defaults)
  const form = useForm<AgentFormValues>({
    ...formDefaults,
    defaultValues: began.current,
    resolver: agentResolver,
  })
  const sent = useRef(emptyAgent)
  const create = useMutation(agentMutations.create())
  const error = useFormError(create.error, {
    place: (fields) => placeErrors(fields, sent.current),
    inDoubt: words.inDoubt,
  })
  const send = async (values: AgentFormValues, clearDraft: () => void) => {
    sent.current = values
    const body = toAgentRequest(values)
    const created = await create.mutateAsync(body).catch(() => undefined)
    if (!created) return
    clearDraft()
    toast({ title: words.created(body.name) })
    void navigate({ to: '/agents/$agentId', params: { agentId: created.agentId }, ignoreBlocker: true })
  }
  return (
    <AgentFormScreen
      form={form}
      defaults={began.current}
      draft={draft}
      title={words.title}
      context={words.context}
      back={<Link to="/agents">{words.back}</Link>}
      submitLabel={words.submit}
      pending={create.isPending}
      error={error}
      onSubmit={send}
      actions={
        <ShowRequest operation={createAgent} request={() => ({ body: toAgentRequest(form.getValues()) })} />
      }
    >
      {notice}
      <Part title={start.title} hint={start.hint}>
        <StartFrom form={form} />
      </Part>
      <IdentityFields control={form.control} />
    </AgentFormScreen>
  )
}
