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
import { searchText } from '../-shared/search-text'
import { useRun, useRuns, useScenarios } from './-lab-data'
import type { RunSearch } from './-run-form'

const RunFields = late(async () => (await import('./-run-fields')).RunFields)

export const Route = createFileRoute('/testing-lab/run')({
  validateSearch: (search: Record<string, unknown>): RunSearch => ({
    agent: searchText(search.agent),
    version: searchText(search.version),
    scenarios: readIdList(search.scenarios),
    tag: searchText(search.tag),
    from: searchText(search.from),
    only: search.only === 'failed' ? 'failed' : undefined,
  }),
  loader: ({ context }) =>
    prefetch(context, [agentQueries.list(), labQueries.stored(), labQueries.scenarios(), runQueries.list()]),
  head: () => ({ meta: [{ title: 'Run scenarios · Switchboard' }] }),
  component: Run,
})

/** Longer than other texts of an address: 500 ids of some digits. */
const readIdList = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' && text.length <= 6_000 ? text : undefined
}

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
