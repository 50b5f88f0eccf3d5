import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { text } from '../../contract/formats'
import { agentMutations, type StoredAgent } from '../../queries/agents'
import { Dialog } from '../../ui/dialog'
import { CheckboxField } from '../../ui/fields/checkbox-field'
import { FormShell, formDefaults } from '../../ui/fields/form'
import { TextField } from '../../ui/fields/text-field'
import { toast } from '../../ui/toast-store'
import { useFormError } from '../-shared/failure'
import { words } from './-agent-page-words'
import { addressId } from './-known-id'

const versionForm = z.object({
  versionId: addressId('Version id'),
  versionLabel: text({ label: 'Label', max: 200 }),
  deployed: z.boolean(),
})

/** Remembers a version that was made elsewhere. */
export function AddVersionDialog({ agent, onClose }: { agent: StoredAgent; onClose: () => void }) {
  const form = useForm({
    ...formDefaults,
    defaultValues: { versionId: '', versionLabel: '', deployed: false },
    resolver: standardSchemaResolver(versionForm),
  })
  const add = useMutation({
    ...agentMutations.addById(),
    onSuccess: () => {
      toast({ title: words.addVersion.done })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.addVersion.title}
      description={words.addVersion.text}
    >
      <FormShell
        form={form}
        label={words.addVersion.title}
        onSubmit={({ versionId, versionLabel, deployed }) =>
          add.mutate({
            agentId: agent.agentId,
            versionId: versionId.trim(),
            versionLabel: versionLabel.trim() || undefined,
            deployed,
          })
        }
        pending={add.isPending}
        error={useFormError(add.error)}
        submitLabel={words.addVersion.submit}
        onCancel={onClose}
      >
        <TextField control={form.control} name="versionId" label={words.add.versionId} required mono />
        <TextField control={form.control} name="versionLabel" label={words.addVersion.label} />
        <CheckboxField
          control={form.control}
          name="deployed"
          label={words.add.deployed}
          hint={words.add.deployedHint}
        />
      </FormShell>
    </Dialog>
  )
}
