import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { text } from '../../contract/formats'
import { agentVersionMutations } from '../../queries/agent-versions'
import { agentMutations, type StoredAgent } from '../../queries/agents'
import { Dialog } from '../../ui/dialog'
import { CheckboxField } from '../../ui/fields/checkbox-field'
import { FormShell, formDefaults } from '../../ui/fields/form'
import { TextField } from '../../ui/fields/text-field'
import { TextareaField } from '../../ui/fields/textarea-field'
import { toast } from '../../ui/toast-store'
import { useFormError } from '../-shared/failure'
import { words } from './-agent-page-words'

const detailsForm = z.object({
  name: text({ label: 'Name', min: 1, max: 200 }),
  description: text({ label: 'Description', max: 2_000 }),
  atService: z.boolean(),
})

/** Name and description of an agent: here, and at the service where it answers that. */
export function AgentDetails({
  agent,
  description,
  answers,
  onClose,
}: {
  agent: StoredAgent
  description: string | undefined
  /** Whether the service answers what is beyond the document. */
  answers: boolean
  onClose: () => void
}) {
  const form = useForm({
    ...formDefaults,
    defaultValues: { name: agent.name, description: description ?? '', atService: answers },
    resolver: standardSchemaResolver(detailsForm),
  })
  const { agentId } = agent
  const send = useMutation(agentVersionMutations.updateAgent())
  const describe = useMutation({
    ...agentMutations.describe(),
    onSuccess: () => {
      toast({ title: words.details.done })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !send.isPending && onClose()}
      title={words.details.title}
      description={words.details.text}
    >
      <FormShell
        form={form}
        label={words.details.title}
        onSubmit={async (values) => {
          const details = { name: values.name.trim(), description: values.description.trim() }
          if (values.atService) {
            const sent = await send.mutateAsync({ params: { agentId }, body: details }).catch(() => null)
            if (!sent) return
          }
          describe.mutate({ agentId, name: details.name, description: details.description || undefined })
        }}
        pending={send.isPending || describe.isPending}
        error={useFormError(send.error ?? describe.error)}
        submitLabel={words.details.submit}
        onCancel={onClose}
      >
        <TextField control={form.control} name="name" label={words.details.name} required />
        <TextareaField control={form.control} name="description" label={words.details.description} rows={2} />
        {answers && (
          <CheckboxField
            control={form.control}
            name="atService"
            label={words.details.atService}
            hint={words.details.atServiceHint}
          />
        )}
      </FormShell>
    </Dialog>
  )
}
