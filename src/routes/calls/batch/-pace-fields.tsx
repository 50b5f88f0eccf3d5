import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import type { Batch } from '../../../queries/batches'
import { Button } from '../../../ui/button'
import { formDefaults } from '../../../ui/fields/form'
import { NumberField } from '../../../ui/fields/number-field'
import { Section } from '../../../ui/page'
import { atOnce, type BatchFormValues, everySeconds } from './-batch-form'
import { words } from './-batch-words'

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
    <Section title={words.pace}>
      <form
        aria-label={words.pace}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={form.handleSubmit((values) =>
          onSet({ everyMs: Math.round((values.everySeconds ?? 2) * 1000), atOnce: values.atOnce ?? 1 }),
        )}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField
            control={form.control}
            name="everySeconds"
            label={words.every}
            unit={words.seconds}
            required
          />
          <NumberField control={form.control} name="atOnce" label={words.atOnce} required />
        </div>
        <div>
          <Button type="submit">{words.job.setPace}</Button>
        </div>
      </form>
    </Section>
  )
}
