import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { WriteReply } from '../../contract/reply'
import type { Scenario } from '../../contract/scenario'
import { createScenario, updateScenario } from '../../contract/testing-lab'
import type { KnownScenario } from '../../queries/lab-scenarios'
import { labMutations } from '../../queries/testing-lab'
import { Dialog } from '../../ui/dialog'
import { FormShell, formDefaults } from '../../ui/fields/form'
import { NumberField } from '../../ui/fields/number-field'
import { TextField } from '../../ui/fields/text-field'
import { TextareaField } from '../../ui/fields/textarea-field'
import { Notice } from '../../ui/notice'
import { toast } from '../../ui/toast-store'
import { useFormError } from '../-shared/failure'
import { ShowRequest } from '../-shared/show-request'
import {
  changedScenarioResolver,
  newScenarioResolver,
  type ScenarioValues,
  scenarioValues,
  toCreateRequest,
  toUpdateRequest,
} from './-scenario-form'
import { words as all } from './-scenario-words'
import { TagsField } from './-tags-field'

const words = all.form

/** Writes a scenario by hand, or changes the one that is given. `certain`: the service is known to take it. */
export function ScenarioDialog({
  scenario,
  labAgentId,
  certain = true,
  onClose,
}: {
  scenario?: KnownScenario
  labAgentId: number | undefined
  certain?: boolean
  onClose: () => void
}) {
  const [start] = useState(() => scenarioValues(scenario?.told, labAgentId))
  const form = useForm<ScenarioValues, unknown, ScenarioValues>({
    ...formDefaults,
    defaultValues: start,
    resolver: scenario ? changedScenarioResolver : newScenarioResolver,
  })
  const { control } = form
  const ended = (title: string) => {
    toast({ title })
    onClose()
  }
  const create = useMutation({ ...labMutations.create(), onSuccess: () => ended(words.doneWrite) })
  const update = useMutation({
    ...labMutations.update(),
    onSuccess: (reply: WriteReply<Scenario> | null) => {
      if (reply !== null) ended(words.doneEdit)
    },
  })
  const send = (values: ScenarioValues) => {
    if (!scenario) return create.mutate({ body: toCreateRequest(values) })
    const body = toUpdateRequest(values, start)
    if (body) update.mutate({ id: scenario.id, body })
    else ended(words.nothing)
  }
  const error = useFormError(create.error ?? update.error, { inDoubt: words.doubt })
  const title = scenario ? words.edit : words.write
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={scenario ? (certain ? words.editText : words.editMaybe) : words.text}
      size="lg"
    >
      <FormShell
        form={form}
        label={title}
        onSubmit={send}
        pending={create.isPending || update.isPending}
        error={error}
        submitLabel={scenario ? words.submitEdit : words.submitWrite}
        onCancel={onClose}
        actions={
          <ShowRequest
            operation={scenario ? updateScenario : createScenario}
            request={() =>
              scenario
                ? { params: { id: scenario.key }, body: toUpdateRequest(form.getValues(), start) ?? {} }
                : { body: toCreateRequest(form.getValues()) }
            }
          />
        }
      >
        {update.data === null && (
          <Notice tone="warn" title={words.absent.title} message={words.absent.text} />
        )}
        {!scenario && (
          <NumberField
            control={control}
            name="agent_id"
            label={words.agentId}
            hint={words.agentIdHint}
            required
          />
        )}
        <TextField control={control} name="name" label={words.name} required />
        <TextareaField
          control={control}
          name="instructions"
          label={words.instructions}
          hint={words.instructionsHint}
          rows={4}
          required
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
          name="expected_outcome_prompt"
          label={words.expected}
          hint={words.expectedHint}
          rows={2}
        />
        <TagsField control={control} name="tags" label={words.tags} />
      </FormShell>
    </Dialog>
  )
}
