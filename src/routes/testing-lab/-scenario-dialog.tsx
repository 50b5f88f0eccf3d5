import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import type { Scenario } from '../../contract/scenario'
import { schemaOf } from '../../contract/schema'
import {
  type CreateScenarioRequest,
  createScenario,
  type UpdateScenarioRequest,
  updateScenario,
} from '../../contract/testing-lab'
import { agentQueries } from '../../queries/agents'
import { ChangedMeanwhile } from '../../queries/changed-meanwhile'
import { changeableOf, labMutations } from '../../queries/lab-changes'
import type { LabScenario } from '../../queries/lab-records'
import { Dialog } from '../../ui/dialog'
import { formDefaults } from '../../ui/fields/form'
import { TextareaField, TextField } from '../../ui/fields/inputs'
import { Notice } from '../../ui/notice'
import { formatCount } from '../../ui/numbers'
import { toast } from '../../ui/toast-store'
import { changedFields, hasChanges } from '../-shared/changed-fields'
import { useCloseGuard } from '../-shared/leave-guard'
import { SendForm } from '../-shared/send-form'
import { LabAgentFields, TagsField } from './-lab-fields'

/** The values to begin with: those of a scenario that is changed, or of a new one. Paths are those of the wire, but for `agent`, which is this browser's own. */
export const scenarioValues = (scenario: Scenario | undefined, labAgentId: number | undefined) => ({
  agent: '',
  agent_id: labAgentId ?? null,
  ...changeableOf(scenario),
})

export type ScenarioValues = ReturnType<typeof scenarioValues>

const { agent_id, name, instructions, first_message, expected_outcome_prompt, tags } = schemaOf(
  createScenario.sendsBody,
).shape
const fields = { name, instructions, first_message, expected_outcome_prompt, tags }

/** The agent of a scenario cannot be changed. */
const resolverOf = (isNew: boolean) =>
  standardSchemaResolver<ScenarioValues, unknown, ScenarioValues>(
    z.object({ agent: z.string(), agent_id: isNew ? agent_id : z.any(), ...fields }) as never,
  )

/** The request for a new scenario. Empty optional fields are not sent (D14). */
export const toCreateRequest = (values: ScenarioValues): CreateScenarioRequest => ({
  agent_id: values.agent_id as number,
  name: values.name.trim(),
  instructions: values.instructions,
  ...(values.first_message !== '' && { first_message: values.first_message }),
  ...(values.expected_outcome_prompt !== '' && { expected_outcome_prompt: values.expected_outcome_prompt }),
  ...(values.tags.length > 0 && { tags: values.tags }),
})

/** Only what differs is sent; `undefined`: nothing does. */
export function toUpdateRequest(
  values: ScenarioValues,
  before: ScenarioValues,
): UpdateScenarioRequest | undefined {
  const {
    agent: _,
    agent_id: __,
    ...changes
  } = changedFields(before, { ...values, name: values.name.trim() })
  return hasChanges(changes) ? changes : undefined
}

/**
 * Writes a scenario by hand, or changes the one that is given. `certain`: the service is one that changes scenarios; `given`: fields of a new one
 * to begin with; `cut`: after how many characters what was said was cut in them; `notice`: stands above the fields.
 */
export function ScenarioDialog({
  scenario,
  labAgentId,
  certain = true,
  given,
  cut = {},
  notice,
  onClose,
}: {
  scenario?: LabScenario
  labAgentId: number | undefined
  certain?: boolean
  given?: Partial<ScenarioValues>
  cut?: Readonly<Partial<Record<'instructions' | 'first_message', number>>>
  notice?: ReactNode
  onClose: () => void
}) {
  const [start] = useState(() => ({ ...scenarioValues(scenario?.reported, labAgentId), ...given }))
  const [seen, setSeen] = useState(scenario?.reported)
  const form = useForm<ScenarioValues, unknown, ScenarioValues>({
    ...formDefaults,
    defaultValues: start,
    resolver: resolverOf(!scenario),
  })
  const { control } = form
  const { data: agents = [] } = useQuery(agentQueries.list())
  const [isUnchangeable, setUnchangeable] = useState(false)
  const cutAt = (field: keyof typeof cut) =>
    cut[field] === undefined ? '' : ` Cut at ${formatCount(cut[field])} characters.`
  const title = scenario ? 'Edit scenario' : 'Write a scenario'
  const [sent, setSent] = useState<{ isSent?: boolean; error?: unknown }>({})
  const dismiss = useCloseGuard(form.formState.isDirty, onClose, sent)
  return (
    <Dialog
      onClose={dismiss}
      title={title}
      description={
        scenario
          ? certain
            ? 'Earlier runs do not change.'
            : 'Not every service supports this change.'
          : 'Good scenarios state one main success condition and have tags.'
      }
      size="lg"
    >
      <SendForm
        form={form}
        label={title}
        submit={scenario ? 'Change scenario' : 'Create scenario'}
        operation={scenario ? updateScenario : createScenario}
        mutation={{
          ...labMutations.save(),
          onMutate: () => setSent({ isSent: true }),
          onSuccess: () => setSent({}),
          onError: (error) => {
            setSent({ error })
            if (error instanceof ChangedMeanwhile) setSeen(error.now)
          },
        }}
        toRequest={(values) =>
          scenario
            ? { params: { id: scenario.key }, body: toUpdateRequest(values, start) ?? {}, seen }
            : { body: toCreateRequest(values), note: { agentId: values.agent.trim() || undefined } }
        }
        check={(values) => (scenario && !toUpdateRequest(values, start) ? 'No changes to save' : null)}
        inDoubt={{
          title: "We don't know if the scenario was saved",
          text: 'Check the list before you send it again.',
        }}
        onDone={(reply) => {
          setUnchangeable(reply === null)
          if (reply === null) return false
          toast({ title: scenario ? 'The scenario was changed' : 'The scenario was created' })
          onClose()
        }}
        notice={notice}
        onCancel={onClose}
      >
        {isUnchangeable && (
          <Notice
            tone="warn"
            title="This service does not change scenarios"
            message="Nothing was changed. What you typed is still here; keep what matters as a note in the panel."
          />
        )}
        {!scenario && <LabAgentFields form={form} agents={agents} />}
        <TextField control={control} name="name" label="Name" required />
        <TextareaField
          control={control}
          name="instructions"
          label="Instructions"
          hint={`What the simulated customer wants, knows and how they behave.${cutAt('instructions')}`}
          rows={4}
          required
        />
        <TextareaField
          control={control}
          name="first_message"
          label="First message"
          hint={`What the customer says first. Empty = as the instructions say.${cutAt('first_message')}`}
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
      </SendForm>
    </Dialog>
  )
}
