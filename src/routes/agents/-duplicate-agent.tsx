import { useQuery } from '@tanstack/react-query'
import { AGENT_TYPES } from '../../contract/version-fields'
import { agentVersionQueries } from '../../queries/agent-versions'
import { agentQueries } from '../../queries/agents'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'
import { AgentForm } from './-new-agent-form'
import { words } from './-new-agent-words'
import { words as start } from './-start-words'
import { versionSource } from './-version-source'

/** The form of a new agent that begins as another one is: as the service tells it, else as this browser sent it. */
export function DuplicateAgent({ from, version }: { from: string; version?: string | undefined }) {
  const { data: agent, isPending } = useQuery(agentQueries.one(from))
  const { data: told, isPending: isAsking } = useQuery(agentVersionQueries.list(from))
  if (isPending || isAsking) return <Page title={words.title} context={start.from.reading} />
  const source = versionSource({ agent: agent ?? null, reported: told?.items, versionId: version })
  if (!source)
    return (
      <AgentForm
        notice={<Notice tone="warn" title={start.from.nothingTitle} message={start.from.nothing} />}
      />
    )
  const described = told?.agent
  const name = agent?.name ?? described?.name ?? from
  const type = AGENT_TYPES.find((each) => each === (agent?.agentType ?? described?.agentType))
  return (
    <AgentForm
      draft={`agent.${from}.${source.versionId}`}
      defaults={{
        ...source.values,
        name: start.from.copyOf(source.values.name || name),
        description: source.values.description || (described?.description ?? ''),
        agentType: type ?? source.values.agentType,
      }}
      notice={<Notice title={start.from.note(name)} />}
    />
  )
}
