import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { text } from '../../contract/formats'
import { labMutations } from '../../queries/testing-lab'
import { Dialog } from '../../ui/dialog'
import { FormShell, formDefaults } from '../../ui/fields/form'
import { NumberField, TextField } from '../../ui/fields/inputs'
import { toast } from '../../ui/toast-store'
import { useFormError } from '../-shared/failure'

interface Values {
  id: number | null
  name: string
  agentId: number | null
}

const WHOLE = 'Give the id as a whole number, 1 or more'
const whole = z.int(WHOLE).check(z.gte(1, WHOLE))
const form = z.object({
  id: whole,
  name: text({ label: 'Name', max: 200 }),
  agentId: z.nullable(whole),
})
const resolver = standardSchemaResolver<Values, unknown, Values>(form as never)

/** Stores a scenario or a run by its id. */
export function AddById({
  kind,
  labAgentId,
  onClose,
}: {
  kind: 'scenario' | 'run'
  labAgentId: number | undefined
  onClose: () => void
}) {
  const shell = useForm<Values, unknown, Values>({
    ...formDefaults,
    defaultValues: { id: null, name: '', agentId: labAgentId ?? null },
    resolver,
  })
  const add = useMutation({
    ...labMutations.note(),
    onSuccess: () => {
      toast({ title: 'It was added' })
      onClose()
    },
  })
  const title = `Add ${kind} by id`
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description="Nothing is sent, so nothing checks that it exists. It is remembered in this browser."
    >
      <FormShell
        form={shell}
        label={title}
        onSubmit={({ id, name, agentId }) =>
          add.mutate({
            kind,
            labId: String(id),
            added: true,
            name: name.trim() || undefined,
            labAgentId: agentId ?? undefined,
          })
        }
        pending={add.isPending}
        error={useFormError(add.error)}
        submitLabel={`Add ${kind}`}
        onCancel={onClose}
      >
        <NumberField
          control={shell.control}
          name="id"
          label="Id"
          hint="The whole number that the testing lab gave it."
          required
        />
        <TextField control={shell.control} name="name" label="Name" />
        <NumberField control={shell.control} name="agentId" label="Integer agent id" />
      </FormShell>
    </Dialog>
  )
}
