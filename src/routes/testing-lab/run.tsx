import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { agentQueries } from '../../queries/agents'
import { prefetch } from '../../queries/prefetch'
import { runQueries } from '../../queries/runs'
import { labQueries } from '../../queries/testing-lab'
import { Page } from '../../ui/page'
import { BackLink } from '../-shared/back-link'
import { late } from '../-shared/late'
import { useReportedAgents } from '../-shared/reported-agents'
import { searchOneOf, searchParams, searchText } from '../-shared/search-text'
import { useRun, useRuns, useScenarios } from './-lab-data'

const RunFields = late(async () => (await import('./-run-fields')).RunFields)

export const Route = createFileRoute('/testing-lab/run')({
  validateSearch: searchParams({
    agent: searchText,
    version: searchText,
    // 500 ids of some digits.
    scenarios: (ids) => searchText(ids, 6_000),
    tag: searchText,
    from: searchText,
    only: searchOneOf(['failed'] as const),
  }),
  loader: ({ context }) =>
    prefetch(context, [agentQueries.list(), labQueries.stored(), labQueries.scenarios(), runQueries.list()]),
  head: () => ({ meta: [{ title: 'Run scenarios · Switchboard' }] }),
  component: Run,
})

function Run() {
  const search = Route.useSearch()
  const { agents, agent, reported, pending } = useReportedAgents(search.agent)
  const scenarios = useScenarios()
  const runs = useRuns()
  // The list of runs comes without conversations.
  const from = useRun(search.from, runs.items)
  const lists = [scenarios, runs]
  const isSilent = lists.some((list) => list.isSilent)
  // A service that is silent is waited for beyond its first failure only by a form that begins with a run or with scenarios.
  const needsLists = [search.from, search.scenarios, search.tag].some((text) => text !== undefined)
  const waits =
    pending || from.pending || lists.some((list) => list.isPending && (needsLists || !list.isSilent))
  // What it shows reads again what could not be read, and stays while that is pending.
  const asked = JSON.stringify(search)
  const [shown, setShown] = useState<string>()
  if (!waits && shown !== asked) setShown(asked)
  return (
    <Page
      title="Run scenarios"
      context="Each scenario is played as a conversation with the agent and judged."
      back={<BackLink to="/testing-lab">Testing lab</BackLink>}
    >
      {shown !== asked && isSilent && <p role="status">The service does not answer. It is asked again.</p>}
      {shown === asked && (
        // A link to the same screen with another run or selection begins anew.
        <RunFields
          key={asked}
          agents={agents ?? []}
          scenarios={scenarios.items}
          runs={runs.items}
          sendsVersion={runs.listed}
          candidate={runs.listed ? (reported?.items[0]?.id ?? agent?.versions[0]?.versionId) : undefined}
          from={from.run}
          search={search}
        />
      )}
    </Page>
  )
}
