import { createFileRoute } from '@tanstack/react-router'
import { collectionQueries } from '../../queries/collections'
import { prefetch } from '../../queries/prefetch'
import { suggestionQueries } from '../../queries/suggestions'
import { late } from '../-shared/late'
import { searchParams, searchText } from '../-shared/search-text'
import { emptyAgent } from './-agent-form'
import { AgentForm } from './-new-agent-form'

// What these read, the form of a new agent needs not.
const DuplicateAgent = late(async () => (await import('./-duplicate-agent')).DuplicateAgent)

const AgentOn = late(async () => (await import('./-duplicate-agent')).AgentOn)

export const Route = createFileRoute('/agents/new')({
  // `from`, `version`: the agent that is duplicated and which version of it, else the newest; `tool`, `collection`: slug of a tool, id of a collection to begin with.
  validateSearch: searchParams({
    from: searchText,
    version: searchText,
    tool: searchText,
    collection: searchText,
  }),
  loader: ({ context }) => prefetch(context, [suggestionQueries.ids(), collectionQueries.list()]),
  head: () => ({ meta: [{ title: 'New agent · Switchboard' }] }),
  component: NewAgent,
})

function NewAgent() {
  const { from, version, tool, collection } = Route.useSearch()
  // Another source is another form, with a draft of its own (D78).
  if (from) return <DuplicateAgent key={`${from} ${version}`} from={from} version={version} />
  if (!tool)
    return collection ? <AgentOn key={collection} collection={collection} /> : <AgentForm key="new" />
  const start = { ...emptyAgent, prompt: { ...emptyAgent.prompt, tools: [tool] } }
  return <AgentForm key={`with ${tool}`} draft={`agent.with.${tool}`} start={start} />
}
