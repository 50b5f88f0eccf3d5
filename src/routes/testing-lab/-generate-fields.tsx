import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useForm, useFormState } from 'react-hook-form'
import { generateScenarios } from '../../contract/testing-lab'
import type { StoredAgent } from '../../queries/agents'
import { describeError } from '../../queries/describe-error'
import { labMutations } from '../../queries/testing-lab'
import { Button } from '../../ui/button'
import { CheckboxField } from '../../ui/fields/checkbox-field'
import { useDraft } from '../../ui/fields/draft'
import { FormShell, formDefaults } from '../../ui/fields/form'
import { NumberField } from '../../ui/fields/number-field'
import { TextareaField } from '../../ui/fields/textarea-field'
import { Notice } from '../../ui/notice'
import { useFormError } from '../-shared/failure'
import { useLeaveGuard } from '../-shared/leave-guard'
import { ShowRequest } from '../-shared/show-request'
import { emptyGeneration, type GenerateValues, generateResolver, toGenerateRequest } from './-generate-form'
import { words } from './-generate-words'
import { LabAgentFields } from './-lab-agent-fields'
import { TagsField } from './-tags-field'
import type { Generation } from './generate'

/** The form that asks for scenarios: every field of §2. */
export function GenerateFields({
  agents,
  agentId,
  onDone,
}: {
  agents: readonly StoredAgent[]
  agentId: string | undefined
  onDone: (done: Generation) => void
}) {
  const agent = agents.find((each) => each.agentId === agentId)
  const [start] = useState<GenerateValues>(() => ({
    ...emptyGeneration,
    agent: agentId ?? '',
    agent_id: agent?.testingLabId ?? null,
  }))
  const form = useForm<GenerateValues>({ ...formDefaults, defaultValues: start, resolver: generateResolver })
  const { control } = form
  const { isDirty } = useFormState({ control })
  const draft = useDraft(form, ['generate', agentId].filter(Boolean).join(' '))
  useLeaveGuard(isDirty, { onDiscard: draft.clear })
  const sending = useRef(false)
  const ended = (done: Generation) => {
    draft.clear()
    onDone(done)
  }
  const generate = useMutation({
    ...labMutations.generate(),
    onSuccess: (reply) => ended({ reply }),
    onError: (error) => {
      if (describeError(error).outcome === 'accepted') ended({ error })
    },
    onSettled: () => {
      sending.current = false
    },
  })
  const send = (values: GenerateValues) => {
    if (sending.current) return
    sending.current = true
    generate.mutate({ body: toGenerateRequest(values), agentId: values.agent.trim() || undefined })
  }
  return (
    <div className="w-full max-w-[44rem]">
      <FormShell
        form={form}
        label={words.title}
        onSubmit={send}
        pending={generate.isPending}
        error={useFormError(generate.error, { inDoubt: words.doubt })}
        submitLabel={words.submit}
        actions={
          <ShowRequest
            operation={generateScenarios}
            request={() => ({ body: toGenerateRequest(form.getValues()) })}
          />
        }
      >
        {draft.restored && (
          <Notice
            title={words.restored}
            action={<Button onClick={draft.startOver}>{words.startOver}</Button>}
          />
        )}
        <LabAgentFields form={form} agents={agents} />
        <NumberField control={control} name="num_scenarios" label={words.count} required />
        <NumberField
          control={control}
          name="inbound_phone_number"
          label={words.inbound}
          hint={words.inboundHint}
        />
        <TextareaField
          control={control}
          name="first_message"
          label={words.firstMessage}
          hint={words.firstMessageHint}
          rows={2}
        />
        <TextareaField
          control={control}
          name="extra_instructions"
          label={words.extra}
          hint={words.extraHint}
          rows={3}
        />
        <CheckboxField
          control={control}
          name="generate_expected_outcomes"
          label={words.outcomes}
          hint={words.outcomesHint}
        />
        <TagsField control={control} name="tags" label={words.tags} hint={words.tagsHint} />
      </FormShell>
    </div>
  )
}
