import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { createAgent } from '../../contract/agents'
import { agentMutations } from '../../queries/agents'
import { formDefaults } from '../../ui/fields/form'
import { toast } from '../../ui/toast-store'
import { IdentityFields, Part } from './-agent-fields'
import { type AgentFormValues, agentResolver, emptyAgent, toAgentRequest } from './-agent-form'
import { AgentFormScreen } from './-agent-form-screen'
import { words } from './-new-agent-words'
import { StartFrom } from './-start-from'
import { words as start } from './-start-words'

/** The form of a new agent, whatever it begins with. `draft`: the name its draft is kept under; `notice`: stands above the fields. */
export function AgentForm({
  draft = 'agent',
  defaults = emptyAgent,
  notice,
}: {
  draft?: string
  defaults?: AgentFormValues
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
      title={words.title}
      context={words.context}
      back={<Link to="/agents">{words.back}</Link>}
      submit={words.submit}
      mutation={agentMutations.create()}
      operation={createAgent}
      toRequest={(values) => ({ body: toAgentRequest(values) })}
      inDoubt={words.inDoubt}
      onDone={({ agentId }, { name }) => {
        toast({ title: words.created(name.trim()) })
        void navigate({ to: '/agents/$agentId', params: { agentId }, ignoreBlocker: true })
      }}
    >
      {notice}
      <Part title={start.title} hint={start.hint}>
        <StartFrom form={form} />
      </Part>
      <IdentityFields control={form.control} />
    </AgentFormScreen>
  )
}
