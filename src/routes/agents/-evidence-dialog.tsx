import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'
import { text } from '../../contract/formats'
import { evidenceMutations, type NewEvidence, VERDICTS } from '../../queries/evidence'
import { NumberField, SelectField, TextareaField, TextField } from '../../ui/fields/inputs'
import { hereFirst } from '../../ui/role'
import { FormDialog } from '../-shared/form-dialog'

const verdicts = Object.entries(VERDICTS).map(([value, { name }]) => ({ value, label: name }))

/** Now, as `datetime-local` takes it. */
export function localMinute(now: Date): string {
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const count = (label: string) => {
  const message = `${label} must be a whole number, 0 or more`
  return z.nullable(z.int(message).check(z.gte(0, message)))
}

const evidenceForm = z
  .object({
    verdict: z.enum(['passed', 'failed', 'unclear'], 'Choose a verdict'),
    runName: text({ label: 'Run name', max: 200 }),
    runId: count('Run id'),
    at: z.string().check(
      z.refine(
        (at) => !Number.isNaN(Date.parse(at)),
        'Give day and time of the run, such as 2026-05-12 14:30',
      ),
      // A minute of grace: the field has no seconds, and clocks differ.
      z.refine((at) => !(Date.parse(at) > Date.now() + 60_000), 'The run cannot have ended in the future'),
    ),
    passed: count('Passed'),
    failed: count('Failed'),
    total: count('Total'),
    note: text({ label: 'Note', max: 2_000 }),
  })
  .check(
    z.refine(({ passed, failed, total }) => total === null || (passed ?? 0) + (failed ?? 0) <= total, {
      path: ['total'],
      message: 'There cannot be fewer conversations than passed and failed together',
    }),
  )

/** What the fields of a test result hold; `at` as `datetime-local` gives it: local time without a zone. */
export type EvidenceValues = Omit<z.infer<typeof evidenceForm>, 'verdict'> & { verdict: string }

export const evidenceResolver = standardSchemaResolver<EvidenceValues, unknown, EvidenceValues>(
  evidenceForm as never,
)

export const noEvidence = (now: Date): EvidenceValues => ({
  verdict: '',
  runName: '',
  runId: null,
  at: localMinute(now),
  passed: null,
  failed: null,
  total: null,
  note: '',
})

export function toEvidence(values: EvidenceValues, of: { agentId: string; versionId: string }): NewEvidence {
  const some = <T,>(value: T | null) => value ?? undefined
  const counts = { passed: some(values.passed), failed: some(values.failed), total: some(values.total) }
  return {
    ...of,
    verdict: values.verdict as NewEvidence['verdict'],
    run: {
      at: new Date(values.at).toISOString(),
      name: values.runName.trim() || undefined,
      id: some(values.runId),
    },
    counts: Object.values(counts).some((each) => each !== undefined) ? counts : undefined,
    note: values.note.trim() || undefined,
    knownFrom: 'entered by hand',
  }
}

export function EvidenceDialog({
  agentId,
  versionId,
  onClose,
}: {
  agentId: string
  versionId: string
  onClose: () => void
}) {
  return (
    <FormDialog
      title="Enter test result"
      text={`Nothing is sent. ${hereFirst()} stores the result with the version, and shows it before the version is deployed.`}
      submit="Save result"
      values={noEvidence(new Date())}
      resolver={evidenceResolver}
      mutation={evidenceMutations.add()}
      toInput={(values) => toEvidence(values, { agentId, versionId })}
      done="Test result saved"
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <SelectField
            control={control}
            name="verdict"
            label="Verdict"
            hint="Unclear: it ended without a decision."
            options={verdicts}
            required
          />
          <TextField control={control} name="at" label="When it ended" type="datetime-local" required />
          <TextField control={control} name="runName" label="Run name" />
          <NumberField
            control={control}
            name="runId"
            label="Run id"
            hint="The whole number that the testing lab gave the run."
          />
          <div className="grid items-end gap-4 sm:grid-cols-3">
            <NumberField control={control} name="passed" label="Passed" />
            <NumberField control={control} name="failed" label="Failed" />
            <NumberField control={control} name="total" label="Total" />
          </div>
          <TextareaField control={control} name="note" label="Note" rows={2} />
        </>
      )}
    </FormDialog>
  )
}
