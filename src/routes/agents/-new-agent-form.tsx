import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { createAgent } from '../../contract/agents'
import { agentMutations } from '../../queries/agents'
import { formDefaults } from '../../ui/fields/form'
import { toast } from '../../ui/toast-store'
import { useFormError } from '../-shared/failure'
import { ShowRequest } from '../-shared/show-request'
import { IdentityFields, Part } from './-agent-fields'
import { type AgentFormValues, agentResolver, emptyAgent, placeErrors, toAgentRequest } from './-agent-form'
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
  const began = useRef(defaults)
  const form = useForm<AgentFormValues>({
    ...formDefaults,
    defaultValues: began.current,
    resolver: agentResolver,
  })
  const sent = useRef(emptyAgent)
  const create = useMutation(agentMutations.create())
  const error = useFormError(create.error, {
    place: (fields) => placeErrors(fields, sent.current),
    inDoubt: words.inDoubt,
  })
  const send = async (values: AgentFormValues, clearDraft: () => void) => {
    sent.current = values
    const body = toAgentRequest(values)
    const created = await create.mutateAsync({ body }).catch(() => undefined)
    if (!created) return
    clearDraft()
    toast({ title: words.created(body.name) })
    void navigate({ to: '/agents/$agentId', params: { agentId: created.agentId }, ignoreBlocker: true })
  }
  return (
    <AgentFormScreen
      form={form}
      defaults={began.current}
      draft={draft}
      title={words.title}
      context={words.context}
      back={<Link to="/agents">{words.back}</Link>}
      submitLabel={words.submit}
      pending={create.isPending}
      error={error}
      onSubmit={send}
      actions={
        <ShowRequest operation={createAgent} request={() => ({ body: toAgentRequest(form.getValues()) })} />
      }
    >
      {notice}
      <Part title={start.title} hint={start.hint}>
        <StartFrom form={form} />
      </Part>
      <IdentityFields control={form.control} />
    </AgentFormScreen>
  )
}
