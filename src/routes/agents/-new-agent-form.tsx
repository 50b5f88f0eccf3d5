import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { createAgent } from '../../contract/agents'
import type { Wire } from '../../contract/reply'
import { agentMutations } from '../../queries/agents'
import { formDefaults } from '../../ui/fields/form'
import { toast } from '../../ui/toast-store'
import { IdentityFields, Part } from './-agent-fields'
import { type AgentFormValues, agentResolver, emptyAgent, toAgentRequest } from './-agent-form'
import { AgentFormScreen } from './-agent-form-screen'
import { StartFrom } from './-start-from'

/** The form of a new agent, whatever it begins with. `draft`: the name its draft is kept under; `notice`: stands above the fields. */
export function AgentForm({
  draft = 'agent',
  defaults = emptyAgent,
  further,
  notice,
}: {
  draft?: string
  defaults?: AgentFormValues
  /** Fields of the version it begins with that the form does not have. */
  further?: Wire
  notice?: React.ReactNode
}) {
  const navigate = useNavigate()
  // What the form began with, although the source may be read anew.
  const [began] = useState(defaults)
  const form = useForm<AgentFormValues>({ ...formDefaults, defaultValues: began, resolver: agentResolver })
  return (
    <AgentFormScreen
      form={form}
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
      {notice}
      <Part title="Start with" hint="A template, a file, or an empty form. Nothing is sent.">
        <StartFrom form={form} />
      </Part>
      <IdentityFields control={form.control} />
    </AgentFormScreen>
  )
}
