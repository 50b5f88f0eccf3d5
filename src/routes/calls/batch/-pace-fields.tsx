import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type Control, type FieldPath, type FieldValues, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import type { Batch } from '../../../queries/batches'
import { Button } from '../../../ui/button'
import { formDefaults } from '../../../ui/fields/form'
import { NumberField } from '../../../ui/fields/inputs'
import { Section } from '../../../ui/page'
import { atOnce, type BatchFormValues, everySeconds } from './-batch-form'

type PaceValues = Pick<BatchFormValues, 'everySeconds' | 'atOnce'>
const resolver = standardSchemaResolver<PaceValues, unknown, PaceValues>(z.object({ everySeconds, atOnce }))

/** The pace can be changed at any time; the next call goes by it. */
export function PaceFields({
  batch,
  onSet,
}: {
  batch: Batch
  onSet: (pace: { everyMs: number; atOnce: number }) => void
}) {
  const form = useForm<PaceValues>({
    ...formDefaults,
    defaultValues: { everySeconds: batch.everyMs / 1000, atOnce: batch.atOnce },
    resolver,
  })
  return (
    <Section title="Pace">
      <form
        aria-label="Pace"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={form.handleSubmit((values) =>
          onSet({ everyMs: Math.round((values.everySeconds ?? 2) * 1000), atOnce: values.atOnce ?? 1 }),
        )}
      >
        <PaceInputs control={form.control} />
        <div>
          <Button type="submit">Set pace</Button>
        </div>
      </form>
    </Section>
  )
}

/** The inputs of a pace. The form has `everySeconds` and `atOnce`. */
export function PaceInputs<Values extends FieldValues>({ control }: { control: Control<Values> }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <NumberField
        control={control}
        name={'everySeconds' as FieldPath<Values>}
        label="One call every"
        unit="seconds"
        required
      />
      <NumberField control={control} name={'atOnce' as FieldPath<Values>} label="Concurrent calls" required />
    </div>
  )
}
