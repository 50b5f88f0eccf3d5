import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Control } from 'react-hook-form'
import { createAgent } from '../../contract/agents'
import type { Wire } from '../../contract/reply'
import { AGENT_TYPES, agentLabels } from '../../contract/version-fields'
import { agentMutations } from '../../queries/agent-changes'
import { buttonClass } from '../../ui/button'
import { SelectField, TextareaField, TextField } from '../../ui/fields/inputs'
import { Page } from '../../ui/page'
import { toast } from '../../ui/toast-store'
import { BackLink } from '../-shared/back-link'
import { late } from '../-shared/late'
import { type AgentFormValues, emptyAgent, mayBeMade, toAgentRequest, wasMade } from './-agent-form'
import { Part } from './-form-parts'
import { ExportJson, StartFrom } from './-start-from'
import { VersionForm } from './-version-form'

/** They stand below what is in sight first, so they come after it, in a room that is as high as any window (D930). */
const VersionFields = late(
  async () => (await import('./-agent-fields')).VersionFields,
  <div className="min-h-[200dvh]" />,
)

const MadeAgent = late(async () => (await import('./-made-agent')).MadeAgent)

/** What belongs to the agent itself, whichever version. */
function IdentityFields({ control }: { control: Control<AgentFormValues> }) {
  return (
    <Part title="Agent">
      <TextField control={control} name="name" label={agentLabels.name} required />
      <TextareaField control={control} name="description" label={agentLabels.description} rows={2} />
      <SelectField
        control={control}
        name="agentType"
        label={agentLabels.agentType}
        hint="TEXT serves SMS, e-mail and web chat."
        options={AGENT_TYPES.map((value) => ({ value, label: value }))}
        required
      />
    </Part>
  )
}

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
  const [isOther, setOther] = useState(false)
  return (
    <Page
      title="New agent"
      context="Creates an agent with its first version. It handles no traffic until the version is deployed."
      back={<BackLink to="/agents">Agents</BackLink>}
    >
      <VersionForm
        start={start}
        draft={draft}
        label="New agent"
        bar={(form) => <ExportJson form={form} />}
        withAgent
        fields={VersionFields}
        submit="Create agent"
        mutation={agentMutations.create()}
        operation={createAgent}
        toRequest={(values, more) => ({ body: toAgentRequest(values, more) })}
        further={further}
        inDoubt={{
          title: mayBeMade,
          text: (
            <>
              Your input stays. Check{' '}
              <Link to="/agents" target="_blank" className="text-accent underline">
                the list of agents
              </Link>
              , or the service where it lists none, before you send it again, or you may get two agents.
            </>
          ),
        }}
        isSeen={isOther}
        wayOn={
          <Link to="/agents" className={buttonClass()}>
            Show agents
          </Link>
        }
        onDone={({ agentId }, values) => {
          toast({ title: wasMade(values) })
          void navigate({ to: '/agents/$agentId', params: { agentId }, ignoreBlocker: true })
        }}
      >
        {(form, draft) => (
          <>
            {notice}
            {draft.inDoubt && <MadeAgent control={form.control} draft={draft} onOther={setOther} />}
            <Part title="Start with" hint="A template, a file, or an empty form. Nothing is sent.">
              <StartFrom form={form} />
            </Part>
            <IdentityFields control={form.control} />
          </>
        )}
      </VersionForm>
    </Page>
  )
}
