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
import { TagsField } from './-lab-fields'
import {
  changedScenarioResolver,
  newScenarioResolver,
  type ScenarioValues,
  scenarioValues,
  toCreateRequest,
  toUpdateRequest,
} from './-scenario-form'

const all = {
  form: {
    doubt: {
      title: 'It is not known whether the scenario was saved',
      text: 'Look at the list before you send it again.',
    },
  },
}

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
  const create = useMutation({ ...labMutations.create(), onSuccess: () => ended('The scenario was created') })
  const update = useMutation({
    ...labMutations.update(),
    onSuccess: (reply: WriteReply<Scenario> | null) => {
      if (reply !== null) ended('The scenario was changed')
    },
  })
  const send = (values: ScenarioValues) => {
    if (!scenario) return create.mutate({ body: toCreateRequest(values) })
    const body = toUpdateRequest(values, start)
    if (body) update.mutate({ id: scenario.id, body })
    else ended('Nothing was changed')
  }
  const error = useFormError(create.error ?? update.error, { inDoubt: words.doubt })
  const title = scenario ? 'Edit scenario' : 'Write a scenario'
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={
        scenario
          ? certain
            ? 'What was run before stays as it was run.'
            : 'The interface does not document this change; a service may not have it.'
          : 'Good scenarios state one main success condition and have tags.'
      }
      size="lg"
    >
      <FormShell
        form={form}
        label={title}
        onSubmit={send}
        pending={create.isPending || update.isPending}
        error={error}
        submitLabel={scenario ? 'Change scenario' : 'Create scenario'}
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
          <Notice
            tone="warn"
            title="This service does not change scenarios"
            message="Nothing was changed. What you typed is still here; keep what matters as a note in the panel."
          />
        )}
        {!scenario && (
          <NumberField
            control={control}
            name="agent_id"
            label="Integer agent id"
            hint="The whole number that the testing lab knows the agent by."
            required
          />
        )}
        <TextField control={control} name="name" label="Name" required />
        <TextareaField
          control={control}
          name="instructions"
          label="Instructions"
          hint="What the simulated customer wants, knows and how they behave."
          rows={4}
          required
        />
        <TextareaField
          control={control}
          name="first_message"
          label="First message"
          hint="What the customer says first; empty: they begin as the instructions say."
          rows={2}
        />
        <TextareaField
          control={control}
          name="expected_outcome_prompt"
          label="Expected outcome"
          hint="The one condition that the agent must satisfy."
          rows={2}
        />
        <TagsField control={control} name="tags" label="Tags" />
      </FormShell>
    </Dialog>
  )
}
