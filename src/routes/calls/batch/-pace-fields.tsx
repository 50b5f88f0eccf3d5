import { type Control, type FieldPath, type FieldValues, useForm } from 'react-hook-form'
import type { Batch } from '../../../queries/batches'
import { Button } from '../../../ui/button'
import { formDefaults } from '../../../ui/fields/form'
import { NumberField } from '../../../ui/fields/inputs'
import { Section } from '../../../ui/page'
import { type PaceValues, paceResolver, toPace } from './-batch-form'

/** The pace can be changed at any time; the next call goes by it. */
export function PaceFields({
  batch,
  onSet,
}: {
  batch: Batch
  onSet: (pace: ReturnType<typeof toPace>) => void
}) {
  const form = useForm<PaceValues>({
    ...formDefaults,
    defaultValues: { everySeconds: batch.everyMs / 1000, atOnce: batch.atOnce },
    resolver: paceResolver,
  })
  return (
    <Section title="Pace">
      <form
        aria-label="Pace"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={form.handleSubmit((values) => onSet(toPace(values)))}
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
