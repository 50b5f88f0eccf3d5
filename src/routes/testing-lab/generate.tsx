import { createFileRoute, Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { GeneratedReply } from '../../contract/testing-lab'
import { agentQueries } from '../../queries/agents'
import { prefetch } from '../../queries/prefetch'
import { labQueries } from '../../queries/testing-lab'
import { Page } from '../../ui/page'
import { useReportedAgents } from '../-shared/reported-agents'
import { searchText } from '../-shared/search-text'
import { words } from './-generate-words'
import { LabPath } from './-lab-path'
import { words as list } from './-lab-words'

const GenerateForm = lazy(async () => ({ default: (await import('./-generate-fields')).GenerateFields }))
const Generated = lazy(async () => ({ default: (await import('./-generated')).Generated }))

/** What came back, or why it could not be read although the service took it. */
export interface Generation {
  readonly reply?: GeneratedReply
  readonly error?: unknown
}

export const Route = createFileRoute('/testing-lab/generate')({
  validateSearch: (search: Record<string, unknown>): { agent?: string } => ({
    agent: searchText(search.agent),
  }),
  loader: ({ context: { queryClient } }) => {
    prefetch(queryClient, agentQueries.list())
    prefetch(queryClient, labQueries.kept())
  },
  head: () => ({ meta: [{ title: 'Generate scenarios · Switchboard' }] }),
  component: Generate,
})

function Generate() {
  const { agent: agentId } = Route.useSearch()
  const { agents, agent, pending } = useReportedAgents(agentId)
  const [done, setDone] = useState<Generation | null>(null)
  return (
    <Page title={words.title} context={words.context} back={<Link to="/testing-lab">{list.title}</Link>}>
      {agent && <LabPath agent={agent} />}
      <Suspense>
        {done ? (
          <Generated done={done} agentId={agentId} onAnother={() => setDone(null)} />
        ) : (
          // The form begins with what is known of the agent, so it waits for it.
          !pending && <GenerateForm agents={agents ?? []} agentId={agentId} onDone={setDone} />
        )}
      </Suspense>
    </Page>
  )
}
