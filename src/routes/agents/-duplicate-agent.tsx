import { useQuery } from '@tanstack/react-query'
import { agentQueries } from '../../queries/agents'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'
import { AgentForm } from './-new-agent-form'
import { words } from './-new-agent-words'
import { words as start } from './-start-words'
import { sourceOf } from './-version-source'

/** The form of a new agent that begins as another one is, as far as that is known. */
export function DuplicateAgent({ from, version }: { from: string; version?: string | undefined }) {
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
