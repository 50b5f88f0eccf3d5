import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { text } from '../../contract/formats'
import { agentMutations } from '../../queries/agents'
import type { NumberedVersion } from '../../queries/service-versions'
import { Dialog } from '../../ui/dialog'
import { FormShell, formDefaults } from '../../ui/fields/form'
import { TextField } from '../../ui/fields/text-field'
import { TextareaField } from '../../ui/fields/textarea-field'
import { toast } from '../../ui/toast-store'
import { useFormError } from '../-shared/failure'
import { words } from './-agent-page-words'

const notesForm = z.object({
  label: text({ label: 'Label', max: 200 }),
  note: text({ label: 'Note', max: 2_000 }),
})

/** Label and note of a version, kept in this browser. */
export function VersionNotes({
  agentId,
  version,
  onClose,
}: {
  agentId: string
  version: NumberedVersion
  onClose: () => void
}) {
  const form = useForm({
    ...formDefaults,
    defaultValues: { label: version.label ?? '', note: version.note ?? '' },
    resolver: standardSchemaResolver(notesForm),
  })
  const describe = useMutation({
    ...agentMutations.describeVersion(),
    onSuccess: () => {
      toast({ title: words.notes.done })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.notes.title}
      description={words.notes.text}
    >
      <FormShell
        form={form}
        label={words.notes.title}
        onSubmit={({ label, note }) =>
          describe.mutate({
            agentId,
            versionId: version.versionId,
            label: label.trim() || undefined,
            note: note.trim() || undefined,
          })
        }
        pending={describe.isPending}
        error={useFormError(describe.error)}
        submitLabel={words.notes.submit}
        onCancel={onClose}
      >
        <TextField control={form.control} name="label" label={words.notes.label} />
        <TextareaField control={form.control} name="note" label={words.notes.note} rows={3} />
      </FormShell>
    </Dialog>
  )
}
