import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Control, UseFormReturn } from 'react-hook-form'
import { AGENT_TYPES } from '../../contract/agents'
import { collectionQueries } from '../../queries/collections'
import { type Suggestions, suggestionQueries } from '../../queries/suggestions'
import { CheckboxField } from '../../ui/fields/checkbox-field'
import { IdField } from '../../ui/fields/id-field'
import { IdsField } from '../../ui/fields/ids-field'
import { JsonField } from '../../ui/fields/json-field'
import { SelectField } from '../../ui/fields/select-field'
import { TextField } from '../../ui/fields/text-field'
import { TextareaField } from '../../ui/fields/textarea-field'
import { countOf } from '../../ui/numbers'
import { Section } from '../../ui/page'
import type { TextHandle } from '../../ui/prompt-editor/text-handle'
import { offered } from '../-shared/known-ids'
import type { AgentFormValues } from './-agent-form'
import type { Findings } from './-findings'
import { words } from './-new-agent-words'
import { PromptFields } from './-prompt-fields'
import { ToolsField } from './-tools-field'

const agentTypes = AGENT_TYPES.map((value) => ({ value, label: value }))

/** What belongs to the agent itself, whichever version. */
export function IdentityFields({ control }: { control: Control<AgentFormValues> }) {
  return (
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
  )
}

/** Everything a version is made of. */
export function VersionFields({
  form,
  findings,
  wake,
  handle,
  onWriting,
}: {
  form: UseFormReturn<AgentFormValues>
  findings: Findings
  wake: boolean
  handle: React.RefObject<TextHandle | null>
  onWriting: (at: number | null) => void
}) {
  const { control } = form
  const { data: ids } = useQuery(suggestionQueries.ids())
  return (
    <>
      <Part title={words.sections.prompt}>
        <PromptFields form={form} findings={findings} wake={wake} handle={handle} onWriting={onWriting} />
      </Part>
      <Part title={words.sections.knowledge}>
        <KnowledgeFields control={control} />
      </Part>
      <Part title={words.sections.tools}>
        <ToolsField control={control} used={ids?.toolSlugs} />
        <IdsField
          control={control}
          name="prompt.preBuiltTools"
          label={words.preBuiltTools}
          hint={<WireName before={words.preBuiltToolsHint} name="preBuiltTools" />}
          suggestions={offered(ids?.preBuiltToolSlugs)}
          what={words.noun.preBuiltTool}
          ordered
        />
      </Part>
      <Part title={words.sections.speech}>
        <SpeechFields control={control} ids={ids} />
      </Part>
    </>
  )
}

function KnowledgeFields({ control }: { control: Control<AgentFormValues> }) {
  const { data: collections } = useQuery(collectionQueries.list())
  const known = (collections?.items ?? []).map(({ id, name, files }) => ({
    id,
    label: name ?? id,
    note: files && countOf(files.length, 'file'),
  }))
  return (
    <>
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
        suggestions={known}
        what={words.noun.collection}
      />
    </>
  )
}

const CONFIGS = [
  { name: 'sttConfigId', known: 'sttConfigIds', what: words.noun.config },
  { name: 'ttsConfigId', known: 'ttsConfigIds', what: words.noun.config },
  { name: 'llmConfigId', known: 'llmConfigIds', what: words.noun.config },
  { name: 'voiceId', known: 'voiceIds', what: words.noun.voice },
] as const

function SpeechFields({ control, ids }: { control: Control<AgentFormValues>; ids: Suggestions | undefined }) {
  return (
    <>
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
    </>
  )
}

/** A group of fields under its own heading, set off from the one before. */
export function Part({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <div className="border-t border-line pt-4 first:border-0 first:pt-0">
      <Section title={title} hint={hint}>
        <div className="flex flex-col gap-4">{children}</div>
      </Section>
    </div>
  )
}

function WireName({ before, name }: { before: string; name: string }) {
  return (
    <>
      {before} <code>{name}</code>
    </>
  )
}
