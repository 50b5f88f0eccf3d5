import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { text } from '../../contract/formats'
import { labMutations } from '../../queries/testing-lab'
import { Dialog } from '../../ui/dialog'
import { FormShell, formDefaults } from '../../ui/fields/form'
import { NumberField } from '../../ui/fields/number-field'
import { TextField } from '../../ui/fields/text-field'
import { toast } from '../../ui/toast-store'
import { useFormError } from '../-shared/failure'
import { words as list } from './-lab-words'

const words = list.byId

interface Values {
  id: number | null
  name: string
  agentId: number | null
}

const form = z.object({
  id: z.int(words.whole).check(z.gte(1, words.whole)),
  name: text({ label: words.name, max: 200 }),
  agentId: z.nullable(z.int(words.whole).check(z.gte(1, words.whole))),
})
const resolver = standardSchemaResolver<Values, unknown, Values>(form as never)

/** Remembers a scenario or a run of which only the id is known. */
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
      toast({ title: words.done })
      onClose()
    },
  })
  const title = words[kind]
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={words.text}>
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
        submitLabel={kind === 'scenario' ? words.submitScenario : words.submitRun}
        onCancel={onClose}
      >
        <NumberField control={shell.control} name="id" label={words.id} hint={words.idHint} required />
        <TextField control={shell.control} name="name" label={words.name} />
        <NumberField control={shell.control} name="agentId" label={words.agent} />
      </FormShell>
    </Dialog>
  )
}
