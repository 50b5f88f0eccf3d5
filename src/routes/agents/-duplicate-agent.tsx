import { useQuery } from '@tanstack/react-query'
import { AGENT_TYPES } from '../../contract/version-fields'
import { agentVersionQueries } from '../../queries/agent-versions'
import { agentQueries } from '../../queries/agents'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'
import { AgentForm } from './-new-agent-form'
import { versionSource } from './-version-source'

/** The form of a new agent that begins as another one is: as the service tells it, else as this browser sent it. */
export function DuplicateAgent({ from, version }: { from: string; version?: string | undefined }) {
  const { data: agent, isPending } = useQuery(agentQueries.one(from))
  const { data: told, isPending: isAsking } = useQuery(agentVersionQueries.list(from))
  if (isPending || isAsking)
    return <Page title="New agent" context="Reading what was sent when the version was created" />
  const source = versionSource({ agent: agent ?? null, reported: told?.items, versionId: version })
  if (!source)
    return (
      <AgentForm
        notice={
          <Notice
            tone="warn"
            title="Nothing to duplicate is known"
            message="This browser does not know what was sent when that version was created, and the service did not tell it either. The form is empty; a file can be imported."
          />
        }
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
        name: `${source.values.name || name} copy`,
        description: source.values.description || (described?.description ?? ''),
        agentType: type ?? source.values.agentType,
      }}
      further={source.further}
      notice={<Notice title={`Begun as a duplicate of ${name}. Nothing is shared with it.`} />}
    />
  )
}
