import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { createAgent } from '../../contract/agents'
import type { Wire } from '../../contract/reply'
import { AGENT_TYPES } from '../../contract/version-fields'
import { agentMutations } from '../../queries/agents'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'
import { toast } from '../../ui/toast-store'
import { IdentityFields, Part } from './-agent-fields'
import { type AgentFormValues, emptyAgent, toAgentRequest } from './-agent-form'
import { AgentFormScreen } from './-agent-form-screen'
import { StartFrom } from './-start-from'
import { useVersionSource } from './-version-source'

/** The form of a new agent. `draft`: the name its draft is stored under; `further`: as of the screen; `notice`: stands above the fields. */
export function AgentForm({
  draft = 'agent',
  start = emptyAgent,
  further,
  notice,
}: {
  draft?: string
  start?: AgentFormValues
  further?: Wire
  notice?: ReactNode
}) {
  const navigate = useNavigate()
  return (
    <AgentFormScreen
      start={start}
      draft={draft}
      title="New agent"
      context="Creates an agent with its first version. It handles no traffic until the version is deployed."
      back={<Link to="/agents">Agents</Link>}
      submit="Create agent"
      mutation={agentMutations.create()}
      operation={createAgent}
      toRequest={(values, more) => ({ body: { ...more, ...toAgentRequest(values) } })}
      further={further}
      inDoubt={{
        title: 'The agent may have been created',
        text: 'Your input stays. Check in the service before you send it again, or you may get two agents.',
      }}
      onDone={({ agentId }, { name }) => {
        toast({ title: `${name.trim()} was created` })
        void navigate({ to: '/agents/$agentId', params: { agentId }, ignoreBlocker: true })
      }}
    >
      {(form) => (
        <>
          {notice}
          <Part title="Start with" hint="A template, a file, or an empty form. Nothing is sent.">
            <StartFrom form={form} />
          </Part>
          <IdentityFields control={form.control} />
        </>
      )}
    </AgentFormScreen>
  )
}

/** The form of a new agent that begins as a version of another: as the service reports it, else as this browser sent it. */
export function DuplicateAgent({ from, version }: { from: string; version?: string | undefined }) {
  const { agent, service, source, isPending } = useVersionSource(from, version)
  if (isPending)
    return <Page title="New agent" context="Reading what was sent when the version was created" />
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
  const reported = service.data?.agent
  const name = agent?.name ?? reported?.name ?? from
  const type = AGENT_TYPES.find((each) => each === (agent?.agentType ?? reported?.agentType))
  return (
    <AgentForm
      draft={`agent.${from}.${source.versionId}`}
      start={{
        ...source.values,
        name: `${source.values.name || name} copy`,
        description: source.values.description || (reported?.description ?? ''),
        agentType: type ?? source.values.agentType,
      }}
      further={source.further}
      notice={<Notice title={`Begun as a duplicate of ${name}. Nothing is shared with it.`} />}
    />
  )
}
