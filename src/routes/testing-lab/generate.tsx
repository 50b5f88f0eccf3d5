import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { subjectOf } from '../../contract/operation'
import { agentQueries } from '../../queries/agents'
import { prefetch } from '../../queries/prefetch'
import { labQueries } from '../../queries/testing-lab'
import { Page } from '../../ui/page'
import { BackLink } from '../-shared/back-link'
import { late } from '../-shared/late'
import { useReportedAgents } from '../-shared/reported-agents'
import { searchParams, searchText } from '../-shared/search-text'
import type { Generation } from './-generate-form'

const GenerateForm = late(async () => (await import('./-generate-form')).GenerateForm)
const Generated = late(async () => (await import('./-generate-form')).Generated)

export const Route = createFileRoute('/testing-lab/generate')({
  // `again`: id of the record of a request that the form begins with.
  validateSearch: searchParams({ agent: searchText, again: searchText }),
  loader: ({ context }) => prefetch(context, [agentQueries.list(), labQueries.stored()]),
  head: () => ({ meta: [{ title: 'Generate scenarios · Switchboard' }] }),
  component: GenerateHere,
})

/** What is filled in is about the agent of its address. */
function GenerateHere() {
  const { agent, again } = Route.useSearch()
  return <Generate key={`${agent} ${again}`} />
}

function Generate() {
  const search = Route.useSearch()
  const { data: stored, isLoading } = useQuery({
    ...labQueries.stored(),
    enabled: search.again !== undefined,
  })
  const before = stored?.entries.find(({ id }) => id === search.again)
  const agentId = search.agent ?? (before && subjectOf(before).agentId)
  const { agents, pending } = useReportedAgents(agentId)
  const [done, setDone] = useState<Generation>()
  const [more, setMore] = useState<Generation['values']>()
  const onAnother = () => {
    setMore(done?.values)
    setDone(undefined)
  }
  return (
    <Page
      title={done?.reply ? 'Scenarios generated' : 'Generate scenarios'}
      context={
        !done &&
        'The testing lab writes test cases from the prompt, variables, tools and documents of an agent.'
      }
      back={<BackLink to="/testing-lab">Testing lab</BackLink>}
    >
      {/* The form begins with fields of the agent, so it waits for it. */}
      {done ? (
        <Generated done={done} onAnother={onAnother} />
      ) : (
        !pending &&
        !isLoading && (
          <GenerateForm agents={agents ?? []} agentId={agentId} again={before} more={more} onDone={setDone} />
        )
      )}
    </Page>
  )
}
