import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useForm, useWatch } from 'react-hook-form'
import { agentMutations } from '../../queries/agents'
import { Dialog } from '../../ui/dialog'
import { CheckboxField } from '../../ui/fields/checkbox-field'
import { FormShell, formDefaults } from '../../ui/fields/form'
import { NumberField } from '../../ui/fields/number-field'
import { TextField } from '../../ui/fields/text-field'
import { toast } from '../../ui/toast-store'
import { useFormError } from '../-shared/failure'
import { type AddAgentValues, addAgentResolver, noAgent, toTold } from './-add-agent-form'
import { words } from './-agent-page-words'

/** Remembers an agent that was made elsewhere, and opens its page. `agentId`: known from the address. */
export function AddAgentDialog({ agentId = '', onClose }: { agentId?: string; onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm<AddAgentValues, unknown, AddAgentValues>({
    ...formDefaults,
    defaultValues: { ...noAgent, agentId },
    resolver: addAgentResolver,
  })
  const add = useMutation({
    ...agentMutations.addById(),
    onSuccess: (agent) => {
      toast({ title: words.add.done(agent.name) })
      void navigate({ to: '/agents/$agentId', params: { agentId: agent.agentId } })
    },
  })
  const hasVersion = useWatch({ control: form.control, name: 'versionId' }).trim() !== ''
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.add.title}
      description={words.add.text}
    >
      <FormShell
        form={form}
        label={words.add.title}
        onSubmit={(values) => add.mutate(toTold(values))}
        pending={add.isPending}
        error={useFormError(add.error)}
        submitLabel={words.add.submit}
        onCancel={onClose}
      >
        <TextField control={form.control} name="agentId" label={words.add.agentId} required mono />
        <TextField control={form.control} name="name" label={words.add.name} hint={words.add.nameHint} />
        <TextField
          control={form.control}
          name="versionId"
          label={words.add.versionId}
          hint={words.add.versionHint}
          mono
        />
        {hasVersion && (
          <CheckboxField
            control={form.control}
            name="deployed"
            label={words.add.deployed}
            hint={words.add.deployedHint}
          />
        )}
        <NumberField
          control={form.control}
          name="testingLabId"
          label={words.add.testingLabId}
          hint={words.add.testingLabHint}
        />
      </FormShell>
    </Dialog>
  )
}
