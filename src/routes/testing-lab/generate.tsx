import { createFileRoute, Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { agentQueries } from '../../queries/agents'
import { prefetch } from '../../queries/prefetch'
import { labQueries } from '../../queries/testing-lab'
import { Page } from '../../ui/page'
import { useReportedAgents } from '../-shared/reported-agents'
import { searchText } from '../-shared/search-text'

const GenerateForm = lazy(async () => ({ default: (await import('./-generate-form')).GenerateForm }))

export const Route = createFileRoute('/testing-lab/generate')({
  validateSearch: (search: Record<string, unknown>): { agent?: string } => ({
    agent: searchText(search.agent),
  }),
  loader: ({ context: { queryClient } }) => {
    prefetch(queryClient, agentQueries.list())
    prefetch(queryClient, labQueries.stored())
  },
  head: () => ({ meta: [{ title: 'Generate scenarios · Switchboard' }] }),
  component: Generate,
})

function Generate() {
  const { agent: agentId } = Route.useSearch()
  const { agents, pending } = useReportedAgents(agentId)
  return (
    <Page
      title="Generate scenarios"
      context="The testing lab writes test cases from the prompt, variables, tools and documents of an agent."
      back={<Link to="/testing-lab">Testing lab</Link>}
    >
      {/* The form begins with fields of the agent, so it waits for it. */}
      <Suspense>{!pending && <GenerateForm agents={agents ?? []} agentId={agentId} />}</Suspense>
    </Page>
  )
}
