import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { evidenceMutations } from '../../queries/evidence'
import { Dialog } from '../../ui/dialog'
import { FormShell, formDefaults } from '../../ui/fields/form'
import { NumberField } from '../../ui/fields/number-field'
import { SelectField } from '../../ui/fields/select-field'
import { TextField } from '../../ui/fields/text-field'
import { TextareaField } from '../../ui/fields/textarea-field'
import { toast } from '../../ui/toast-store'
import { useFormError } from '../-shared/failure'
import { words as list } from './-agent-words'
import { type EvidenceValues, evidenceResolver, noEvidence, toEvidence } from './-evidence-form'
import { words } from './-evidence-words'

const verdicts = Object.entries(list.verdicts).map(([value, label]) => ({ value, label }))

/** Keeps what somebody says of a test run of a version. */
export function EvidenceDialog({
  agentId,
  versionId,
  onClose,
}: {
  agentId: string
  versionId: string
  onClose: () => void
}) {
  const [defaultValues] = useState(() => noEvidence(new Date()))
  const form = useForm<EvidenceValues, unknown, EvidenceValues>({
    ...formDefaults,
    defaultValues,
    resolver: evidenceResolver,
  })
  const { control } = form
  const add = useMutation({
    ...evidenceMutations.add(),
    onSuccess: () => {
      toast({ title: words.form.done })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.form.title}
      description={words.form.text}
    >
      <FormShell
        form={form}
        label={words.form.title}
        onSubmit={(values) => add.mutate(toEvidence(values, { agentId, versionId }))}
        pending={add.isPending}
        error={useFormError(add.error)}
        submitLabel={words.form.submit}
        onCancel={onClose}
      >
        <SelectField
          control={control}
          name="verdict"
          label={words.form.verdict}
          hint={words.form.verdictHint}
          options={verdicts}
          required
        />
        <TextField control={control} name="at" label={words.form.at} type="datetime-local" required />
        <TextField control={control} name="runName" label={words.form.runName} />
        <NumberField control={control} name="runId" label={words.form.runId} hint={words.form.runIdHint} />
        <div className="grid items-end gap-4 sm:grid-cols-3">
          <NumberField control={control} name="passed" label={words.form.passed} />
          <NumberField control={control} name="failed" label={words.form.failed} />
          <NumberField control={control} name="total" label={words.form.total} />
        </div>
        <TextareaField control={control} name="note" label={words.form.note} rows={2} />
      </FormShell>
    </Dialog>
  )
}
