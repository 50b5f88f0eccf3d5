import { useMutation, useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { useForm, useFormState } from 'react-hook-form'
import { AGENT_TYPES, createAgent } from '../../contract/agents'
import { agentMutations } from '../../queries/agents'
import { collectionQueries } from '../../queries/collections'
import { prefetch } from '../../queries/prefetch'
import { suggestionQueries } from '../../queries/suggestions'
import { Button } from '../../ui/button'
import { CheckboxField } from '../../ui/fields/checkbox-field'
import { FormShell, formDefaults } from '../../ui/fields/form'
import { IdField } from '../../ui/fields/id-field'
import { IdsField } from '../../ui/fields/ids-field'
import { JsonField } from '../../ui/fields/json-field'
import { SelectField } from '../../ui/fields/select-field'
import { TextField } from '../../ui/fields/text-field'
import { TextareaField } from '../../ui/fields/textarea-field'
import { Notice } from '../../ui/notice'
import { countOf } from '../../ui/numbers'
import { Page, Section } from '../../ui/page'
import { toast } from '../../ui/toast-store'
import { useDraft } from '../-draft'
import { useFormError } from '../-failure'
import { offered } from '../-known-ids'
import { useLeaveGuard } from '../-leave-guard'
import { ShowRequest } from '../-show-request'
import { type AgentFormValues, agentResolver, emptyAgent, placeErrors, toAgentRequest } from './-agent-form'
import { AgentSummary } from './-agent-summary'
import { words } from './-new-agent-words'
import { PromptFields } from './-prompt-fields'

export const Route = createFileRoute('/agents/new')({
  loader: ({ context }) => {
    prefetch(context.queryClient, suggestionQueries.ids())
    prefetch(context.queryClient, collectionQueries.list())
  },
  head: () => ({ meta: [{ title: 'New agent · Switchboard' }] }),
  component: NewAgent,
})

const agentTypes = AGENT_TYPES.map((value) => ({ value, label: value }))

function NewAgent() {
  const navigate = useNavigate()
  const form = useForm<AgentFormValues>({
    ...formDefaults,
    defaultValues: emptyAgent,
    resolver: agentResolver,
  })
  const { control } = form
  const { isDirty } = useFormState({ control })
  const draft = useDraft(form, 'agent', emptyAgent)
  useLeaveGuard(isDirty, { onDiscard: draft.clear })
  const { data: ids } = useQuery(suggestionQueries.ids())
  const { data: collections } = useQuery(collectionQueries.list())
  const knownCollections = (collections?.items ?? []).map(({ id, name, files }) => ({
    id,
    label: name ?? id,
    note: files && countOf(files.length, 'file'),
  }))
  const sent = useRef(emptyAgent)
  const create = useMutation({
    ...agentMutations.create(),
    onSuccess: ({ agentId }, { name }) => {
      draft.clear()
      toast({ title: words.created(name) })
      void navigate({ to: '/agents/$agentId', params: { agentId }, ignoreBlocker: true })
    },
  })
  const error = useFormError(create.error, {
    place: (fields) => placeErrors(fields, sent.current),
    inDoubt: words.inDoubt,
  })
  return (
    <Page
      title={words.title}
      context={words.context}
      back={<Link to="/agents">{words.back}</Link>}
      aside={<AgentSummary control={control} />}
    >
      <FormShell
        form={form}
        label={words.title}
        onSubmit={(values) => {
          sent.current = values
          // A promise, so that the form takes no second click before the first has ended.
          return create.mutateAsync(toAgentRequest(values)).catch(() => undefined)
        }}
        pending={create.isPending}
        error={error}
        submitLabel={words.submit}
        actions={
          <ShowRequest operation={createAgent} request={() => ({ body: toAgentRequest(form.getValues()) })} />
        }
      >
        {draft.restored && (
          <Notice
            title={words.restored}
            action={<Button onClick={draft.startOver}>{words.startOver}</Button>}
          />
        )}
        <Part title={words.sections.agent}>
          <TextField control={control} name="name" label={words.name} required />
          <TextareaField control={control} name="description" label={words.description} rows={2} />
          <SelectField
            control={control}
            name="agentType"
            label={words.agentType}
            hint={words.agentTypeHint}
            options={agentTypes}
            required
          />
        </Part>
        <Part title={words.sections.prompt}>
          <PromptFields form={form} />
        </Part>
        <Part title={words.sections.knowledge}>
          <CheckboxField
            control={control}
            name="useKnowledgeBase"
            label={words.useKnowledgeBase}
            hint={words.useKnowledgeBaseHint}
          />
          <IdsField
            control={control}
            name="knowledgeBaseCollectionIds"
            label={words.collections}
            hint={<WireName before={words.collectionsHint} name="knowledgeBaseCollectionIds" />}
            suggestions={knownCollections}
            what={words.noun.collection}
          />
        </Part>
        <Part title={words.sections.tools}>
          <IdsField
            control={control}
            name="prompt.tools"
            label={words.tools}
            hint={words.toolsHint}
            suggestions={offered(ids?.toolSlugs)}
            what={words.noun.tool}
          />
          <IdsField
            control={control}
            name="prompt.preBuiltTools"
            label={words.preBuiltTools}
            hint={<WireName before={words.preBuiltToolsHint} name="preBuiltTools" />}
            suggestions={offered(ids?.preBuiltToolSlugs)}
            what={words.noun.preBuiltTool}
          />
        </Part>
        <Part title={words.sections.speech}>
          {CONFIGS.map(({ name, known, what }) => (
            <IdField
              key={name}
              control={control}
              name={name}
              label={words[name]}
              suggestions={offered(ids?.[known])}
              what={what}
              required
            />
          ))}
          <TextareaField
            control={control}
            name="voicemailMessage"
            label={words.voicemail}
            hint={words.voicemailHint}
            rows={2}
          />
          <JsonField
            control={control}
            name="overrideSTTConfig"
            label={words.overrideStt}
            hint={<WireName before={words.overrideSttHint} name="overrideSTTConfig" />}
          />
        </Part>
      </FormShell>
    </Page>
  )
}

/** A group of fields under its own heading, set off from the one before. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="border-t border-line pt-4 first:border-0 first:pt-0">
      <Section title={title}>
        <div className="flex flex-col gap-4">{children}</div>
      </Section>
    </div>
  )
}

const CONFIGS = [
  { name: 'sttConfigId', known: 'sttConfigIds', what: words.noun.config },
  { name: 'ttsConfigId', known: 'ttsConfigIds', what: words.noun.config },
  { name: 'llmConfigId', known: 'llmConfigIds', what: words.noun.config },
  { name: 'voiceId', known: 'voiceIds', what: words.noun.voice },
] as const

function WireName({ before, name }: { before: string; name: string }) {
  return (
    <>
      {before} <code>{name}</code>
    </>
  )
}
