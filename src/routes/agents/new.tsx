import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { collectionQueries } from '../../queries/collections'
import { prefetch } from '../../queries/prefetch'
import { suggestionQueries } from '../../queries/suggestions'
import { searchText } from '../-shared/search-text'
import { emptyAgent } from './-agent-form'
import { AgentForm } from './-new-agent-form'

const DuplicateAgent = lazy(async () => ({ default: (await import('./-duplicate-agent')).DuplicateAgent }))

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
  if (from)
    return (
      <Suspense>
        <DuplicateAgent key={`${from} ${version}`} from={from} version={version} />
      </Suspense>
    )
  if (!tool) return <AgentForm key="new" />
  const defaults = { ...emptyAgent, prompt: { ...emptyAgent.prompt, tools: [tool] } }
  return <AgentForm key={`with ${tool}`} draft={`agent.with.${tool}`} defaults={defaults} />
}
